"""What both banker games say in one sentence: "Hùng cái, Lan thắng, Tí thua, Lan ăn kê Tí 2"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.common.amounts import in_digits
from ledger.spoken.shared_words import SHARED
from ledger.spoken.statements import Statement, Values, later, listed, one
from ledger.spoken.vocabulary import Finish, Vocabulary, read_vocabulary
from ledger.web.games.exact_numbers import exact_number
from scoring.banker.facts import STAKE, UNITS
from scoring.banker.rules import DRAW, LOST, WON

Statements = Sequence[Statement]


def banker_is(values: Values) -> Iterator[Statement]:
    seat = ("banker", str(one(values)))
    yield Statement((seat,), (seat,))
    if "kind" in values:
        yield from banker_has(values)


def banker_has(values: Values) -> Iterator[Statement]:
    kind = ("banker-kind", values["kind"])
    yield Statement((kind,), (kind,))


def all_lost(values: Values) -> Iterator[Statement]:
    """So many who are told nothing else have lost, 0 for all; who takes all is the banker."""
    yield Statement(kind="all lost", later=(values.get("rest", 0), values.get("seats", ())))


def banker_takes_all(values: Values) -> Iterator[Statement]:
    yield from (*banker_is(values), *all_lost(values))


def result(values: Values) -> Iterator[Statement]:
    """How the round went for one or several; who lost is ticked."""
    word = values["result"]
    for seat in values["seats"]:
        field = (LOST, str(seat)) if word == LOST else (f"con-{seat}", word)
        yield Statement((field,), ((f"con {seat}", word),))


def stake(values: Values) -> Iterator[Statement]:
    field = (f"stake-{one(values)}", in_digits(values["stake"]))
    yield Statement((field,), (field,))


def side(values: Values) -> list[Statement] | None:
    """A side bet; which of several it is, is known at the end."""
    winner, loser = one(values), values["victim"]
    bet = Statement(kind="side", later=(winner, loser, in_digits(values.get("units", Decimal(1)))))
    return None if winner == loser else [bet]


def knowing(vocabulary: Vocabulary, banker: int) -> Vocabulary:
    """The words of a table where this player is the banker unless another is told."""
    standing = Statement(kind="standing", later=banker)

    def finish(statements: Statements, seats: Sequence[int]) -> Statements | None:
        return vocabulary.finish([*statements, standing], seats)

    return replace(vocabulary, finish=finish)


def bankers(statements: Statements) -> set[int]:
    """Who is told as the banker, else who is it anyway; nobody where neither is known."""
    return listed(statements, "banker") or set(later(statements, "standing"))


def settled(statements: Statements, seats: Sequence[int]) -> Statements | None:
    """The statements with each side bet in fields of its own, and what the banker had as his."""
    known = bankers(statements)
    every = [_of_banker(each) if _cons(each) & known else each for each in statements]
    if not _all_are_counted(every, known, seats):
        return None
    bets = enumerate(later(statements, "side"))
    return [*every, *_all_lost(every, known), *(_bet(at, *bet) for at, bet in bets)]


def _all_are_counted(statements: Statements, known: set[int], seats: Sequence[int]) -> bool:
    """Whether as many are left as are said to have lost."""
    cons = set(seats).difference(known, *map(_cons, statements))
    left = len(cons) if known else len(cons) - 1
    return all(count in (0, left) for count, _who in later(statements, "all lost"))


def _all_lost(statements: Statements, known: set[int]) -> Iterator[Statement]:
    """That all others have lost, which a hand of the banker says by itself."""
    takers = [who for _count, who in later(statements, "all lost")]
    if any(set(who) - known for who in takers):
        yield Statement(unsayable=NOT_THE_BANKER)
    elif takers and not any(_tells_kind(each) for each in statements):
        yield from banker_has({"kind": WON})


def _tells_kind(statement: Statement) -> bool:
    return any(name == "banker-kind" for name, _value in statement.fields)


def _cons(statement: Statement) -> set[int]:
    """Whose results this tells."""
    asked = [question for question, _answer in statement.claims]
    return {int(each.removeprefix("con ")) for each in asked if each.startswith("con ")}


def _of_banker(result: Statement) -> Statement:
    """His hand; that he won or lost says nothing of each of the others."""
    [(_question, hand)] = result.claims
    [kind] = banker_has({"kind": hand})
    return Statement(unsayable=EACH_CON) if hand in PLAIN else kind


def _bet(at: int, winner: int, loser: int, units: str) -> Statement:
    fields = {"winner": winner, "loser": loser, "units": units}
    return Statement(tuple((f"side-{at}-{name}", str(value)) for name, value in fields.items()))


def banker_vocabulary(
    package: str, functions: Mapping[str, Any], finish: Finish = settled, **slots: Any
) -> Vocabulary:
    """The words of a game beside those of both."""
    return read_vocabulary(package, functions, BANKER, finish=finish, **slots)


PLAIN = (WON, LOST, DRAW)
EACH_CON = gettext_lazy("Nói từng nhà con thắng hay thua, hoặc “cái ăn hết”.")
NOT_THE_BANKER = gettext_lazy("Chỉ cái mới ăn hết: nói ai làm cái.")
BANKER = read_vocabulary(
    __package__, globals(), SHARED, stake=exact_number(STAKE), units=exact_number(UNITS)
)
