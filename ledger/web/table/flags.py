"""A round called wrong, that taken back, and the scorer's answer that it stands."""

from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.access.keys import know_phone
from ledger.tables import flags as service
from ledger.web.phone_table import Table
from ledger.web.requests import Answer, Request, posted, table_of
from ledger.web.table.columns import page_pieces
from ledger.web.table.views import round_or_404, round_pieces


@posted(write=False)
def flag(request: Request, table: Table, number: int) -> Answer:
    """ "Sai rồi", with a word if one likes; by whoever sees the round."""
    phone, word = know_phone(request), request.POST.get("word", "")
    service.flag(table.pk, number, phone, word=word, by=table.by)
    return in_place(request, table, number, _("Đã báo ván %(number)s sai."))


@posted(write=False)
def unflag(request: Request, table: Table, number: int) -> Answer:
    """Take back what this phone flagged."""
    service.take_back(table.pk, number, table.phone, by=table.by)
    return in_place(request, table, number, _("Thôi báo ván %(number)s sai."))


@posted()
def keep(request: Request, table: Table, number: int) -> Answer:
    """The round stands as it is, and all may read why."""
    service.keep(table.pk, number, word=request.POST.get("word", ""), by=table.by)
    return in_place(request, table, number, _("Giữ nguyên ván %(number)s."))


def in_place(request: Request, table: Table, number: int, notice: str) -> Answer:
    """The round as it is now: in place for htmx, else back at the table."""
    table = table_of(request, table.pk)
    played = round_or_404(table, number)
    notice %= {"number": table.numbering.of(played.round)}
    if not request.htmx:
        return notice
    pieces = page_pieces(table, None) | round_pieces(table, played)
    return render(request, "table/round_again.html", pieces | {"notice": notice})
