"""Heo, hàng, chains and tới trắng as fields: what both Tiến lên forms share.

Fields: `held-3` (ticked items of seat 3), `hand-3` (its cards, typed), `chat-0-1-player`
and `chat-0-1-cards` (second play of the first chain), `chat-0-out` (its last chopped
player went out), `toi-trang-player`, `-kind` and `-hand`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.common.amounts import units
from ledger.common.language import language
from ledger.common.person import Fields, Person
from ledger.web.games.base import RoundForm
from ledger.web.games.card_fields import Found, cards, look
from scoring import RULE_SETS
from scoring.common.cards import HAND_SIZE, RANK_CODES, Card
from scoring.common.transfers import decimal
from scoring.common.words import word
from scoring.thirteen.cards import HANG, Kind, found_items, kinds_held
from scoring.thirteen.cards import Item as RuleItem

HELD = ("2S", "2C", "2D", "2H", "ba_doi_thong", "tu_quy", "bon_doi_thong")
SHORT: dict[str, tuple[Promise, Promise]] = {
    "ba_doi_thong": (gettext_lazy("3 đôi"), gettext_lazy("thông")),
    "tu_quy": (gettext_lazy("Tứ"), gettext_lazy("quý")),
    "bon_doi_thong": (gettext_lazy("4 đôi"), gettext_lazy("thông")),
}
"""Hàng on a small button: two short lines."""

CHOPPED = (
    "heo_den",
    "heo_do",
    "heo_den+heo_den",
    "heo_do+heo_do",
    "heo_den+heo_do",
    "ba_doi_thong",
    "tu_quy",
    "bon_doi_thong",
)
MOST_CHAINS = 6
MOST_PLAYS = 8
RED = ("2D", "2H", "heo_do")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to tick: its code, its word, whether it is ticked."""

    code: str
    label: str
    chosen: bool
    note: str = ""

    @property
    def red(self) -> bool:
        return self.code in RED


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a chain: who, with what."""

    player: str
    cards: str


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain as typed, with one empty play at its end to go on."""

    index: int
    plays: tuple[Play, ...]
    went_out: bool

    @property
    def empty(self) -> bool:
        return not any(play.player or play.cards for play in self.plays)


@dataclass(frozen=True, slots=True)
class HeldFields:
    """What a player may still hold: the items to tick, and the cards as typed."""

    items: list[Item]
    hand: str
    id: str
    found: Found


@dataclass(frozen=True, slots=True)
class LinkFields:
    """One play of a chain as two choices: who, and with what."""

    name: str
    players: list[Item]
    cards: list[Item]


@dataclass(frozen=True, slots=True)
class ChainFields:
    """A chain as typed, with room to go on."""

    index: int
    links: list[LinkFields]
    went_out: bool
    empty: bool
    id: str


@dataclass(frozen=True, slots=True)
class ToiTrangFields:
    """Who won at once, and with which kind or cards."""

    players: list[Item]
    kinds: list[Item]
    hand: str
    found: Found


class HeldRules(Protocol):
    """What the fields need to know of the rules in force: `prices` are in 1/`grain` cược."""

    grain: int
    prices: Mapping[RuleItem, int]
    kinds: frozenset[Kind]
    dong_mau_cards: int
    dem_heo: bool | frozenset[Kind]


