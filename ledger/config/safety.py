"""What would let strangers in: the service does not start on it and says why in a sentence."""

import ipaddress
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from ledger.common.lan import lan_address
from ledger.config.greeting import EVERYWHERE, LOOPBACK
from ledger.config.secret import secret_path

SECRET_LENGTH = 32
SECRET_LETTERS = 10
"""Different characters of a secret; who draws 32 at random hardly ever gets fewer."""

ENCRYPTED = ("require", "verify-ca", "verify-full")
NEAR = (".local", ".lan", ".internal", ".home.arpa")
"""How names end that only a network of one's own knows."""


class StartError(Exception):
    """The service does not start; the message is a sentence in Vietnamese, then in English."""

    def __init__(self, vi: str, en: str) -> None:
        super().__init__(f"{vi} / {en}")


@dataclass(frozen=True, slots=True)
class Where:
    """What the command line asked for."""

    bind: str
    port: int
    workers: int


def secret(where: Where) -> Iterator[StartError]:
    """Whoever guesses the secret makes the key of every table."""
    for name, keys in (
        ("SECRET_KEY", [settings.SECRET_KEY]),
        ("SECRET_KEY_FALLBACKS", settings.SECRET_KEY_FALLBACKS),
    ):
        if any(len(key) < SECRET_LENGTH for key in keys):
            yield StartError(
                f"{name} quá ngắn: cần ít nhất {SECRET_LENGTH} ký tự.",
                f"{name} is too short: at least {SECRET_LENGTH} characters are needed.",
            )
        elif any(_is_easy(key) for key in keys):
            yield StartError(
                f"{name} dễ đoán: hãy lấy một chuỗi ngẫu nhiên.",
                f"{name} is easily guessed: take one drawn at random.",
            )


def shared_secret(where: Where) -> Iterator[StartError]:
    """The file it lies in is for its owner alone."""
    path = secret_path(settings.DATA_DIR)
    if _mode(path) & (stat.S_IRWXG | stat.S_IRWXO) and path.read_text().strip() in _secrets():
        yield StartError(
            f"Người khác trên máy đọc được {path}: chạy chmod 600 {path}",
            f"Others on this machine can read {path}: run chmod 600 {path}",
        )


def folder_of_all(where: Where) -> Iterator[StartError]:
    """Whoever may write the folder may put another database there."""
    if _mode(settings.DATA_DIR) & stat.S_IWOTH:
        yield StartError(
            f"Ai trên máy cũng ghi được vào {settings.DATA_DIR}: chạy chmod o-w.",
            f"Everybody on this machine can write to {settings.DATA_DIR}: run chmod o-w.",
        )


def open_to_all(where: Where) -> Iterator[StartError]:
    """Any host name, and the pages that show how the service fails."""
    if "*" in settings.ALLOWED_HOSTS:
        yield StartError(
            "ALLOWED_HOSTS không được là *: hãy ghi tên miền của bạn.",
            "ALLOWED_HOSTS must not be *: name the hosts that are yours.",
        )
    if settings.DEBUG and (where.bind not in LOOPBACK or settings.BEHIND_PROXY):
        yield StartError(
            "DEBUG chỉ dùng với --bind 127.0.0.1 và không có proxy.",
            "DEBUG shows secrets to every visitor: use it with --bind 127.0.0.1 only, and "
            "behind no proxy.",
        )


def https(where: Where) -> Iterator[StartError]:
    """HTTPS as said, and no plain HTTP where the whole internet comes by."""
    if settings.HTTPS and not settings.BEHIND_PROXY:
        yield StartError(
            "HTTPS cần một proxy giữ chứng chỉ: đặt cả BEHIND_PROXY=1.",
            "HTTPS needs a proxy that holds the certificate: set BEHIND_PROXY=1 as well.",
        )
    address = lan_address() if where.bind in EVERYWHERE else _address(where.bind)
    if not settings.HTTPS and not settings.LAN and is_public(address):
        yield StartError(
            f"{address} là địa chỉ công khai mà HTTP không mã hoá: dùng HTTPS=1, "
            "hoặc LAN=1 nếu đó là mạng riêng.",
            f"{address} is a public address and plain HTTP is readable on the way: "
            "use HTTPS=1, or LAN=1 if that network is your own.",
        )


def proxies(where: Where) -> Iterator[StartError]:
    """Who believes everybody's headers counts nobody's guesses."""
    everybody = "*" in settings.FORWARDED_ALLOW_IPS.split(",")
    if settings.BEHIND_PROXY and everybody and where.bind not in LOOPBACK:
        yield StartError(
            "FORWARDED_ALLOW_IPS không được là * khi máy khác vào thẳng được: ghi địa chỉ proxy.",
            "FORWARDED_ALLOW_IPS must not be * where others can come past the proxy: name it.",
        )


def database(where: Where) -> Iterator[StartError]:
    """A database across the internet is asked for encrypted, with a password or a certificate."""
    found = settings.DATABASES["default"]
    options = found.get("OPTIONS", {})
    host = next(filter(is_public, str(found.get("HOST", "")).split(",")), "")
    if not host:
        return
    if options.get("sslmode") not in ENCRYPTED:
        yield StartError(
            f"PostgreSQL ở {host} phải mã hoá: thêm ?sslmode=verify-full vào DATABASE_URL.",
            f"PostgreSQL at {host} must be encrypted: add ?sslmode=verify-full to DATABASE_URL.",
        )
    if not found.get("PASSWORD") and "sslcert" not in options:
        yield StartError(
            f"PostgreSQL ở {host} cần mật khẩu trong DATABASE_URL.",
            f"PostgreSQL at {host} needs a password in DATABASE_URL.",
        )


def is_public(host: str) -> bool:
    """Whether a host lies outside networks of one's own, as far as its name tells."""
    with suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0]).is_global
    return "." in host and "/" not in host and not host.endswith(NEAR)


UNSAFE: tuple[Callable[[Where], Iterator[StartError]], ...] = (
    *(secret, shared_secret, folder_of_all),
    *(open_to_all, https, proxies, database),
)
"""What is looked at, in this order."""


def _address(host: str) -> str:
    """The address of a host, "" where it has none: that is said once the service listens."""
    with suppress(OSError):
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    return ""


def _is_easy(key: str) -> bool:
    return key.startswith("django-insecure-") or len(set(key)) < SECRET_LETTERS


def _secrets() -> list[Any]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _mode(path: Path) -> int:
    """The rights on a file or folder, 0 where there is none."""
    return path.stat().st_mode if path.exists() else 0
