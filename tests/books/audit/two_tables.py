"""An evening with everything in it, at two tables: for tests that damage a book."""

import random
from typing import Any
from uuid import uuid4

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances, rounds
from ledger.books.settlement import fewest_payments
from ledger.models import (
    Change,
    Entry,
    Payment,
    Posting,
    Round,
    Seat,
    Session,
)
from ledger.tables import carry_over, payments, sessions
from tests.random_rounds import deal
from tests.sample_tables import a_table, play, redo


class Books:
    """Two tables after an evening with everything in it; the first one gets damaged.

    Rounds 1 to 4, of which 2 is void and 3 corrected by 5; then another bet unit, other
    rules, and round 6. Then the table settles: payment 1 is made, 2 made and taken back.
    What is left is carried into another table and taken back, then into a table that plays.
    Postings: rounds 1 to 4, void 2, void 3, rounds 5 and 6, payments 1 and 2, unpaid 2,
    carried, uncarried, carried.
    """

    def __init__(self) -> None:
        self.table, self.other = self.evening(), self.evening()

    def evening(self) -> Session:
        table = a_table()
        for places in ((2, 1, 4, 3), (1, 2, 3, 4), (4, 3, 2, 1), (3, 1, 2, 4)):
            play(table, *places)
        rounds.void(table.pk, 2, reason="nhầm", by=ON_THE_MACHINE)
        redo(table, 3, 1, 4, 3, 2)
        sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE)
        sessions.change_bet_unit(table.pk, 5000, by=ON_THE_MACHINE)
        sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE)
        facts = deal("dem_la", random.Random(1), (1, 2, 5))
        rounds.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
        self.settle(table, facts)
        table.refresh_from_db()
        return table

    def settle(self, table: Session, facts: Any) -> None:
        """Half of the first debt is paid; the other half was not, after all."""
        sessions.close(table.pk, by=ON_THE_MACHINE)
        standings = balances.scoreboard(table)
        due = fewest_payments({each.seat: each.balance for each in standings})[0]
        half = {"debtor": due.payer, "creditor": due.payee, "amount": due.amount // 2}
        for _ in range(2):
            paid = payments.pay(table.pk, **half, submission_id=uuid4(), by=ON_THE_MACHINE)[0]
        payments.unmark(table.pk, paid.number, by=ON_THE_MACHINE)
        first = carry_over.carry(table.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
        carry_over.take_back(table.pk, first.pk, by=ON_THE_MACHINE)
        away = carry_over.carry(table.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
        rounds.record(away.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)

    def away(self) -> Session:
        """The table that plays on with what was left."""
        return self.table.carries.latest("pk").target

    def carried(self, number: int, line: int = 1) -> Any:
        """One entry of a posting of what was carried."""
        return Entry.objects.filter(
            pk=Entry.objects.get(posting__session=self.table, posting__number=number, line=line).pk
        )

    def paid(self, **which: Any) -> Any:
        return Payment.objects.filter(session=self.table, **which)

    def payment_entry(self, number: int, kind: str = "payment") -> Any:
        return Entry.objects.filter(
            posting__in=self.postings(payment__number=number, kind=kind).values("pk")
        )

    def rounds(self, **which: Any) -> Any:
        return Round.objects.filter(session=self.table, **which)

    def postings(self, **which: Any) -> Any:
        return Posting.objects.filter(session=self.table, **which)

    def entries(self, round: int, kind: str = "round") -> Any:
        return Entry.objects.filter(
            posting__session=self.table, posting__round__number=round, posting__kind=kind
        )

    def entry(self, round: int, kind: str = "round", line: int = 1) -> Any:
        return Entry.objects.filter(pk=self.entries(round, kind).get(line=line).pk)

    def seat(self, number: int) -> Any:
        return Seat.objects.filter(session=self.table, number=number)

    def session(self) -> Any:
        return Session.objects.filter(pk=self.table.pk)

    def changes(self, **which: Any) -> Any:
        return Change.objects.filter(session=self.table, **which)

    def change_json(self, round: int, column: str, **changed: Any) -> int:
        stored = getattr(self.rounds(number=round).get(), column)
        return self.rounds(number=round).update(**{column: stored | changed})

    def erase(self, postings: Any, round: int | None = None) -> None:
        keys = list(postings.values_list("pk", flat=True))
        Entry.objects.filter(posting__in=keys)._raw_delete("default")
        Posting.objects.filter(pk__in=keys)._raw_delete("default")
        if round:
            self.rounds(number=round)._raw_delete("default")
