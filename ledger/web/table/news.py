"""What a page that is open already has to be told: the rounds that changed since it was made."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.books.history import played_rounds
from ledger.models import Change
from ledger.web.phone_table import Table
from ledger.web.table.history import HISTORY, HistoryRound, line

OTHER = {
    Change.Kind.OTHER: _("Đã ghi một khoản khác"),
    Change.Kind.OTHER_VOID: _("Đã huỷ một khoản khác"),
}
"""What changes the history but no round, and what is said of it."""

PUT_RIGHT = {
    Change.Kind.VOID: _("Đã huỷ ván %(number)s"),
    Change.Kind.CORRECTED: _("Đã sửa ván %(number)s"),
    Change.Kind.RESTORED: _("Ván %(number)s lại như cũ"),
}
"""What is said of a round that another phone has put right."""


@dataclass(frozen=True, slots=True)
class News:
    """Rounds as people count them: those the page does not know, those it knows otherwise.

    `newest` is the last round of all, if it is one of them. `put_right` says what became of the
    one that was put right last, or of a khoản khác. `too_many` to be told one by one: the page
    takes the newest rounds anew.
    """

    fresh: tuple[HistoryRound, ...] = ()
    altered: tuple[HistoryRound, ...] = ()
    newest: tuple[HistoryRound, ...] = ()
    put_right: str = ""
    too_many: bool = False


def news(table: Table, seen: int) -> News:
    """What happened to rounds after this line of the log; at most three queries."""
    since = table.session.changes.filter(number__gt=seen).order_by("number")
    changes = list(since.filter(Q(kind__in=OTHER) | Q(round__isnull=False))[: HISTORY + 1])
    other = [str(OTHER[Change.Kind(each.kind)]) for each in changes if each.kind in OTHER]
    if other or len(changes) > HISTORY:
        return News(put_right=other[-1] if other else "", too_many=True)
    if not changes:
        return News()
    numbers = {each.details.get("again", each.round) for each in changes}
    numbers |= {each.round for each in changes}
    rounds = table.session.rounds.filter(number__in=numbers, corrected_by__isnull=True)
    lines = [line(table, each) for each in played_rounds(rounds.order_by("stands_for"))]
    new = {each.round for each in changes if each.kind == Change.Kind.RECORDED}
    fresh = tuple(each for each in lines if each.round.stands_for in new)
    altered = tuple(each for each in lines if each.round.stands_for not in new)
    newest = table.numbering.at(table.session.round_count + 1) - 1
    last = tuple(each for each in lines if each.number == newest)
    return News(fresh, altered, last, _put_right(changes, lines))


def _put_right(changes: Sequence[Change], lines: Sequence[HistoryRound]) -> str:
    """Say it of the last one; whatever was done to a round before is past."""
    last = next((each for each in reversed(changes) if each.kind in PUT_RIGHT), None)
    if last is None:
        return ""
    number = last.details.get("again", last.round)
    found = (each.number for each in lines if each.round.number == number)
    return PUT_RIGHT[Change.Kind(last.kind)] % {"number": next(found)}
