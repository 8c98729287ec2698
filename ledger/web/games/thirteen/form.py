"""Heo, hàng, chains and tới trắng as fields: what both Tiến lên forms share.

Fields: `held-3` (ticked items of seat 3), `hand-3` (its cards, typed), `chat-0-1-player`
and `chat-0-1-cards` (second play of the first chain), `chat-0-out` (its last chopped
player went out), `toi-trang-player`, `-kind` and `-hand`.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from ledger.common.person import Fields, Person
from ledger.web.games.base import Facts, whole_number
from ledger.web.games.card_fields import CardNote, cards, look, shown
from ledger.web.games.choices import FormChoice, choose_player, counted_words, short_word
from ledger.web.games.fields import Box, Field, Select, TextInput, Tool
from ledger.web.games.thirteen.ve_hai import VeHaiForm, describe_ended, fill_ended
from scoring.common.cards import CARDS, HAND_SIZE, Card
from scoring.thirteen.cards import (
    LONG_RUNS,
    PAIRS_IN_A_RUN,
    PLAYS,
    Item,
    Kind,
    found_items,
    kinds_held,
)
from scoring.thirteen.facts import ChainPlay

HEO_AND_HANG = ("2S", "2C", "2D", "2H", "ba_doi_thong", "tu_quy", "bon_doi_thong", *LONG_RUNS)

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


class TypedChain(NamedTuple):
    """A chain as typed: of each play who and with what, and whether the last chopped went out."""

    plays: list[tuple[str, str]]
    went_out: bool

    @property
    def unfinished(self) -> bool:
        """Whether it cannot be scored yet."""
        return len(self.plays) < 2 or not all(map(all, self.plays))


class SharedForm(VeHaiForm):
    """The part of a Tiến lên form that tells of heo, hàng, chains and tới trắng."""

    first_lead = gettext_lazy("Ván đầu tiên: ai có 3♠ đi trước.")

    @abstractmethod
    def kinds(self) -> Sequence[Kind]:
        """The tới trắng hands of this game, the likeliest in this round first."""

    @abstractmethod
    def played(self) -> Facts:
        """The facts that only a round has that was played; a tới trắng ends it before any play."""

    @abstractmethod
    def missing_of_played(self) -> str:
        """What to tap next in a round that was played."""

    def facts(self) -> Facts:
        won, ended = self._toi_trang(), self.ve_hai()
        fields = {"players": self.seats, "toi_trang": won, **({"ve_hai": ended} if ended else {})}
        chat = {} if won else {"chat": list(self._chat())}
        if ended:
            return fields | chat
        played = {} if won else self.played()
        return fields | {"thoi": dict(self._thoi())} | played | chat | self.den_lang()

    def _thoi(self) -> Iterator[tuple[str, Any]]:
        """What each seat still held, by name or by cards."""
        for seat in self.seats:
            hand = cards(self.fields.get(f"hand-{seat}", ""))
            items = self.fields.getlist(f"held-{seat}")
            if hand or items:
                yield str(seat), {"hand": hand} if hand else items

    def _chat(self) -> Iterator[Facts]:
        """The chains; rows left wholly empty are no play."""
        for chain in typed_chains(self.fields):
            plays = [
                {"player": _seat(player), "cards": cards.split("+") if cards else []}
                for player, cards in chain.plays
                if player or cards
            ]
            yield {"plays": plays, "victim_went_out": chain.went_out}

    def _toi_trang(self) -> Facts | None:
        player = _seat(self.fields.get("toi-trang-player", ""))
        if player is None:
            return None
        kind, hand = self.fields.get("toi-trang-kind", ""), self.fields.get("toi-trang-hand", "")
        fields = {"player": player, "kind": kind, "hand": cards(hand)}
        return {name: value for name, value in fields.items() if value}

    def missing(self) -> str:
        if twice := self._held_told_twice():
            return twice
        if won := self._toi_trang():
            return "" if len(won) > 1 else _("Tới trắng bằng gì? Chọn bộ, hoặc ghi 13 lá.")
        asks = self.missing_of_ve_hai if self.ve_hai() else self.missing_of_played
        if missing := asks():
            return missing
        if any(chain.unfinished for chain in typed_chains(self.fields)):
            return _("Chặt chưa xong: ai bị chặt, bị chặt gì, ai chặt, bằng gì.")
        return ""

    def _held_told_twice(self) -> str:
        """Say whose items and cards are both told: only one of them would count."""
        typed = {name for name, value in self.fields.items() if value}
        twice = (p for p in self.by_seat() if {f"held-{p.seat}", f"hand-{p.seat}"} <= typed)
        sentence = _("%(name)s còn gì: chọn món hoặc ghi lá, không cả hai.")
        return next((sentence % {"name": person.name} for person in twice), "")

    def counts_heo(self) -> bool:
        """Whether a tới trắng may be paid heo and hàng on top."""
        return bool(self.in_force.dem_heo)

    def words_on_heads(self) -> Mapping[str, object]:
        dem_heo = {"dem-heo": "1"} if self.counts_heo() else {}
        return {**super().words_on_heads(), "won": _("Tới trắng"), **dem_heo}

    def chop_tool(self) -> Tool:
        """Who chopped what of whom: its fields are the chains."""
        return Tool("chat", _("Chặt"), "chop", template="games/chops.html")

    def held_tool(self) -> Tool:
        """What each player still holds, in items or in cards."""
        fields = [field for person in self.by_seat() for field in self._thoi_fields(person)]
        return Tool("thoi", _("Thối"), "cards", fields)

    def _thoi_fields(self, person: Person) -> Iterator[Field]:
        """The items, each with its price, and the cards typed instead."""
        name = f"held-{person.seat}"
        ticked = self.fields.getlist(name)
        items = [self._held_item(code, code in ticked) for code in self._holdable]
        items += [self._held_item(code, True) for code in self._further(ticked)]
        asks = _("%(name)s còn gì trên tay?") % {"name": person.name}
        yield Select(name, asks, items, several=True)
        cards, note = self.fields.get(f"hand-{person.seat}", ""), self._held_in(person)
        yield TextInput(f"hand-{person.seat}", person.name, cards, size=20, cards=13, note=note)

    def toi_trang_tool(self) -> Tool:
        """Who won at once, and with which kind or cards."""
        kinds = [kind for kind in self.kinds() if kind in self.in_force.kinds]
        texts = {
            name: self.fields.get(f"toi-trang-{name}", "") for name in ("player", "kind", "hand")
        }
        players = choose_player(self.by_seat(), _seat(texts["player"]))
        by_cards = TextInput("toi-trang-hand", _("13 lá"), texts["hand"], 20, cards=13, whole=True)
        fields: list[Field] = [
            Select("toi-trang-player", _("Ai tới trắng?"), players, role=_("tới trắng")),
            Select(
                "toi-trang-kind",
                _("Tới trắng bằng gì?"),
                _choices(kinds, texts["kind"]),
                asks=_("… tới trắng bằng gì?"),
            ),
            replace(by_cards, note=self._kinds_in()),
        ]
        return Tool("toi-trang", self.toi_trang_label(), "star", fields)

    @cached_property
    def _holdable(self) -> list[str]:
        """What costs something held at this table."""
        ba_bich = [Item.BA_BICH.value] if self.in_force.ba_bich else []
        priced = [code for code in HEO_AND_HANG if Item(code) in self.in_force.prices]
        return [code for code in priced if self._counts(code)] + ba_bich

    def _counts(self, codes: str) -> bool:
        """Whether no đôi thông is among them, or it is played here."""
        return self.in_force.doi_thong or not PAIRS_IN_A_RUN.keys() & set(codes.split("+"))

    def _further(self, ticked: list[str]) -> list[str]:
        """What is held beyond one of each usual item: a second hàng, a heo of unknown suit."""
        further = list(ticked)
        for code in self._holdable:
            if code in further:
                further.remove(code)
        return further

    def _held_item(self, code: str, ticked: bool) -> FormChoice:
        anyhow = self.in_force.ba_bich if self.in_force.ba_bich_if != "alone" else 0
        prices = {**self.in_force.prices, Item.BA_BICH: anyhow}
        return self.held_choice(code, ticked, prices if code in self._holdable else {})

    def held_choice(self, code: str, ticked: bool, prices: Mapping[Item, int]) -> FormChoice:
        """Something held with what it costs, which nobody knows without a price."""
        price = self.price(prices.get(Item(code), 0)) if prices else ""
        return FormChoice(code, short_word(code), ticked, price, code in RED)

    def chains(self) -> list[dict[str, Any]]:
        """The typed chains, each with a row to go on, and an empty chain after them."""
        chains = [*typed_chains(self.fields), TypedChain([], False)][:MOST_CHAINS]
        return [self._chain(at, *chain) for at, chain in enumerate(chains)]

    def _chain(self, at: int, plays: list[tuple[str, str]], went_out: bool) -> dict[str, Any]:
        room = min(max(3, len(plays) + 1), MOST_PLAYS) - len(plays)
        links = [
            self._play(f"chat-{at}-{n}", min(n, 2), player, cards)
            for n, (player, cards) in enumerate(plays + [("", "")] * room)
        ]
        out = Box(f"chat-{at}-out", _("Người bị chặt cuối vừa hết bài"), went_out)
        return {"index": at, "links": links, "out": out, "empty": not plays}

    def _play(self, name: str, turn: int, player: str, cards: str) -> list[Select]:
        """Who played and what; the first is chopped, those of later turns chop one another."""
        people = choose_player(self.by_seat(), _seat(player))
        who, role = (
            (_("Ai bị chặt?"), _("bị chặt")),
            (_("Ai chặt?"), _("chặt")),
            (_("Ai chặt tiếp?"), _("chặt tiếp")),
        )[turn]
        plays = list(self.in_force.may_chop) if turn else self._chopped
        what, asks = (
            (_("Chặt bằng gì?"), _("… chặt bằng gì?"))
            if turn
            else (_("Bị chặt gì?"), _("… bị chặt gì?"))
        )
        return [
            Select(f"{name}-player", who, people, role=role),
            Select(f"{name}-cards", what, self._chop_choices(plays, cards, turn), asks=asks),
        ]

    def _chop_choices(self, plays: Sequence[str], chosen: str, turn: int) -> list[FormChoice]:
        """What can be played; the first to be chopped with what that costs its owner."""
        return [
            replace(each, note="" if turn else self._chop_price(each.code), red=each.code in RED)
            if each.code in plays
            else each
            for each in _choices(plays, chosen)
        ]

    def _chop_price(self, codes: str) -> str:
        """The price where it is the same whatever chops."""
        items = tuple(Item(code) for code in codes.split("+"))
        chopped = ChainPlay(0, items, PLAYS[items])
        prices = {
            sum(price for _item, price in self.in_force.chop_prices(chopped, by))
            for by, its in self.in_force.may_chop.items()
            if chopped.play in its
        }
        return self.price(prices.pop()) if len(prices) == 1 else ""

    def chops(self) -> dict[str, list[str]]:
        """Return what may chop each play, by the code of the play."""
        return {
            code: [
                by
                for by, its in self.in_force.may_chop.items()
                if PLAYS[tuple(map(Item, code.split("+")))] in its
            ]
            for code in dict.fromkeys([*self._chopped, *self.in_force.may_chop])
        }

    def chops_json(self) -> str:
        return json.dumps(self.chops())

    @cached_property
    def _chopped(self) -> list[str]:
        """What can be chopped at this table."""
        return [codes for codes in CHOPPED if self._counts(codes)]

    def notes(self) -> Iterator[CardNote]:
        yield from map(self._held_in, self.people)
        yield self._kinds_in()

    def _held_in(self, person: Person) -> CardNote:
        codes = cards(self.fields.get(f"hand-{person.seat}", ""))
        return look(f"found-hand-{person.seat}", codes, self._heo_and_hang)

    def _heo_and_hang(self, id: str, hand: Sequence[Card]) -> CardNote:
        """The heo and hàng among the cards, worth most together."""
        items = found_items(hand, self.in_force.group_prices)
        return CardNote(id, [", ".join(counted_words(items)) or _("không heo, không hàng")])

    def _kinds_in(self) -> CardNote:
        codes = cards(self.fields.get("toi-trang-hand", ""))
        find = self._toi_trang_kinds if len(codes) == HAND_SIZE else None
        return look("found-toi-trang-hand", codes, find)

    def _toi_trang_kinds(self, id: str, hand: Sequence[Card]) -> CardNote:
        """The tới trắng kinds of this table that thirteen cards hold."""
        possible = kinds_held(hand, self.in_force.dong_mau_cards) & self.in_force.kinds
        names = ", ".join(short_word(kind) for kind in self.kinds() if kind in possible)
        return CardNote(id, [names or _("Không có bộ tới trắng nào của bàn này.")], wrong=not names)


def _choices(codes: Iterable[str], chosen: str) -> list[FormChoice]:
    """The usual choices, and what was chosen even where it is not one of them."""
    offered = dict.fromkeys([*codes, *([chosen] if chosen else [])])
    return [FormChoice(code, _names(code.split("+")), code == chosen) for code in offered]


def _names(codes: Sequence[str]) -> str:
    return " + ".join(counted_words(codes))


def _seat(text: str) -> int | None:
    seat = whole_number(text)
    return seat if seat >= 0 else None


def typed_chains(fields: Fields) -> Iterator[TypedChain]:
    """The chains as they stand in the fields, in order."""
    for index in range(MOST_CHAINS):
        names = [f"chat-{index}-{at}" for at in range(MOST_PLAYS)]
        plays = [(fields.get(f"{n}-player", ""), fields.get(f"{n}-cards", "")) for n in names]
        while plays and not any(plays[-1]):
            plays.pop()
        if plays:
            yield TypedChain(plays, bool(fields.get(f"chat-{index}-out")))


def fill_shared(facts: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The fields of `thoi`, `chat`, `den`, `ve_hai` and `toi_trang`."""
    yield from fill_ended(facts)
    for seat, holding in (facts.get("thoi") or {}).items():
        if isinstance(holding, Mapping):
            yield f"hand-{seat}", [shown(holding.get("hand") or [])]
        else:
            yield f"held-{seat}", list(holding or [])
    for index, chain in enumerate(facts.get("chat") or []):
        yield from _fill_chain(index, chain)
    if won := facts.get("toi_trang"):
        yield "toi-trang-player", [str(won["player"])]
        yield "toi-trang-kind", [won.get("kind") or ""]
        yield "toi-trang-hand", [shown(won.get("hand") or [])]


