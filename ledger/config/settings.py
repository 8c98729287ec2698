"""Settings. Without any variable the service speaks plain HTTP to phones in the same LAN and
keeps its data in one SQLite file. `ledger/docs/operate.md` lists the environment variables.
"""

import logging
import os
import secrets
import sqlite3
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import env, validate

from ledger import __version__
from ledger.common.durable import sync
from ledger.database.postgresql import opened
from ledger.database.sqlite import sqlite_options

BASE_DIR = Path(__file__).resolve().parents[2]
CHECKED_OUT = (BASE_DIR / "manage.py").exists()
"""Whether this runs in the project's own folder, or as an installed package."""
_data = BASE_DIR / ".data" if CHECKED_OUT else Path.home() / ".local/share/card-table-ledger"
DATA_DIR = Path(env.str("DATA_DIR", "") or _data).expanduser().absolute()

SECRET_FILE, HAS_LEDGER_FILE = DATA_DIR / "secret_key", DATA_DIR / "has_ledger"


def _read_or_make_secret() -> str:
    """The secret of the data folder, made on first use; raises OSError where it cannot be.

    Two first starts at once agree on one. None is made where one is gone: with another one
    nobody's link opens a table.
    """
    if SECRET_FILE.exists() and (secret := SECRET_FILE.read_text().strip()):
        return secret
    if HAS_LEDGER_FILE.exists():
        return ""
    with open(os.open(SECRET_FILE, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        flock(file, LOCK_EX)
        secret = file.read().strip() or secrets.token_urlsafe(50)
        file.seek(0)
        file.write(secret)
        file.flush()
        sync(SECRET_FILE)
        sync(DATA_DIR)
    return secret


SECRET_KEY, DATA_PROBLEM = env.str("SECRET_KEY", ""), ""
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = SECRET_KEY or _read_or_make_secret()
except OSError as problem:
    # Django refuses an empty secret when something first needs one, and `serve` tells why:
    # a command that signs nothing still runs in a read-only place.
    DATA_PROBLEM = str(problem)
HAS_SECRET = bool(SECRET_KEY)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
NAMED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", [])
ALLOWED_HOSTS = NAMED_HOSTS or ["*"]  # ledger.web.hosts then lets in what is of this network

INSTALLED_APPS = [
    "ledger.apps.LedgerAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_guid",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "ledger",
    "ledger.web",
]

MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",
    "ledger.config.logs.request_log",
    "ledger.web.health.health",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "ledger.api.problems.ProblemMiddleware",
    "ledger.web.hosts.own_network",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ledger.admin.login.AdminDoor",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ledger.web.errors.RefusalMiddleware",
]

ROOT_URLCONF = "ledger.config.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

SQLITE = "django.db.backends.sqlite3"


def _database() -> dict[str, Any]:
    """SQLite with every commit on disk, or what DATABASE_URL names.

    Writers take SQLite's lock when they begin and wait for it: a deferred transaction
    that reads first and writes later fails at once under contention. Every thread keeps
    its connection; a check of it before each request would cost a query.
    """
    database: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(DATA_DIR / "ledger.sqlite3")}
    if env.str("DATABASE_URL", None) is not None:
        database = env.dj_db_url("DATABASE_URL")
    database["CONN_MAX_AGE"] = None
    if database["ENGINE"] == SQLITE:
        return database | {"OPTIONS": sqlite_options(sqlite3.sqlite_version_info)}
    return opened(database)


DATABASES = {"default": _database()}
CELL: str = DATABASES["default"].pop("CELL", "")
"""What the names of all tables and groups here begin with, where there are other cells."""

IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
FRAGMENTS = {"LOCATION": "fragments", "OPTIONS": {"MAX_ENTRIES": 3000}}  # of 150 tables, 10 MB
CACHES = {"default": IN_MEMORY, "template_fragments": IN_MEMORY | FRAGMENTS}

