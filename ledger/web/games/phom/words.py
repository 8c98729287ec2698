"""A round of phỏm in one sentence: "An nhất, Bình nhì, Cường ba, Dũng móm, Bình ăn An một lá"."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ledger.spoken import common_words
from ledger.spoken.grammar import Grammar
from ledger.spoken.patterns import Found
from ledger.spoken.statements import PLAYED, Clause, Context, Tell, lost, place

CARDS = "(lá|cây|con|quân)"
MOST_POINTS = 150
MOST_EATEN = 3


def points(found: Found, context: Context) -> Iterator[Tell]:
    seat, counted = found.get("he", found.get("who")), str(found.get("points", 0))
    claims = (
        (f"points {seat}", counted),
        (f"out {seat}", "no"),
        ("bare numbers", "points"),
        PLAYED,
    )
    yield Tell(((f"points-{seat}", counted),), claims, "points", seat)


def mom(found: Found, context: Context) -> Iterator[Tell]:
    return (lost("mom", seat) for seat in found["group"])


def mom_with_points(found: Found, context: Context) -> Iterator[Tell]:
    seat, counted = found["who"], str(found["points"])
    yield lost("mom", seat)
    yield Tell(((f"points-{seat}", counted),), ((f"points {seat}", counted),))


def ate(found: Found, context: Context) -> list[Tell] | None:
    """Eaten cards; of whom is known once the playing order is."""
    eater, victim = str(found["who"]), found.get("victim")
    if victim == found["who"]:
        return None
    name, number = ("chot", "1") if found.get("chot") else ("an", str(found.get("eaten", 1)))
    fields = ((f"{name}-{eater}", number),)
    claims = ((f"{name} {eater}", number), ("eaten", "some"))
    return [Tell(fields, claims, "ate", (name, found["who"], victim))]


def he_ate(found: Found, context: Context) -> list[Tell] | None:
    """The same of whoever was spoken of."""
    known = context.subject is not None
    return ate(found | {"who": context.subject}, context) if known else None


def nobody_ate(found: Found, context: Context) -> Iterator[Tell]:
    yield Tell(claims=(("eaten", "none"),))


def u(found: Found, context: Context) -> Iterator[Tell]:
    seat, kind = str(found["he"]), found.get("kind", "u")
    yield Tell((("u-player", seat), ("u-kind", kind)), (("u", seat), ("over", "u")))


def finish(tells: Sequence[Tell], seats: Sequence[int]) -> Sequence[Tell] | None:
    if not _eaten_in_order(tells, seats):
        return None
    told = common_words.places_settled([*tells, *_by_eating(tells)], seats, "mom")
    return None if told is None else _places_beside_points(told)


def _eaten_in_order(tells: Sequence[Tell], seats: Sequence[int]) -> bool:
    """Whether each ate from the player before, and of each eater it is said once how many."""
    eaten = [tell.later for tell in tells if tell.kind == "ate"]
    once = len({(name, eater) for name, eater, _victim in eaten}) == len(eaten)
    before = {seat: seats[at - 1] for at, seat in enumerate(seats)}
    return once and all(victim in (None, before[eater]) for _name, eater, victim in eaten)


def _by_eating(tells: Sequence[Tell]) -> Iterator[Tell]:
    """Three cards eaten make their eater ù, so that nothing else can be told."""
    eaten: Counter[int] = Counter()
    for tell in tells:
        if tell.kind == "ate":
            eaten[tell.later[1]] += int(tell.fields[0][1])
    for seat, cards in eaten.items():
        if cards >= MOST_EATEN:
            yield Tell(claims=(("u", str(seat)), ("over", "u")))


def _places_beside_points(tells: list[Tell]) -> list[Tell] | None:
    """Beside points the places say nothing of their own; they only have to agree."""
    counted = {t.later: int(t.fields[0][1]) for t in tells if t.kind == "points"}
    places = {n[6:]: int(v) for t in tells for n, v in t.fields if n.startswith("place-")}
    if not counted or not places:
        return tells
    if any(_place_of(int(seat), counted) != at for seat, at in places.items()):
        return None
    return [t for t in tells if not t.fields[0][0].startswith("place-")]


def _place_of(seat: int, points: Mapping[int, int]) -> int | None:
    """The place that these points give; None where others have as many, or none are told."""
    own = points.get(seat)
    if own is None or list(points.values()).count(own) > 1:
        return None
    return 1 + sum(its < own for its in points.values())


def counted(found: Found, context: Context) -> Iterator[Tell]:
    """A place by its bare number, which beside points would be taken for points."""
    told = place(found["who"], found["number"])
    yield Tell(told.fields, (*told.claims, ("bare numbers", "places")))


GRAMMAR = Grammar(
    clauses=(
        common_words.PLACED,
        common_words.GOES_ON,
        common_words.IN_ORDER,
        Clause(("<who> <number>",), counted, about="who"),
        Clause(
            (
                "<who> [còn|có] <points>",
                "<he> [còn|có|với|được|hạ|tính] [bài] [được] <points> (điểm|nút)",
                "<he> [còn|có|được] không [có|còn] (điểm|nút) [nào]",
            ),
            points,
            about="who",
        ),
        Clause(("<group> [bị|đều] (móm|cháy)",), mom),
        Clause(("<who> [bị] (móm|cháy) <points> (điểm|nút)",), mom_with_points, about="who"),
        Clause(("<rest> [bị|đều] (móm|cháy) [hết|cả|sạch|hết cả]",), common_words.all_others),
        Clause(
            (
                "<rest> [bị|đều] (móm|cháy) [hết] trừ <who>",
                "trừ <who> <rest> [bị|đều] (móm|cháy) [hết]",
            ),
            common_words.all_but,
        ),
        Clause(("(có|được) <who> [có|hạ] phỏm", "<who> có phỏm"), common_words.spared, about="who"),
        Clause(("không ai ăn [được] [ai|gì|(lá|cây|con) nào]",), nobody_ate),
        Clause(
            (
                "<who> ăn [của] <victim>",
                f"<who> ăn [của] <victim> <eaten> [{CARDS}]",
                f"<victim> mất [<eaten> {CARDS}] cho <who> [<eaten> {CARDS}]",
                f"<victim> cho <who> ăn [<eaten> {CARDS}]",
                f"<who> ăn <eaten> {CARDS} [[của] <victim>]",
                f"<victim> bị <who> ăn [<eaten> {CARDS}]",
                f"<who> ăn [[một] {CARDS}] <chot> [[của] <victim>]",
                f"<who> ăn [của] <victim> [[một] {CARDS}] <chot>",
                f"<victim> bị <who> ăn [{CARDS}] <chot>",
            ),
            ate,
            about="who",
        ),
        Clause(("<he> [được] ù", "<he> [được] ù <kind> [bài]"), u, about="he"),
        Clause(
            (
                f"[nhờ|vì|do] ăn [của] <victim> [<eaten> {CARDS}]",
                f"[nhờ|vì|do] ăn <eaten> {CARDS} [[của] <victim>]",
            ),
            he_ate,
        ),
    ),
    tables={
        **common_words.TABLES,
        "place": common_words.PLACES | {"ít điểm nhất": 1, "nhiều điểm nhất": common_words.LAST},
        "kind": {"tròn": "u_tron", "khan": "u_khan"},
        "chot": {"chốt": True},
    },
    slots={
        **common_words.SLOTS,
        "points": common_words.number(0, MOST_POINTS),
        "eaten": common_words.number(1, MOST_EATEN),
        "number": common_words.number(1, 4),
    },
    fillers=(*common_words.FILLERS, "hết"),
    slips={**common_words.SLIPS, "mòm": "móm", "mõm": "móm", "mỏm": "móm", "chót": "chốt"},
    finish=finish,
    example={
        2: "{0} nhất, {1} ăn {0} một lá",
        3: "{0} nhất, {1} nhì, {2} móm, {1} ăn {0} một lá",
        4: "{0} nhất, {1} nhì, {2} ba, {3} móm, {1} ăn {0} một lá",
    },
)
