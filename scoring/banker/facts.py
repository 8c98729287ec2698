"""What a table can tell of a round in both banker games, and how it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.common.exact_numbers import ExactNumber
from scoring.common.problem_texts import read_problems
from scoring.common.reading import (
    MOST_KEYS,
    SEAT,
    Field,
    Reader,
    a_list,
    a_word,
    by_any_seat,
    by_seat,
    record,
    show,
)
from scoring.common.text import Text
from scoring.common.transfers import JSONObject, Seats, decimal

problem = read_problems(__package__)

PLACES = 2
HUNDREDTHS = 10**PLACES
STAKE = ExactNumber(PLACES, 1 / HUNDREDTHS, 1000)
UNITS = ExactNumber(PLACES, 1 / HUNDREDTHS, 30)

_A_WORD = Text("kết quả của nhà con", "the result of a player")


class SideBet(NamedTuple):
    """``loser`` pays ``winner``, in hundredths of a cược."""

    winner: int | None
    loser: int | None
    units: int = HUNDREDTHS


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerFacts:
    """What a table tells in both games.

    ``stakes`` as told, in hundredths, also of who sits out; ``con`` one word a con;
    ``banker_kind`` the special hand of the banker.
    """

    players: Seats
    banker: int | None = None
    stakes: Mapping[int, int] = field(default_factory=dict)
    con: Mapping[int, str] = field(default_factory=dict)
    banker_kind: str | None = None
    side: tuple[SideBet, ...] = ()

    @property
    def cons(self) -> Seats:
        """Everybody but the banker."""
        return tuple([seat for seat in self.players if seat != self.banker])

    def stake(self, seat: int) -> int:
        """What this con plays for, in hundredths."""
        return self.stakes.get(seat, HUNDREDTHS)


def start(facts: BankerFacts) -> JSONObject:
    """What the round before decides: who is the banker, and for how much each plays."""
    return handed_on(facts, facts.banker)


def handed_on(facts: BankerFacts, banker: int | None) -> JSONObject:
    """The same facts for a round with this banker; a stake of 1 is not told."""
    unusual = {seat: units for seat, units in facts.stakes.items() if units != HUNDREDTHS}
    stakes = {str(seat): decimal(units, HUNDREDTHS) for seat, units in unusual.items()}
    both = {"banker": banker, "stakes": stakes}
    return {name: value for name, value in both.items() if value}


def _amount(number: ExactNumber, name: str) -> Field:
    """An amount in cược, 1 if left out; it is refused by the problem of this ``name``."""

    def read(reader: Reader, value: object, path: str) -> int:
        units = number.read(value)
        if units is None:
            last = path.rpartition(".")[2]
            seat = int(last) if last.isdecimal() else None
            reader.refuse(problem(name, path, seat, most=number.most, found=show(value)))
        return units or HUNDREDTHS

    return Field({"anyOf": number.schema}, read)


_SIDE = record(
    SideBet,
    "a side bet between two players",
    {"winner": SEAT, "loser": SEAT},
    units=_amount(UNITS, "units").described("in cược; 1 if left out"),
)


def banker_fields(words: Sequence[str], kinds: Sequence[str]) -> dict[str, Field]:
    """The fields of both games: the ``words`` of a con, and the ``kinds`` of hand that count."""
    of_con, of_banker = ({word: word for word in known} for known in (words, kinds))
    a_kind = Text(f"bài của nhà cái: {', '.join(kinds)}", f"the banker's hand: {', '.join(kinds)}")
    return {
        "banker": SEAT.described("cái: the player against whom all others play"),
        "stakes": by_any_seat(
            _amount(STAKE, "stakes"),
            "what each plays for, also who sits out, in cược; 1 if left out",
        ),
        "con": by_seat(a_word(of_con, "how the round went", _A_WORD), "one word a con"),
        "banker_kind": a_word(
            of_banker, "the banker's special hand: every con not told has lost", a_kind
        ),
        "side": a_list(_SIDE, "side bets, which stand whatever else happens", MOST_KEYS),
    }
