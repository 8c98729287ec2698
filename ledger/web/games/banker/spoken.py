"""What both banker games say in one sentence: "Hùng cái, Lan thắng, Tí thua, Lan ăn kê Tí 2"."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ledger.common.amounts import in_digits
from ledger.spoken.shared_words import SHARED
from ledger.spoken.statements import Statement, Values, by_seat, listed, one
from ledger.spoken.vocabulary import Finish, Vocabulary, read_vocabulary
from ledger.web.games.exact_numbers import exact_number
from scoring.banker.facts import STAKE, UNITS
from scoring.banker.rules import LOST, WON

Statements = Sequence[Statement]


def banker_is(values: Values) -> Iterator[Statement]:
    seat = ("banker", str(one(values)))
    yield Statement((seat,), (seat,))
    if "kind" in values:
        yield from banker_has(values)


def banker_has(values: Values) -> Iterator[Statement]:
    kind = ("banker-kind", values["kind"])
    yield Statement((kind,), (kind,))


def banker_won(values: Values) -> Iterator[Statement]:
    return banker_has({"kind": WON})


def result(values: Values) -> Iterator[Statement]:
    """How the round went for one or several; who lost is ticked."""
    word = values["result"]
    for seat in values["seats"]:
        told = (LOST, str(seat)) if word == LOST else (f"con-{seat}", word)
        yield Statement((told,), ((f"con {seat}", word),))


def stake(values: Values) -> Iterator[Statement]:
    told = (f"stake-{one(values)}", in_digits(values["stake"]))
    yield Statement((told,), (told,))


def side(values: Values) -> list[Statement] | None:
    """A side bet; which of several it is, is known at the end."""
    winner, loser = one(values), values["victim"]
    bet = Statement(kind="side", later=(winner, loser, in_digits(values.get("units", Decimal(1)))))
    return None if winner == loser else [bet]


def settled(statements: Statements, seats: Sequence[int]) -> Statements | None:
    """The statements with each side bet in fields of its own, and what the banker had as his."""
    bets = [each for each in statements if each.kind == "side"]
    others = [each for each in statements if each.kind != "side"]
    bankers = listed(others, "banker")
    told = [
        _of_banker(each) if by_seat([each], "con").keys() & bankers else each for each in others
    ]
    return [*told, *(_bet(at, *each.later) for at, each in enumerate(bets))]


def _of_banker(told: Statement) -> Statement:
    [(_name, hand)] = told.fields
    [kind] = banker_has({"kind": hand})
    return kind


def _bet(at: int, winner: int, loser: int, units: str) -> Statement:
    told = {"winner": winner, "loser": loser, "units": units}
    return Statement(tuple((f"side-{at}-{name}", str(value)) for name, value in told.items()))


def banker_vocabulary(
    package: str, functions: Mapping[str, Any], finish: Finish = settled, **slots: Any
) -> Vocabulary:
    """The words of a game beside those of both."""
    return read_vocabulary(package, functions, BANKER, finish=finish, **slots)


BANKER = read_vocabulary(
    __package__, globals(), SHARED, stake=exact_number(STAKE), units=exact_number(UNITS)
)
