"""The links of a table with their QR codes, new ones in place of old, and the way to HTTPS."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.access.keys import Role, grant, key
from ledger.access.links import link_to, qr, safe_link
from ledger.common.certificates import AUTHORITY, fingerprint
from ledger.tables import sessions
from ledger.web.phone_table import Table
from ledger.web.requests import Request, posted, reads


@reads
def share(request: Request, table: Table) -> HttpResponse:
    """The links with their QR codes; a viewer sees the view link only."""
    session, roles = table.session, list(Role) if table.may_write else [Role.VIEW]
    links = [(shared, link_to(request, session, shared)) for shared in reversed(roles)]
    context = {
        "table": table,
        "links": [(shared, link, qr(link)) for shared, link in links],
        "board": link_to(request, session, Role.VIEW, "board"),
    }
    return render(request, "share/share.html", context)


@posted("share")
def renew(request: Request, table: Table, role: str) -> str:
    """Make a link worthless and hand out a new one; this phone stays in."""
    renewed = sessions.renew_key(table.pk, Role(role), by=table.by)
    if Role(role) is Role.SCORE:
        grant(request, renewed, key(renewed, Role.SCORE))
    return _("Đường dẫn cũ đã hết hiệu lực.")


@reads
def safe(request: Request, table: Table) -> HttpResponse:
    """What the safe address gives, the way there with the same key, and how to trust it."""
    context = {
        "table": table,
        "link": safe_link(request, table.session, table.role),
        "own": table.has_safe_address and not settings.CERTIFICATE,
        "fingerprint": fingerprint(settings.DATA_DIR / AUTHORITY),
    }
    return render(request, "share/safe.html", context)


@require_safe
def authority(request: HttpRequest) -> FileResponse:
    """What a phone is to trust, as a file that it offers to install."""
    certificate = settings.DATA_DIR / AUTHORITY
    if not certificate.is_file():
        raise Http404
    file, kind = certificate.open("rb"), "application/x-x509-ca-cert"
    return FileResponse(file, as_attachment=True, filename="so-diem.crt", content_type=kind)
