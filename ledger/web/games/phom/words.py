"""A round of phỏm in one sentence: "An nhất, Bình nhì, Cường ba, Dũng móm, Bình ăn An một lá"."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ledger.spoken import shared_words
from ledger.spoken.statements import PLAYED, Clause, Context, Statement, Values, lost, one, place

CARDS = "(lá|cây|con|quân)"
MOST_POINTS = 150
MOST_EATEN = 3


def points(values: Values, context: Context) -> Iterator[Statement]:
    seat, counted = one(values), str(values.get("points", 0))
    claims = (
        (f"points {seat}", counted),
        (f"out {seat}", "no"),
        ("bare numbers", "points"),
        PLAYED,
    )
    yield Statement(((f"points-{seat}", counted),), claims, "points", seat)


def mom(values: Values, context: Context) -> Iterator[Statement]:
    for seat in values["seats"]:
        yield lost("mom", seat)
        if counted := str(values.get("points", "")):
            yield Statement(((f"points-{seat}", counted),), ((f"points {seat}", counted),))


def ate(values: Values, context: Context) -> list[Statement] | None:
    """Eaten cards; of whom is known once the playing order is."""
    eater, victim = one(values), values.get("victim")
    if victim == eater:
        return None
    name, number = ("chot", "1") if values.get("chot") else ("an", str(values.get("eaten", 1)))
    fields = ((f"{name}-{eater}", number),)
    claims = ((f"{name} {eater}", number), ("eaten", "some"))
    return [Statement(fields, claims, "ate", (name, eater, victim))]


def nobody_ate(values: Values, context: Context) -> Iterator[Statement]:
    yield Statement(claims=(("eaten", "none"),))


def u(values: Values, context: Context) -> Iterator[Statement]:
    seat, kind = str(one(values)), values.get("kind", "u")
    yield Statement((("u-player", seat), ("u-kind", kind)), (("u", seat), ("over", "u")))


def den(values: Values, context: Context) -> Iterator[Statement]:
    yield Statement(claims=(("over", "u"),), kind="den", later=one(values))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    whole = _with_eaten_of_den(statements, seats)
    if whole is None or not _eaten_in_order(whole, seats):
        return None
    told = shared_words.places_settled([*whole, *_by_eating(whole)], seats, "mom")
    return None if told is None else _places_beside_points(told)


def _with_eaten_of_den(
    statements: Sequence[Statement], seats: Sequence[int]
) -> list[Statement] | None:
    """Who pays for an ù (đền) is who let the winner eat three cards, told or understood."""
    whole, eaten = list(statements), _eaten(statements)
    said = [*statements, *_by_eating(statements)]
    winners = {int(seat) for each in said for question, seat in each.claims if question == "u"}
    for payer in (each.later for each in statements if each.kind == "den"):
        before = [seats[seats.index(winner) - 1] for winner in winners]
        if before != [payer] or eaten.total() not in (0, MOST_EATEN):
            return None
        if not eaten:
            cards = {"seats": tuple(winners), "victim": payer, "eaten": MOST_EATEN}
            whole += ate(cards, Context()) or ()
    return whole


def _eaten_in_order(statements: Sequence[Statement], seats: Sequence[int]) -> bool:
    """Whether each ate from the player before, and of each eater it is said once how many."""
    eaten = [each.later for each in statements if each.kind == "ate"]
    once = len({(name, eater) for name, eater, _victim in eaten}) == len(eaten)
    before = {seat: seats[at - 1] for at, seat in enumerate(seats)}
    return once and all(victim in (None, before[eater]) for _name, eater, victim in eaten)


def _by_eating(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Three cards eaten make their eater ù, so that nothing else can be told."""
    for seat, cards in _eaten(statements).items():
        if cards >= MOST_EATEN:
            yield Statement(claims=(("u", str(seat)), ("over", "u")))


def _eaten(statements: Sequence[Statement]) -> Counter[int]:
    """How many cards each ate."""
    eaten: Counter[int] = Counter()
    for each in statements:
        if each.kind == "ate":
            eaten[each.later[1]] += int(each.fields[0][1])
    return eaten


