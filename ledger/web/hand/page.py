"""What one phone sees of the parts of the coming round: who is in, its own, in the end all."""

from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict

from ledger import books
from ledger.common.bidi import isolated
from ledger.common.person import Fields as Typed
from ledger.common.person import Person
from ledger.tables.own_hands import Fields, Parts, PlayerHand, parts_of
from ledger.web.games import form_for
from ledger.web.games.card_fields import Found
from ledger.web.games.own_part import PartForm
from ledger.web.table.page import Draft, Table, show_problems
from scoring import FactsError, Problem


@dataclass(frozen=True, slots=True)
class Own:
    """The parts of the coming round as this phone may see them."""

    table: Table
    parts: Parts

    @property
    def mine(self) -> tuple[PlayerHand, ...]:
        """The seats that this phone holds."""
        return self.parts.held_by(self.table.phone)

    @property
    def seen(self) -> str:
        """What the page says back when it asks whether anything changed."""
        session = self.table.session
        return self.parts.seen(session.round_count, session.closed_at, self.table.terms)

    @property
    def may_hold_more(self) -> bool:
        """Who writes for all may tell for a player without a phone; others for one."""
        return self.table.may_write or not self.mine

    def holds(self, seat: int) -> PlayerHand | None:
        """The player of this seat, if this phone holds it."""
        told = self.parts.at(seat)
        return told if told and told.is_held_by(self.table.phone) else None

    def entry(self, fields: Fields) -> Draft:
        """The coming round as far as these fields tell it."""
        opening = "1" if self.table.next.opening else ""
        named = {**fields, "rules": self.table.rules, "opening": opening}
        typed: Typed = MultiValueDict({name: [value] for name, value in named.items()})
        return self.table.entry(typed)

    def whole(self) -> Draft:
        """The round as all parts together tell it; only once all may see it."""
        assert self.parts.shown
        return self.entry({k: v for told in self.parts.players for k, v in told.fields.items()})


@dataclass(slots=True)
class Hand:
    """One player's part on the player's own page."""

    entry: Draft
    person: Person

    @classmethod
    def of(cls, own: Own, told: PlayerHand, fields: Fields) -> "Hand":
        """The part that these fields of one player tell."""
        return cls(own.entry(fields), Person(told.seat, isolated(told.name)))

    @property
    def form(self) -> PartForm:
        assert isinstance(self.entry.form, PartForm)
        return self.entry.form

    @property
    def lines(self) -> list[tuple[str, list[str]]]:
        return self.form.part_lines(self.person)

    @property
    def found(self) -> Found:
        return self.form.part_found(self.person)

    @property
    def card(self) -> dict[str, object]:
        """The player's fields under the names that the round form's template knows them by."""
        fields = self.form.card(self.person)
        return {"seat": self.person.seat, "person": self.person, "fields": fields}

    def slots(self) -> list[tuple[str, list[str]]]:
        """The places of this page that show problems, with those of now."""
        paths = self.form.part_paths(self.person.seat)
        places = {at for path, at in self.form.slots().items() if path in paths}
        return [(place, found) for place, found in self.entry.slots() if place in places]

    def check(self, table: Table) -> bool:
        """Put on the entry what is missing and what is wrong; whether it is neither.

        While the part is not whole, only what was told wrong counts, not what was not told.
        """
        self.entry.hint = self.form.part_missing(self.person)
        paths = self.form.part_paths(self.person.seat)
        problems: list[Problem] = []
        try:
            books.preview(table.session, self.form.facts())
        except FactsError as refused:
            told = "]" if self.entry.hint else ""
            found = (each for each in refused.problems if each.field.startswith(paths))
            problems = [each for each in found if each.field.endswith(told)]
        show_problems(table, self.entry, problems)
        return not self.entry.hint and not problems


def own_of(table: Table) -> Own | None:
    """What this phone sees of the parts; None where none can be handed in. One query."""
    form = form_for(table.rules)
    if not issubclass(form, PartForm) or table.session.closed_at or not table.enough:
        return None
    return Own(table, parts_of(table.session, table.next.players))


def typed_part(table: Table, seat: int, fields: Typed) -> dict[str, str]:
    """The fields of this seat as the phone sent them, and nothing else."""
    form = form_for(table.rules)
    assert issubclass(form, PartForm)
    return {name: " ".join(fields.get(name, "").split()) for name in form.part_fields(seat)}
