"""A session as one phone sees it: what any page of it needs to know, read once."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.access.actor import Actor
from ledger.access.keys import Role
from ledger.books import Recorded, balances
from ledger.books.balances import Seats, Standing
from ledger.books.history import PlayedRound
from ledger.books.next_round import NextRound, next_round, seated
from ledger.books.numbering import Numbering, numbering
from ledger.common import safe_address
from ledger.common.bidi import isolated
from ledger.common.person import Person
from ledger.common.refusals import AlreadyCorrected, Refusal
from ledger.live.hub import BEAT
from ledger.models import Change, Flag, Link, Round, RuleVersion, Session
from ledger.tables import agreement
from ledger.tables.flags import flags_of
from ledger.tables.rule_words import game_title
from ledger.web import shown_terms
from ledger.web.games import form_for
from scoring import RULE_SETS


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
    def pk(self) -> str:
        return self.session.pk

    @property
    def by(self) -> Actor:
        """As whom this phone does something here."""
        return Actor(Link(self.role.value), self.seat)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return _standings(self.session)

    def after(self, recorded: Recorded) -> "Table":
        """The table right after a round that corrects none, as it was written: read is nothing.

        How people count rounds is as before, unless somebody else did something in between.
        """
        round = recorded.round
        table = replace(self, session=round.session)
        table.session.rule_version, table.session.bet_unit = round.rule_version, round.bet_unit
        table.standings = _standings(table.session, recorded.seats)
        table.next = next_round(table.session, table.standings, round)
        if table.session.log_count == self.session.log_count + 1:
            table.numbering = self.numbering
        return table

    @property
    def seating(self) -> list[Standing]:
        """Everybody as they sit."""
        by_seat = {each.seat: each for each in self.standings}
        return [by_seat[seat] for seat in seated(self.session, by_seat)]

    @cached_property
    def next(self) -> NextRound:
        return next_round(self.session, self.standings)

    @property
    def rounds(self) -> QuerySet[Round]:
        """As people count them: a corrected one as it was put right."""
        # Asked for a key, not the column that joins, PostgreSQL expects one round and reads all.
        return self.session.rounds.filter(corrected_by__corrects__isnull=True)

    def missed(self, seen: int) -> QuerySet[Round]:
        """Return the rounds played since the newest that a page has shown, newest first."""
        return self.rounds.filter(stands_for__gt=seen).order_by("-stands_for")

    @cached_property
    def numbering(self) -> Numbering:
        """How people count its rounds."""
        return numbering(self.session)

    @property
    def next_number(self) -> int:
        """The number that people give the next round."""
        return self.numbering.at(self.session.round_count + 1)

    @cached_property
    def address(self) -> str:
        """All pages of the table stand under it; the table page names eighty of them."""
        return reverse("table", args=[self.pk])

    @property
    def has_safe_address(self) -> bool:
        """Whether there is HTTPS beside plain HTTP."""
        return bool(safe_address.ports.https)

    @property
    def may_write(self) -> bool:
        return self.role is Role.SCORE

    @property
    def names(self) -> dict[int, str]:
        return {standing.seat: standing.name for standing in self.standings}

    @property
    def rule_version(self) -> RuleVersion:
        return self.session.terms[0]

    @property
    def rules(self) -> str:
        return self.rule_version.rules

    @property
    def title(self) -> str:
        return game_title(self.rules, self.rule_version.settings)

    @property
    def short_title(self) -> str:
        return short_title(self.rule_version)

    @property
    def first_lead(self) -> str:
        return str(form_for(self.rules).first_lead)

    @property
    def who_leads(self) -> str:
        """Who leads the next round, where no card says so."""
        leader = self.next.leader
        if leader is not None and leader not in self.next.players:
            values = {"name": self.names[leader]}
            return _("%(name)s được đi trước nhưng đang nghỉ: bàn tự định ai đi trước.") % values
        if leader is None and self.next.opening and self.first_lead and self.session.round_count:
            return _("Ván khởi đầu: ai có 3♠ đi trước.")
        return ""

    @property
    def leads_in_words(self) -> str:
        """Who leads the next round, wherever anybody can know."""
        leader = self.next.leader
        if leader is None or leader not in self.next.players:
            return self.who_leads or ("" if self.session.round_count else self.first_lead)
        return _("%(name)s đi trước.") % {"name": self.names[leader]}

    @property
    def bet_unit(self) -> int:
        return self.session.terms[1].amount

    @property
    def terms(self) -> str:
        """What a round recorded now is scored under, as the form sends it back."""
        return shown_terms.named(self.session.terms)

    def plays_by(self, shown: str | None) -> bool:
        """Whether the terms that a page says it shows are in force; it need not say any."""
        return shown is None or shown_terms.are_meant(self.session.terms, shown)

    @property
    def shape(self) -> str:
        """Other than before wherever an open page cannot be mended piece by piece."""
        people = [(each.seat, each.name, each.sitting_out) for each in self.standings]
        parts = self.session.rule_version_id, self.session.closed_at, self.playing, people
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]

    @property
    def playing(self) -> Sequence[int]:
        """Who plays the next round as they sit, from the lowest seat on, whoever leads."""
        seats = self.next.players
        first = seats.index(min(seats)) if seats else 0
        return [*seats[first:], *seats[:first]]

    @property
    def enough(self) -> bool:
        """Whether enough people sit in to play the game."""
        return len(self.next.players) >= RULE_SETS[self.rules].players[0]

    def why_not(self, refusal: Refusal) -> str:
        """Return why something was not done; a corrected round keeps its number for people."""
        if isinstance(refusal, AlreadyCorrected) and refusal.round:
            number = {"number": self.numbering.of(refusal.round)}
            return _("Ván %(number)s đã được sửa ở máy khác rồi.") % number
        return refusal.message()

    def people(self, seats: Iterable[int]) -> list[Person]:
        names = self.names
        return [Person(seat, names.get(seat, f"#{seat}")) for seat in seats]

    @cached_property
    def flags(self) -> Mapping[int, list[Flag]]:
        """By round."""
        return flags_of(self.session)

    @property
    def flagged(self) -> list[int]:
        """The rounds that wait for an answer, by number."""
        return sorted(n for n, flags in self.flags.items() if any(f.is_open for f in flags))

    @cached_property
    def asked(self) -> PlayedRound | None:
        """The round that this phone's owner is asked to nod to."""
        return agreement.asked(self.session, self.seat)

    @cached_property
    def nods(self) -> Mapping[int, list[int]]:
        """The seats that nodded to a round, by its number."""
        return agreement.nods(self.session)

    @cached_property
    def unused_days(self) -> int:
        """For how many days nobody had opened it when it was put away; 0 where it was not."""
        closings = self.session.changes.filter(kind=Change.Kind.CLOSED)
        newest = closings.first() if self.session.closed_at else None
        return newest.details.get("unused", 0) if newest else 0

    @property
    def may_change(self) -> bool:
        """Whether this phone can change the table's people, bet unit, rules and items now."""
        return self.may_write and not self.session.closed_at

    @property
    def may_record(self) -> bool:
        """Whether this phone can record a round now."""
        return self.may_change and self.enough


def _standings(session: Session, seats: Seats | None = None) -> tuple[Standing, ...]:
    """The scoreboard with a name to show for everybody: a cleared one is the seat's number."""
    scores = balances.scoreboard(session, seats)
    return tuple(replace(s, name=isolated(s.name) or f"#{s.seat}") for s in scores)


def short_title(version: RuleVersion) -> str:
    """What its game is called in a word or two: else without what stands in brackets."""
    title = game_title(version.rules, version.settings)
    return str(form_for(version.rules).short_title) or title.partition(" (")[0]
