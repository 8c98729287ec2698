"""The form of Sâm lốc: tap the winner, then how many cards each has left, and how many 2s.

Fields: `winner`, `left-3` (cards left of seat 3), `hai-3` (its 2s), `chat-0-1-player` (second play
of the first chain), `den`, `sam-player` and `-blocker`, `toi-trang-player` and `-kind`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from ledger.common.person import Fields, Person
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import FormChoice, choose_player, short_word
from ledger.web.games.den_lang import describe_den, fill_den
from ledger.web.games.fields import Field, Select, TextInput, Tool
from ledger.web.games.sam_loc.spoken import VOCABULARY
from scoring.sam_loc.facts import MOST_PLAYS
from scoring.sam_loc.rules import TWOS, Kind

MOST_CHAINS = 6
ROOM = 3
"""Plays of a chain that a page without a script has at least."""


class Form(RoundForm):
    rules = "sam_loc"
    taps = "sam_loc"
    vocabulary = VOCABULARY
    first_lead = gettext_lazy("Ván đầu tiên: ai có 3♠, hoặc lá nhỏ nhất, đi trước.")

    def facts(self) -> Facts:
        facts: Facts = {"players": self.seats}
        if player := self.number("sam-player"):
            blocker = self.number("sam-blocker")
            return facts | {
                "bao_sam": {"player": player} | ({"blocker": blocker} if blocker else {})
            }
        if player := self.number("toi-trang-player"):
            kind = self.fields.get("toi-trang-kind")
            return facts | {"toi_trang": {"player": player} | ({"kind": kind} if kind else {})}
        fields = {"cards_left": self.by_player("left"), "hai": self.by_player("hai")}
        by_seat = {
            name: {str(seat): number for seat, number in numbers.items()}
            for name, numbers in fields.items()
        }
        chat = [{"plays": [self.number(name) for name in chain]} for chain in self._told_chains()]
        den = {"den": self.number("den")} if self.fields.get("den") else {}
        return facts | {"winner": self.number("winner")} | by_seat | {"chat": chat} | den

    def _told_chains(self) -> Iterator[list[str]]:
        """The fields of each chain's plays; what is empty is no play."""
        for plays in typed_chains(self.fields):
            yield [name for name in plays if self.fields.get(name)]

    def missing(self) -> str:
        if self.number("sam-player") or self.number("toi-trang-player"):
            return ""
        winner = self.number("winner")
        if winner is None:
            return _("Bấm người hết bài trước.")
        for person in self.by_seat():
            if person.seat != winner and not self.number(f"left-{person.seat}"):
                return _("%(name)s còn mấy lá?") % {"name": person.name}
        if any(len(chain) < 2 for chain in self._told_chains()):
            return _("Chặt chưa xong: ai bị chặt, ai chặt.")
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield "winner", [str(facts.get("winner") or "")]
        yield from fill_den(facts)
        for name, numbers in (("left", facts.get("cards_left")), ("hai", facts.get("hai"))):
            for seat, number in (numbers or {}).items():
                yield f"{name}-{seat}", [str(number or "")]
        for index, chain in enumerate(facts.get("chat") or []):
            for at, seat in enumerate(chain["plays"]):
                yield f"chat-{index}-{at}-player", [str(seat)]
        for name, event in (("sam", "bao_sam"), ("toi-trang", "toi_trang")):
            for what, value in (facts.get(event) or {}).items():
                yield f"{name}-{what}", [str(value or "")]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        return [*_who_won(facts, names), *describe_den(facts, names), *_events(facts, names)]

    def words_on_heads(self) -> Mapping[str, object]:
        return {
            "first": _("Hết bài"),
            "la": _("lá"),
            "cong": _("Cóng"),
            "asks": _("… còn mấy lá?"),
            "held": _("+ heo"),
            "twos": _("… còn mấy heo?"),
            "won": pgettext("head", "Tới trắng"),
            "sam": _("Báo sâm"),
            "stopped": _("Chặn"),
            "paid-sam": _("Đền sâm"),
        }

    def head_fields(self, person: Person) -> Sequence[Field]:
        left = f"left-{person.seat}"
        mine, price = self.number(f"hai-{person.seat}"), self.in_force.hai
        twos = [
            FormChoice(str(n), _twos(n), n == mine, self.price(n * price))
            for n in range(1, TWOS + 1)
        ]
        return [
            TextInput(left, _("Số lá còn lại"), self.fields.get(left, "")),
            Select(f"hai-{person.seat}", _("Heo"), twos),
        ]

    def tools(self) -> Sequence[Tool]:
        kinds = [
            FormChoice(kind, short_word(kind), kind == self.fields.get("toi-trang-kind"))
            for kind in Kind
        ]
        sam = [
            self._who("sam-player", _("Ai báo sâm?"), _("báo sâm")),
            self._who("sam-blocker", _("Ai chặn?"), _("chặn"), _("… báo sâm: ai chặn?")),
        ]
        toi_trang = [
            self._who("toi-trang-player", _("Ai tới trắng?"), _("tới trắng")),
            Select(
                "toi-trang-kind", _("Tới trắng bằng gì?"), kinds, asks=_("… tới trắng bằng gì?")
            ),
        ]
        return [
            Tool("het-bai", _("Hết bài"), fields=[self._who("winner", _("Ai hết bài?"))]),
            Tool("bao-sam", _("Báo sâm"), "crown", sam),
            Tool("chat", _("Chặt"), "chop", template="games/chops.html"),
            Tool("toi-trang", _("Tới trắng"), "star", toi_trang),
        ]

    def rare(self) -> Sequence[Field]:
        return [self._who("den", _("Ai đền báo?"), _("đền báo"))]

    def _who(self, name: str, label: str, role: str = "", asks: str = "") -> Select:
        players = choose_player(self.by_seat(), self.number(name))
        return Select(name, label, players, role=role, asks=asks)

    def chains(self) -> list[dict[str, Any]]:
        """The typed chains, each with a row to go on, and an empty chain after them."""
        chains = [*typed_chains(self.fields), []][:MOST_CHAINS]
        return [self._chain(at, len(plays)) for at, plays in enumerate(chains)]

    def _chain(self, index: int, plays: int) -> dict[str, Any]:
        asked = (
            (_("Ai bị chặt heo?"), _("bị chặt")),
            (_("Ai chặt?"), _("chặt")),
            (_("Ai chặt tiếp?"), _("chặt tiếp")),
        )
        rows = range(min(max(ROOM, plays + 1), MOST_PLAYS))
        names = [(f"chat-{index}-{at}-player", *asked[min(at, 2)]) for at in rows]
        return {"index": index, "links": [[self._who(*name)] for name in names]}


