"""What a table can tell of a round of phỏm."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.common import reading
from scoring.common.cards import Card
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.phom.hands import holds_phom, mask_of, points_of
from scoring.phom.rules import DEALT, MOST_EATEN, PLAYERS, TURNS, PhomRules, UKind
from scoring.pot import POT, PotFacts

_POINTS = Text("số điểm hoặc các lá còn lại", "the points, or the cards left")
_WHO = Text("ai ăn hoặc ai bị ăn", "who ate or whose card was eaten")


class Eaten(NamedTuple):
    """One eaten card: the victim had discarded it."""

    eater: int = 0
    victim: int = 0
    chot: bool = False


class Win(NamedTuple):
    """An ù as told."""

    player: int
    kind: UKind = UKind.U


class Left(NamedTuple):
    """The points of a player, as told or counted from the cards that he showed."""

    points: int
    hand: tuple[Card, ...] | None = None


def next_player(players: Seats, seat: int) -> int:
    """Who plays after this seat, and may eat what it discards (PH-8)."""
    return players[(players.index(seat) + 1) % len(players)]


def from_seat(players: Seats, seat: int) -> Seats:
    """The players in playing order, this one first."""
    at = players.index(seat)
    return players[at:] + players[:at]


_EATEN = reading.record(
    Eaten,
    "one eaten card; the next player eats, so one of the two seats is enough",
    {},
    eater=reading.SEAT.described("who ate it"),
    victim=reading.SEAT.described("who had discarded it, and pays"),
    chot=reading.FLAG.described("it was a chốt card; false if left out"),
)


def _read_eaten(reader: reading.Reader, value: object, path: str) -> Eaten | None:
    """The next player eats, so one of the two seats says the other."""
    problems = len(reader.problems)
    eaten: Eaten | None = _EATEN.read(reader, value, path)
    if eaten is None or len(reader.problems) > problems or (eaten.eater and eaten.victim):
        return eaten
    if eaten.victim:
        return eaten._replace(eater=next_player(reader.players, eaten.victim))
    if eaten.eater:
        return eaten._replace(victim=next_player(reader.players[::-1], eaten.eater))
    reader.missing(f"{path}.eater", _WHO)
    return None


_HAND = reading.record(dict, "the cards left", {}, hand=reading.cards("their points are counted"))


def _read_left(reader: reading.Reader, value: object, path: str) -> Left | None:
    """A number or ``{"hand": cards}``."""
    if type(value) is int:
        return Left(value)
    if not isinstance(value, Mapping):
        reader.expected(_POINTS, value, path)
        return None
    fields = _HAND.read(reader, value, path)
    if "hand" not in fields:
        reader.missing(path, _POINTS, reader.seats[path.partition(".")[2]])
        return None
    return Left(points_of(set(fields["hand"])), fields["hand"])


FACTS = reading.facts(
    "A round of phỏm",
    PLAYERS,
    an=reading.a_list(
        reading.Field(_EATEN.schema, _read_eaten),
        "ăn, the eaten cards in order",
        TURNS * PLAYERS[-1],
    ),
    points=reading.by_seat(
        reading.Field({"anyOf": [{"type": "integer", "minimum": 0}, _HAND.schema]}, _read_left),
        "the points; those of a móm player may be left out",
    ),
    mom=reading.seats("móm: who laid no phỏm down"),
    ha=reading.seats("hạ, the order of laying down; left out, it is the playing order"),
    u=reading.record(
        Win,
        "ù: who won at once; three cards eaten from one victim say so by themselves",
        {"player": reading.SEAT},
        kind=reading.one_of(
            UKind,
            "how; u if left out",
            Text("một kiểu ù: ù, ù tròn, ù khan", "a kind of ù: ù, ù tròn, ù khan"),
        ),
    ),
    ranks=reading.seats(
        "who came where, first to last, where nobody counted points; the last may be left out"
    ),
    leader=reading.SEAT.described("who led, where it was not the first of `players`"),
    den=reading.SEAT.described(
        "đền: who let the ù player eat three cards; under đền làng in any round"
    ),
    **POT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhomFacts(PotFacts):
    """One round.

    ``points`` are told or counted from ``hands``, the cards left as shown. ``mom`` are those named
    (``named_mom``) and who showed nine cards without a phỏm. ``ha`` is as told. ``third`` is the
    place in ``an`` of the first card that was the third from one victim. ``ranks`` is as told, and
    ``leader`` too.
    """

    an: tuple[Eaten, ...] = ()
    points: Mapping[int, int]
    hands: Mapping[int, tuple[Card, ...]]
    named_mom: Seats
    mom: Seats
    ha: Seats = ()
    u: Win | None = None
    third: int | None
    ranks: Seats = ()
    leader: int | None = None
    den: int | None = None

    @property
    def winner(self) -> int | None:
        """Who is ù: by the third card from one victim, or as told."""
        if self.third is not None:
            return self.an[self.third].eater
        return self.u.player if self.u else None

    @property
    def order(self) -> Seats:
        """Everybody in the order of laying down; who is not in ``ha`` follows in playing order."""
        players = self.players if self.leader is None else from_seat(self.players, self.leader)
        return self.ha + tuple([seat for seat in players if seat not in self.ha])

    @property
    def ranked(self) -> Seats:
        """Everybody by ``ranks``: one who is left out is the last, before who is móm."""
        rest = [seat for seat in self.order if seat not in self.ranks]
        named = [seat for seat in self.ranks if seat not in self.mom]
        left = [seat for seat in rest if seat not in self.mom]
        below = [seat for seat in self.ranks if seat in self.mom]
        return (*named, *left, *below, *[seat for seat in rest if seat in self.mom])


def read(raw: Mapping[str, object], rules: PhomRules) -> PhomFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    fields = reading.read_facts(FACTS, raw)
    named, left = fields.get("mom", ()), fields.get("points", {})
    hands = {seat: each.hand for seat, each in left.items() if each.hand is not None}
    shown_mom = [seat for seat in hands if seat not in named and _is_mom(hands[seat])]
    worked_out = {
        "points": {seat: each.points for seat, each in left.items()},
        "hands": hands,
        "named_mom": named,
        "mom": (*named, *shown_mom),
        "third": _third(fields.get("an", ())),
    }
    return PhomFacts(**fields | worked_out)


def _is_mom(hand: tuple[Card, ...]) -> bool:
    return len(hand) == DEALT and not holds_phom(mask_of(set(hand)))


def _third(an: tuple[Eaten, ...]) -> int | None:
    if len(an) < MOST_EATEN:
        return None
    pairs = [(each.eater, each.victim) for each in an]
    return next((at for at in range(len(an)) if pairs[: at + 1].count(pairs[at]) == 3), None)
