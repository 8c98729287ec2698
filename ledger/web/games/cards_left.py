"""What is said of cards left, in games whose winner is who is out first."""

from collections.abc import Iterator, Sequence

from ledger.spoken.statements import PLAYED, Statement, Values, by_seat, later, listed, one


def won(seat: int) -> Statement:
    """This player is out, and so has no card left."""
    claims = (("winner", str(seat)), (f"left {seat}", "0"), PLAYED)
    return Statement((("winner", str(seat)),), claims)


def left(seat: int, cards: int) -> Statement:
    """This player has so many cards left."""
    return Statement(((f"left-{seat}", str(cards)),), ((f"left {seat}", str(cards)), PLAYED))


def has_won(values: Values) -> Iterator[Statement]:
    yield won(one(values))


def with_others(statements: Sequence[Statement], seats: Sequence[int]) -> list[Statement] | None:
    """The statements with the cards of all others spelt out, where so many are left to speak of."""
    every = list(statements)
    rest = set(seats) - listed(statements, "winner") - by_seat(statements, "left").keys()
    for count, cards in later(statements, "rest"):
        if not listed(statements, "winner") or not rest or count not in (0, len(rest)):
            return None
        every += [left(seat, cards) for seat in rest]
    return every