# The table's cookie is all a phone keeps: signed, so it costs no query and no row.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "tables"
SESSION_COOKIE_AGE = 3650 * 24 * 60 * 60  # a clock that is put right by years ends none
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Who runs the place logs in under /admin/; ledger.admin.login keeps that session apart.
# Tries at a password are counted there too, by name and by address as the server knows it.
_PASSWORD = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_PASSWORD}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_PASSWORD}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_PASSWORD}.CommonPasswordValidator"},
    {"NAME": f"{_PASSWORD}.NumericPasswordValidator"},
]
OTP_TOTP_ISSUER = "Sổ điểm"
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0  # ledger.admin.login counts the tries

# The server takes the client's address and scheme from the headers of these proxies only.
TRUSTED_PROXIES: list[str] = env.list("TRUSTED_PROXIES", [])
HTTPS = env.bool("HTTPS", False)
CERTIFICATE: Path | None = env.path("CERTIFICATE", None)
CERTIFICATE_KEY: Path | None = env.path("CERTIFICATE_KEY", None)
LAN = env.bool("LAN", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# Other hosts of the same domain are not ours to speak for, so HSTS is for this one alone.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CSRF_FAILURE_VIEW = "ledger.web.errors.csrf_failure"
CONTENT_SECURITY_POLICY = {
    # What the first visit of a table loads. A script and a style sheet are no documents: a policy
    # on them says nothing, and takes 170 bytes of each answer.
    "EXCLUDE_URL_PREFIXES": [
        f"/static/{each}"
        for each in ("django_htmx/", "ledger/start", "ledger/table", "ledger/taps/")
    ],
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", _("Tiếng Việt")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "ledger" / "locale"]
_a_zone = validate.OneOf(available_timezones(), error="Not a time zone: {input}")
TIME_ZONE = env.str("TIME_ZONE", "Asia/Ho_Chi_Minh", validate=_a_zone)
NUMBER_GROUPING = 3
FORMAT_MODULE_PATH = "ledger.config.formats"

STATIC_URL = "static/"
# Beside the code that they are made of; what people copy is the data folder.
STATIC_ROOT = (BASE_DIR if os.access(BASE_DIR, os.W_OK) else DATA_DIR) / ".static"
STORAGES = {
    "staticfiles": {"BACKEND": "ledger.config.static.HashedStaticFiles"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MANIFEST_STRICT = False

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The API is closed unless a view opens itself, speaks JSON only and has no page of its own.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["ledger.api.keys.BearerKey"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["ledger.api.bodies.StrictJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "ledger.api.bodies.AlwaysJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "ledger.api.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Card table ledger",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": "The card table ledger's authors"},
    "SERVERS": [{"url": "/", "description": "This service"}],
    "PATH_CONVERTER_OVERRIDES": {
        "str": {"type": "string", "pattern": "^[a-z0-9]{1,12}$"},
        "number": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    },
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["ledger.api.openapi.finish"],
}
# Pages of other sites may call the API from a browser only where they are named.
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", [])
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = [*default_headers, "if-match", "if-none-match", "last-event-id"]
CORS_EXPOSE_HEADERS = ["etag", "ratelimit", "ratelimit-policy", "retry-after"]
if CORS_ALLOWED_ORIGINS:
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.insert(0, "corsheaders.middleware.CorsMiddleware")
_factor = env.int("API_LIMIT_FACTOR", 1, validate=validate.Range(min=1, max=1000))
API_WRONG_KEYS = API_OPENINGS = (1000 * _factor, 3600)  # so many in so many seconds
API_WRITES = (10_000 * _factor, 3600)

DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "EXPOSE_HEADER": False}
LOG_LEVEL = env.log_level("LOG_LEVEL", logging.WARNING)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"text": {"()": "ledger.config.logs.TextFormatter"}},
    "filters": {
        "request_id": {"()": "django_guid.log_filters.CorrelationId"},
        "no_address": {"()": "ledger.config.logs.NoAddress"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "text",
            "filters": ["request_id", "no_address"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"level": LOG_LEVEL},
        "django_guid": {"level": "WARNING"},
        "_granian": {"level": "WARNING"},
    },
}
