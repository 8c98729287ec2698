"""The columns of the table page: a player each, in the sheet, on the heads and in the answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.books.balances import Standing
from ledger.common.person import Person
from ledger.web.games.fields import Field
from ledger.web.phone_table import Table
from ledger.web.table.drafts import Draft, next_draft
from ledger.web.table.history import longest

SIZES = ((11, "long huge"), (10, "long"), (8, "wide"), (7, "mid"))
"""From how many letters on a balance needs letters of this size."""


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """A player of the round being entered, with what the head says and what a tap on it fills.

    `change` is what the round would do; `before` what it did as it was recorded, where it is being
    corrected. `foot` tells whether the foot is ticked.
    """

    standing: Standing
    leads: bool = False
    change: int | None = None
    before: int | None = None
    fields: Sequence[Field] = ()
    foot: bool = False

    @property
    def seat(self) -> int:
        return self.standing.seat

    @property
    def balance(self) -> int:
        """The balance; of a round being corrected, as it would be afterwards."""
        if self.before is None or self.change is None:
            return self.standing.balance
        return self.standing.balance - self.before + self.change


def columns(table: Table, draft: Draft | None, shown: Sequence[int] = ()) -> list[PlayerColumn]:
    """Return the columns by seat: who plays, who played the round being corrected, who is shown."""
    people = draft.form.by_seat() if draft else table.people(sorted(shown) or table.playing)
    standings = {standing.seat: standing for standing in table.standings}
    known = (person for person in people if person.seat in standings)
    return [_column(table, draft, person, standings[person.seat]) for person in known]


def _column(table: Table, draft: Draft | None, person: Person, standing: Standing) -> PlayerColumn:
    leads = person.seat == table.next.leader
    if draft is None:
        return PlayerColumn(standing, leads)
    return PlayerColumn(
        standing,
        leads=leads and not draft.correcting,
        change=draft.changes.get(person.seat),
        before=draft.before.get(person.seat),
        fields=draft.form.head_fields(person),
        foot=draft.form.foot_of(person),
    )


def size(columns: Sequence[PlayerColumn]) -> str:
    """Return by which word the style sheet knows the size of the balances, "" for the largest."""
    most = longest(column.balance for column in columns)
    return next((word for letters, word in SIZES if most >= letters), "")


def page_pieces(table: Table, draft: Draft | None, shown: Sequence[int] = ()) -> dict[str, object]:
    """Return what every piece of the table page is rendered from.

    Everybody has a column or waits: so does who rests only after the round being typed. Lines may
    have signs of `any_game` where the table may have played another one.
    """
    of = columns(table, draft, shown)
    seats = [column.seat for column in of]
    return {
        "table": table,
        "draft": draft,
        "columns": of,
        "seats": seats,
        "pot": _in_pot(table, draft),
        "waiting": [each for each in table.standings if each.seat not in seats],
        "size": size(of),
        "any_game": not draft or table.rule_version.number > 1,
        "correction_moves": any(each.balance != each.standing.balance for each in of),
    }


def _in_pot(table: Table, draft: Draft | None) -> str:
    """What is in the pot; who only reads needs no form where the table plays without one."""
    if not draft and not table.rule_version.values.get("ga"):
        return ""
    return (draft or next_draft(table)).form.in_pot
