"""What a table can tell of a round in both Tiến lên games, and how it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from scoring.common import reading
from scoring.common.cards import DECK, HAND_SIZE, Card
from scoring.common.problem_texts import read_problems
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.pot import PotFacts
from scoring.thirteen.cards import (
    BA_BICH,
    HANG,
    HELD_HANG,
    HEO,
    HOLDABLE,
    ITEMS,
    PLAY_SIZES,
    PLAYS,
    SIZES,
    UNSUITED,
    Item,
    Kind,
    Play,
)

problem = read_problems(__package__)

SHORTEST_CHAIN = 2
MOST_VE_HAI = len(HEO) - 1
"""Four 2s are a tới trắng, and no play."""
MOST_HANG = len(DECK) // 4
"""One deck has no more hàng, so a round no more chains and a chain no more plays."""


class ChainPlay(NamedTuple):
    """One play of a chain: who played what."""

    player: int
    items: tuple[Item, ...]
    play: Play


class Chain(NamedTuple):
    """A play and those that chopped it, each the one before it.

    ``victim_went_out``: the last chopped player went out with the play that was chopped.
    """

    plays: tuple[ChainPlay, ...]
    victim_went_out: bool = False

    @property
    def victim(self) -> int:
        """The last chopped, who pays."""
        return self.plays[-2].player

    @property
    def chopper(self) -> int:
        """The last chopper, who is paid."""
        return self.plays[-1].player


class Holding(NamedTuple):
    """What a player still holds: items by name, or all his cards (then ``items`` is empty)."""

    items: tuple[Item, ...] = ()
    hand: tuple[Card, ...] | None = None

    @property
    def says_something(self) -> bool:
        """An empty list tells nothing; so does an empty hand of someone who went out."""
        return bool(self.items or self.hand)

    @property
    def fewest(self) -> int:
        """How many cards these are at least."""
        return sum([SIZES[item] for item in self.items]) if self.hand is None else len(self.hand)

    @property
    def has_ba_bich(self) -> bool:
        """Whether the 3♠ is among them."""
        return Item.BA_BICH in self.items or BA_BICH in (self.hand or ())


NOTHING = Holding()


@dataclass(frozen=True, slots=True)
class ToiTrang:
    """The winner before any play, the kind named or the thirteen cards shown, or both."""

    player: int
    kind: Kind | None = None
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class VeHai:
    """Who ended the round on so many 2s, and so has not won."""

    player: int
    count: int


Thoi = Mapping[int, Holding]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFacts(PotFacts):
    """What a table tells in both games: the chains in no order, and what players still held.

    ``played`` is how many cards each player played in chains. ``is_complete``: the table told who
    won and whatever else decides who went out. ``only_played`` names the fields that only a round
    without a tới trắng has.
    """

    only_played: ClassVar[tuple[str, ...]]

    thoi: Thoi = field(default_factory=dict)
    chat: tuple[Chain, ...] = ()
    toi_trang: ToiTrang | None = None
    ve_hai: VeHai | None = None
    cong: Seats = ()
    den: int | None = None
    opening: bool = False
    played: Mapping[int, int]
    is_complete: bool

    @property
    def out(self) -> Seats:
        """Who emptied his hand, in that order."""
        raise NotImplementedError

    @property
    def first(self) -> int | None:
        """Who won the round."""
        raise NotImplementedError

    @property
    def ba_bich_played(self) -> bool:
        """Whether the 3♠ was surely played."""
        raise NotImplementedError


def cards_played(chains: Sequence[Chain]) -> dict[int, int]:
    """How many cards each player played in chains."""
    played: dict[int, int] = {}
    for chain in chains:
        for player, _, play in chain.plays:
            played[player] = played.get(player, 0) + PLAY_SIZES[play]
    return played


_AN_ITEM = Text(
    "một con heo (2♠, heo đen…) hoặc một hàng (tứ quý, 3 đôi thông…)",
    "a heo (2♠, a black heo…) or a hàng (four of a kind, 3 consecutive pairs…)",
)
_A_PLAY = Text(
    "một heo, một đôi heo hoặc tên một hàng", "one heo, a pair of heo, or the name of one hàng"
)


def _items(text: str | None, *named: str, **more: Any) -> Mapping[str, Any]:
    """A list of 2s in any spelling, and of these by name."""
    names = "|".join(named)
    item = {"type": "string", "pattern": f"^(?:{reading.TWO}|{names})$"}
    return {"type": "array", "items": item, **({"description": text} if text else {}), **more}


_HELD_ITEMS = {
    spelling: item for spelling, item in ITEMS.items() if item in (*HOLDABLE, Item.BA_BICH)
}
_HAND = reading.record(
    Holding, "all cards held", {}, hand=reading.cards("the heo and hàng in them are found")
)


def _read_holding(reader: reading.Reader, value: object, path: str) -> Holding | None:
    """A list of items or ``{"hand": cards}``."""
    if isinstance(value, Mapping):
        hand: Holding | None = _HAND.read(reader, value, path)
        return hand
    if not isinstance(value, reading.LISTS):
        reader.expected(_AN_ITEM, value, path)
        return None
    items = []
    for at, each in enumerate(reader.items(value, path, len(DECK))):
        if type(each) is str and each in _HELD_ITEMS:
            items.append(_HELD_ITEMS[each])
        else:
            reader.expected(_AN_ITEM, each, f"{path}[{at}]", "unknown_item")
    return Holding(tuple(items)) if items else NOTHING


THOI = reading.by_seat(
    reading.Field(
        {
            "anyOf": [
                _items(
                    None,
                    *UNSUITED,
                    *HELD_HANG,
                    *[spelt for spelt, item in ITEMS.items() if item is Item.BA_BICH],
                    maxItems=len(DECK),
                    examples=[["2S", Item.TU_QUY.value]],
                ),
                _HAND.schema,
            ]
        },
        _read_holding,
    ),
    "thối, the heo and hàng still held: each 2 by its card, or heo_den (black) and heo_do (red)"
    " where nobody noted the suit; ba_doi_thong, tu_quy, bon_doi_thong; nam_doi_thong and"
    " sau_doi_thong where the table has a price for them",
)


def _read_play(reader: reading.Reader, value: object, path: str) -> ChainPlay | None:
    fields = reader.fields(value, _PLAY_FIELDS, path)
    if fields is None:
        return None
    player = reader.seat(fields.get("player"), f"{path}.player")
    cards = fields.get("cards")
    if cards is None:
        reader.missing(f"{path}.cards", _A_PLAY, player)
        return None
    listed = reader.items(cards, f"{path}.cards", len(DECK))
    items = tuple([ITEMS[each] for each in listed if isinstance(each, str) and each in ITEMS])
    play = PLAYS.get(items) if len(items) == len(listed) else None
    if play is None:
        shown = ", ".join([reading.show(each) for each in listed[:4]]) or "[]"
        reader.refuse(problem("chain_play", f"{path}.cards", player, what=_A_PLAY, found=shown))
        return None
    return None if player is None else ChainPlay(player, items, play)


_PLAY = reading.record(
    dict,
    "one play",
    {
        "player": reading.SEAT,
        "cards": reading.Field(
            _items(
                "a heo, a pair of heo, or the name of a hàng",
                *UNSUITED,
                *HANG,
                Item.HAI_TU_QUY,
                minItems=1,
                maxItems=2,
            ),
            reading.Reader.cards,
        ),
    },
)
_PLAY_FIELDS = _PLAY.schema["properties"].keys()
_CHAIN = reading.a_list(
    reading.Field(_PLAY.schema, _read_play),
    "first what was chopped first",
    MOST_HANG,
    minItems=SHORTEST_CHAIN,
)


def _read_chain(reader: reading.Reader, value: object, path: str) -> tuple[ChainPlay, ...]:
    listed = () if value is None else value
    plays: tuple[ChainPlay, ...] = _CHAIN.read(reader, listed, path)
    if len(plays) < SHORTEST_CHAIN and not (
        isinstance(listed, reading.LISTS) and len(listed) > MOST_HANG
    ):
        reader.refuse(problem("chain_too_short", path))
    return plays


CHAT = reading.a_list(
    reading.record(
        Chain,
        "one chain: each play chops the one before it",
        {"plays": reading.Field(_CHAIN.schema, _read_chain)},
        victim_went_out=reading.FLAG.described(
            "the last chopped had gone out with that very play; false if left out"
        ),
    ),
    "chặt, the chains of this round, in no order",
    MOST_HANG,
)
TOI_TRANG = reading.record(
    ToiTrang,
    "tới trắng: who won before any play, by kind or cards or both",
    {"player": reading.SEAT},
    kind=reading.one_of(Kind, "what was held", Text("một kiểu tới trắng", "a kind of tới trắng")),
    hand=reading.cards("all thirteen cards", minItems=HAND_SIZE, maxItems=HAND_SIZE),
)
VE_HAI = reading.record(
    VeHai,
    "về hai: who ended the round on 2s where the table does not let that win, and on how many",
    {
        "player": reading.SEAT,
        "count": reading.whole(1, MOST_VE_HAI, Text("số heo", "the number of 2s")),
    },
)
