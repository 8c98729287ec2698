"""The page on which a table is managed: who plays, what for, the end of the evening."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.common import refusals
from ledger.common.amounts import amount as amount_in_words
from ledger.common.bidi import isolated
from ledger.models import BetUnit
from ledger.tables import sessions
from ledger.web.forms import BetUnitForm
from ledger.web.requests import Request, posted, reads, table_of, whole
from ledger.web.table.flagged import flagged_rounds
from ledger.web.table.page import Table


@reads
def house(request: Request, table: Table) -> HttpResponse:
    """Bet unit, game, players and closing, each its own small form."""
    return _house(request, table)


def _house(request: Request, table: Table, **typed: object) -> HttpResponse:
    """The page, with what was `typed` and refused."""
    context = {
        "table": table,
        "bet_unit_form": BetUnitForm(initial={"bet_unit": table.bet_unit}),
        "flagged": flagged_rounds(table),
        "bet_units": BetUnit.objects.filter(session=table.session).order_by("-number")[:20],
    }
    return render(
        request, "manage_table/manage_table.html", context | typed, status=422 if typed else 200
    )


@posted()
def bet_unit(request: Request, table: Table) -> HttpResponse | str:
    """Another bet unit from the next round on; one set meanwhile elsewhere is shown first."""
    form = BetUnitForm(request.POST)
    amount = form.amount() if form.is_valid() else None
    if amount is None:
        return _house(request, table, bet_unit_form=form)
    reason, seen = form.cleaned_data["reason"], whole(request.POST.get("seen")) or None
    try:
        sessions.change_bet_unit(table.session.pk, amount, reason=reason, seen=seen, by=table.by)
    except refusals.Refusal as refusal:
        wrong = "reason" if isinstance(refusal, refusals.TextRefused) else "bet_unit"
        form.add_error(wrong, refusal.message())
        return _house(request, table_of(request, table.session.pk), bet_unit_form=form)
    return _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": amount_in_words(amount)}


@posted()
def player(request: Request, table: Table) -> HttpResponse | str:
    """One more person at the table."""
    name = request.POST.get("name", "")
    try:
        seat = sessions.add_player(table.session.pk, name, by=table.by)
    except refusals.Refusal as refusal:
        return _house(request, table, name=name, wrong_name=refusal.message())
    return _("%(name)s đã vào bàn.") % {"name": isolated(seat.name)}


@posted()
def sit(request: Request, table: Table, seat: int) -> None:
    """Let somebody sit out from the next round on, or in again."""
    sessions.sit(table.session.pk, seat, out=request.POST.get("out") == "1", by=table.by)


@posted("settle")
def close(request: Request, table: Table) -> str:
    """End the evening and settle: no further rounds, the book stays open to read."""
    sessions.close(table.session.pk, by=table.by)
    return _("Đã chốt sổ.")


@posted()
def reopen(request: Request, table: Table) -> str:
    """Play on, or put a round right; what was paid stays paid."""
    sessions.reopen(table.session.pk, by=table.by)
    return _("Bàn đã mở lại.")
