"""Links to a table or a group as another phone can open them, and their QR codes."""

import segno
from django.utils.safestring import mark_safe

from ledger.access.keys import Keyed, Role, link_fragment
from ledger.common.lan import lan_address
from ledger.web.requests import Request

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def link_to(request: Request, keyed: Keyed, role: Role, page: str = "") -> str:
    """The whole link as another phone can open it: to a table or a group, or to a page of it."""
    host, colon, port = request.get_host().rpartition(":")
    if not port.isdigit():
        host, colon, port = request.get_host(), "", ""
    if host in THIS_MACHINE:
        host = lan_address()
    fragment = f"{link_fragment(keyed, role)}{page and '.'}{page}"
    return f"{request.scheme}://{host}{colon}{port}/join/#{fragment}"


def qr(link: str) -> str:
    """The link as a picture to scan, an SVG."""
    code = segno.make(link, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, dark="#000", light="#fff", border=2))