class HangForm(RoundForm):
    """The part of a Tiến lên form that tells of heo, hàng, chains and tới trắng."""

    deck_order = RANK_CODES
    first_lead = gettext_lazy("Ván đầu tiên: ai có 3♠ đi trước.")
    rules: ClassVar[str]
    choppers: ClassVar[tuple[str, ...]]

    @abstractmethod
    def kinds(self) -> Sequence[Kind]:
        """The tới trắng hands of this game, the likeliest in this round first."""

    @cached_property
    def in_force(self) -> HeldRules:
        rules: HeldRules = RULE_SETS[self.rules].in_force(self.terms.settings)
        return rules

    def counts_heo(self) -> bool:
        """Whether a tới trắng may be paid heo and hàng on top."""
        return bool(self.in_force.dem_heo)

    def held(self, person: Person) -> HeldFields:
        """The fields of what this player still holds, each item with its price in cược."""
        ticked = self.fields.getlist(f"held-{person.seat}")
        usual = [replace(each, chosen=each.code in ticked) for each in self._usual]
        further = [self._held_item(code, True) for code in _further(ticked)]
        hand = self.fields.get(f"hand-{person.seat}", "")
        return HeldFields(usual + further, hand, f"at-held-{person.seat}", self._held_in(person))

    @cached_property
    def _usual(self) -> list[Item]:
        """What every player may hold, the same for all."""
        return [self._held_item(code, False) for code in HELD]

    def _held_item(self, code: str, ticked: bool) -> Item:
        label, note = SHORT.get(code, (_short(code), ""))
        price = self.in_force.prices.get(RuleItem(code)) if code in HELD else None
        priced = "" if price is None else units(decimal(price, self.in_force.grain))
        return Item(code, str(label), ticked, f"{note} {priced}".strip())

    def chains(self) -> list[ChainFields]:
        """The typed chains, each with a row to go on, and an empty chain after them."""
        return [self._chain(chain) for chain in chains_to_show(self.fields)]

    def _chain(self, chain: Chain) -> ChainFields:
        links = [
            LinkFields(
                f"chat-{chain.index}-{at}",
                self._players(play.player),
                _choices(self.choppers if at else CHOPPED, play.cards),
            )
            for at, play in enumerate(chain.plays)
        ]
        return ChainFields(
            chain.index, links, chain.went_out, chain.empty, f"at-chat-{chain.index}"
        )

    def toi_trang(self) -> ToiTrangFields:
        kinds = [kind for kind in self.kinds() if kind in self.in_force.kinds]
        return ToiTrangFields(
            self._players(self.fields.get("toi-trang-player", "")),
            _choices(kinds, self.fields.get("toi-trang-kind", "")),
            self.fields.get("toi-trang-hand", ""),
            self._kinds_in(),
        )

    def found(self) -> Iterator[Found]:
        yield from map(self._held_in, self.people)
        yield self._kinds_in()

    def _held_in(self, person: Person) -> Found:
        codes = cards(self.fields.get(f"hand-{person.seat}", ""))
        return look(f"found-hand-{person.seat}", codes, self._heo_and_hang)

    def _heo_and_hang(self, id: str, hand: Sequence[Card]) -> Found:
        """The heo and hàng among the cards, worth most together."""
        three, four, long = (self.in_force.prices[hang] for hang in HANG)
        items = found_items(hand, (three, four, long))
        return Found(id, [", ".join(map(_short, items)) or _("không heo, không hàng")])

    def _kinds_in(self) -> Found:
        codes = cards(self.fields.get("toi-trang-hand", ""))
        tell = self._toi_trang_kinds if len(codes) == HAND_SIZE else None
        return look("found-toi-trang-hand", codes, tell)

    def _toi_trang_kinds(self, id: str, hand: Sequence[Card]) -> Found:
        """The tới trắng kinds of this table that thirteen cards hold."""
        held = kinds_held(hand, self.in_force.dong_mau_cards) & self.in_force.kinds
        said = ", ".join(_short(kind) for kind in self.kinds() if kind in held)
        return Found(id, [said or _("Không có bộ tới trắng nào của bàn này.")], wrong=not said)

    def _players(self, chosen: str) -> list[Item]:
        return [Item(str(p.seat), p.name, str(p.seat) == chosen) for p in self.by_seat()]

    def slots(self) -> dict[str, str]:
        held = {f"thoi.{person.seat}": f"at-held-{person.seat}" for person in self.people}
        chains = {
            f"chat[{each.index}]": f"at-chat-{each.index}" for each in chains_to_show(self.fields)
        }
        return held | chains | {"toi_trang": "at-toi-trang"}


def _further(ticked: list[str]) -> list[str]:
    """What is held beyond one of each usual item: a second hàng, a heo of unknown suit."""
    further = list(ticked)
    for code in HELD:
        if code in further:
            further.remove(code)
    return further


def _choices(codes: Iterable[str], chosen: str) -> list[Item]:
    """The usual choices, and what was chosen even where it is not one of them."""
    usual = list(codes)
    offered = usual if chosen in usual or not chosen else [*usual, chosen]
    return [Item(code, _played(code), code == chosen) for code in offered]


def _played(cards: str) -> str:
    return " + ".join(_short(code) for code in cards.split("+"))


def _short(code: str) -> str:
    return word(code, language()).split(" (")[0]


def read_held(fields: Fields, seats: Iterable[int]) -> dict[str, Any]:
    """`thoi` of the facts: what each seat still held, by name or by cards."""
    thoi: dict[str, Any] = {}
    for seat in seats:
        hand = cards(fields.get(f"hand-{seat}", ""))
        items = fields.getlist(f"held-{seat}")
        if hand:
            thoi[str(seat)] = {"hand": hand}
        elif items:
            thoi[str(seat)] = items
    return thoi


