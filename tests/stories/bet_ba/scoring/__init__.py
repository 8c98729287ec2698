"""Bét pays each of the others 1, and twice that after three rounds in a row as bét."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.common.reading import SEAT, Field, Reader, by_seat, facts, read_facts
from scoring.common.rule_set import RuleSet
from scoring.common.settings import Values, read_settings
from scoring.common.text import Text
from scoring.common.transfers import Outcome, Part, Reason, net, pay

PLAYERS = range(2, 9)
MANY = 3


def _read_number(reader: Reader, value: object, path: str) -> int:
    if type(value) is int and 1 <= value <= MANY:
        return value
    reader.expected(Text("số ván", "a number of rounds"), value, path)
    return 1


FACTS = facts(
    "A round",
    PLAYERS,
    bet=SEAT.described("who came last"),
    row=by_seat(
        Field({"type": "integer", "minimum": 1, "maximum": MANY}, _read_number),
        "how many rounds in a row somebody has come last",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetBaFacts:
    """One round."""

    players: tuple[int, ...]
    bet: int
    row: Mapping[int, int] = field(default_factory=dict)


def read(raw: Mapping[str, object], rules: Values) -> BetBaFacts:
    """The facts as typed values."""
    return BetBaFacts(**read_facts(FACTS, raw))


def start(round: BetBaFacts) -> dict[str, object]:
    """How often in a row somebody has come last."""
    return {"row": {str(seat): count for seat, count in round.row.items()}} if round.row else {}


def settle(round: BetBaFacts, rules: Values) -> Outcome:
    """Who came last pays everybody."""
    before = round.row.get(round.bet, 0)
    units = rules.units("bet") * (2 if before >= MANY else 1)
    transfers = [
        each
        for seat in round.players
        if seat != round.bet
        for each in pay(
            round.bet, seat, Reason.PLACE, "BB-1", [Part(Reason.PLACE, units)], rules.grain
        )
    ]
    return Outcome(
        transfers=tuple(transfers),
        grain=rules.grain,
        net=net(round.players, transfers),
        next_leader=None,
        opening=False,
        next={"row": {str(round.bet): min(before + 1, MANY)}},
    )


def make_rules(values: Values) -> Any:
    """The settings themselves."""
    return values


RULE_SET = RuleSet(
    name="bet_ba",
    title=Text("Bét ba", "Three in a row"),
    order=20,
    players=PLAYERS,
    settings=read_settings(__package__),
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    settle=settle,
    start=start,
    words={"row": Text("bét liền", "last in a row")},
)