def typed_chains(fields: Fields) -> Iterator[list[str]]:
    """The fields of each chain that is told, up to its last play."""
    for index in range(MOST_CHAINS):
        plays = [f"chat-{index}-{at}-player" for at in range(MOST_PLAYS)]
        while plays and not fields.get(plays[-1]):
            plays.pop()
        if plays:
            yield plays


def _who_won(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    winner = facts.get("winner")
    if winner is None:
        return
    yield _("%(name)s hết bài") % {"name": names[winner]}
    twos = facts.get("hai") or {}
    for seat, cards in (facts.get("cards_left") or {}).items():
        if cards:
            left = _("%(name)s còn %(cards)d lá") % {"name": names[int(seat)], "cards": cards}
            yield left + (f" ({_twos(twos[seat])})" if twos.get(seat) else "")


def _twos(number: int) -> str:
    return ngettext("%(count)d heo", "%(count)d heo", number) % {"count": number}


def _events(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    """Chặt, báo sâm and tới trắng in words."""
    for chain in facts.get("chat") or []:
        yield ", ".join(_chops(chain["plays"], names))
    if sam := facts.get("bao_sam"):
        yield _("%(name)s báo sâm") % {"name": names[sam["player"]]}
        if blocker := sam.get("blocker"):
            yield _("%(name)s chặn được") % {"name": names[blocker]}
    if won := facts.get("toi_trang"):
        kind = f" ({short_word(won['kind'])})" if won.get("kind") else ""
        yield _("%(name)s tới trắng") % {"name": names[won["player"]]} + kind


def _chops(plays: Sequence[int], names: Mapping[int, str]) -> Iterator[str]:
    for at, (chopped, chopper) in enumerate(pairwise(plays)):
        values = {"chopper": names[chopper], "chopped": names[chopped]}
        again = _("%(chopper)s chặt chồng %(chopped)s")
        yield (again if at else _("%(chopper)s chặt heo của %(chopped)s")) % values
