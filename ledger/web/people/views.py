"""Round the table: who plays, what for, the links, the end of the evening."""

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.access.actor import By
from ledger.access.keys import Keyed, Role, by_phone, grant, key, link_fragment, session_for
from ledger.books import balances
from ledger.common import refusals
from ledger.common.amounts import amount as shown_amount
from ledger.common.bidi import isolated
from ledger.common.lan import lan_address
from ledger.models import BetUnit, Session
from ledger.tables import sessions
from ledger.web.forms import BetUnitForm, PlayerForm
from ledger.web.requests import Request, posted, whole, writes
from ledger.web.table.page import HistoryRound, Table

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@require_safe
def house(request: Request, session_id: str) -> HttpResponse:
    """Bet unit, game, players and closing, each its own small form."""
    return _house(request, Table(*session_for(request, session_id)))


def _house(request: Request, shown: Table, status: int = 200, **forms: object) -> HttpResponse:
    context = {
        "table": shown,
        "bet_unit_form": BetUnitForm(initial={"bet_unit": shown.bet_unit}),
        "player_form": PlayerForm(),
        "flagged": flagged_rounds(shown),
        "bet_units": BetUnit.objects.filter(session=shown.session).order_by("-number")[:20],
    }
    return render(request, "people/people.html", context | forms, status=status)


def flagged_rounds(shown: Table) -> list[HistoryRound]:
    """The rounds that wait for an answer, oldest first; only asked for where there are any."""
    if not shown.flagged:
        return []
    rounds = shown.session.rounds.filter(number__in=shown.flagged).order_by("number")
    return [shown.with_flags(played) for played in balances.played(rounds)]


@posted
def bet_unit(request: Request, session_id: str) -> HttpResponse:
    """Another bet unit from the next round on; one set meanwhile elsewhere is shown first."""
    shown = Table(*session_for(request, session_id, write=True))
    form = BetUnitForm(request.POST)
    amount = form.amount() if form.is_valid() else None
    if amount is None:
        return _house(request, shown, 422, bet_unit_form=form)
    try:
        reason, by = form.cleaned_data["reason"], by_phone(request, shown.session, shown.role)
        seen = whole(request.POST.get("seen")) or None
        sessions.change_bet_unit(session_id, amount, reason=reason, seen=seen, by=by)
    except refusals.TermsChanged:
        return _bet_unit_moved(request, session_id, form)
    except refusals.Refusal as refusal:
        wrong = "reason" if isinstance(refusal, refusals.TextRefused) else "bet_unit"
        form.add_error(wrong, refusal.message())
        return _house(request, shown, 422, bet_unit_form=form)
    messages.success(
        request, _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": shown_amount(amount)}
    )
    return redirect("table", session_id)


def _bet_unit_moved(request: Request, session_id: str, form: BetUnitForm) -> HttpResponse:
    """The form as typed beside what is in force by now: sent again, it has seen that."""
    shown = Table(*session_for(request, session_id, write=True))
    said = _("Máy khác vừa đổi: 1 cược = %(amount)s. Vẫn muốn đổi thì bấm lần nữa.")
    form.add_error("bet_unit", said % {"amount": shown_amount(shown.bet_unit)})
    return _house(request, shown, 409, bet_unit_form=form)


@posted
def player(request: Request, session_id: str) -> HttpResponse:
    """One more person at the table."""
    shown = Table(*session_for(request, session_id, write=True))
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _house(request, shown, 422, player_form=form)
    try:
        by = by_phone(request, shown.session, shown.role)
        seat = sessions.add_player(session_id, form.cleaned_data["name"], by=by)
    except refusals.Refusal as refusal:
        form.add_error("name", refusal.message())
        return _house(request, shown, 422, player_form=form)
    messages.success(request, _("%(name)s đã vào bàn.") % {"name": isolated(seat.name)})
    return redirect("table", session_id)


@writes("table", says_refusals=True)
def sit(request: Request, session: Session, by: By, seat: int) -> None:
    """Let somebody sit out from the next round on, or in again."""
    sessions.sit(session.pk, seat, out=request.POST.get("out") == "1", by=by)


@writes("table")
def close(request: Request, session: Session, by: By) -> str:
    """End the evening: no further rounds, the book stays open to read."""
    sessions.close(session.pk, by=by)
    return _("Bàn đã đóng.")


@writes("table")
def reopen(request: Request, session: Session, by: By) -> str:
    """Undo the closing."""
    sessions.reopen(session.pk, by=by)
    return _("Bàn đã mở lại.")


@require_safe
def share(request: Request, session_id: str) -> HttpResponse:
    """The links with their QR codes; a viewer sees the view link only."""
    session, role = session_for(request, session_id)
    roles = list(Role) if role is Role.SCORE else [Role.VIEW]
    links = [(shared, link_to(request, session, shared)) for shared in reversed(roles)]
    context = {
        "table": Table(session, role),
        "links": [(shared, link, qr(link)) for shared, link in links],
        "board": link_to(request, session, Role.VIEW, "board"),
    }
    return render(request, "people/share.html", context)


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


@writes("share")
def renew(request: Request, session: Session, by: By, role: str) -> str:
    """Make a link worthless and hand out a new one; this phone stays in."""
    renewed = sessions.renew_key(session.pk, Role(role), by=by)
    if Role(role) is Role.SCORE:
        grant(request, renewed, key(renewed, Role.SCORE))
    return _("Đường dẫn cũ đã hết hiệu lực.")
