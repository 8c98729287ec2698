"""The form of any other game: tap a player, then the digits.

Fields: `points-3` (what seat 3 won or lost, with a comma or a dot), `winner` of facts that name
one.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from ledger.common.amounts import exact, in_digits, tidy, units
from ledger.common.person import Person
from ledger.spoken import Vocabulary
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import FormChoice
from ledger.web.games.fields import Field, Select, TextInput, Tool
from ledger.web.games.khac.spoken import VOCABULARY, VOCABULARY_OF_POINTS
from scoring import RULE_SETS
from scoring.common.settings import NAMED_PLACES


class Form(RoundForm):
    rules = "khac"
    taps = "points"
    vocabulary = VOCABULARY

    @property
    def words(self) -> Vocabulary:
        return VOCABULARY_OF_POINTS if self.tells_all else VOCABULARY

    @property
    def tells_all(self) -> bool:
        """Whether points are what each player has, of which the differences are paid."""
        return bool(self.in_force.points_are == "difference")

    def facts(self) -> Facts:
        points = {str(seat): read(text) for seat, text in self.typed().items() if text}
        facts: Facts = {"players": self.seats, "points": points}
        winner = self.number("winner")
        return facts if winner is None else facts | {"winner": winner}

    def typed(self) -> dict[int, str]:
        """What was typed for each player, empty where nothing was."""
        return {seat: self.fields.get(f"points-{seat}", "").strip() for seat in self.seats}

    def missing(self) -> str:
        untold = [person.name for person in self.by_seat() if not self.typed()[person.seat]]
        if len(untold) == len(self.people):
            return _("Bấm một người rồi bấm số điểm.")
        if untold and self.tells_all:
            return _("Còn điểm của %(names)s.") % {"names": ", ".join(untold)}
        if len(untold) > 1:
            return _("Còn điểm của %(names)s; người cuối máy tự điền.") % {
                "names": ", ".join(untold)
            }
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        if facts.get("winner"):
            yield "winner", [str(facts["winner"])]
        for seat, points in (facts.get("points") or {}).items():
            if points is not None:
                yield f"points-{seat}", [in_digits(Decimal(str(points)))]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        if rules.points_are == "difference":
            return list(_points(facts, names))
        return list(_in_words(facts, names))

    def words_on_heads(self) -> Mapping[str, object]:
        if self.tells_all:
            asks = _("… được mấy điểm?")
            return {"wins": asks, "loses": asks, "all": "1"}
        return {"wins": _("… được bao nhiêu?"), "loses": _("… thua bao nhiêu?")}

    def head_fields(self, person: Person) -> Sequence[Field]:
        label = _("Số điểm") if self.tells_all else _("Điểm được (+) hay thua (−)")
        typed = self.typed()[person.seat]
        return [TextInput(f"points-{person.seat}", label, typed, decimal=True)]

    def tools(self) -> Sequence[Tool]:
        amounts: Any = RULE_SETS[self.rules].values(self.terms.settings)["amounts"]
        choices = [
            FormChoice(each["units"], each["name"], chosen=False, note=each["units"])
            for each in amounts
        ]
        winner = TextInput("winner", _("Ai thắng"), self.fields.get("winner", ""))
        named = Select("", _("Thêm"), choices)
        return [Tool("xoa-so", _("Xoá số"), "erase"), Tool("so", _("Số"), fields=[named, winner])]


def read(text: str) -> str:
    """Points as typed, in the form in which the engine reads them; nonsense as it reads none."""
    return exact(text, NAMED_PLACES) or tidy(text).replace(".", ",")


def _points(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    """What each player has."""
    for seat, each in (facts.get("points") or {}).items():
        if each is not None:
            points = units(str(each).removeprefix("-"))
            yield f"{names[int(seat)]} {'−' if str(each).startswith('-') else ''}{points}"


def _in_words(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    by_seat = facts.get("points") or {}
    points = {seat: str(each) for seat, each in by_seat.items() if each is not None}
    winner = facts.get("winner")
    left_out = [seat for seat in facts["players"] if str(seat) not in points]
    if winner is None and len(left_out) == 1:
        points[str(left_out[0])] = f"{-sum(map(Decimal, points.values())):f}"
    if winner is not None:
        yield _("%(name)s thắng") % {"name": names[winner]}
    for seat, each in points.items():
        name, exact = names[int(seat)], units(each.removeprefix("-"))
        if winner is not None:
            yield _("%(name)s trả %(points)s") % {"name": name, "points": exact}
        else:
            sign = "−" if each.startswith("-") else "+" if exact != "0" else ""
            yield f"{name} {sign}{exact}"
