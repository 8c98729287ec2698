"""What the table page shows: the scoreboard, the round being entered, the history."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.access.actor import Actor
from ledger.access.keys import Role
from ledger.books import balances
from ledger.books.balances import Standing
from ledger.books.history import PlayedRound, newest_rounds, played_rounds
from ledger.books.next_round import NextRound, next_round, seated
from ledger.common import safe_address
from ledger.common.bidi import isolated
from ledger.common.language import language
from ledger.common.person import Fields, Person
from ledger.live.hub import BEAT
from ledger.models import SEATS, Flag, Link, Round, RuleVersion, Session
from ledger.spoken import Sentence, example
from ledger.tables.flags import flags_of
from ledger.tables.rule_words import game_title
from ledger.tables.sessions import terms_in_force
from ledger.tables.told_items import ToldItem, told_items
from ledger.web.games import form_for, in_words
from ledger.web.games.base import RoundForm, RoundTerms
from ledger.web.table.event_marks import event_marks, great_event
from ledger.web.table.explain import WhyLine, unpaid_lines, why_lines
from scoring import RULE_SETS, Outcome, Problem
from scoring.common.transfers import Reason

HISTORY = 10
"""Rounds on the first page; older ones come on request."""


@dataclass(frozen=True, slots=True)
class HistoryRound:
    """One round of the history, in words, with who calls it wrong while it stands.

    The `address` is that of the round; what can be done with it stands under it.
    """

    address: str
    played: PlayedRound
    words: list[str]
    sums: list[tuple[str, int]]
    great: tuple[Reason, str] | None = None
    """A great event, with who won how much by it."""
    flags: Sequence[tuple[Flag, str]] = ()
    """Each with who calls the round wrong."""
    others: Sequence[ToldItem] = ()
    """What was told after it that no round explains, newest first."""

    @property
    def flagged(self) -> bool:
        """Whether it waits for an answer."""
        return any(flag.is_open for flag, _who in self.flags)

    @property
    def state(self) -> str:
        """What it is marked as."""
        return "void" if self.played.void else "flagged" if self.flagged else "recorded"

    @property
    def round(self) -> Round:
        return self.played.round

    @property
    def marks(self) -> Sequence[Reason]:
        """The events of it that have a mark."""
        return event_marks(self.round.result)

    @property
    def shows(self) -> str:
        """Other than before whenever its line in the history is."""
        played = self.played
        became = played.void, played.void_reason, played.corrects, played.corrected_by
        flags = [(flag.state, flag.word, flag.answer, who) for flag, who in self.flags]
        return repr((self.address, self.words, self.sums, became, flags))


@dataclass(slots=True)
class Draft:
    """The round being entered: its form, its place in the order, what it would pay.

    `after` is the newest round the phone has seen; the round gets the next number.
    `newer` are rounds it has not seen, `mine` its own in words, to be told apart from them;
    `instead` the round that was recorded from this phone's first sending of it. A `notice`
    says what was `done`, or why nothing was.
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
    done: bool = False
    newer: Sequence[HistoryRound] = ()
    mine: Sequence[str] = ()
    instead: int = 0
    sentence: Sentence | None = None

    @property
    def number(self) -> int:
        return self.after + 1

    @property
    def shows(self) -> str:
        """Other than before whenever the fields below the scoreboard are."""
        form = self.form
        return repr((self.rules, form.fields, form.people, form.terms, self.at))

    @property
    def example(self) -> str:
        """A sentence that these players could tell a round in."""
        return example(self.form.vocabulary, self.form.people)

    def slots(self) -> list[tuple[str, list[str]]]:
        """Every place that shows problems, with those of now."""
        return [
            (place, self.at.get(place, [])) for place in dict.fromkeys(self.form.slots().values())
        ]


