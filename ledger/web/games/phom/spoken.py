"""A round of phỏm in one sentence: "An nhất, Bình nhì, Cường ba, Dũng móm, Bình ăn An một lá"."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.spoken import shared_words
from ledger.spoken.statements import (
    PLAYED,
    Statement,
    Values,
    by_seat,
    later,
    listed,
    lost,
    one,
    place,
)
from ledger.spoken.vocabulary import Vocabulary, read_vocabulary
from ledger.web.games import den_lang

MOST_POINTS = 150
MOST_EATEN = 3


def points(values: Values) -> Iterator[Statement]:
    seat, counted = one(values), str(values.get("points", 0))
    claims = ((f"points {seat}", counted), (f"out {seat}", "no"), ("bare numbers", "points"))
    yield Statement(((f"points-{seat}", counted),), (*claims, PLAYED))


def mom(values: Values) -> Iterator[Statement]:
    for seat in values["seats"]:
        yield lost("mom", seat)
        if counted := str(values.get("points", "")):
            yield Statement(((f"points-{seat}", counted),), ((f"points {seat}", counted),))


def ate(values: Values) -> list[Statement] | None:
    """Eaten cards; of whom is known once the playing order is."""
    eater, victim = one(values), values.get("victim")
    name, number = "chot" if "chot" in values else "an", values.get("eaten", 1)
    field = (f"{name}-{eater}", str(number))
    statement = Statement(
        (field,), (field, ("eaten", "some")), "ate", (name, eater, victim, number)
    )
    return None if victim == eater else [statement]


def nobody_ate(values: Values) -> Iterator[Statement]:
    yield Statement(claims=(("eaten", "none"),))


def u(values: Values) -> Iterator[Statement]:
    seat, kind = str(one(values)), values.get("kind", "u")
    yield Statement((("u-player", seat), ("u-kind", kind)), (("u", seat), ("over", "u")))


def den(values: Values) -> Iterator[Statement]:
    yield Statement(claims=(("over", "u"),), kind="den", later=one(values))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """Each ate from the player before; who ate three cards is ù, so that nothing else is told."""
    before = {seat: seats[at - 1] for at, seat in enumerate(seats)}
    every = [*statements, *_eaten_from_payers(statements, before)]
    meals = later(every, "ate")
    if any(victim not in (None, before[eater]) for _name, eater, victim, _number in meals):
        return None
    if len({(name, eater) for name, eater, _victim, _number in meals}) < len(meals):
        return None
    full = [(("u", str(seat)), ("over", "u")) for seat in _full(every)]
    settled = shared_words.places_settled(
        [*every, *(Statement(claims=claims) for claims in full)], seats, "mom"
    )
    if settled is None:
        return None
    first = {seat for seat, at in by_seat(settled, "place").items() if at == "1"}
    winners = first.union(listed(settled, "u-player"), _full(settled))
    return _places_beside_points(den_lang.by_another(settled, winners))


def _full(statements: Sequence[Statement]) -> list[int]:
    """Who ate three cards."""
    eaten = Counter[int]()
    for _name, eater, _victim, number in later(statements, "ate"):
        eaten[eater] += number
    return [seat for seat, number in eaten.items() if number >= MOST_EATEN]


def _eaten_from_payers(
    statements: Sequence[Statement], before: Mapping[int, int]
) -> Iterator[Statement]:
    """Who pays for an ù (đền) let the winner eat three cards, told or understood."""
    meals = later(statements, "ate")
    winners = listed(statements, "u-player").union(_full(statements))
    for payer in later(statements, "den"):
        if {before[each] for each in winners} != {payer} or (meals and not _full(statements)):
            yield Statement(unsayable=NOT_BEFORE)
        elif not meals:
            eaten = {"seats": tuple(winners), "victim": payer, "eaten": MOST_EATEN}
            yield from ate(eaten) or ()


def _places_beside_points(statements: list[Statement]) -> list[Statement] | None:
    """Beside points the places say nothing of their own; they only have to agree."""
    left, mom = by_seat(statements, "points"), listed(statements, "mom")
    counted = {seat: int(number) for seat, number in left.items() if seat not in mom}
    places = by_seat(statements, "place")
    if not counted or not places:
        return statements
    numbers = sorted(counted.values())
    by_points = {
        seat: str(1 + numbers.index(number))
        for seat, number in counted.items()
        if numbers.count(number) == 1
    }
    if any(by_points.get(seat) != at for seat, at in places.items()):
        return None
    return [each for each in statements if not by_seat([each], "place")]


def counted(values: Values) -> Iterator[Statement]:
    """A place by its bare number, which beside points would be taken for points."""
    statement = place(one(values), values["number"])
    yield Statement(statement.fields, (*statement.claims, ("bare numbers", "places")))


NOT_BEFORE = gettext_lazy("Chỉ ai ngồi ngay trước người ù mới đền, vì đã cho ăn ba lá.")


def _vocabulary(functions: dict[str, Any]) -> Vocabulary:
    return read_vocabulary(
        __package__,
        vars(shared_words) | globals() | functions,
        shared_words.RANKED,
        finish=finish,
        points=shared_words.number(0, MOST_POINTS),
        eaten=shared_words.number(1, MOST_EATEN),
        number=shared_words.number(1, 4),
    )


VOCABULARY = _vocabulary({})
VOCABULARY_WITH_DEN = _vocabulary({"den": den_lang.den})
