"""What a page that is open already has to be told: the rounds that changed since it was made."""

from collections.abc import Iterable
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
    written = {_written(each) for each in lines if each.kind in WRITTEN}
    rounds = _told(table, written | {each.round for each in lines})
    fresh = tuple(told for told in rounds if told.round.number in written)
    altered = tuple(told for told in rounds if told.round.number not in written)
    return News(fresh, altered, too_many=len(lines) > HISTORY)


def touched(table: Table, line: int, number: int) -> bool:
    """Whether anything happened to this round after this line of the log."""
    return table.session.changes.filter(number__gt=line, round=number).exists()


def _written(line: Change) -> int:
    """The number of the round that this line put on the books."""
    return int(line.details.get("again", line.round))


def _told(table: Table, numbers: Iterable[int | None]) -> list[HistoryRound]:
    rounds = table.session.rounds.filter(number__in=[number for number in numbers if number])
    told = [table.with_flags(played) for played in played_rounds(rounds)]
    return sorted(told, key=lambda each: each.round.number)
