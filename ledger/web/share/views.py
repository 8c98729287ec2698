"""The links of a table with their QR codes, and new ones in place of old."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.access.keys import Role, grant, key
from ledger.access.links import link_to, qr
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
