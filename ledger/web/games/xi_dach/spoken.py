"""A round of xì dách in one sentence: "Hùng cái, Lan xì dách, Tí thua, Đạt hoà"."""

from collections.abc import Iterator

from ledger.spoken.statements import Statement, Values, one
from ledger.web.games.banker.spoken import banker_vocabulary


def non(values: Values) -> Iterator[Statement]:
    for seat in values["seats"]:
        yield Statement((("non", str(seat)),), ((f"con {seat}", "lost"),))


def den(values: Values) -> Iterator[Statement]:
    payer = ("den", str(one(values)))
    yield Statement((payer,), (payer,))


VOCABULARY = banker_vocabulary(__package__, globals())