def read_chains(fields: Fields) -> list[dict[str, Any]]:
    """`chat` of the facts; rows left wholly empty are no play."""
    chains = [_read_chain(chain) for chain in chains_typed(fields)]
    return [chain for chain in chains if chain["plays"]]


def _read_chain(chain: Chain) -> dict[str, Any]:
    plays = [
        {"player": _seat(play.player), "cards": play.cards.split("+") if play.cards else []}
        for play in chain.plays
        if play.player or play.cards
    ]
    return {"plays": plays, "victim_went_out": chain.went_out}


def _seat(text: str) -> int | None:
    return int(text) if text.isdigit() and len(text) < 4 else None


def chains_typed(fields: Fields) -> Iterator[Chain]:
    """The chains as they stand in the fields, in order."""
    for index in range(MOST_CHAINS):
        plays = [
            Play(
                fields.get(f"chat-{index}-{at}-player", ""),
                fields.get(f"chat-{index}-{at}-cards", ""),
            )
            for at in range(MOST_PLAYS)
        ]
        while plays and not (plays[-1].player or plays[-1].cards):
            plays.pop()
        if plays:
            yield Chain(index, tuple(plays), bool(fields.get(f"chat-{index}-out")))


def chains_to_show(fields: Fields) -> list[Chain]:
    """The typed chains, each with a row to go on, and an empty chain after them."""
    typed = list(chains_typed(fields))
    shown = [Chain(at, _with_room(chain.plays), chain.went_out) for at, chain in enumerate(typed)]
    return [*shown, Chain(len(shown), _with_room(()), False)][:MOST_CHAINS]


def _with_room(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    rows = max(3, len(plays) + 1)
    return (plays + (Play("", ""),) * rows)[: min(rows, MOST_PLAYS)]


def unfinished_chain(fields: Fields) -> bool:
    """Whether a chain has been begun and cannot be scored yet."""
    return any(
        len(chain.plays) < 2 or not all(play.player and play.cards for play in chain.plays)
        for chain in chains_typed(fields)
    )


def read_toi_trang(fields: Fields) -> dict[str, Any] | None:
    """`toi_trang` of the facts."""
    player = _seat(fields.get("toi-trang-player", ""))
    if player is None:
        return None
    found: dict[str, Any] = {"player": player}
    if kind := fields.get("toi-trang-kind", ""):
        found["kind"] = kind
    if hand := cards(fields.get("toi-trang-hand", "")):
        found["hand"] = hand
    return found


def fill_shared(facts: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The fields of `thoi`, `chat` and `toi_trang`."""
    for seat, held in (facts.get("thoi") or {}).items():
        if isinstance(held, Mapping):
            yield f"hand-{seat}", [" ".join(held.get("hand") or [])]
        else:
            yield f"held-{seat}", list(held or [])
    for index, chain in enumerate(facts.get("chat") or []):
        yield from _fill_chain(index, chain)
    if won := facts.get("toi_trang"):
        yield "toi-trang-player", [str(won["player"])]
        yield "toi-trang-kind", [won.get("kind") or ""]
        yield "toi-trang-hand", [" ".join(won.get("hand") or [])]


def _fill_chain(index: int, chain: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for at, play in enumerate(chain["plays"]):
        yield f"chat-{index}-{at}-player", [str(play["player"])]
        yield f"chat-{index}-{at}-cards", ["+".join(play["cards"])]
    if chain.get("victim_went_out"):
        yield f"chat-{index}-out", ["1"]


def describe_events(facts: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    """Tới trắng, chặt and thối of a round in words."""
    if won := facts.get("toi_trang"):
        kind = f" ({_short(won['kind'])})" if won.get("kind") else ""
        yield _("%(name)s tới trắng") % {"name": names[won["player"]]} + kind
    for chain in facts.get("chat") or []:
        yield _describe_chain(chain["plays"], names)
    for seat, held in (facts.get("thoi") or {}).items():
        items = held.get("hand") if isinstance(held, Mapping) else held
        if items:
            said = ", ".join(_short(item) for item in items)
            yield _("%(name)s còn %(items)s") % {"name": names[int(seat)], "items": said}


def _describe_chain(plays: list[Any], names: Mapping[int, str]) -> str:
    told = {
        "chopper": names[plays[-1]["player"]],
        "chopped": names[plays[-2]["player"]],
        "cards": " + ".join(_short(code) for code in plays[-2]["cards"]),
    }
    if len(plays) > 2:
        return _("%(chopper)s chặt chồng %(cards)s của %(chopped)s") % told
    return _("%(chopper)s chặt %(cards)s của %(chopped)s") % told
