"""Rounds of a table in words: the lines of its history, on the board and wherever one is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ledger.books.history import PlayedRound, newest_rounds, played_rounds
from ledger.models import Flag, Link, Round
from ledger.tables.told_items import ToldItem, told_items
from ledger.web.games import in_words
from ledger.web.phone_table import Table
from ledger.web.table.event_marks import event_marks, great_event
from scoring.common.transfers import Reason

HISTORY = 10
"""Rounds on the first page; older ones come on request."""


@dataclass(frozen=True, slots=True)
class HistoryRound:
    """One round of the history, in words, with who calls it wrong while it stands.

    The `address` is that of the round; what can be done with it stands under it.
    """

    address: str
    played: PlayedRound
    words: list[str]
    sums: list[tuple[str, int]]
    great: tuple[Reason, str] | None = None
    """A great event, with who won how much by it."""
    flags: Sequence[tuple[Flag, str]] = ()
    """Each with who calls the round wrong."""
    others: Sequence[ToldItem] = ()
    """What was told after it that no round explains, newest first."""

    @property
    def flagged(self) -> bool:
        """Whether it waits for an answer."""
        return any(flag.is_open for flag, _who in self.flags)

    @property
    def state(self) -> str:
        """What it is marked as."""
        return "void" if self.played.void else "flagged" if self.flagged else "recorded"

    @property
    def round(self) -> Round:
        return self.played.round

    @property
    def marks(self) -> Sequence[Reason]:
        """The events of it that have a mark."""
        return event_marks(self.round.result)

    @property
    def shows(self) -> str:
        """Other than before whenever its line in the history is."""
        played = self.played
        became = played.void, played.void_reason, played.corrects, played.corrected_by
        flags = [(flag.state, flag.word, flag.answer, who) for flag, who in self.flags]
        return repr((self.address, self.words, self.sums, became, flags))


def newest_lines(table: Table, before: int | None = None) -> list[HistoryRound]:
    """The newest rounds before this number, newest first, each with what was told after it."""
    lines = [
        line(table, each) for each in newest_rounds(table.session, before=before, limit=HISTORY)
    ]
    numbers = [each.round.number for each in lines]
    items = told_items(table.session.other_items.filter(after_round__in=numbers), table.names)
    return [replace(each, others=items.get(each.round.number, ())) for each in lines]


def before_any_round(table: Table) -> Sequence[ToldItem]:
    """What was told before the first round."""
    return told_items(table.session.other_items.filter(after_round=0), table.names).get(0, ())


def flagged_lines(table: Table) -> list[HistoryRound]:
    """The rounds that wait for an answer, oldest first."""
    rounds = table.session.rounds.filter(number__in=table.flagged).order_by("number")
    return [line(table, played) for played in played_rounds(rounds)]


def line(table: Table, played: PlayedRound) -> HistoryRound:
    """The round in words, with its flags; they mean nothing once it is void."""
    flags = [] if played.void else table.flags.get(played.round.number, [])
    return plain_line(table, played, [(each, _who(table, each)) for each in flags])


def plain_line(
    table: Table, played: PlayedRound, flags: Sequence[tuple[Flag, str]] = ()
) -> HistoryRound:
    """The round in words, with no flags but these."""
    names = table.names
    sums = [(names[seat], paid) for seat, paid in played.amounts.items()]
    address = f"{table.address}rounds/{played.round.number}/"
    words = in_words(played.round, names)
    return HistoryRound(address, played, words, sums, great_event(played, names), flags)


def _who(table: Table, flag: Flag) -> str:
    if flag.seat:
        return table.names.get(flag.seat, f"#{flag.seat}")
    return _("Người xem") if flag.link == Link.VIEW else _("Người ghi")
