"""The form of Tiến lên by cards left: tap the winner, then how many cards each has left.

Fields: `winner`, `left-3` (cards left of seat 3), `dut`, and those of `hang`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from ledger.common.person import Person
from ledger.web.games.base import Facts
from ledger.web.games.choices import FormChoice, choose_player
from ledger.web.games.dem_la.spoken import VOCABULARY, VOCABULARY_WITH_DEN
from ledger.web.games.fields import Box, Field, Select, TextInput, Tool
from ledger.web.games.thirteen import form
from scoring.thirteen.cards import Item, Kind


class Form(form.SharedForm):
    rules = "dem_la"
    taps = "winner"
    short_title = gettext_lazy("Đếm lá")
    vocabulary = VOCABULARY
    vocabulary_with_den = VOCABULARY_WITH_DEN

    def kinds(self) -> Sequence[Kind]:
        return tuple(Kind)

    def winner(self) -> int | None:
        return self.number("winner")

    def played(self) -> Facts:
        left = {str(seat): cards for seat, cards in self.by_player("left").items()}
        return {"winner": self.winner(), "cards_left": left, "dut_ba_bich": self.dut()}

    def missing_of_played(self) -> str:
        if self.winner() is None:
            return _("Bấm người hết bài trước.")
        if self.pays_flat():
            return ""
        for person in self.by_seat():
            number = self.number(f"left-{person.seat}") or self.fields.get(f"hand-{person.seat}")
            if person.seat != self.winner() and not number:
                return _("%(name)s còn mấy lá?") % {"name": person.name}
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield "winner", [str(facts.get("winner") or "")]
        for seat, cards in (facts.get("cards_left") or {}).items():
            yield f"left-{seat}", [str(cards)]
        if facts.get("dut_ba_bich"):
            yield "dut", ["1"]
        yield from form.fill_shared(facts)

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        return [*_who_won(facts, names), *form.describe_events(facts, names)]

    @property
    def script(self) -> str:
        rules = self.in_force
        return "winner_house" if rules.ve_hai or rules.dut_flat else self.taps

    def words_on_heads(self) -> Mapping[str, object]:
        flat = {"flat": "1"} if self.in_force.dut_flat else {}
        return flat | {
            **super().words_on_heads(),
            "first": _("Hết bài"),
            "la": _("lá"),
            "cong": _("Cóng"),
            "asks": _("… còn mấy lá?"),
            "held": _("+ heo, hàng"),
        }

    def head_fields(self, person: Person) -> Sequence[Field]:
        name = f"left-{person.seat}"
        return [TextInput(name, _("Số lá còn lại"), self.fields.get(name, ""))]

    def tools(self) -> Sequence[Tool]:
        winner = Select("winner", _("Ai hết bài?"), choose_player(self.by_seat(), self.winner()))
        thoi = replace(self.held_tool(), icon="", fields=[winner, *self.held_tool().fields])
        dut = Box("dut", _("Đút 3 bích"), self.dut())
        label = _("Đút 3♠") if self.in_force.ve_hai else _("Đút 3 bích")
        dut_tool = Tool("dut-3-bich", label, "spade", [dut], toggles=True)
        counted = [dut_tool] if self.counts_dut() else []
        return [
            *(self.chop_tool(), thoi, *counted, self.toi_trang_tool()),
            *self.ve_hai_tools(),
        ]

    def held_choice(self, code: str, ticked: bool, prices: Mapping[Item, int]) -> FormChoice:
        """The 2s cost more under đút 3 bích; where it hangs on others what counts, no price."""
        rules = self.in_force
        if rules.thoi_by == "most_cards" or rules.thoi_beside_cards == "dearer":
            prices = {}
        usual = super().held_choice(code, ticked, prices)
        under_dut = self.price(rules.dut_prices.get(Item(code), 0)) if usual.note else ""
        if usual.note and rules.dut_flat:
            under_dut = "0"
        return usual if usual.note == under_dut else replace(usual, dut=under_dut)

    def dut(self) -> bool:
        return bool(self.fields.get("dut"))

    def pays_flat(self) -> bool:
        """Whether each pays the same for a đút 3 bích, so that nobody counts cards."""
        return bool(self.dut() and self.in_force.dut_ba_bich and self.in_force.dut_flat)

    def counts_dut(self) -> bool:
        """Whether đút 3 bích counts here; what was told is shown in any case."""
        return bool(self.in_force.dut_ba_bich or self.dut())


def _who_won(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    winner = facts.get("winner")
    if facts.get("toi_trang") or winner is None:
        return
    yield _("%(name)s hết bài") % {"name": names[winner]}
    for seat, cards in (facts.get("cards_left") or {}).items():
        yield _("%(name)s còn %(cards)d lá") % {"name": names[int(seat)], "cards": cards}
    if facts.get("dut_ba_bich"):
        yield _("đút 3 bích")
