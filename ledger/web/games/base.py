"""What every game's round form can do: fields tapped on the phone to facts, and back."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, ClassVar, Self

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise, cached_property

from ledger.common.amounts import amount
from ledger.common.language import language
from ledger.common.person import Fields, Person
from ledger.spoken import Vocabulary
from ledger.web.games.card_fields import CardNote, suits
from ledger.web.games.choices import FormChoice
from ledger.web.games.fields import Field, Foot, Tool
from scoring import RULE_SETS, Problem
from scoring.common.cards import RANK_CODES

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """What the round is scored under: the overrides, what it starts with, the bet unit.

    `start` is the part of its facts that the round before hands on. Without a bet unit no answer
    has a price. `names` are those of all at the table, by seat.
    """

    settings: Mapping[str, Any]
    start: Mapping[str, Any] = field(default_factory=dict)
    bet_unit: int = 0
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def start_as_text(self) -> str:
        """What it starts with as a field of the form keeps it."""
        return json.dumps(self.start, separators=(",", ":"))


class RoundForm(ABC):
    """The fields of one round and nothing else: no scoring, no storing.

    `people` play in this order, the leader first where one is known; the scoreboard
    shows them by seat.
    """

    rules: ClassVar[str]
    taps: ClassVar[str]
    """How the heads are tapped: the name of a script in static/ledger/taps."""

    foot: ClassVar[Foot | None] = None
    """What can be said of each player by one tap."""

    signs: ClassVar[Sequence[str]] = ()
    """The signs of events that only this game has."""

    vocabulary: ClassVar[Vocabulary]
    """By which words a round is told in a sentence."""

    deck_order: ClassVar[str] = RANK_CODES
    """The thirteen ranks as players line them up, for tapping cards."""

    short_title: ClassVar[Promise | str] = ""
    """What the game is called where another would have the same title without its brackets."""

    first_lead: ClassVar[Promise | str] = ""
    """Who leads the first round, where the game says so."""

    stays: ClassVar[Sequence[str]] = ()
    """The fields, as patterns, of which a sentence changes only those that it tells."""

    def __init__(self, fields: Fields, people: Sequence[Person], terms: RoundTerms) -> None:
        self.fields = fields
        self.people = tuple(people)
        self.terms = terms

    @cached_property
    def in_force(self) -> Any:
        """The game's own rules with the table's values."""
        return RULE_SETS[self.rules].in_force(self.terms.settings)

    @cached_property
    def inputs(self) -> str:
        """All that its fields are made from, apart from the language."""
        return repr((self.rules, self.people, self.terms, self.fields))

    @classmethod
    def blank(cls, people: Sequence[Person], terms: RoundTerms) -> Self:
        return cls(QueryDict(), people, terms)

    @classmethod
    def from_facts(cls, facts: Facts, people: Sequence[Person], terms: RoundTerms) -> Self:
        """The form as it was when these facts were tapped."""
        fields: Fields = MultiValueDict()
        for name, values in cls.fill(facts):
            fields.setlistdefault(name).extend(values)
        return cls(fields, people, terms)

    def filled(self, fields: Fields) -> Self:
        """Return the form of the same round with these fields."""
        return type(self)(fields, self.people, self.terms)

    def as_spoken(self, sentence: Fields) -> Self:
        """Return the form of the same round as a sentence tells it: anew, but for what `stays`."""
        names = [
            name for name in self.fields if any(fnmatchcase(name, each) for each in self.stays)
        ]
        fields = {name: self.fields.getlist(name) for name in names}
        return self.filled(MultiValueDict({**fields, **dict(sentence.lists())}))

    def under(self, terms: RoundTerms) -> Self:
        """Return the same form under other terms."""
        return type(self)(self.fields, self.people, terms)

    @abstractmethod
    def facts(self) -> Facts:
        """What was tapped, in the shape the engine reads; nonsense is left to the engine."""

    @abstractmethod
    def missing(self) -> str:
        """What to tap next, in words; empty once there is enough to score."""

    @staticmethod
    @abstractmethod
    def fill(facts: Facts) -> Iterable[tuple[str, list[str]]]:
        """The fields that give these facts."""

    @staticmethod
    @abstractmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        """The round in words, most important first, as these rules have it."""

    @staticmethod
    def seat_words(people: Sequence[Person]) -> Mapping[int, str]:
        """Return what the place of each of them means in the game, by seat, if anything."""
        return {}

    @abstractmethod
    def head_fields(self, person: Person) -> Sequence[Field]:
        """Return the fields that a tap on this player's head fills."""

    @abstractmethod
    def tools(self) -> Sequence[Tool]:
        """Return the buttons of the console, at most four."""

    def icons(self) -> list[str]:
        """Return the signs of buttons and feet, and of events that only this game has."""
        foot = [self.foot.icon] if self.foot else []
        return [*self.signs, *foot, *(tool.icon for tool in self.tools())]

    def words_on_heads(self) -> Mapping[str, object]:
        """Return what the script calls things on the heads and in its questions, by its names."""
        return {"foot": str(self.foot.label).capitalize()} if self.foot else {}

    def rare(self) -> Sequence[Field]:
        """Return the fields of what is seldom told, asked for under "Khác"."""
        return ()

    def offer(self, problems: Iterable[Problem]) -> FormChoice | None:
        """Return the flag of the table, by its code and name, that would let these facts be."""
        named = {each.setting for each in problems}
        flags = [each for each in RULE_SETS[self.rules].settings if each.name in named]
        offers = [FormChoice(each.name, each.label.say(language()), False) for each in flags]
        return next(iter(offers), None)

    def foot_of(self, person: Person) -> bool:
        """Tell whether the foot of this player is ticked."""
        return self.foot is not None and person.seat in self.checked(self.foot.name)

    def price(self, units: int) -> str:
        """Return what so many parts of a cược are in the money of the table, "" if not known."""
        money = units * self.terms.bet_unit // self.in_force.grain
        return amount(money) if money else ""

    @property
    def script(self) -> str:
        """The script of its taps at this table."""
        return self.taps

    @property
    def words(self) -> Vocabulary:
        """By which words a round is told at this table."""
        return self.vocabulary

    @property
    def in_pot(self) -> str:
        """What is in the pot as the round starts, in cược; "" where the game has none."""
        return ""

    @property
    def seats(self) -> list[int]:
        return [person.seat for person in self.people]

    def notes(self) -> Iterator[CardNote]:
        """What the cards typed or tapped are, for every place that may hold some."""
        yield from ()

    def suits(self) -> list[Any]:
        """What is said of each suit of the cards to tap."""
        return [*suits()]

    def by_seat(self) -> list[Person]:
        """As they sit, from the lowest seat on, whoever leads."""
        first = self.people.index(min(self.people, key=lambda person: person.seat))
        return [*self.people[first:], *self.people[:first]]

    def number(self, name: str) -> int | None:
        """The field as a whole number, None where it is empty.

        Anything else is −1, which no rule accepts: it is refused, not passed over.
        """
        text = self.fields.get(name, "").strip()
        return whole_number(text) if text else None

    def by_player(self, name: str) -> dict[int, int]:
        """The numbers of the fields `name-1`, `name-2` and so on, by seat; empty ones left out."""
        numbers = {seat: self.number(f"{name}-{seat}") for seat in self.seats}
        return {seat: number for seat, number in numbers.items() if number is not None}

    def checked(self, name: str) -> list[int]:
        """Seat numbers of the ticked boxes called `name`."""
        return [seat for text in self.fields.getlist(name) if (seat := whole_number(text)) >= 0]


def whole_number(text: str) -> int:
    """The number that a text of up to three digits writes; −1 for any other."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