@dataclass
class Table:
    """One session as this phone sees it; reads once what is asked for, then knows it."""

    session: Session
    role: Role
    seat: int | None = None
    """Whose phone this is, if anybody said so."""
    phone: str = ""

    beat: ClassVar[int] = BEAT
    """Seconds after which an open page hears from the server at the latest."""

    @property
    def by(self) -> Actor:
        """As whom this phone does something here."""
        return Actor(Link(self.role.value), self.seat)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        scores = balances.scoreboard(self.session)
        return tuple(replace(each, name=isolated(each.name)) for each in scores)

    @property
    def seating(self) -> list[Standing]:
        """Everybody as they sit."""
        by_seat = {each.seat: each for each in self.standings}
        return [by_seat[seat] for seat in seated(self.session, by_seat)]

    @cached_property
    def next(self) -> NextRound:
        return next_round(self.session, self.standings)

    @cached_property
    def address(self) -> str:
        """All pages of the table stand under it; the table page names eighty of them."""
        return reverse("table", args=[self.session.pk])

    @property
    def has_safe_address(self) -> bool:
        """Whether there is HTTPS beside plain HTTP."""
        return bool(safe_address.ports.https)

    @property
    def may_write(self) -> bool:
        return self.role is Role.SCORE

    @property
    def names(self) -> dict[int, str]:
        return {standing.seat: standing.name or f"#{standing.seat}" for standing in self.standings}

    @property
    def rule_version(self) -> RuleVersion:
        return terms_in_force(self.session)[0]

    @property
    def rules(self) -> str:
        return self.rule_version.rules

    @property
    def title(self) -> str:
        return game_title(self.rules, self.rule_version.settings)

    @property
    def first_lead(self) -> str:
        return str(form_for(self.rules).first_lead)

    @property
    def who_leads(self) -> str:
        """Who leads the next round, where no card says so."""
        leader, first = self.next.leader, form_for(self.rules).first_lead
        if leader is not None and leader not in self.next.players:
            told = {"name": self.names[leader]}
            return _("%(name)s được đi trước nhưng đang nghỉ: bàn tự định ai đi trước.") % told
        if leader is None and self.next.opening and first and self.session.round_count:
            return _("Ván khởi đầu: ai có 3♠ đi trước.")
        return ""

    @property
    def bet_unit(self) -> int:
        return terms_in_force(self.session)[1].amount

    @property
    def terms(self) -> str:
        """What a round recorded now is scored under, as the form sends it back."""
        return f"{self.session.rule_version_id}-{self.session.bet_unit_id}"

    @property
    def shape(self) -> str:
        """Other than before wherever an open page cannot be mended piece by piece."""
        people = [(each.seat, each.name, each.sitting_out) for each in self.standings]
        session = self.session
        playing = _from_lowest(self.next.players)
        told = (session.rule_version_id, session.closed_at, playing, people)
        return hashlib.sha256(repr(told).encode()).hexdigest()[:12]

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

    def entry(self, fields: Fields | None = None, seats: Sequence[int] = ()) -> Draft:
        """The next round: a blank form, or what a phone has tapped.

        Seats, game and opening are those the phone was shown: sent again, the facts stay
        the same.
        """
        people, settings = self.people(seats or self.next.players), self.rule_version.settings
        if fields is None:
            form = form_for(self.rules).blank(people, RoundTerms(settings, self.next.opening))
            return self._entry(form, self.rules, hint=form.missing())
        asked = fields.get("rules", "")
        rules = asked if asked in RULE_SETS else self.rules
        terms = RoundTerms(settings if rules == self.rules else {}, fields.get("opening") == "1")
        return self._entry(form_for(rules)(fields, people, terms), rules)

    def _entry(self, form: RoundForm, rules: str, **more: Any) -> Draft:
        return Draft(form, rules, str(uuid.uuid4()), self.session.round_count, **more)

    def blank(self) -> Draft | None:
        """The form for the next round; None where no round can be recorded from here."""
        may_record = self.may_write and not self.session.closed_at and self.enough
        return self.entry() if may_record else None

    def correction(self, round: Round, fields: Fields | None = None) -> Draft:
        """A round to be told again, under the terms it was scored with."""
        people = self.people(round.facts["players"])
        terms = RoundTerms(round.rule_version.settings, bool(round.facts.get("opening")))
        shown = form_for(round.rule_version.rules)
        form = (
            shown.from_facts(round.facts, people, terms)
            if fields is None
            else shown(fields, people, terms)
        )
        return self._entry(form, round.rule_version.rules, correcting=round)

    def cards(self, entry: Draft | None) -> list[dict[str, Any]]:
        """The players of the round being entered, by seat."""
        people = entry.form.by_seat() if entry else self.people(_from_lowest(self.next.players))
        standings = {standing.seat: standing for standing in self.standings}
        changes = entry.changes if entry else {}
        return [
            {
                "seat": person.seat,
                "standing": standings[person.seat],
                "person": person,
                "leads": person.seat == self.next.leader and not (entry and entry.correcting),
                "change": changes.get(person.seat),
                "fields": entry.form.card(person) if entry else None,
            }
            for person in people
            if person.seat in standings
        ]

    def history(self, before: int | None = None) -> list[HistoryRound]:
        played = newest_rounds(self.session, before=before, limit=HISTORY)
        told = [self.with_flags(each) for each in played]
        numbers = [each.round.number for each in told]
        items = self.session.other_items.filter(after_round__in=numbers)
        others = told_items(items, self.names)
        return [replace(each, others=others.get(each.round.number, ())) for each in told]

    def before_any_round(self) -> Sequence[ToldItem]:
        """What was told before the first round."""
        return told_items(self.session.other_items.filter(after_round=0), self.names).get(0, ())

    def told(self, played: PlayedRound, flags: Sequence[tuple[Flag, str]] = ()) -> HistoryRound:
        names = self.names
        sums = [(names[seat], paid) for seat, paid in played.amounts.items()]
        address = f"{self.address}rounds/{played.round.number}/"
        words = in_words(played.round, names)
        return HistoryRound(address, played, words, sums, great_event(played, names), flags)

    def with_flags(self, played: PlayedRound) -> HistoryRound:
        """The round in words, with its flags; they mean nothing once it is void."""
        found = [] if played.void else self.flags.get(played.round.number, [])
        return self.told(played, [(each, self._who(each)) for each in found])

    @cached_property
    def flags(self) -> Mapping[int, list[Flag]]:
        """By round."""
        return flags_of(self.session)

    @property
    def flagged(self) -> list[int]:
        """The rounds that wait for an answer, by number."""
        return sorted(n for n, found in self.flags.items() if any(f.is_open for f in found))

    def flagged_rounds(self) -> list[HistoryRound]:
        """The rounds that wait for an answer, oldest first."""
        rounds = self.session.rounds.filter(number__in=self.flagged).order_by("number")
        return [self.with_flags(played) for played in played_rounds(rounds)]

    def _who(self, flagged: Flag) -> str:
        if flagged.seat:
            return self.names.get(flagged.seat, f"#{flagged.seat}")
        return _("Người xem") if flagged.link == Link.VIEW else _("Người ghi")


def _from_lowest(seats: Sequence[int]) -> Sequence[int]:
    """As they sit, from the lowest seat on, whoever leads."""
    first = seats.index(min(seats)) if seats else 0
    return [*seats[first:], *seats[:first]]


def show_outcome(table: Table, entry: Draft, outcome: Outcome) -> None:
    """Put what the round would pay on the entry."""
    told = entry.correcting
    version, unit = (told.rule_version, told.bet_unit) if told else terms_in_force(table.session)
    bet_unit, rules, settings = unit.amount, version.rules, version.settings
    transfers = [transfer.as_json() for transfer in outcome.transfers]
    entry.lines = why_lines(rules, transfers, bet_unit, table.names)
    entry.lines += unpaid_lines(rules, entry.form.facts(), settings, table.names)
    entry.changes = {seat: net * bet_unit // outcome.grain for seat, net in outcome.net.items()}
    entry.warnings = _sentences(outcome.warnings, table)


def show_problems(table: Table, entry: Draft, problems: Iterable[Problem]) -> None:
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
