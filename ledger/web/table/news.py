"""What a page that is open already has to be told: the rounds that changed since it was made."""

from dataclasses import dataclass

from ledger.books.history import played_rounds
from ledger.models import Change
from ledger.web.table.page import HISTORY, HistoryRound, Table

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


def news(table: Table, line: int) -> News:
    """What happened to rounds after this line of the log; at most three queries."""
    since = table.session.changes.filter(number__gt=line).order_by("number")
    if since.filter(kind__in=OTHER).exists():
        return News(too_many=True)
    lines = list(since.filter(round__isnull=False)[: HISTORY + 1])
    if not lines:
        return News()
    written = {each.details.get("again", each.round) for each in lines if each.kind in WRITTEN}
    rounds = table.session.rounds.filter(number__in=written | {each.round for each in lines})
    played = sorted(played_rounds(rounds), key=lambda each: each.round.number)
    found = [table.with_flags(each) for each in played]
    fresh = tuple(told for told in found if told.round.number in written)
    altered = tuple(told for told in found if told.round.number not in written)
    return News(fresh, altered, too_many=len(lines) > HISTORY)
