"""What the table page shows: the scoreboard, the round being entered, the history."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger import balances
from ledger.access import Role
from ledger.balances import NextRound, PlayedRound, Standing
from ledger.language import language
from ledger.models import SEATS, Round, Session
from ledger.web.explain import WhyLine, why_lines
from ledger.web.games import form_for
from ledger.web.games.base import Facts, Fields, Person, RoundForm, Terms
from scoring import RULE_SETS, Outcome, Problem

HISTORY = 10
"""Rounds on the first page; older ones come on request."""


@dataclass(frozen=True, slots=True)
class Told:
    """One round of the history, in words."""

    played: PlayedRound
    words: list[str]
    sums: list[tuple[str, int]]

    @property
    def round(self) -> Round:
        return self.played.round


@dataclass(slots=True)
class Entry:
    """The round being entered: its form, its place in the order, what it would pay.

    `after` is the newest round the phone has seen; the round gets the next number.
    """

    form: RoundForm
    rules: str
    submission_id: str
    after: int
    correcting: Round | None = None
    hint: str = ""
    lines: list[WhyLine] = field(default_factory=list)
    changes: Mapping[int, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    at: dict[str, list[str]] = field(default_factory=dict)
    notice: str = ""
    newer: Sequence[Told] = ()

    @property
    def number(self) -> int:
        return self.after + 1

    def slots(self) -> list[tuple[str, list[str]]]:
        """Every place that shows problems, with those of now."""
        return [
            (place, self.at.get(place, [])) for place in dict.fromkeys(self.form.slots().values())
        ]


@dataclass(frozen=True, slots=True)
class Card:
    """One player on the scoreboard."""

    standing: Standing
    person: Person
    leads: bool
    change: int | None
    fields: Any = None

    @property
    def seat(self) -> int:
        return self.standing.seat


@dataclass(slots=True)
class Table:
    """One session as this phone sees it; reads once, then answers from memory."""

    session: Session
    role: Role
    standings: tuple[Standing, ...]
    next: NextRound

    @classmethod
    def of(cls, session: Session, role: Role) -> "Table":
        standings = balances.scoreboard(session)
        return cls(session, role, standings, balances.next_round(session, standings))

    @property
    def may_write(self) -> bool:
        return self.role is Role.SCORE

    @property
    def names(self) -> dict[int, str]:
        return {standing.seat: standing.name or f"#{standing.seat}" for standing in self.standings}

    @property
    def rules(self) -> str:
        assert self.session.rule_version
        return self.session.rule_version.rules

    @property
    def title(self) -> str:
        return RULE_SETS[self.rules].title.say(language())

    @property
    def first_lead(self) -> str:
        return str(form_for(self.rules).first_lead)

    @property
    def bet_unit(self) -> int:
        assert self.session.bet_unit
        return self.session.bet_unit.amount

    @property
    def terms(self) -> str:
        """What a round recorded now is scored under, as the form sends it back."""
        return f"{self.session.rule_version_id}-{self.session.bet_unit_id}"

    @property
    def enough(self) -> bool:
        """Whether enough people sit in to play."""
        return len(self.next.players) >= SEATS[0]

    @property
    def resting(self) -> list[Standing]:
        return [standing for standing in self.standings if standing.seat not in self.next.players]

    def people(self, seats: Iterable[int]) -> list[Person]:
        names = self.names
        return [Person(seat, names.get(seat, f"#{seat}")) for seat in seats]

    def entry(self, fields: Fields | None = None, seats: Sequence[int] = ()) -> Entry:
        """The next round: a blank form, or what a phone has tapped.

        Seats, game and opening are those the phone was shown: sent again, the facts stay
        the same.
        """
        assert self.session.rule_version
        people = self.people(seats or self.next.players)
        settings = self.session.rule_version.settings
        if fields is None:
            form = form_for(self.rules).blank(people, Terms(settings, self.next.opening))
            return self._entry(form, self.rules, hint=form.missing())
        asked = fields.get("rules", "")
        rules = asked if asked in RULE_SETS else self.rules
        terms = Terms(settings if rules == self.rules else {}, fields.get("opening") == "1")
        return self._entry(form_for(rules)(fields, people, terms), rules)

    def _entry(self, form: RoundForm, rules: str, **more: Any) -> Entry:
        return Entry(form, rules, str(uuid.uuid4()), self.session.round_count, **more)

    def blank(self) -> Entry | None:
        """The form for the next round; None where no round can be recorded from here."""
        may_record = self.may_write and not self.session.closed_at and self.enough
        return self.entry() if may_record else None

    def facts_of(self, round: Round, fields: Fields) -> Facts:
        """What these fields tell if they are read as `round` was read."""
        people = self.people(round.facts["players"])
        terms = Terms(round.rule_version.settings, bool(round.facts.get("opening")))
        return form_for(round.rule_version.rules)(fields, people, terms).facts()

    def correction(self, round: Round, fields: Fields | None = None) -> Entry:
        """A round to be told again, under the terms it was scored with."""
        people = self.people(round.facts["players"])
        terms = Terms(round.rule_version.settings, bool(round.facts.get("opening")))
        shown = form_for(round.rule_version.rules)
        form = (
            shown.from_facts(round.facts, people, terms)
            if fields is None
            else shown(fields, people, terms)
        )
        return self._entry(form, round.rule_version.rules, correcting=round)

    def cards(self, entry: Entry | None) -> list[Card]:
        """The players of the round being entered, by seat."""
        people = entry.form.by_seat() if entry else self.people(sorted(self.next.players))
        standings = {standing.seat: standing for standing in self.standings}
        changes = entry.changes if entry else {}
        return [
            Card(
                standings[person.seat],
                person,
                person.seat == self.next.leader and not (entry and entry.correcting),
                changes.get(person.seat),
                entry.form.card(person) if entry else None,
            )
            for person in people
            if person.seat in standings
        ]

    def history(self, before: int | None = None) -> list[Told]:
        return [
            self.told(played)
            for played in balances.history(self.session, before=before, limit=HISTORY)
        ]

    def told(self, played: PlayedRound) -> Told:
        names = self.names
        words = form_for(played.round.rule_version.rules).describe(played.round.facts, names)
        return Told(played, words, [(names[seat], paid) for seat, paid in played.amounts.items()])


def show_outcome(table: Table, entry: Entry, outcome: Outcome) -> None:
    """Put what the round would pay on the entry."""
    terms = entry.correcting or table.session
    assert terms.rule_version
    assert terms.bet_unit
    bet_unit = terms.bet_unit.amount
    transfers = [transfer.as_json() for transfer in outcome.transfers]
    entry.lines = why_lines(terms.rule_version.rules, transfers, bet_unit, table.names)
    entry.changes = {seat: net * bet_unit // outcome.grain for seat, net in outcome.net.items()}
    entry.warnings = _sentences(outcome.warnings, table)


def show_problems(table: Table, entry: Entry, problems: Iterable[Problem]) -> None:
    """Put each problem at its place, those without one above the button."""
    places = entry.form.slots()
    for problem in problems:
        sentence = _sentences([problem], table)[0]
        place = next((at for path, at in places.items() if problem.field.startswith(path)), "")
        (entry.at.setdefault(place, []) if place else entry.problems).append(sentence)


def _sentences(problems: Iterable[Problem], table: Table) -> list[str]:
    names: dict[int, Any] = dict(table.names)
    return [
        problem.message(language(), lambda seat: str(names.get(seat, f"#{seat}")))
        for problem in problems
    ]
