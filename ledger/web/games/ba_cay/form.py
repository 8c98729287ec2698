"""The form of ba cây: the points of each, or a tap a con as in other banker games.

Fields: `points-3` (points of seat 3, 1 to 10 or "sap"), `above` and `dong-hoa` (seats), and those
of `banker`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, pgettext

from ledger.common.language import language
from ledger.web.games.ba_cay.spoken import VOCABULARY
from ledger.web.games.banker.form import (
    BankerForm,
    describe_banker,
    describe_side,
    fill_banker,
    stake_words,
)
from ledger.web.games.base import Facts
from ledger.web.games.choices import FormChoice, short_word
from ledger.web.games.fields import Field, Select, TextInput, Tool
from scoring.ba_cay.rules import DONG_HOA, MUOI, SAP
from scoring.banker.rules import WON


class Form(BankerForm):
    rules = "ba_cay"
    taps = "three_cards"
    stays = (*BankerForm.stays, "dong-hoa")
    vocabulary = VOCABULARY
    kinds = (MUOI, SAP, DONG_HOA)
    results = (WON, *kinds)

    def choices(self, words: Any, chosen: str) -> list[FormChoice]:
        played = [word for word in words if word != DONG_HOA or self.in_force.dong_hoa]
        return super().choices(played, chosen)

    def points(self) -> dict[str, int | str]:
        """Seat → points as typed; nonsense is left to the engine."""
        typed = {seat: self.fields.get(f"points-{seat}", "").strip() for seat in self.seats}
        return {
            str(seat): int(text) if text.isdigit() and text.isascii() else text.lower()
            for seat, text in typed.items()
            if text
        }

    def own_facts(self) -> Facts:
        seats = {"above": self.checked("above"), "dong_hoa": self.checked("dong-hoa")}
        return {"points": self.points(), **seats} if self.points() else {}

    def missing(self) -> str:
        answers = self.points() or self.fields.get("pot-winner")
        if self._needs_no_banker and self.banker() is None and answers:
            return self._missing_points()
        return super().missing()

    @property
    def _needs_no_banker(self) -> bool:
        """Whether bài cào may be played; where the round before left a banker, one is asked for."""
        return bool(self.in_force.ga) and not self.terms.start.get("banker")

    def missing_of_played(self) -> str:
        return self._missing_points() if self.points() else super().missing_of_played()

    def _missing_points(self) -> str:
        """Whose points are not told yet, where any are."""
        points = self.points()
        untold = [person.name for person in self.by_seat() if str(person.seat) not in points]
        return _("%(name)s mấy điểm?") % {"name": untold[0]} if points and untold else ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield from fill_banker(facts)
        for seat, points in (facts.get("points") or {}).items():
            if points is not None:
                yield f"points-{seat}", [str(points)]
        for name in ("above", "dong_hoa"):
            yield name.replace("_", "-"), [str(seat) for seat in facts.get(name) or ()]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        banker = rules.banker.say(language())
        by_points = _points(facts, names, banker) if facts.get("points") else ()
        by_words = () if by_points else describe_banker(Form, facts, names, banker)
        return [*by_points, *by_words, *describe_side(facts, names)]

    def words_on_heads(self) -> Mapping[str, object]:
        above = short_word("above")
        asks, higher = _("… mấy điểm?"), pgettext("card", "hơn")
        own = {"asks": asks, "sap": self.called(SAP), "above": above, "higher": higher}
        dong_hoa = {"dong-hoa": short_word(DONG_HOA)} if self.in_force.dong_hoa else {}
        bai_cao = {"bai-cao": "1"} if self._needs_no_banker else {}
        return {**super().words_on_heads(), **own, **dong_hoa, **bai_cao}

    def own_tools(self) -> Sequence[Tool]:
        points: list[Field] = [
            TextInput(f"points-{each.seat}", each.name, self.fields.get(f"points-{each.seat}", ""))
            for each in self.by_seat()
        ]
        role = short_word("above")
        above = Select("above", _("Ai hơn chất?"), self.ticked("above"), True, role=role)
        suited = Select("dong-hoa", _("Ai đồng hoa?"), self.ticked("dong-hoa"), True)
        fields = [*points, above, suited]
        return [Tool("diem", _("Điểm"), "points", fields, in_turn=True)]


def _points(facts: Facts, names: Mapping[int, str], banker: str) -> Iterator[str]:
    points, his = facts["points"], facts.get("banker")
    for seat in sorted(facts["players"], key=lambda each: each != his):
        number = points[str(seat)]
        words = [names[seat], *([banker] if seat == his else [])]
        words += [Form.called(SAP) if number == SAP else str(number)]
        words += [short_word(DONG_HOA)] if seat in (facts.get("dong_hoa") or ()) else []
        words += [short_word("above")] if seat in (facts.get("above") or ()) else []
        yield " ".join(words) + stake_words(facts, seat)
