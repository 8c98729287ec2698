"""A player's own page: say who you are, hand in what you hold, see all once all are in.

Whoever opened the table by either link may tell for one player, and writes nothing else.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.access.keys import know_phone, phone_of, say_seat, seat_of, session_for
from ledger.books import balances
from ledger.common.refusals import NotPlaying, PartFinal, PartsCompared, PartsMissing, Refusal
from ledger.tables import own_hands as service
from ledger.tables.own_hands import PlayerHand
from ledger.web.hand.page import Hand, Own, own_of, typed_part
from ledger.web.requests import Request, View, posted
from ledger.web.table.page import Table
from ledger.web.table.recording import form_again, score
from ledger.web.table.views import go


def with_parts(*, write: bool = False) -> Callable[[View], View]:
    """Give the view what this phone sees; where nothing can be handed in, lead to the table."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: Request, session_id: str, **rest: object) -> HttpResponse:
            own = own_of(request, Table(*session_for(request, session_id, write=write)))
            if own is None:
                return go(request, "table", session_id)
            return view(request, own, **rest)

        return answer

    return decorate


@require_safe
@with_parts()
def seats(request: Request, own: Own) -> HttpResponse:
    """Who plays the coming round, and which of them is this phone's."""
    return _seats(request, own)


def _seats(request: Request, own: Own, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"table": own.table, "own": own, "problem": problem}
    return render(request, "hand/hands.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@with_parts()
def hand(request: Request, own: Own, seat: int) -> HttpResponse:
    """The player's own page; posted, the part is handed in or comes back as typed."""
    if request.method == "POST":
        return _hand_in(request, own, seat)
    told = own.holds(seat)
    if told is None:
        return go(request, "hands", own.table.session.pk)
    if not request.htmx:
        return _as_kept(request, own, told)
    if request.GET.get("seen") == own.seen:
        return HttpResponse(status=204)
    passed = request.GET.get("stamp") != own.parts.stamp
    return _passed(request, own, told) if passed else _as_kept(request, own, told)


@posted
@with_parts()
def look(request: Request, own: Own, seat: int) -> HttpResponse:
    """What can be said of the cards typed so far; keeps nothing.

    Who lost the seat meanwhile is told so by handing in: leaving the page would take the cards.
    """
    told = own.holds(seat)
    if told is None:
        return HttpResponse(status=204) if request.htmx else redirect("hands", own.table.session.pk)
    typed = _typed(request, own, told)
    typed.check(own.table)
    if not request.htmx:
        return _page(request, own, typed)
    return render(request, "hand/check.html", {"table": own.table, "hand": typed})


def _hand_in(request: Request, own: Own, seat: int) -> HttpResponse:
    table, told = own.table, own.parts.at(seat)
    if told is None:
        return _to_seats(request, table.session.pk, NotPlaying().message())
    typed = _typed(request, own, told)
    if not typed.check(table):
        return _page(request, own, typed, 422)
    return _kept(request, own, seat, typed) or _now(request, table.session.pk, seat)


def _kept(request: Request, own: Own, seat: int, typed: Hand) -> HttpResponse | None:
    """Hand the part in; where it is refused, the page that says why."""
    session_id, stamp = own.table.session.pk, request.POST.get("stamp", "")
    phone, several = know_phone(request), own.table.may_write
    try:
        service.hand_in(session_id, seat, phone, typed.fields, stamp=stamp, several=several)
    except PartFinal as refusal:
        return _now(request, session_id, seat, refusal.message(), 409)
    except Refusal as refusal:
        return again(request, session_id, seat, refusal.message(), 409)
    return None


def again(request: Request, session_id: str, seat: int, notice: str, status: int) -> HttpResponse:
    """The page with all that was typed and a notice; nothing is handed in."""
    own = own_of(request, Table(*session_for(request, session_id)))
    told = own.parts.at(seat) if own else None
    if own is None or told is None:
        return _to_seats(request, session_id, notice)
    typed = _typed(request, own, told)
    typed.entry.notice = notice
    return _page(request, own, typed, status)


def _now(
    request: Request, session_id: str, seat: int, notice: str = "", status: int = 200
) -> HttpResponse:
    """The own page as it is after a write: in place for htmx, else by its address."""
    if not request.htmx and not notice:
        return redirect("hand", session_id, seat)
    own = own_of(request, Table(*session_for(request, session_id)))
    told = own.holds(seat) if own else None
    if own is None or told is None:
        return _to_seats(request, session_id, notice)
    return _as_kept(request, own, told, notice, status)


def _typed(request: Request, own: Own, told: PlayerHand) -> Hand:
    return Hand.of(own, told, typed_part(own.table, told.seat, request.POST))


def _as_kept(
    request: Request, own: Own, told: PlayerHand, notice: str = "", status: int = 200
) -> HttpResponse:
    """The page of the phone that holds the seat: its part, or all parts once all may see them."""
    kept = Hand.of(own, told, told.fields)
    kept.entry.notice = notice
    if told.handed_in_at is None:
        return _page(request, own, kept, status)
    if not own.parts.shown:
        kept.check(own.table)
        return _page(request, own, kept, status, told=told)
    whole = own.whole()
    score(own.table, whole)
    whole.notice = notice
    everybody = Hand.of_all(whole)
    return _page(request, own, kept, status, told=told, entry=whole, everybody=everybody)


def _page(
    request: Request, own: Own, shown: Hand, status: int = 200, **more: object
) -> HttpResponse:
    context = {"table": own.table, "own": own, "hand": shown, "entry": shown.entry} | more
    template = "hand/hand.html" if request.htmx else "hand/page.html"
    return render(request, template, context, status=status)


def _passed(request: Request, own: Own, told: PlayerHand) -> HttpResponse:
    """The round this page was for is on the books, or the rules are others."""
    played, _dash, _rules = request.GET.get("stamp", "").partition("-")
    outdated = played == own.parts.stamp.partition("-")[0]
    newest = [own.table.told(each) for each in balances.history(own.table.session, limit=1)]
    state = {"passed": True, "outdated": outdated, "newest": newest}
    context = {"table": own.table, "own": own, "told": told} | state
    return render(request, "hand/hand.html", context)


def _to_seats(request: Request, session_id: str, notice: str) -> HttpResponse:
    if notice:
        messages.error(request, notice)
    return go(request, "hands", session_id)


def _tried(request: Request, own: Own, act: Callable[..., object], *args: object) -> bool:
    """Whether it was done; what is refused is said on the next page."""
    try:
        act(own.table.session.pk, *args)
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return False
    return True


@posted
@with_parts()
def claim(request: Request, own: Own, seat: int) -> HttpResponse:
    """ "Tôi là An": from now on this phone tells for that seat."""
    session_id, several = own.table.session.pk, own.table.may_write
    try:
        service.claim(session_id, seat, know_phone(request), several=several)
    except Refusal as refusal:
        return _seats(request, own, refusal.message(), 409)
    if not own.mine and not seat_of(request, own.table.session):
        say_seat(request, own.table.session, seat)
    return redirect("hand", session_id, seat)


@posted
@with_parts()
def take_back(request: Request, own: Own, seat: int) -> HttpResponse:
    """Have the part back to change it."""
    if not _tried(request, own, service.take_back, seat, phone_of(request)):
        return go(request, "hands", own.table.session.pk)
    return redirect("hand", own.table.session.pk, seat)


@posted
@with_parts()
def let_go(request: Request, own: Own, seat: int) -> HttpResponse:
    """ "Không phải tôi": another phone may tell for that seat."""
    _tried(request, own, service.let_go, seat, phone_of(request))
    return redirect("hands", own.table.session.pk)


@posted
@with_parts(write=True)
def free(request: Request, own: Own, seat: int) -> HttpResponse:
    """The scorer takes a seat from the phone that holds it, with what it told."""
    _tried(request, own, service.let_go, seat)
    return redirect("hands", own.table.session.pk)


@posted
@with_parts(write=True)
def start_over(request: Request, own: Own) -> HttpResponse:
    """The cards are dealt again: what was handed in is dropped."""
    service.start_over(own.table.session.pk)
    messages.success(request, _("Đã bỏ hết bài đã nộp. Mọi người nộp lại."))
    return redirect("hands", own.table.session.pk)


@posted
@with_parts(write=True)
def all_in(request: Request, own: Own) -> HttpResponse:
    """The round form as all parts together fill it; recording it is another tap."""
    session_id = own.table.session.pk
    try:
        service.all_in(session_id)
    except (PartsMissing, PartsCompared) as refusal:
        messages.error(request, refusal.message())
        return go(request, "table", session_id)
    now = own_of(request, Table(*session_for(request, session_id, write=True)))
    if now is None or not now.parts.shown:
        return go(request, "table", session_id)
    entry = now.whole()
    score(now.table, entry)
    return form_again(request, now.table, entry, 200)