def _places_beside_points(statements: list[Statement]) -> list[Statement] | None:
    """Beside points the places say nothing of their own; they only have to agree."""
    counted = {t.later: int(t.fields[0][1]) for t in statements if t.kind == "points"}
    places = {n[6:]: int(v) for t in statements for n, v in t.fields if n.startswith("place-")}
    if not counted or not places:
        return statements
    if any(_place_of(int(seat), counted) != at for seat, at in places.items()):
        return None
    return [t for t in statements if not t.fields[0][0].startswith("place-")]


def _place_of(seat: int, points: Mapping[int, int]) -> int | None:
    """The place that these points give; None where others have as many, or none are told."""
    own = points.get(seat)
    if own is None or list(points.values()).count(own) > 1:
        return None
    return 1 + sum(its < own for its in points.values())


def counted(values: Values, context: Context) -> Iterator[Statement]:
    """A place by its bare number, which beside points would be taken for points."""
    told = place(one(values), values["number"])
    yield Statement(told.fields, (*told.claims, ("bare numbers", "places")))


VOCABULARY = shared_words.vocabulary(
    shared_words.PLACED,
    shared_words.IN_ORDER,
    Clause(("<who> <number>",), counted),
    Clause(
        (
            "<who> [còn|có] <points>",
            "<he> [còn|có|với|được|hạ|tính] [bài] [được] <points> (điểm|nút)",
            "<he> [còn|có|được] không [có|còn] (điểm|nút) [nào]",
        ),
        points,
    ),
    Clause(
        ("<group> [bị|đều] (móm|cháy)", "<who> [bị] (móm|cháy) <points> (điểm|nút)"),
        mom,
    ),
    Clause(
        (
            "<rest> [bị|đều] (móm|cháy) [hết|cả|sạch|hết cả] [trừ <who>]",
            "trừ <who> <rest> [bị|đều] (móm|cháy) [hết]",
        ),
        shared_words.all_others,
    ),
    Clause(("(có|được) <who> [có|hạ] phỏm", "<who> có phỏm"), shared_words.spared),
    Clause(("không ai ăn [được] [ai|gì|(lá|cây|con) nào]",), nobody_ate),
    Clause(
        (
            f"<who> ăn [của] <victim> [<eaten> [{CARDS}]]",
            f"<victim> mất [<eaten> {CARDS}] cho <who> [<eaten> {CARDS}]",
            f"<victim> cho <who> ăn [<eaten> {CARDS}]",
            f"<who> ăn <eaten> {CARDS} [[của] <victim>]",
            f"<victim> bị <who> ăn [<eaten> {CARDS}]",
            f"<who> ăn [[một] {CARDS}] <chot> [[của] <victim>]",
            f"<who> ăn [của] <victim> [[một] {CARDS}] <chot>",
            f"<victim> bị <who> ăn [{CARDS}] <chot>",
            f"<he> [nhờ|vì|do] ăn [của] <victim> [<eaten> {CARDS}]",
            f"<he> [nhờ|vì|do] ăn <eaten> {CARDS} [[của] <victim>]",
        ),
        ate,
    ),
    Clause(("<he> [được] ù [<kind> [bài]]",), u),
    Clause(("<who> [phải|bị] đền [bài|làng|cả làng|hết|thay]",), den),
    tables={
        "place": shared_words.PLACES | {"ít điểm nhất": 1, "nhiều điểm nhất": shared_words.LAST},
        "kind": {"tròn": "u_tron", "khan": "u_khan"},
        "chot": {"chốt": True},
    },
    slots={
        "points": shared_words.number(0, MOST_POINTS),
        "eaten": shared_words.number(1, MOST_EATEN),
        "number": shared_words.number(1, 4),
    },
    slips={"mòm": "móm", "mõm": "móm", "mỏm": "móm", "chót": "chốt"},
    fillers=("hết",),
    finish=finish,
    example={
        2: "{0} nhất, {1} ăn {0} một lá",
        3: "{0} nhất, {1} nhì, {2} móm, {1} ăn {0} một lá",
        4: "{0} nhất, {1} nhì, {2} ba, {3} móm, {1} ăn {0} một lá",
    },
)
