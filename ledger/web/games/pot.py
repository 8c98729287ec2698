"""Gà, the pot, on the form of every game that has one: what each has in it, and who takes it.

Fields: `pot-3` (what seat 3 has in the pot, in cược), `pot-winner` (a seat).

What is in it is what the round before left, until something else is typed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy

from ledger.common.amounts import exact, in_digits, units
from ledger.spoken import Vocabulary
from ledger.spoken.statements import Statement, Values, by_seat, later, listed, one
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games.base import Facts, RoundForm, whole_number
from ledger.web.games.choices import choose_player
from ledger.web.games.fields import Field, Select, TextInput, Tool
from scoring.pot.rules import PLACES

WINNER = "pot-winner"


def takes_pot(values: Values) -> Iterator[Statement]:
    taker = (WINNER, str(one(values)))
    yield Statement((taker,), (taker,))


def first_takes_pot(values: Values) -> Iterator[Statement]:
    """Who is the first takes it, whoever that is once all is told."""
    yield Statement(kind="first takes", later=True)


WORDS = read_vocabulary("ledger.spoken", globals(), file="pot.txt")
NOBODY_FIRST = gettext_lazy("Ai ăn gà? Nói tên người ấy.")


def _with_pot_words(words: Vocabulary) -> Vocabulary:
    """The words of a game with those of the pot."""

    def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
        settled = words.finish(statements, seats)
        return settled and [*settled, *_first_takes(settled)]

    return replace(words, clauses=(*words.clauses, *WORDS.clauses), finish=finish)


def _first_takes(statements: Sequence[Statement]) -> Iterator[Statement]:
    places = by_seat(statements, "place").items()
    first = [*(seat for seat, at in places if at == "1"), *listed(statements, "winner")]
    for _nobody in later(statements, "first takes"):
        if first:
            yield from takes_pot({"seats": first})
        else:
            yield Statement(unsayable=NOBODY_FIRST)


def with_pot(game: type[RoundForm]) -> type[RoundForm]:
    """Return the form of a game with what it tells of its pot, while the table plays with one."""
    return type("Form", (PotForm, game), {"game": game})


class PotForm(RoundForm):
    """The form of a `game`, and its pot beside it."""

    game: ClassVar[type[RoundForm]]

    def facts(self) -> Facts:
        fields = {"pot": self.pot(), "pot_winner": self.number(WINNER)}
        return self.game.facts(self) | (fields if self.in_force.ga else {})

    @property
    def words(self) -> Vocabulary:
        words = super().words
        return _with_pot_words(words) if self.in_force.ga else words

    def pot(self) -> dict[str, str]:
        """What each has in it as typed, else as kept; also of who sits out."""
        names = [name for name in self.fields if name.startswith("pot-") and name != WINNER]
        typed = {name[4:]: self.fields.get(name, "").strip() for name in names}
        now = {seat: exact(text, PLACES) or text for seat, text in typed.items() if text}
        return {seat: each for seat, each in {**self._kept(), **now}.items() if each != "0"}

    def _kept(self) -> dict[str, str]:
        before = self.terms.start.get("pot")
        return before if isinstance(before, dict) else {}

    @property
    def in_pot(self) -> str:
        """What is in the pot as the round starts, in cược; "" where the table plays without."""
        if not self.in_force.ga:
            return ""
        shares = [Decimal(exact(str(each), PLACES) or 0) for each in self._kept().values()]
        return units(in_digits(sum(shares, Decimal())))

    @classmethod
    def fill(cls, facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield from cls.game.fill(facts)
        yield WINNER, [str(facts.get("pot_winner") or "")]
        for seat, each in (facts.get("pot") or {}).items():
            if each is not None:
                yield f"pot-{seat}", [in_digits(Decimal(str(each)))]

    @classmethod
    def describe(cls, facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        taker = facts.get("pot_winner")
        takes = [_("%(name)s ăn gà") % {"name": names[taker]}] if taker else []
        return [*cls.game.describe(facts, names, rules), *takes]

    def tools(self) -> Sequence[Tool]:
        pot = [Tool("ga", _("Gà"), fields=[*self._asked()])] if self.in_force.ga else []
        return [*self.game.tools(self), *pot]

    def _asked(self) -> Iterator[Field]:
        players = choose_player(self.by_seat(), self.number(WINNER))
        yield Select(WINNER, _("Ai ăn gà?"), players, role=_("ăn gà"))
        names = {**self.terms.names, **{person.seat: person.name for person in self.by_seat()}}
        for seat in sorted({*self.seats, *map(whole_number, self.pot())}):
            label = _("%(name)s có trong gà") % {"name": names.get(seat, f"#{seat}")}
            yield TextInput(f"pot-{seat}", label, self.fields.get(f"pot-{seat}", ""), decimal=True)
