"""A round of xì dách in one sentence: "Hùng cái, Lan xì dách, Tí thua, Đạt hoà"."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy

from ledger.spoken.statements import Statement, Values, later, one
from ledger.web.games.banker.spoken import Statements, banker_vocabulary, bankers, settled


def non(values: Values) -> Iterator[Statement]:
    for seat in values["seats"]:
        yield Statement((("non", str(seat)),), ((f"con {seat}", "lost"),))


def den(values: Values) -> Iterator[Statement]:
    payer = ("den", str(one(values)))
    yield Statement((payer,), (payer,))


def banker_pays(values: Values) -> Iterator[Statement]:
    yield Statement(kind="banker pays")


def finish(statements: Statements, seats: Sequence[int]) -> Statements | None:
    """The banker who pays is whoever is the banker."""
    every = [*statements]
    if later(statements, "banker pays"):
        every += [pays for who in bankers(statements) for pays in den({"seats": (who,)})]
        every += [] if bankers(statements) else [Statement(unsayable=WHO_IS)]
    return settled(every, seats)


WHO_IS = gettext_lazy("Chưa biết ai làm cái: nói thêm, như “An cái”.")
VOCABULARY = banker_vocabulary(__package__, globals(), finish)
