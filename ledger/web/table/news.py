"""What a page that is open already has to be told: the rounds that changed since it was made."""

from dataclasses import dataclass

from django.db.models import Q

from ledger.books.history import played_rounds
from ledger.models import Change
from ledger.web.phone_table import Table
from ledger.web.table.history import HISTORY, HistoryRound, line

OTHER = (Change.Kind.OTHER, Change.Kind.OTHER_VOID)
"""What changes the history but no round."""


@dataclass(frozen=True, slots=True)
class News:
    """Rounds as people count them: those the page does not know, those it knows otherwise.

    `newest` is the last round of all, if it is one of them. `too_many` to be told one by one: the
    page takes the newest rounds anew.
    """

    fresh: tuple[HistoryRound, ...] = ()
    altered: tuple[HistoryRound, ...] = ()
    newest: tuple[HistoryRound, ...] = ()
    too_many: bool = False


def news(table: Table, seen: int) -> News:
    """What happened to rounds after this line of the log; at most three queries."""
    since = table.session.changes.filter(number__gt=seen).order_by("number")
    changes = list(since.filter(Q(kind__in=OTHER) | Q(round__isnull=False))[: HISTORY + 1])
    if len(changes) > HISTORY or any(each.kind in OTHER for each in changes):
        return News(too_many=True)
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
    return News(fresh, altered, tuple(each for each in lines if each.number == newest))
