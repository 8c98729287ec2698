"""Links to a table or a group as another phone can open them, and their QR codes."""

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.safestring import mark_safe

from ledger.access.keys import Keyed, Role, link_fragment
from ledger.common import safe_address
from ledger.common.lan import LOOPBACK, lan_address


def link_to(request: HttpRequest, keyed: Keyed, role: Role, page: str = "") -> str:
    """The whole link as another phone can open it: to a table or a group, or to a page of it.

    From the safe address it leads to plain HTTP, where no phone is warned of a certificate
    that it does not know.
    """
    host, port = _host(request)
    scheme, ports = request.scheme, safe_address.ports
    if ports.https and not settings.CERTIFICATE and port == str(ports.https):
        scheme, port = "http", str(ports.http)
    fragment = f"{link_fragment(keyed, role)}{page and '.'}{page}"
    return f"{scheme}://{host}{port and ':'}{port}/join/#{fragment}"


def safe_link(request: HttpRequest, keyed: Keyed, role: Role) -> str:
    """The link over HTTPS with the same key, "" where there is none or this is it."""
    port = safe_address.ports.https
    if request.is_secure() or not port:
        return ""
    host = safe_address.safe_host(_host(request)[0])
    return f"https://{host}:{port}/join/#{link_fragment(keyed, role)}"


def _host(request: HttpRequest) -> tuple[str, str]:
    """Host and port that were asked for; another phone cannot ask for "localhost"."""
    host, port = split_domain_port(request.get_host())
    return (lan_address() if host.strip("[]") in LOOPBACK else host), port


def qr(link: str) -> str:
    """The link as a picture to scan, an SVG to be laid on white."""
    code = segno.make(link, error="m", micro=False)
    plain = {"svgclass": None, "lineclass": None}
    return mark_safe(code.svg_inline(omitsize=True, dark="#000", border=2, **plain))
