"""A round of ba cây in one sentence: "An chương 7, Bình 9, Chi sáp"."""

from collections.abc import Iterator, Sequence

from ledger.spoken.shared_words import number
from ledger.spoken.statements import Statement, Values, later, one
from ledger.web.games.banker.spoken import (
    Statements,
    banker_is,
    banker_vocabulary,
    result,
    settled,
)
from scoring.ba_cay.rules import MUOI, SAP, TEN


def points(values: Values) -> Iterator[Statement]:
    """What somebody had; ten and sáp may be a result beside others."""
    seat, had = one(values), values.get("points", SAP)
    yield Statement((), ((f"had {seat}", str(had)),), "had", (seat, had))
    if "above" in values:
        yield from is_above(values)


def banker_points(values: Values) -> Iterator[Statement]:
    yield from banker_is(values)
    yield from points(values)


def is_above(values: Values) -> Iterator[Statement]:
    yield Statement((("above", str(one(values))),))


def finish(statements: Statements, seats: Sequence[int]) -> Statements | None:
    """Beside results, what somebody had is a result too: ten or sáp."""
    names = {name for each in statements for name, _value in each.fields}
    had, all_lost = later(statements, "had"), later(statements, "all lost")
    by_words = {"lost", "banker-kind"} & names or any("con-" in name for name in names)
    if not by_words and not all_lost:
        fields = [Statement(((f"points-{seat}", str(each)),)) for seat, each in had]
    elif any(each not in (SAP, TEN) for _seat, each in had):
        return None
    else:
        hands = {SAP: SAP, TEN: MUOI}
        fields = [
            each for seat, hand in had for each in result({"seats": (seat,), "result": hands[hand]})
        ]
    return settled([*(each for each in statements if each.kind != "had"), *fields], seats)


VOCABULARY = banker_vocabulary(__package__, globals(), finish, points=number(1, TEN))
