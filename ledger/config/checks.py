"""System checks: `serve` does not start on settings that would let strangers in.

Each message is one sentence in Vietnamese, then in English.
"""

import os
import ssl
from collections.abc import Iterator
from shlex import quote

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from ledger.common.certificates import AUTHORITY_KEY, hosts_of, key_is_lost
from ledger.common.lan import EVERYWHERE, is_public, lan_address

TAG = "serve"
SECRET_LENGTH = 32
SECRET_LETTERS = 10
"""Different characters of a secret; a random one of 32 hardly ever has fewer."""
ENCRYPTED = ("require", "verify-ca", "verify-full")


def sentence(vi: str, en: str, kind: type[Error | Warning] = Error) -> Error | Warning:
    return kind(f"{vi} / {en}", id="ledger.E001")


@register(TAG)
def check_secret(**_: object) -> Iterator[CheckMessage]:
    """Whoever guesses the secret makes the key of every table."""
    fallbacks = settings.SECRET_KEY_FALLBACKS
    for name, keys in (("SECRET_KEY", [settings.SECRET_KEY]), ("SECRET_KEY_FALLBACKS", fallbacks)):
        if any(len(key) < SECRET_LENGTH or len(set(key)) < SECRET_LETTERS for key in keys):
            yield sentence(
                f"{name} dễ đoán: cần ít nhất {SECRET_LENGTH} ký tự ngẫu nhiên.",
                f"{name} is easily guessed: at least {SECRET_LENGTH} random characters are needed.",
            )


def check_data_folder() -> Iterator[CheckMessage]:
    """The secret is for its owner alone, and nobody else may replace the database.

    `serve` calls this first: without a data folder there may be no secret to check.
    """
    path, folder, mark = settings.SECRET_FILE, settings.DATA_DIR, settings.HAS_LEDGER_FILE
    if settings.DATA_PROBLEM or not os.access(folder, os.W_OK):
        yield sentence(
            f"Không ghi được vào thư mục dữ liệu {folder}. {settings.DATA_PROBLEM}",
            f"The data folder {folder} cannot be written. {settings.DATA_PROBLEM}",
        )
    elif not settings.HAS_SECRET:
        yield sentence(
            f"Mất {path}: đặt lại tệp ấy (hay SECRET_KEY) thì mọi đường dẫn còn dùng được; "
            f"muốn tệp mới thì xoá {mark}.",
            f"{path} is gone: put it back, or SECRET_KEY, and every link still opens its table; "
            f"for a new one delete {mark}.",
        )
    for file, others, mode in ((folder, 0o002, "o-w"), (path, 0o077, "600")):
        if file.exists() and file.stat().st_mode & others:
            command = f"chmod {mode} {quote(str(file))}"
            yield sentence(
                f"Người khác trên máy với được tới {file}: chạy {command}; đĩa không giữ quyền của "
                "tệp (FAT, exFAT) thì gắn với umask=077, hay đặt DATA_DIR ở đĩa khác.",
                f"Others on this machine get at {file}: run {command}; a disk that keeps no "
                "permissions (FAT, exFAT) is mounted with umask=077, or DATA_DIR lies on another.",
            )


@register(TAG)
def check_hosts(**_: object) -> Iterator[CheckMessage]:
    """Only our own host names, and only named proxies are believed."""
    named = {"ALLOWED_HOSTS": settings.NAMED_HOSTS, "TRUSTED_PROXIES": settings.TRUSTED_PROXIES}
    for name, hosts in named.items():
        if "*" in hosts:
            yield sentence(
                f"{name} không được là *: hãy ghi rõ từng địa chỉ.",
                f"{name} must not be *: name each address.",
            )
    if settings.HTTPS and not settings.TRUSTED_PROXIES and not settings.CERTIFICATE:
        yield sentence(
            "HTTPS cần chứng chỉ: đặt CERTIFICATE và CERTIFICATE_KEY, "
            "hoặc TRUSTED_PROXIES=127.0.0.1 nếu một proxy giữ nó.",
            "HTTPS needs a certificate: set CERTIFICATE and CERTIFICATE_KEY, "
            "or TRUSTED_PROXIES=127.0.0.1 if a proxy holds it.",
        )


@register(TAG)
def check_certificate(**_: object) -> Iterator[CheckMessage]:
    """A certificate and its key can be read, belong together and say for which hosts they are."""
    certificate, key = settings.CERTIFICATE, settings.CERTIFICATE_KEY
    if not certificate and not key:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate or "", key or "")
        if not hosts_of(certificate):
            raise FileNotFoundError(0, "no host in it, subjectAltName")
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        yield sentence(
            f"Chứng chỉ không dùng được ({reason}): xem lại CERTIFICATE và CERTIFICATE_KEY.",
            f"The certificate cannot be used ({reason}): see CERTIFICATE and CERTIFICATE_KEY.",
        )


@register(TAG)
def check_authority(**_: object) -> Iterator[CheckMessage]:
    """What phones trust is never replaced unasked."""
    if key_is_lost(settings.DATA_DIR):
        key = settings.DATA_DIR / AUTHORITY_KEY
        yield sentence(
            f"Mất {key}, khoá của chứng chỉ mà điện thoại đã cài: lấy lại nó và ca.crt từ bản sao; "
            "muốn chứng chỉ mới, máy nào cũng phải cài lại, thì xoá ca.crt.",
            f"{key} is gone or damaged, and phones trust what it signs: put it and ca.crt back "
            "from a copy; for new ones, which every phone must install, delete ca.crt.",
            Warning,
        )


@register(TAG)
def check_database(**_: object) -> Iterator[CheckMessage]:
    """A database across the internet is asked for encrypted, with a password or a certificate."""
    database = settings.DATABASES["default"]
    options = database.get("OPTIONS", {})
    host = next(filter(is_public, str(database.get("HOST", "")).split(",")), "")
    if host and options.get("sslmode") not in ENCRYPTED:
        yield sentence(
            f"PostgreSQL ở {host} phải mã hoá: thêm ?sslmode=verify-full vào DATABASE_URL.",
            f"PostgreSQL at {host} must be encrypted: add ?sslmode=verify-full to DATABASE_URL.",
        )
    if host and not database.get("PASSWORD") and "sslcert" not in options:
        yield sentence(
            f"PostgreSQL ở {host} cần mật khẩu trong DATABASE_URL.",
            f"PostgreSQL at {host} needs a password in DATABASE_URL.",
        )


def check_address(address: str) -> Iterator[CheckMessage]:
    """No plain HTTP on the internet; `serve` knows the address, so this one is not registered."""
    address = lan_address() if address in EVERYWHERE else address
    if not settings.HTTPS and not settings.LAN and is_public(address):
        yield sentence(
            f"{address} là địa chỉ công khai mà HTTP không mã hoá: dùng HTTPS=1, "
            "hoặc LAN=1 nếu đó là mạng riêng.",
            f"{address} is a public address and plain HTTP is readable on the way: "
            "use HTTPS=1, or LAN=1 if that network is your own.",
        )
