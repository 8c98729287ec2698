"""What a table can tell of a round in both Tiến lên games, and how it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.common.cards import Card
from scoring.common.reading import LISTS, Reader, show
from scoring.common.text import Text
from scoring.thirteen.cards import HOLDABLE, ITEMS, PLAY_SIZES, PLAYS, Item, Kind, Play


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
    victim_went_out: bool

    @property
    def victim(self) -> int:
        """The last chopped, who pays."""
        return self.plays[-2].player

    @property
    def chopper(self) -> int:
        """The last chopper, who is paid."""
        return self.plays[-1].player


class Held(NamedTuple):
    """What a player still holds: items by name, or all his cards (then ``items`` is empty)."""

    items: tuple[Item, ...] = ()
    hand: tuple[Card, ...] | None = None

    @property
    def says_something(self) -> bool:
        """An empty list tells nothing; so does an empty hand of someone who went out."""
        return bool(self.items or self.hand)


NOTHING: Final = Held()


@dataclass(frozen=True, slots=True)
class ToiTrang:
    """The winner before any play, the kind named or the thirteen cards shown, or both."""

    player: int
    kind: Kind | None
    hand: tuple[Card, ...] | None


Thoi = Mapping[int, Held]
SHORTEST_CHAIN: Final = 2
NO_THOI: Final[Thoi] = MappingProxyType({})

THOI_FIELDS: Final = frozenset({"hand"})
CHAIN_FIELDS: Final = frozenset({"plays", "victim_went_out"})
PLAY_FIELDS: Final = frozenset({"player", "cards"})
TOI_TRANG_FIELDS: Final = frozenset({"player", "kind", "hand"})

_HELD_ITEMS: Final = {spelling: item for spelling, item in ITEMS.items() if item in HOLDABLE}
_AN_ITEM = Text(
    "heo (2S, 2C, 2D, 2H, heo_den, heo_do) hoặc hàng (ba_doi_thong, tu_quy, bon_doi_thong)",
    "a heo (2S, 2C, 2D, 2H, heo_den, heo_do) or hàng (ba_doi_thong, tu_quy, bon_doi_thong)",
)
_A_PLAY = Text(
    "một heo, một đôi heo hoặc tên một hàng", "one heo, a pair of heo, or the name of one hàng"
)
_A_KIND = Text("một kiểu tới trắng", "a kind of tới trắng")


def read_thoi(reader: Reader, value: object) -> Thoi:
    """``thoi``: by seat, a list of items or ``{"hand": cards}``."""
    if not value and (value is None or value == {}):
        return NO_THOI
    return {seat: _read_held(reader, held, seat) for seat, held in reader.by_seat(value, "thoi")}


def _read_held(reader: Reader, value: object, seat: int) -> Held:
    if isinstance(value, LISTS):
        return Held(_read_items(reader, value, seat)) if value else NOTHING
    if not isinstance(value, Mapping):
        reader.expected(_AN_ITEM, value, f"thoi.{seat}")
        return NOTHING
    fields = reader.fields(value, THOI_FIELDS, f"thoi.{seat}")
    cards = fields.get("hand")
    return NOTHING if cards is None else Held((), reader.cards(cards, f"thoi.{seat}.hand"))


def _read_items(reader: Reader, value: Sequence[object], seat: int) -> tuple[Item, ...]:
    items = [_HELD_ITEMS.get(each) if type(each) is str else None for each in value]
    for at, item in enumerate(items):
        if item is None:
            reader.expected(_AN_ITEM, value[at], f"thoi.{seat}[{at}]", "unknown_item")
    return tuple([item for item in items if item is not None])


def read_chat(reader: Reader, value: object) -> tuple[Chain, ...]:
    """``chat``: the chains, in no order."""
    if not value and (value is None or value == []):
        return ()
    listed = reader.items(value, "chat")
    chains = [_read_chain(reader, each, f"chat[{at}]") for at, each in enumerate(listed)]
    return tuple([chain for chain in chains if chain is not None])


def cards_played(chains: Sequence[Chain]) -> dict[int, int]:
    """How many cards each player played in chains."""
    played: dict[int, int] = {}
    for chain in chains:
        for player, _, play in chain.plays:
            played[player] = played.get(player, 0) + PLAY_SIZES[play]
    return played


def _read_chain(reader: Reader, value: object, field: str) -> Chain | None:
    fields = reader.fields(value, CHAIN_FIELDS, field)
    listed = reader.items(fields.get("plays"), f"{field}.plays")
    read = [
        _plain_play(reader, play) or _read_play(reader, play, f"{field}.plays[{at}]")
        for at, play in enumerate(listed)
    ]
    went_out = reader.flag(fields.get("victim_went_out"), f"{field}.victim_went_out")
    if len(listed) < SHORTEST_CHAIN:
        text = Text(
            "Một vụ chặt cần ít nhất hai lượt đánh: bài bị chặt và bài chặt.",
            "A chain needs at least two plays: what was chopped and what chopped it.",
        )
        reader.refuse("chain_too_short", f"{field}.plays", text)
    plays = tuple([play for play in read if play is not None])
    return Chain(plays, went_out) if len(plays) >= SHORTEST_CHAIN else None


def _plain_play(reader: Reader, value: object) -> ChainPlay | None:
    """A play just as agreed, as nearly all are; any other is read again for what is wrong."""
    if type(value) is not dict or len(value) != len(PLAY_FIELDS):
        return None
    player, cards = value.get("player"), value.get("cards")
    if type(player) is not int or player not in reader.players or type(cards) is not list:
        return None
    try:
        items, play = _PLAIN[tuple(cards)]
    except (KeyError, TypeError):
        return None
    return ChainPlay(player, items, play)


_PLAIN: Final[Mapping[tuple[object, ...], tuple[tuple[Item, ...], Play]]] = {
    tuple([item.value for item in items]): (items, play) for items, play in PLAYS.items()
}


def _read_play(reader: Reader, value: object, field: str) -> ChainPlay | None:
    fields = reader.fields(value, PLAY_FIELDS, field)
    player = reader.seat(fields.get("player"), f"{field}.player")
    cards = fields.get("cards")
    if cards is None:
        reader.missing(f"{field}.cards", _A_PLAY, player)
        return None
    listed = reader.items(cards, f"{field}.cards")
    items = tuple([ITEMS[each] for each in listed if type(each) is str and each in ITEMS])
    play = PLAYS.get(items) if len(items) == len(listed) else None
    if play is None:
        found = ", ".join([show(each) for each in listed[:4]]) or "[]"
        text = Text("Cần {what}, không phải {found}.", "Expected {what}, found {found}.")
        reader.refuse("chain_play", f"{field}.cards", text, player, what=_A_PLAY, found=found)
        return None
    return None if player is None else ChainPlay(player, items, play)


def read_toi_trang(reader: Reader, value: object) -> ToiTrang | None:
    """``toi_trang``: the winner, and the kind or the cards."""
    if value is None:
        return None
    fields = reader.fields(value, TOI_TRANG_FIELDS, "toi_trang")
    if not isinstance(value, Mapping):
        return None
    player = reader.seat(fields.get("player"), "toi_trang.player")
    kind = _read_kind(reader, fields.get("kind"))
    cards = fields.get("hand")
    hand = None if cards is None else reader.cards(cards, "toi_trang.hand")
    return None if player is None else ToiTrang(player, kind, hand)


def _read_kind(reader: Reader, value: object) -> Kind | None:
    kind = _KINDS.get(value) if type(value) is str else None
    if kind is None and value is not None:
        reader.expected(_A_KIND, value, "toi_trang.kind", "unknown_kind")
    return kind


_KINDS: Final = {kind.value: kind for kind in Kind}
