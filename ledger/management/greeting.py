"""What the terminal shows when the service is up: where to go, and a code to scan."""

import shlex
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import segno
from django.conf import settings

from ledger import __version__
from ledger.common.lan import EVERYWHERE, LOOPBACK, lan_address
from ledger.common.safe_address import Ports, safe_host

HTTPS_PORT = 443
WHITE_ON_BLACK, PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def command() -> str:
    """How the commands of this service are called where it was started."""
    if not settings.CHECKED_OUT:
        return shlex.quote(sys.argv[0])  # uvx puts it on nobody's PATH
    own_uv = Path(".uv/bin/uv")
    return f"{own_uv if (settings.BASE_DIR / own_uv).exists() else 'uv'} run manage.py"


def home(bind: str, port: int) -> str | None:
    """The address to hand out: a proxy's or the certificate's, else this machine's own in the LAN.

    None where only this machine can reach the service.
    """
    named = settings.NAMED_HOSTS[0] if settings.NAMED_HOSTS else None
    host = (named or lan_address()) if bind in EVERYWHERE else bind
    if settings.HTTPS and settings.CERTIFICATE:
        return f"https://{safe_host(named or host)}{'' if port == HTTPS_PORT else f':{port}'}/"
    if settings.HTTPS and named:
        return f"https://{named}/"
    in_url = f"[{host}]" if ":" in host else host
    return None if host in LOOPBACK else f"http://{in_url}:{port}/"


def greeting(
    bind: str, ports: Ports, colour: bool = False, *, staffed: bool, encoding: str = "utf-8"
) -> Iterator[str]:
    """The lines to print, Vietnamese first; `staffed` tells whether anybody can log in.

    No code where the terminal's encoding has no blocks to draw it with.
    """
    address, here = home(bind, ports.http), f"http://localhost:{ports.http}/"
    if address:
        code = list(qr_lines(address, colour=colour))
        if "".join(code).encode(encoding, "ignore").decode(encoding) == "".join(code):
            yield from code
        yield f"Quét mã hoặc mở  {address}"
        yield "Scan the code or open the address above."
    else:
        yield "Không thấy mạng: chỉ máy này vào được. / No network: this machine only."
    if not (settings.HTTPS and settings.CERTIFICATE):
        yield f"Trên máy này / On this machine:  {here}"
    if staffed:
        yield f"Trang quản trị / Admin:  {address or here}admin/"
    else:
        yield f"Muốn có trang quản trị / For admin pages:  {command()} createsuperuser"
    if address and ports.https:
        safe = f"https://{safe_host(urlsplit(address).hostname or '')}:{ports.https}/"
        yield f"Cho máy ghi điểm / For who keeps score (HTTPS):  {safe}"
    if not settings.HTTPS:
        yield "HTTP không mã hoá, chỉ dùng trong mạng nhà. / Plain HTTP: for your own network only."
    yield f"Bản / Version {__version__}. Dừng / Stop: Ctrl-C"


def qr_lines(text: str, *, colour: bool) -> Iterator[str]:
    """A QR code of half blocks; without colour it is right on a dark terminal."""
    drawn = StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    for line in drawn.getvalue().splitlines():
        yield f"{WHITE_ON_BLACK}{line}{PLAIN}" if colour else line
