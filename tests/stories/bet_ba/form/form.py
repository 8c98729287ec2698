"""The form: `bet` is the seat of who came last."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.common.person import Person
from ledger.spoken.shared_words import SHARED
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import FormChoice
from ledger.web.games.fields import Field, Select, Tool


class Form(RoundForm):
    rules = "bet_ba"
    taps = "points"
    vocabulary = read_vocabulary(__package__, globals(), SHARED)

    def facts(self) -> Facts:
        return {"players": self.seats, "bet": self.number("bet")} | dict(self.terms.start)

    def missing(self) -> str:
        return "" if self.number("bet") else "Ai bét?"

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield "bet", [str(facts["bet"])]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        return [f"{names[facts['bet']]} bét"]

    def head_fields(self, person: Person) -> Sequence[Field]:
        return ()

    def tools(self) -> Sequence[Tool]:
        people = [FormChoice(str(each.seat), each.name, False) for each in self.people]
        return [Tool("bet", "Bét", "cards", [Select("bet", "Ai bét", people)])]
