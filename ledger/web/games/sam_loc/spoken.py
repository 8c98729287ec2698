"""A round of Sâm lốc in one sentence: "An hết, Bình 4, Chi cóng, Dũng 1 còn heo"."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy

from ledger.spoken import shared_words
from ledger.spoken.statements import PLAYED, Statement, Values, by_seat, later, listed, one
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games import den_lang
from ledger.web.games.cards_left import has_won, left, with_others
from ledger.web.games.thirteen.spoken import chains, chop, white
from scoring.sam_loc.rules import DEALT, TWOS

__all__ = ["VOCABULARY", "chop", "has_won", "white"]

AT_ONCE = ("over", "sam")
"""The round was one player's báo sâm."""


def _twos(seat: int, number: int) -> Statement:
    return Statement(((f"hai-{seat}", str(number)),), ((f"twos {seat}", str(number)), PLAYED))


def has_left(values: Values) -> Iterator[Statement]:
    return (left(seat, values.get("cards", DEALT)) for seat in values["seats"])


def others(values: Values) -> Iterator[Statement]:
    yield Statement(kind="rest", later=(values.get("rest", 0), values.get("cards", DEALT)))


def thoi(values: Values) -> Iterator[Statement]:
    """How many 2s somebody still held, one where no number was said."""
    yield _twos(one(values), values.get("twos") or values.get("counted") or 1)


def counted_twos(values: Values) -> Iterator[Statement]:
    """The same beside the cards left, which something else tells."""
    yield _twos(one(values), values["counted"])
    yield Statement(kind="beside", later=one(values))


def only_twos(values: Values) -> Iterator[Statement]:
    """The cards that somebody has left are all 2s."""
    if values["cards"] <= TWOS:
        yield from (left(one(values), values["cards"]), _twos(one(values), values["cards"]))


def sam(values: Values) -> Iterator[Statement]:
    yield _at_once("player", one(values))


def failed(values: Values) -> Iterator[Statement]:
    """Somebody declared in vain; who stopped it is said elsewhere."""
    yield _at_once("player", one(values))
    yield Statement(kind="failed")


def stopped(values: Values) -> Iterator[Statement]:
    """Somebody stopped a báo sâm, of whom may have been said before."""
    yield _at_once("blocker", one(values))
    if "victim" in values:
        yield _at_once("player", values["victim"])


def _at_once(what: str, seat: int) -> Statement:
    return Statement(((f"sam-{what}", str(seat)),), (AT_ONCE, (what, str(seat))))


def den(values: Values) -> Iterator[Statement]:
    payer = ("den", str(one(values)))
    yield Statement((payer,), (payer, PLAYED))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """All others have so many cards left; the winner holds nothing; who is stopped declared."""
    every, winners = with_others(statements, seats), listed(statements, "winner")
    if every is None:
        return None
    declarers, blockers = listed(every, "sam-player"), listed(every, "sam-blocker")
    if (blockers and not declarers) or blockers & declarers:
        return None
    without_cards = set(later(every, "beside")).difference(by_seat(every, "left"))
    if without_cards or winners & by_seat(every, "hai").keys():
        return None
    if later(every, "failed") and not blockers:
        every.append(Statement(unsayable=WHO_STOPPED))
    return chains(den_lang.by_another(every, winners))


WHO_STOPPED = gettext_lazy("Ai chặn sâm? Nói thêm, như “Bình chặn”.")
VOCABULARY = read_vocabulary(
    __package__,
    globals(),
    shared_words.SHARED,
    finish=finish,
    cards=shared_words.number(1, DEALT),
    none=shared_words.number(0, 0),
    ten=shared_words.number(DEALT, DEALT),
)
