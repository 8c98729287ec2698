"""A player's own page: the hand as typed, what it is, what is missing in it."""

from dataclasses import dataclass, replace

from ledger import books
from ledger.common.person import Fields as Typed, Person
from ledger.tables.own_hands import Fields
from ledger.web.games import form_for
from ledger.web.games.card_fields import CardNote
from ledger.web.games.own_hand import HandForm
from ledger.web.phone_table import Table
from ledger.web.table.drafts import Draft, with_problems
from ledger.web.table.own_hands import Own
from scoring import FactsError


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's hand on the player's own page."""

    own: Own
    draft: Draft
    person: Person

    @classmethod
    def of(cls, own: Own, seat: int, fields: Fields) -> "Hand":
        """The hand that these fields of one player tell."""
        return cls(own, own.draft(fields), own.table.people([seat])[0])

    @property
    def form(self) -> HandForm:
        assert isinstance(self.draft.form, HandForm)
        return self.draft.form

    @property
    def lines(self) -> list[tuple[str, list[str]]]:
        return self.form.hand_lines(self.person)

    @property
    def note(self) -> CardNote:
        return self.form.hand_note(self.person)

    @property
    def card(self) -> dict[str, object]:
        """The player's fields by the names that the game's own template knows them by."""
        return self.form.card(self.person)

    def checked(self) -> "Hand":
        """The hand with what is missing and what is wrong; its draft's status is 200 for neither.

        While the hand is not whole, only what was told wrong counts, not what was not told.
        """
        hint, paths = self.form.hand_missing(self.person), self.form.hand_paths(self.person.seat)
        draft = replace(self.draft, hint=hint, status=422 if hint else 200)
        try:
            books.preview(self.own.table.session, self.form.facts())
        except FactsError as refused:
            inside = "]" if hint else ""
            own = (each for each in refused.problems if each.field.startswith(paths))
            problems = [each for each in own if each.field.endswith(inside)]
            draft = with_problems(self.own.table, draft, problems) if problems else draft
        return replace(self, draft=draft)


def typed_hand(table: Table, seat: int, fields: Typed) -> dict[str, str]:
    """The fields of this seat as the phone sent them, and nothing else."""
    form = form_for(table.rules)
    assert issubclass(form, HandForm)
    return {name: " ".join(fields.get(name, "").split()) for name in form.hand_fields(seat)}
