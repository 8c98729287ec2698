"""Reads the facts of a round strictly: what is not exactly as agreed becomes a Problem.

A field path is written only where something is wrong. ``null`` is left out everywhere.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, cast

from scoring.common.cards import CARDS, Card
from scoring.common.errors import FactsError, Problem
from scoring.common.text import Text

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
LONGEST_SEAT: Final = 10**1000
LISTS: Final = (list, tuple)
"""What a list may be; a tuple of types is asked four times as fast as ``list | tuple``."""

_AN_OBJECT = Text("một đối tượng", "an object")
_A_LIST = Text("một danh sách", "a list")
_A_FLAG = Text("true hoặc false", "true or false")
_A_SEAT = Text("số ghế của một người chơi ván này", "the seat of a player of this round")
_A_CARD = Text("một lá bài như 3S, 10♥", "a card such as 3S, 10♥")


def show(value: object) -> str:
    """A value as a message may quote it: short, and safe for whatever was handed in."""
    if isinstance(value, str):
        return f"“{value[:40]}…”" if len(value) > 40 else f"“{value}”"
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else f"{'-' if value < 0 else ''}10^20…"
    if isinstance(value, float | Decimal):
        return str(value)[:40]
    return "{…}" if isinstance(value, Mapping) else "[…]"


class Reader:
    """Reads one value after the other and collects what is wrong with them."""

    __slots__ = ("players", "problems", "seats")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.players: tuple[int, ...] = ()
        self.seats: Mapping[str, int] = {}

    def refuse(
        self, code: str, field: str, text: Text, player: int | None = None, **args: object
    ) -> None:
        """Note one problem and go on."""
        self.problems.append(Problem(code, field, text, player, args=args))

    def expected(self, what: Text, found: object, field: str, code: str = "type") -> None:
        """Note that something else stands here."""
        text = Text("Cần {what}, không phải {found}.", "Expected {what}, found {found}.")
        self.refuse(code, field, text, what=what, found=show(found))

    def missing(self, field: str, what: Text, player: int | None = None) -> None:
        """Note that something needed was left out."""
        text = Text("Còn thiếu {what}.", "Missing: {what}.")
        self.refuse("missing", field, text, player, what=what)

    def facts(self, value: object, names: frozenset[str]) -> Mapping[str, object]:
        """The fields of a round, its players read; raises FactsError where it has none."""
        fields = self.fields(value, names, "")
        if isinstance(value, Mapping):
            self.read_players(fields.get("players"))
        if not self.players:
            raise FactsError(self.problems)
        return fields

    def fields(self, value: object, names: frozenset[str], field: str) -> Mapping[str, object]:
        """The fields of an object that were not left out."""
        if type(value) is not dict and not isinstance(value, Mapping):
            self.expected(_AN_OBJECT, value, field)
            return {}
        if not value.keys() <= names:
            self._unknown(value, names, field)
        return value

    def by_seat(self, value: object, field: str) -> Iterable[tuple[int, object]]:
        """The entries of an object whose keys are seats."""
        if value is None:
            return ()
        if type(value) is not dict and not isinstance(value, Mapping):
            self.expected(_AN_OBJECT, value, field)
            return ()
        if not value.keys() <= self.seats.keys():
            for key in [key for key in value if key not in self.seats]:
                self.expected(_A_SEAT, key, f"{field}.{str(key)[:40]}", "unknown_player")
        seats = self.seats
        return [(seats[k], v) for k, v in value.items() if k in seats and v is not None]

    def items(self, value: object, field: str) -> Sequence[object]:
        """The elements of a list; left out is empty."""
        if value is None:
            return ()
        if isinstance(value, LISTS):
            return value
        self.expected(_A_LIST, value, field)
        return ()

    def flag(self, value: object, field: str) -> bool:
        """A yes or no; left out is no."""
        if value is None or value is False:
            return False
        if value is True:
            return True
        self.expected(_A_FLAG, value, field)
        return False

    def seat(self, value: object, field: str) -> int | None:
        """A player of this round."""
        if type(value) is int and value in self.players:
            return value
        if value is None:
            self.missing(field, _A_SEAT)
        else:
            self.expected(_A_SEAT, value, field, "unknown_player")
        return None

    def seat_list(self, value: object, field: str) -> tuple[int, ...]:
        """Different players of this round."""
        if not value and (value is None or value == [] or value == ()):
            return ()
        seats: list[int] = []
        for at, each in enumerate(self.items(value, field)):
            seat = self.seat(each, f"{field}[{at}]")
            if seat in seats:
                text = Text("{player} được ghi hai lần.", "{player} is named twice.")
                self.refuse("duplicate_player", f"{field}[{at}]", text, seat)
            elif seat is not None:
                seats.append(seat)
        return tuple(seats)

    def read_players(self, value: object) -> None:
        """The players of the round, in playing order: two to four different seats."""
        if value is None:
            self.missing("players", Text("những người chơi ván này", "the players of this round"))
            return
        if not isinstance(value, LISTS):
            self.expected(_A_LIST, value, "players")
            return
        self._read_seats(value)

    def _read_seats(self, listed: Sequence[object]) -> None:
        seats = [each for each in listed if type(each) is int and 1 <= each < LONGEST_SEAT]
        if len(seats) < len(listed):
            self._refuse_players(listed, seats)
            return
        if len(set(seats)) < len(seats):
            self._refuse_repeated(seats)
        if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
            text = Text(
                "Một ván có 2 đến 4 người chơi, không phải {found}.",
                "A round has 2 to 4 players, not {found}.",
            )
            self.refuse("players", "players", text, found=len(seats))
        self.players = tuple(seats)
        self.seats = {str(seat): seat for seat in seats}

    def _refuse_players(self, listed: Sequence[object], seats: Sequence[int]) -> None:
        what = Text("số ghế từ 1 trở lên", "a seat number from 1 on")
        for at, each in enumerate(listed):
            if type(each) is not int or each not in seats:
                self.expected(what, each, f"players[{at}]")

    def _refuse_repeated(self, seats: Sequence[int]) -> None:
        text = Text("Ghế {found} được ghi hai lần.", "Seat {found} is named twice.")
        for at, seat in enumerate(seats):
            if seat in seats[:at]:
                self.refuse("duplicate_player", f"players[{at}]", text, found=show(seat))

    def cards(self, value: object, field: str) -> tuple[Card, ...]:
        """Cards, however they are spelt."""
        listed = self.items(value, field)
        try:
            return tuple([CARDS[each] for each in cast(Sequence[str], listed)])
        except (KeyError, TypeError):
            return tuple(self._spelt_right(listed, field))

    def _spelt_right(self, listed: Sequence[object], field: str) -> Iterator[Card]:
        for at, each in enumerate(listed):
            card = CARDS.get(each) if type(each) is str else None
            if card is None:
                self.expected(_A_CARD, each, f"{field}[{at}]", "unknown_card")
            else:
                yield card

    def _unknown(self, value: Mapping[str, object], names: frozenset[str], field: str) -> None:
        text = Text("Không có mục {found} ở đây.", "There is no field {found} here.")
        for key in [key for key in value if key not in names]:
            path = f"{field}.{str(key)[:40]}" if field else str(key)[:40]
            self.refuse("unknown_field", path, text, found=show(key))
