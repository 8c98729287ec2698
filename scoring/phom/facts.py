"""What a table can tell of a round of phỏm."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.common.cards import Card
from scoring.common.errors import FactsError
from scoring.common.reading import Reader, show
from scoring.common.text import Text
from scoring.phom.hands import holds_phom, mask_of, points_of
from scoring.phom.rules import DEALT, MOST_EATEN, PhomRules, UKind

FIELDS: Final = frozenset({"players", "an", "points", "mom", "ha", "u"})
AN_FIELDS: Final = frozenset({"eater", "victim", "chot"})
HAND_FIELDS: Final = frozenset({"hand"})
U_FIELDS: Final = frozenset({"player", "kind"})

_POINTS = Text(
    "số điểm hoặc các lá còn lại {“hand”: […]}",
    "the points, or the cards left as {“hand”: […]}",
)
_WHO = Text("ai ăn hoặc ai bị ăn", "who ate or whose card was eaten")
_A_KIND = Text("một kiểu ù: u, u_tron, u_khan", "a kind of ù: u, u_tron, u_khan")


class Eaten(NamedTuple):
    """One eaten card: the victim had discarded it."""

    eater: int
    victim: int
    chot: bool


class Win(NamedTuple):
    """An ù as told."""

    player: int
    kind: UKind


@dataclass(frozen=True, slots=True)
class PhomFacts:
    """One round.

    ``points`` are told or counted from ``hands``, the cards left as shown. ``mom`` are those named
    (``named_mom``) and who showed nine cards without a phỏm. ``ha`` is as told. ``third`` is the
    place in ``an`` of the first card that was the third from one victim.
    """

    players: tuple[int, ...]
    an: tuple[Eaten, ...]
    points: Mapping[int, int]
    hands: Mapping[int, tuple[Card, ...]]
    named_mom: tuple[int, ...]
    mom: tuple[int, ...]
    ha: tuple[int, ...]
    u: Win | None
    third: int | None

    @property
    def winner(self) -> int | None:
        """Who is ù: by the third card from one victim, or as told."""
        if self.third is not None:
            return self.an[self.third].eater
        return self.u.player if self.u else None

    @property
    def order(self) -> tuple[int, ...]:
        """Everybody in the order of laying down; who is not in ``ha`` follows in playing order."""
        return self.ha + tuple([seat for seat in self.players if seat not in self.ha])


def read(raw: Mapping[str, object], rules: PhomRules) -> PhomFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    reader = Reader()
    fields = reader.facts(raw, FIELDS)
    facts = _read_round(reader, fields)
    if reader.problems:
        raise FactsError(reader.problems)
    return facts


def _read_round(reader: Reader, fields: Mapping[str, object]) -> PhomFacts:
    an = _read_an(reader, fields.get("an"))
    points, hands = _read_points(reader, fields.get("points"))
    named = reader.seat_list(fields.get("mom"), "mom")
    return PhomFacts(
        players=reader.players,
        an=an,
        points=points,
        hands=hands,
        named_mom=named,
        mom=named + tuple([seat for seat in hands if seat not in named and _is_mom(hands[seat])]),
        ha=reader.seat_list(fields.get("ha"), "ha"),
        u=_read_u(reader, fields.get("u")),
        third=_third(an),
    )


def _is_mom(hand: tuple[Card, ...]) -> bool:
    return len(hand) == DEALT and not holds_phom(mask_of(set(hand)))


def _third(an: tuple[Eaten, ...]) -> int | None:
    if len(an) < MOST_EATEN:
        return None
    pairs = [(each.eater, each.victim) for each in an]
    return next((at for at in range(len(an)) if pairs[: at + 1].count(pairs[at]) == 3), None)


def _read_an(reader: Reader, value: object) -> tuple[Eaten, ...]:
    """``an``: the eaten cards in order."""
    if not value and (value is None or value == []):
        return ()
    listed = reader.items(value, "an")
    read = [_plain(reader, each) or _read_eaten(reader, each, at) for at, each in enumerate(listed)]
    return tuple([each for each in read if each is not None])


def _plain(reader: Reader, value: object) -> Eaten | None:
    """An eaten card just as agreed; any other is read again for what is wrong."""
    if type(value) is not dict or len(value) != len(AN_FIELDS):
        return None
    eater, victim, chot = value.get("eater"), value.get("victim"), value.get("chot")
    seats = reader.players
    if type(eater) is int and type(victim) is int and type(chot) is bool:
        return Eaten(eater, victim, chot) if eater in seats and victim in seats else None
    return None


def _read_eaten(reader: Reader, value: object, at: int) -> Eaten | None:
    """The next player eats, so one of the two seats says the other."""
    field = f"an[{at}]"
    problems = len(reader.problems)
    fields = reader.fields(value, AN_FIELDS, field)
    if len(reader.problems) > problems:
        return None
    told, whose = fields.get("eater"), fields.get("victim")
    chot = reader.flag(fields.get("chot"), f"{field}.chot")
    if told is None and whose is None:
        reader.missing(f"{field}.eater", _WHO)
        return None
    eater = None if told is None else reader.seat(told, f"{field}.eater")
    victim = None if whose is None else reader.seat(whose, f"{field}.victim")
    if told is None and victim is not None:
        eater = _beside(reader.players, victim, 1)
    if whose is None and eater is not None:
        victim = _beside(reader.players, eater, -1)
    return None if eater is None or victim is None else Eaten(eater, victim, chot)


def _beside(players: tuple[int, ...], seat: int, step: int) -> int:
    return players[(players.index(seat) + step) % len(players)]


def next_player(players: tuple[int, ...], seat: int) -> int:
    """Who plays after this seat, and may eat what it discards (PH-8)."""
    return _beside(players, seat, 1)


_NO_POINTS: Final[Mapping[int, int]] = MappingProxyType({})
_NO_HANDS: Final[Mapping[int, tuple[Card, ...]]] = MappingProxyType({})


def _read_points(
    reader: Reader, value: object
) -> tuple[Mapping[int, int], Mapping[int, tuple[Card, ...]]]:
    """``points``: by seat, a number or ``{"hand": cards}``."""
    if not value and (value is None or value == {}):
        return _NO_POINTS, _NO_HANDS
    points: dict[int, int] = {}
    hands: dict[int, tuple[Card, ...]] = {}
    for seat, told in reader.by_seat(value, "points"):
        if type(told) is int:
            points[seat] = told
        elif isinstance(told, Mapping):
            hand = _read_hand(reader, told, seat)
            if hand is not None:
                hands[seat], points[seat] = hand, points_of(set(hand))
        else:
            reader.refuse("type", f"points.{seat}", _EXPECTED, what=_POINTS, found=show(told))
    return points, hands


_EXPECTED = Text("Cần {what}, không phải {found}.", "Expected {what}, found {found}.")


def _read_hand(reader: Reader, value: Mapping[str, object], seat: int) -> tuple[Card, ...] | None:
    fields = reader.fields(value, HAND_FIELDS, f"points.{seat}")
    cards = fields.get("hand")
    if cards is None:
        reader.missing(f"points.{seat}", _POINTS, seat)
        return None
    return reader.cards(cards, f"points.{seat}.hand")


def _read_u(reader: Reader, value: object) -> Win | None:
    """``u``: who is ù, and how."""
    if value is None:
        return None
    fields = reader.fields(value, U_FIELDS, "u")
    if not isinstance(value, Mapping):
        return None
    player = reader.seat(fields.get("player"), "u.player")
    kind = fields.get("kind")
    found = UKind.U if kind is None else _KINDS.get(kind) if type(kind) is str else None
    if found is None:
        reader.expected(_A_KIND, kind, "u.kind", "unknown_kind")
    return None if player is None or found is None else Win(player, found)


_KINDS: Final = {kind.value: kind for kind in UKind}
