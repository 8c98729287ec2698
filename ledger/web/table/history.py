"""Rounds of a table in words: the lines of its history, on the board and wherever one is shown."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ledger.books.history import PlayedRound, played_rounds
from ledger.common.amounts import signed
from ledger.common.person import Names
from ledger.models import Flag, Link, OtherItem, Round
from ledger.tables.items_in_words import ItemInWords, items_in_words
from ledger.web.games import in_words
from ledger.web.phone_table import Table
from ledger.web.table.event_marks import great_event, signs

HISTORY = 12
"""Lines on the first page; older ones come as the sheet is pulled down."""

LONG = 8
"""More letters than these, and the figures of a line are smaller."""


Flags = Sequence[tuple[Flag, str]]
"""Each with who calls the round wrong."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a round did to one player, as a cell of the sheet; no amount for who did not play."""

    amount: int | None
    sign: str = ""
    """The event that concerns the player."""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class HistoryRound:
    """One round of the history, in words, with who calls it wrong while it stands.

    The `address` is that of the round; what can be done with it stands under it. The `number` is
    the one that people use.
    """

    address: str
    number: int
    played: PlayedRound
    names: Names
    flags: Flags = ()
    others: Sequence[ItemInWords] = ()
    """What was told after it that no round explains, newest first."""
    here: bool = False
    """Whether it is the round that the page is about."""

    @property
    def words(self) -> list[str]:
        """What happened in it."""
        return in_words(self.round, self.names)

    @property
    def sums(self) -> list[tuple[str, int]]:
        """Who of its players won or lost how much."""
        return [(self.names[seat], paid) for seat, paid in self.played.amounts.items()]

    @property
    def great(self) -> tuple[str, str] | None:
        """The sign of a great event, with who won how much by it."""
        return great_event(self.played, self.names)

    @property
    def flagged(self) -> bool:
        """Whether it waits for an answer."""
        return any(flag.is_open for flag, _who in self.flags)

    @property
    def state(self) -> str:
        """What it is marked as."""
        if self.here:
            return "here"
        return "void" if self.played.void else "flagged" if self.flagged else "recorded"

    @property
    def round(self) -> Round:
        return self.played.round

    def figures(self, columns: Sequence[int]) -> list[Figure]:
        """Return what it did to the players of these seats, in their order."""
        amounts, events = self.played.amounts, signs(self.round.result)
        best = max(amounts.values(), default=0)
        return [
            Figure(amounts.get(seat), events.get(seat, ""), amounts.get(seat) == best > 0)
            for seat in columns
        ]

    def others_paid(self, columns: Sequence[int]) -> list[tuple[str, int]]:
        """Return what it did to players without a column: names and amounts."""
        paid = zip(self.played.amounts, self.sums, strict=True)
        return [each for seat, each in paid if seat not in columns]

    @property
    def is_long(self) -> bool:
        """Whether a figure of it needs small letters."""
        return longest(self.played.amounts.values()) > LONG

    @property
    def shows(self) -> str:
        """Other than before whenever its line in the history is; what happened never changes."""
        played = self.played
        became = played.void, played.void_reason, played.corrects, played.corrected_by
        flags = [(flag.state, flag.word, flag.answer, who) for flag, who in self.flags]
        return repr((self.address, self.number, self.sums, became, flags, self.here))


def newest_lines(table: Table, before: int | None = None) -> list[HistoryRound]:
    """The newest rounds as people count them, newest first, each with what was told after it.

    `before` is the book's number of a round that corrects none: those that come after it are left
    out.
    """
    rounds = table.rounds.order_by("-stands_for")
    items = table.session.other_items.all()
    if before:
        rounds = rounds.filter(stands_for__lt=before)
        items = items.filter(after_round__lt=before)
    lines = [line(table, each) for each in played_rounds(rounds[:HISTORY])]
    return _with_items(table, lines, items)


def _with_items(
    table: Table, lines: Sequence[HistoryRound], of: QuerySet[OtherItem]
) -> list[HistoryRound]:
    """The lines, each with what was told after it and before the next, corrections included."""
    if not lines:
        return []
    starts = [each.round.stands_for for each in reversed(lines)]
    after: defaultdict[int, list[ItemInWords]] = defaultdict(list)
    for item in items_in_words(of.filter(after_round__gte=starts[0]), table.names):
        after[starts[bisect_right(starts, item["item"].after_round) - 1]].append(item)
    return [replace(each, others=after.get(each.round.stands_for, ())) for each in lines]


def lines_around(table: Table, round: Round) -> list[HistoryRound]:
    """Return the lines around a round: at most two after it, the others before."""
    later = table.rounds.filter(stands_for__gt=round.stands_for).order_by("stands_for")
    # The third round after it is where they end: what was told before that one belongs to them.
    end = later.values_list("stands_for", flat=True)[2:3].first()
    lines = newest_lines(table, end)
    return [replace(each, here=each.round == round) for each in lines]


def beside(table: Table, round: Round) -> tuple[int | None, int | None]:
    """Return the book's numbers of the rounds before and after this one, as people count."""
    numbers = table.rounds.values_list("number", flat=True)
    before = numbers.filter(stands_for__lt=round.stands_for).order_by("-stands_for")
    after = numbers.filter(stands_for__gt=round.stands_for).order_by("stands_for")
    return before.first(), after.first()


def before_any_round(table: Table) -> Sequence[ItemInWords]:
    """What was told before the first round."""
    return items_in_words(table.session.other_items.filter(after_round=0), table.names)


def flagged_lines(table: Table) -> list[HistoryRound]:
    """The rounds that wait for an answer, oldest first."""
    if not table.flagged:
        return []
    rounds = table.session.rounds.filter(number__in=table.flagged).order_by("number")
    return [line(table, played) for played in played_rounds(rounds)]


def line(table: Table, played: PlayedRound) -> HistoryRound:
    """The round in words, with its flags; they mean nothing once it is void."""
    flags = [] if played.void else table.flags.get(played.round.number, [])
    return plain_line(table, played, [(each, _who(table, each)) for each in flags])


def plain_line(table: Table, played: PlayedRound, flags: Flags = ()) -> HistoryRound:
    """The round in words, with no flags but these."""
    round = played.round
    address, number = f"{table.address}rounds/{round.number}/", table.numbering.of(round)
    return HistoryRound(address, number, played, table.names, flags)


def longest(amounts: Iterable[int]) -> int:
    """Return how many letters the longest of these amounts has."""
    return max((len(signed(each)) for each in amounts), default=0)


def _who(table: Table, flag: Flag) -> str:
    if flag.seat:
        return table.names.get(flag.seat, f"#{flag.seat}")
    return _("Người xem") if flag.link == Link.VIEW else _("Người ghi")
