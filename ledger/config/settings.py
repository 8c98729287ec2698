"""Settings, all from the environment; ledger/docs/operate.md lists every name.

Without any variable the service speaks plain HTTP to phones in the same LAN and
keeps its data in one SQLite file.
"""

import logging
import os
import sqlite3
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import env, validate

from ledger.common.lan import local_names
from ledger.config.secret import read_or_make_secret
from ledger.database.postgresql import TRIES, USUAL, opened, pool_options
from ledger.database.sqlite import sqlite_options

BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / ".data"))).absolute()

_whole = validate.Range(min=1)

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or read_or_make_secret(DATA_DIR)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", None) or local_names()
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "ledger.apps.LedgerAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "ledger",
]

MIDDLEWARE = [
    "ledger.config.requests.NoteRoute",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "ledger.api.problems.ProblemMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ledger.admin.login.AdminDoor",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ledger.web.errors.RefusalMiddleware",
]

ROOT_URLCONF = "ledger.config.urls"
ASGI_APPLICATION = "ledger.config.asgi.application"

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
                "ledger.web.context.offline",
            ],
            "libraries": {
                "audit": "ledger.admin.templatetags.audit",
                "round": "ledger.web.templatetags.round",
                "score": "ledger.web.templatetags.score",
            },
        },
    },
]


def _database() -> dict[str, Any]:
    """SQLite with every commit on disk, or what DATABASE_URL names.

    Writers take SQLite's lock when they begin and wait for it: a deferred transaction
    that reads first and writes later fails at once under contention. The threads that
    answer keep their SQLite connections; a PostgreSQL connection is borrowed for each
    request from the pool of its process.
    """
    found: dict[str, Any] = env.dj_db_url(
        "DATABASE_URL", f"sqlite:///{DATA_DIR / 'ledger.sqlite3'}", conn_max_age=0
    )
    if found["ENGINE"] == "django.db.backends.sqlite3":
        return found | {
            "CONN_MAX_AGE": None,
            "OPTIONS": sqlite_options(sqlite3.sqlite_version_info),
        }
    most = env.int("DATABASE_POOL_MAX", 10, validate=_whole)
    pool = pool_options(
        env.int("DATABASE_POOL_MIN", 1, validate=validate.Range(min=0, max=most)),
        most,
        env.float("DATABASE_POOL_TIMEOUT", 10, validate=validate.Range(min=0)),
    )
    return opened(found, DATABASE_ISOLATION, pool, env.bool("DATABASE_PREPARED", True))


DATABASE_ISOLATION = env.str("DATABASE_ISOLATION", USUAL, validate=validate.OneOf(TRIES))
DATABASE_TRIES = TRIES[DATABASE_ISOLATION]
DATABASES = {"default": _database()}

# A door that systemd opened is for the process it names, not for what that one starts.
LISTEN_FDS = env.int("LISTEN_FDS", 0) if env.int("LISTEN_PID", 0) == os.getpid() else 0

# The table's cookie is all a phone keeps: signed, so it costs no query and no row.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "tables"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Who runs the place logs in under /admin/; ledger.admin.login keeps that session apart.
# Tries at a password are counted there too, by name and by address as the server knows it.
_PASSWORD = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"{_PASSWORD}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_PASSWORD}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_PASSWORD}.CommonPasswordValidator"},
    {"NAME": f"{_PASSWORD}.NumericPasswordValidator"},
]
LOGIN_LOCKED = env.int("LOGIN_LOCKED", 15 * 60, validate=_whole)

# Behind a proxy the server takes the client's address and scheme from its headers,
# and from the proxies named here only; a visitor who sends such headers is not believed.
BEHIND_PROXY = env.bool("BEHIND_PROXY", False)
FORWARDED_ALLOW_IPS = env.str("FORWARDED_ALLOW_IPS", "127.0.0.1")
HTTPS = env.bool("HTTPS", False)
LAN = env.bool("LAN", False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# Other hosts of the same domain are not ours to speak for, so HSTS is for this one alone.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
OFFLINE = env.bool("OFFLINE", True)
CSRF_FAILURE_VIEW = "ledger.web.errors.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", _("Tiếng Việt")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "ledger" / "locale"]
_a_zone = validate.OneOf(available_timezones(), error="Not a time zone: {input}")
TIME_ZONE = env.str("TIME_ZONE", "Asia/Ho_Chi_Minh", validate=_a_zone)
USE_TZ = True
USE_I18N = True
NUMBER_GROUPING = 3

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(DATA_DIR / "static"))).absolute()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ledger.config.static.HashedStaticFiles"},
}
SERVESTATIC_MANIFEST_STRICT = False

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The API is closed unless a view opens itself, speaks JSON only and has no page of its own.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["ledger.api.keys.BearerKey"],
    "DEFAULT_PERMISSION_CLASSES": ["ledger.api.keys.Closed"],
    "DEFAULT_PARSER_CLASSES": ["ledger.api.bodies.StrictJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "ledger.api.bodies.AlwaysJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_PAGINATION_CLASS": "ledger.api.pages.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "ledger.api.problems.handle",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Card table ledger",
    "DESCRIPTION": "Keeps score at a real card table. It counts points and moves no money.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["ledger.api.keys.Anybody"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["ledger.api.schema.close_bodies"],
}
# Pages of other sites may call the API from a browser only where they are named.
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", [])
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = ["accept-language", "authorization", "content-type", "if-none-match"]
CORS_EXPOSE_HEADERS = ["etag", "retry-after"]
if CORS_ALLOWED_ORIGINS:
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.insert(0, "corsheaders.middleware.CorsMiddleware")
_a_limit = validate.Regexp(
    r"[1-9][0-9]{0,8}/(second|minute|hour|day)\Z", error="Not a limit: {input}"
)
API_WRONG_KEYS = env.str("API_WRONG_KEYS", "1000/hour", validate=_a_limit)
API_OPENINGS = env.str("API_OPENINGS", "1000/hour", validate=_a_limit)
API_WRITES = env.str("API_WRITES", "10000/hour", validate=_a_limit)

ACCESS_LOG = env.bool("ACCESS_LOG", False)
LOG_FORMAT = env.str("LOG_FORMAT", "text", validate=validate.OneOf(["text", "json"]))
LOG_LEVEL = env.log_level("LOG_LEVEL", logging.WARNING)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "ledger.config.logs.Line"},
        "json": {"()": "ledger.config.logs.JSONLine"},
    },
    "filters": {"with_request": {"()": "ledger.config.logs.WithRequest"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["with_request"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"level": LOG_LEVEL},
        "ledger.access.keys": {"level": "INFO" if ACCESS_LOG else "CRITICAL"},
    },
}

# Figures are off unless asked for, and then told to this machine, or to who has the token.
METRICS = env.bool("METRICS", False)
METRICS_TOKEN = env.str(
    "METRICS_TOKEN", "", validate=validate.Regexp(r"(\S{16,})?\Z", error="16 letters at least")
)
