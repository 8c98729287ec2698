"""A player's own page: say who you are, hand in what you hold, see all once all are in.

Whoever opened the table by either link may tell for one player, and writes nothing else.
"""

from dataclasses import replace
from functools import wraps

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledger.access.keys import know_phone, say_seat
from ledger.books.history import played_rounds
from ledger.common.refusals import Refusal
from ledger.tables import own_hands as service
from ledger.tables.own_hands import PlayerHand
from ledger.web.hand.page import Hand, typed_hand
from ledger.web.phone_table import Table
from ledger.web.requests import Request, View, go, posted, reads, table_of
from ledger.web.table.drafts import scored
from ledger.web.table.history import plain_line
from ledger.web.table.own_hands import Own, own_of
from ledger.web.table.recording import form_again


def with_hands(view: View) -> View:
    """Give the view what this phone sees; where nothing can be handed in, lead to the table."""

    @wraps(view)
    def answer(request: Request, table: Table, **rest: object) -> HttpResponseBase:
        own = own_of(table)
        return view(request, own, **rest) if own else go(request, "table", table.pk)

    return answer


@reads
@with_hands
def seats(request: Request, own: Own) -> HttpResponse:
    """Who plays the coming round, and which of them is this phone's."""
    return render(request, "hand/hands.html", {"table": own.table, "own": own})


@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: Request, session_id: str, seat: int) -> HttpResponseBase:
    """The player's own page; posted, the hand is handed in or comes back as typed."""
    act = _hand_in if request.method == "POST" else _own_page
    return with_hands(act)(request, table_of(request, session_id), seat=seat)


def _own_page(request: Request, own: Own, seat: int) -> HttpResponse:
    hand = own.holds(seat)
    if hand is None:
        return go(request, "hands", own.table.pk)
    if request.htmx and request.GET.get("seen") == own.seen:
        return HttpResponse(status=204)
    if request.htmx and request.GET.get("stamp", own.hands.stamp) != own.hands.stamp:
        return _passed(request, own, hand)
    return _as_kept(request, own, hand)


def _hand_in(request: Request, own: Own, seat: int) -> HttpResponseBase:
    table = own.table
    own.hands.player(seat)  # else NotPlaying
    session_id, fields = table.pk, typed_hand(table, seat, request.POST)
    typed = Hand.of(own, seat, fields).checked()
    if typed.draft.status != 200:
        return _page(request, typed, 422)
    phone, stamp = know_phone(request), request.POST.get("stamp", "")
    try:
        service.hand_in(session_id, seat, phone, fields, stamp=stamp, several=table.may_write)
    except Refusal as refusal:
        return again(request, session_id, seat, refusal.message(), 409)
    if not request.htmx:
        return redirect("hand", session_id, seat)
    return with_hands(_own_page)(request, table_of(request, session_id), seat=seat)


def again(request: Request, session_id: str, seat: int, notice: str, status: int) -> HttpResponse:
    """The page with all that was typed and a notice; nothing is handed in."""
    own = own_of(table_of(request, session_id))
    hand = own.hands.at(seat) if own else None
    if own is None or hand is None:
        return go(request, "hands", session_id)
    if hand.final and own.holds(seat):
        return _as_kept(request, own, hand, status, notice=notice)
    typed = Hand.of(own, seat, typed_hand(own.table, seat, request.POST))
    return _page(request, typed, status, notice=notice)


@posted(write=False)
@with_hands
def look(request: Request, own: Own, seat: int) -> HttpResponse:
    """What can be said of the cards typed so far; keeps nothing."""
    hand = own.holds(seat)  # who lost it meanwhile hears so by handing in, and keeps the cards
    if hand is None:
        return HttpResponse(status=204) if request.htmx else redirect("hands", own.table.pk)
    typed = Hand.of(own, seat, typed_hand(own.table, seat, request.POST)).checked()
    if not request.htmx:
        return _page(request, typed)
    return render(request, "hand/check.html", {"hand": typed})


def _as_kept(
    request: Request, own: Own, hand: PlayerHand, status: int = 200, **more: object
) -> HttpResponse:
    """The page of the phone that holds the seat: its hand, or all hands once all may see them."""
    current = Hand.of(own, hand.seat, hand.fields)
    if hand.handed_in_at is None:
        return _page(request, current, status, **more)
    if own.hands.shown:
        draft = scored(own.table, own.whole())
        everybody = [Hand(own, draft, person) for person in draft.form.by_seat()]
        more |= {"draft": draft, "everybody": everybody}
    else:
        current = current.checked()
    return _page(request, current, status, player=hand, **more)


def _page(request: Request, hand: Hand, status: int = 200, **more: object) -> HttpResponse:
    own = hand.own
    context = {"table": own.table, "own": own, "hand": hand, "draft": hand.draft} | more
    template = "hand/hand.html" if request.htmx else "hand/page.html"
    return render(request, template, context, status=status)


def _passed(request: Request, own: Own, hand: PlayerHand) -> HttpResponse:
    """The round this page was for is on the books, or the rules are others."""
    played, _dash, _rules = request.GET.get("stamp", "").partition("-")
    outdated = played == str(own.hands.after)
    rounds = own.table.rounds.order_by("-stands_for")[:1]
    newest = [plain_line(own.table, each) for each in played_rounds(rounds)]
    state = {"passed": True, "outdated": outdated, "newest": newest}
    context = {"table": own.table, "own": own, "player": hand} | state
    return render(request, "hand/hand.html", context)


@posted(write=False)
@with_hands
def claim(request: Request, own: Own, seat: int) -> HttpResponse:
    """ "Tôi là An": from now on this phone tells for that seat."""
    table = own.table
    try:
        service.claim(table.pk, seat, know_phone(request), several=table.may_write)
    except Refusal as refusal:
        context = {"table": table, "own": own, "problem": refusal.message()}
        return render(request, "hand/hands.html", context, status=409)
    if not own.mine and not table.seat:
        say_seat(request, table.session, seat)
    return redirect("hand", table.pk, seat)


@posted(write=False)
def take_back(request: Request, table: Table, seat: int) -> HttpResponse:
    """Have the hand back to change it."""
    service.take_back(table.pk, seat, table.phone)
    return redirect("hand", table.pk, seat)


@posted("hands", write=False)
def let_go(request: Request, table: Table, seat: int) -> None:
    """ "Không phải tôi": another phone may tell for that seat."""
    service.let_go(table.pk, seat, table.phone)


@posted("hands")
def free(request: Request, table: Table, seat: int) -> None:
    """The scorer takes a seat from the phone that holds it, with what it told."""
    service.let_go(table.pk, seat)


@posted("hands")
def start_over(request: Request, table: Table) -> str:
    """The cards are dealt again: what was handed in is dropped."""
    service.start_over(table.pk)
    return _("Đã bỏ hết bài đã nộp. Mọi người nộp lại.")


@posted()
def all_in(request: Request, table: Table) -> HttpResponse | None:
    """The round form as all hands together fill it; recording it is another tap."""
    service.all_in(table.pk)
    own = own_of(table_of(request, table.pk, write=True))
    if own is None or not own.hands.shown:
        return None
    return form_again(request, own.table, replace(scored(own.table, own.whole()), status=200))
