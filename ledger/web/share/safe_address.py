"""The HTTPS address beside plain HTTP: how a phone gets there, and how it comes to trust it."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access.links import safe_link
from ledger.common.certificates import AUTHORITY, fingerprint
from ledger.web.phone_table import Table
from ledger.web.requests import Request, reads

FILE_NAME = "so-diem.crt"


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
    return FileResponse(file, as_attachment=True, filename=FILE_NAME, content_type=kind)