def _fill_chain(index: int, chain: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for at, play in enumerate(chain["plays"]):
        yield f"chat-{index}-{at}-player", [str(play["player"])]
        yield f"chat-{index}-{at}-cards", ["+".join(play["cards"])]
    if chain.get("victim_went_out"):
        yield f"chat-{index}-out", ["1"]


def describe_events(facts: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    """Đền, về hai, tới trắng, chặt and thối of a round in words."""
    yield from describe_ended(facts, names)
    if won := facts.get("toi_trang"):
        kind = f" ({short_word(won['kind'])})" if won.get("kind") else ""
        yield _("%(name)s tới trắng") % {"name": names[won["player"]]} + kind
    for chain in facts.get("chat") or []:
        yield _describe_chain(chain, names)
    for seat, holding in (facts.get("thoi") or {}).items():
        items = holding.get("hand") if isinstance(holding, Mapping) else holding
        if items:
            codes = [CARDS[item].code if item in CARDS else item for item in items]
            words = ", ".join(counted_words(codes))
            yield _("%(name)s còn %(items)s") % {"name": names[int(seat)], "items": words}


def _describe_chain(chain: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Every chop in its order, whose card it was and by whom."""
    sentences: list[str] = []
    for play, after in pairwise(chain["plays"]):
        values = {
            "chopper": names[after["player"]],
            "chopped": names[play["player"]],
            "cards": _names(play["cards"]),
        }
        again = _("%(chopper)s chặt chồng %(cards)s của %(chopped)s")
        once = _("%(chopper)s chặt %(cards)s của %(chopped)s")
        sentences.append((again if sentences else once) % values)
    if chain.get("victim_went_out"):
        sentences.append(_("%(chopped)s hết bài bằng chính lá ấy") % values)
    return ", ".join(sentences)
