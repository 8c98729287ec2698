"""Who sees what of a table, and for how long; its names cleared from its pages."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.tables import sessions
from ledger.web.phone_table import Table
from ledger.web.requests import Request, posted, reads


@reads
def privacy(request: Request, table: Table) -> HttpResponse:
    """Who sees what, and the button that clears the names where this phone scores."""
    return render(request, "share/privacy.html", {"table": table, "named": _is_named(table)})


@posted("privacy")
def forget_names(request: Request, table: Table) -> str:
    """Clear every name of the table and its own; the book knows seats by number and stays."""
    if not _is_named(table):
        return _("Những tên này đã xoá từ trước.")
    sessions.forget_names(table.pk, table.names, table=True, by=table.by)
    return _("Đã xoá tên. Sổ vẫn nguyên.")


def _is_named(table: Table) -> bool:
    return bool(table.session.name) or table.session.seats.exclude(name="").exists()
