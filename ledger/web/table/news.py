"""What a page that is open already has to be told: the rounds that changed since it was made."""

from dataclasses import dataclass

from ledger.books.history import played_rounds
from ledger.models import Change
from ledger.web.phone_table import Table
from ledger.web.table.history import HISTORY, HistoryRound, line

WRITTEN = frozenset({Change.Kind.RECORDED, Change.Kind.CORRECTED, Change.Kind.RESTORED})
"""What put a round on the books that was not there before."""

OTHER = (Change.Kind.OTHER, Change.Kind.OTHER_VOID)
"""What changes the history but no round."""


@dataclass(frozen=True, slots=True)
class News:
    """Rounds by number: those the page does not know, those it knows otherwise.

    `too_many` to be told one by one: the page takes the newest rounds anew.
    """

    fresh: tuple[HistoryRound, ...] = ()
    altered: tuple[HistoryRound, ...] = ()
    too_many: bool = False


def news(table: Table, seen: int) -> News:
    """What happened to rounds after this line of the log; at most three queries."""
    since = table.session.changes.filter(number__gt=seen).order_by("number")
    if since.filter(kind__in=OTHER).exists():
        return News(too_many=True)
    changes = list(since.filter(round__isnull=False)[: HISTORY + 1])
    if not changes:
        return News()
    written = {each.details.get("again", each.round) for each in changes if each.kind in WRITTEN}
    rounds = table.session.rounds.filter(number__in=written | {each.round for each in changes})
    played = sorted(played_rounds(rounds), key=lambda each: each.round.number)
    lines = [line(table, each) for each in played]
    fresh = tuple(each for each in lines if each.round.number in written)
    altered = tuple(each for each in lines if each.round.number not in written)
    return News(fresh, altered, too_many=len(changes) > HISTORY)
