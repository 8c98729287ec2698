"""What the terminal shows when the service is up: where to go, and a code to scan."""

import logging
from collections.abc import Iterator

import segno
from django.conf import settings

from ledger.common.lan import lan_address
from ledger.config.logs import JSONFormatter

EVERYWHERE_IPV4 = "0.0.0.0"
EVERYWHERE = {EVERYWHERE_IPV4, "::"}
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
MAKE_AN_ADMIN = "uv run manage.py createsuperuser"
QUIET = 4
"""Light modules round the code, as many as its standard asks for."""
HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def address(bind: str, port: int) -> str | None:
    """Where other phones find the service; None where only this machine can reach it."""
    host = lan_address() if bind in EVERYWHERE else bind
    return None if host in LOOPBACK else f"http://{_in_url(host)}:{port}/"


def home(bind: str, port: int) -> str | None:
    """The address to hand out: a proxy's over HTTPS, else this machine's own in the LAN."""
    if settings.HTTPS:
        return f"https://{settings.ALLOWED_HOSTS[0]}/"
    return address(bind, port)


def greeting(bind: str, port: int, *, colour: bool, staffed: bool) -> Iterator[str]:
    """The lines to print, Vietnamese first; `staffed` tells whether anybody can log in."""
    found = home(bind, port)
    if found:
        yield from qr_lines(found, colour=colour)
        yield f"Quét mã hoặc mở  {found}"
        yield "Scan the code or open the address above."
    else:
        yield "Không thấy mạng: chỉ máy này vào được. / No network: this machine only."
    yield f"Trên máy này / On this machine:  http://localhost:{port}/"
    if staffed:
        yield f"Trang quản trị / Admin:  {found or f'http://localhost:{port}/'}admin/"
    else:
        yield f"Muốn có trang quản trị / For admin pages:  {MAKE_AN_ADMIN}"
    if not settings.HTTPS:
        yield "HTTP không mã hoá, chỉ dùng trong mạng nhà. / Plain HTTP: for your own network only."
    yield "Dừng / Stop: Ctrl-C"


def announcement(bind: str, port: int) -> str:
    """The same for a log that programs read: one object, no code to scan."""
    found = home(bind, port) or f"http://localhost:{port}/"
    record = {"name": __name__, "levelname": "INFO", "msg": f"serving at {found}"}
    return JSONFormatter().format(logging.makeLogRecord(record))


def qr_lines(text: str, *, colour: bool) -> Iterator[str]:
    """A QR code, two rows of modules to a line.

    In colour it is black on white whatever the terminal's own colours are. Without,
    the dark modules are left blank, which is right on a dark terminal.
    """
    rows = [
        [bool(dark) == colour for dark in row]
        for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)
    ]
    rows += [[not colour] * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        line = "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        yield f"{BLACK_ON_WHITE}{line}{PLAIN}" if colour else line


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
