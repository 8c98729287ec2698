"""The page on which a table is managed: who plays, what for, the end of the evening."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.books.balances import in_book
from ledger.common import refusals
from ledger.common.amounts import amount as amount_in_words
from ledger.common.bidi import bare, isolated
from ledger.common.spelling import name_key
from ledger.models import PutAway
from ledger.tables import agreement, sessions
from ledger.web.forms import BetUnitForm, NodForm, as_typed, meant
from ledger.web.games import form_for
from ledger.web.phone_table import Table
from ledger.web.requests import Answer, Request, go, posted, reads, table_of, whole
from ledger.web.table.history import flagged_lines


@reads
def house(request: Request, table: Table) -> HttpResponse:
    """Bet unit, game, players and closing, each its own small form."""
    return _house(request, table)


def _house(request: Request, table: Table, **typed: object) -> HttpResponse:
    words = form_for(table.rules).seat_words(table.people(table.playing))
    context = {
        "table": table,
        "people": [(each, words.get(each.seat)) for each in table.seating],
        "bet_unit_form": BetUnitForm(initial=as_typed(table.bet_unit)),
        "flagged": flagged_lines(table),
        "spare": table.names.keys() - in_book(table.session),
        "bet_units": table.session.bet_units.order_by("-number")[:20],
        "put_away": PutAway.objects.first(),
    }
    status = 422 if typed else 200
    return render(request, "manage_table/manage_table.html", context | typed, status=status)


@posted()
def bet_unit(request: Request, table: Table) -> Answer:
    """Another bet unit from the next round on; one set meanwhile elsewhere is shown first."""
    form = BetUnitForm(request.POST)
    if not form.is_valid():
        return _house(request, table, bet_unit_form=form)
    amount = form.cleaned_data["amount"]
    reason, seen = form.cleaned_data["reason"], whole(request.POST.get("seen")) or None
    try:
        sessions.change_bet_unit(table.pk, amount, reason=reason, seen=seen, by=table.by)
    except refusals.Refusal as refusal:
        wrong = "reason" if isinstance(refusal, refusals.TextRefused) else "bet_unit"
        form.add_error(wrong, refusal.message())
        return _house(request, table_of(request, table.pk), bet_unit_form=form)
    return _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": amount_in_words(amount)}


@posted("house")
def player(request: Request, table: Table) -> Answer:
    """One more person at the table."""
    name = request.POST.get("name", "")
    try:
        seat = sessions.add_player(table.pk, name, by=table.by)
    except refusals.Refusal as refusal:
        return _house(request, table, name=name, wrong_name=refusal.message())
    return _("%(name)s đã vào bàn.") % {"name": isolated(seat.name)}


@posted("house")
def sit(request: Request, table: Table, seat: int) -> str:
    """Let somebody sit out from the next round on, or in again."""
    out = request.POST.get("out") == "1"
    person = sessions.sit(table.pk, seat, out=out, by=table.by)
    notice = _("%(name)s nghỉ từ ván sau.") if out else _("%(name)s chơi lại từ ván sau.")
    return notice % {"name": isolated(person.name)}


@posted("house")
def swap(request: Request, table: Table) -> Answer:
    """Let somebody who waits play instead of somebody who plays.

    A round that is `typed` already is still played by those it was typed for.
    """
    comes, goes = whole(request.POST.get("comes")), whole(request.POST.get("goes"))
    sessions.take_place(table.pk, comes, goes, by=table.by)
    values = {"comes": table.names[comes], "goes": table.names[goes]}
    if not request.htmx:
        return _("Từ ván sau: %(comes)s vào, %(goes)s nghỉ.") % values
    values["number"] = str(table.next_number + ("typed" in request.POST))
    notice = _("Từ ván %(number)s: %(comes)s vào, %(goes)s nghỉ.") % values
    return go(request, "table", table.pk, notice=notice)


@posted("house")
def move(request: Request, table: Table, seat: int) -> str | None:
    """Let somebody sit one place earlier from the next round on, or later; who is first, last."""
    order = [each.seat for each in table.seating]
    if seat not in order:
        raise refusals.UnknownSeat(number=seat)
    at = order.index(seat)
    to = at + (1 if "down" in request.POST else -1)
    order.insert(to % len(order), order.pop(at))
    sessions.seat_people(table.pk, order, by=table.by)
    names = ", ".join(table.names[each] for each in order)
    return _("Thứ tự ngồi từ ván sau: %(names)s.") % {"names": names}


@posted("house")
def rename(request: Request, table: Table, seat: int) -> Answer:
    """Correct somebody's name; who has that name may take the old one."""
    name, other = request.POST.get("name", ""), whole(request.POST.get("swap"))
    swapped = {other: bare(table.names[seat])} if {other, seat} <= table.names.keys() else {}
    try:
        sessions.rename_players(table.pk, {seat: name} | swapped, by=table.by)
    except refusals.Refusal as refusal:
        keys = {each: name_key(bare(old)) for each, old in table.names.items()}
        others = [each for each in keys if each != seat and keys[each] == name_key(name)]
        typed = {"renaming": seat, "new_name": name, "wrong_new_name": refusal.message()}
        return _house(request, table, **typed, others=others)
    return _("Đã sửa tên thành %(name)s.") % {"name": isolated(name)}


@posted("house")
def remove(request: Request, table: Table, seat: int) -> str:
    """Take somebody back who was added by mistake."""
    values = {"name": table.names.get(seat, "")}
    sessions.remove_player(table.pk, seat, by=table.by)
    return _("Đã bỏ %(name)s khỏi bàn.") % values


@posted("house")
def rotate(request: Request, table: Table) -> str:
    """Let who lost most of a round make room for who waits, or not."""
    on = request.POST.get("on") == "1"
    sessions.rotate(table.pk, on=on, by=table.by)
    return _("Từ ván sau bét nghỉ.") if on else _("Từ ván sau không ai nghỉ luân phiên.")


@posted("house")
def nod_from(request: Request, table: Table) -> Answer:
    """From what loss on who loses most in a round is asked whether it is right."""
    form = NodForm(request.POST, table.bet_unit, table.session.currency)
    if not form.is_valid():
        return _house(request, table, nod_form=form, meant=meant(form))
    loss = form.cleaned_data["amount"]
    try:
        agreement.ask_from(table.pk, loss, by=table.by)
    except refusals.AmountRefused as refusal:
        form.add_error("amount", refusal.message())
        return _house(request, table, nod_form=form)
    if loss is None:
        return _("Từ ván sau không hỏi người thua.")
    return _("Từ ván sau hỏi ai thua từ %(amount)s.") % {"amount": amount_in_words(loss)}


@posted("settle")
def close(request: Request, table: Table) -> str:
    """End the evening and settle: no further rounds, the book stays open to read."""
    sessions.close(table.pk, by=table.by)
    return _("Đã chốt sổ.")


@posted()
def reopen(request: Request, table: Table) -> str:
    """Play on, or put a round right; what was paid stays paid."""
    sessions.reopen(table.pk, by=table.by)
    return _("Bàn đã mở lại.")
