"""What the database refuses by itself, asked in plain SQL behind the back of all code."""

import json
import re
import sqlite3
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.books.settlement import Pay
from ledger.database import guards
from ledger.models import Carry, Entry, OtherItem, Payment, Posting, Round, Seat, Session
from ledger.tables import carry_over, other_items, payments, sessions
from tests.sample_tables import a_table, play
from tests.trust import Tell

OPERATE = Path(books.__path__[0]).parent / "docs/operate.md"
SOME_TIME = "2026-11-21 20:15:00+00:00"


class Intruder:
    """Two tables with rounds and a payment, the other one closed, and a hand on the database.

    What an old table left is carried into a new one; at a spare one nothing happened.
    """

    def __init__(self) -> None:
        self.table, self.other = a_table(), a_table()
        for table in (self.table, self.other):
            play(table)
            play(table, 1, 2, 3, 4)
            books.void(table.pk, 2, by=ON_THE_MACHINE)
            payments.pay(
                table.pk,
                debtor=3,
                creditor=2,
                amount=500,
                submission_id=uuid4(),
                leaver=3,
                by=ON_THE_MACHINE,
            )
            other_items.post_item(
                table.pk,
                submission_id=uuid4(),
                pays=[Pay(1, 2, 300)],
                text="phạt",
                by=ON_THE_MACHINE,
            )
            table.refresh_from_db()
        self.old, self.spare = a_table(), a_table()
        play(self.old)
        sessions.close(self.old.pk, by=ON_THE_MACHINE)
        self.new = carry_over.carry(self.old.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
        sessions.close(self.other.pk, by=ON_THE_MACHINE)
        self.round = self.newest(Round)
        self.seat, self.other_seat = (
            Seat.objects.filter(session=table).order_by("number")
            for table in (self.table, self.other)
        )

    def newest(self, model: Any, table: Session | None = None) -> Any:
        return model.objects.filter(session=table or self.table).latest("number")

    def run(self, statement: str, *values: Any) -> int:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.rowcount

    def insert(self, table: str, row: dict[str, Any], how: str = "INSERT") -> int:
        columns, marks = ", ".join(row), ", ".join(["%s"] * len(row))
        return self.run(f"{how} INTO ledger_{table} ({columns}) VALUES ({marks})", *row.values())

    def uuid(self) -> str:
        return uuid4().hex if connection.vendor == "sqlite" else str(uuid4())

    def new_round(self, **changed: Any) -> int:
        row = {
            "session_id": self.table.pk,
            "number": self.table.round_count + 1,
            "submission_id": self.uuid(),
            "rule_version_id": self.table.rule_version_id,
            "bet_unit_id": self.table.bet_unit_id,
            "facts": "{}",
            "result": "{}",
            "corrects_id": None,
            "stands_for": changed.get("number", self.table.round_count + 1),
            "recorded_at": SOME_TIME,
        }
        return self.insert("round", row | changed)

    def new_posting(self, **changed: Any) -> int:
        """The posting of a new round, which goes in first where none is named."""
        if "round_id" not in changed:
            self.new_round()
        row = {
            "session_id": self.table.pk,
            "number": self.table.posting_count + 1,
            "kind": "round",
            "round_id": self.newest(Round).pk,
            "payment_id": None,
            "carry_id": None,
            "other_id": None,
            "reason": "",
            "posted_at": SOME_TIME,
            "hash": "0" * 64,
        }
        return self.insert("posting", row | changed)

    def new_item(self, **changed: Any) -> int:
        row = {
            "session_id": self.table.pk,
            "number": 2,
            "submission_id": self.uuid(),
            "after_round": self.table.round_count,
            "recorded_at": SOME_TIME,
        }
        return self.insert("otheritem", row | changed)

    def item_entry(self, **changed: Any) -> int:
        """The entry of the item there is, taken back."""
        item = self.newest(OtherItem)
        of = {"kind": "manual_void", "round_id": None, "other_id": item.pk}
        self.new_posting(**of)
        back = {"payer_id": self.seat[1].pk, "payee_id": self.seat[0].pk, "amount": 300}
        newest = {"posting_id": self.newest(Posting).pk, "reason": "manual"}
        return self.new_entry(**newest | back | changed)

    def new_payment(self, **changed: Any) -> int:
        row = {
            "session_id": self.table.pk,
            "number": 2,
            "submission_id": self.uuid(),
            "debtor_id": self.seat[2].pk,
            "creditor_id": self.seat[1].pk,
            "amount": 100,
            "recorded_at": SOME_TIME,
        }
        return self.insert("payment", row | changed)

    def payment_posting(self, **changed: Any) -> int:
        """The posting of a new payment, which goes in first where none is named."""
        if "payment_id" not in changed:
            self.new_payment()
        of = {"kind": "payment", "round_id": None, "payment_id": self.newest(Payment).pk}
        return self.new_posting(**of | changed)

    def payment_entry(self, kind: str = "payment", **changed: Any) -> int:
        """The entry of a new payment, or of the one there is, taken back."""
        first = self.table.payments.get(number=1)
        self.payment_posting(kind=kind, **{"payment_id": first.pk} if kind == "unpaid" else {})
        payment = first if kind == "unpaid" else self.newest(Payment)
        sides = [payment.debtor_id, payment.creditor_id]
        payer, payee = sides if kind == "unpaid" else reversed(sides)
        entry = {"payer_id": payer, "payee_id": payee, "amount": payment.amount}
        newest = {"posting_id": self.newest(Posting).pk, "reason": "settlement"}
        return self.new_entry(**newest | entry | changed)

    def new_carry(self, **changed: Any) -> int:
        """From the other table, which is closed, to one where nothing happened."""
        row = {
            "source_id": self.other.pk,
            "target_id": self.spare.pk,
            "submission_id": self.uuid(),
            "carried_at": SOME_TIME,
        }
        return self.insert("carry", row | changed)

    def carry_posting(self, session: Session, **changed: Any) -> int:
        """One more posting of the carry there is, at one of its tables."""
        session.refresh_from_db()
        row = {
            "session_id": session.pk,
            "number": session.posting_count + 1,
            "kind": "uncarried",
            "round_id": None,
            "payment_id": None,
            "other_id": None,
            "carry_id": Carry.objects.earliest("pk").pk,
            "reason": "",
            "posted_at": SOME_TIME,
            "hash": "0" * 64,
        }
        return self.insert("posting", row | changed)

    def carry_entry(self, session: Session, **changed: Any) -> int:
        """The first entry of what was carried from or to a table, taken back."""
        self.carry_posting(session)
        carried = Entry.objects.get(posting__session=session, posting__kind="carried", line=1)
        back = {
            "posting_id": self.newest(Posting, session).pk,
            "payer_id": carried.payee_id,
            "payee_id": carried.payer_id,
            "amount": carried.amount,
            "reason": "carried",
        }
        return self.new_entry(**back | changed)

    def arriving_entry(self, **changed: Any) -> int:
        """The first entry of a new carry from the other table, where it comes to."""
        target = self.spare
        self.new_carry()
        made = Carry.objects.get(target=target)
        seats = {
            table.pk: dict(table.seats.values_list("number", "pk"))
            for table in (self.other, target)
        }
        for table, payer, payee in ((self.other, 1, 3), (target, 3, 1)):
            self.carry_posting(table, carry_id=made.pk, kind="carried")
            entry = {
                "posting_id": self.newest(Posting, table).pk,
                "payer_id": seats[table.pk][payer],
                "payee_id": seats[table.pk][payee],
                "amount": 100,
                "reason": "carried",
            }
            self.new_entry(**entry | (changed if table == target else {}))
        return 1

    def close(self) -> int:
        return self.run("UPDATE ledger_session SET closed_at = %s", SOME_TIME)

    def seal(self) -> int:
        """Count the newest posting in."""
        return self.run(
            "UPDATE ledger_session SET posting_count = posting_count + 1, head = %s WHERE id = %s",
            *("0" * 64, self.table.pk),
        )

    def new_entry(self, **changed: Any) -> int:
        """An entry of a new posting, which goes in first where none is named."""
        if "posting_id" not in changed:
            self.new_posting()
        row = {
            "posting_id": self.newest(Posting).pk,
            "line": 1,
            "payer_id": self.seat[0].pk,
            "payee_id": self.seat[1].pk,
            "amount": 1000,
            "reason": "place",
        }
        return self.insert("entry", row | changed)

    def void_entry(self, **changed: Any) -> int:
        """The first entry of a new void of round 1; it pays back what seat 2 got."""
        self.new_posting(kind="void", round_id=Round.objects.get(session=self.table, number=1).pk)
        paid = Entry.objects.filter(posting__session=self.table, line=1).earliest("posting")
        back = {"payer_id": paid.payee_id, "payee_id": paid.payer_id, "amount": paid.amount}
        return self.new_entry(posting_id=self.newest(Posting).pk, reason="void", **back | changed)

    def new_session(self, **changed: Any) -> int:
        counts = ("round_count", "posting_count", "log_count", "change_count")
        row = {
            "id": "intruder",
            "name": "",
            "currency": "",
            "opened_at": SOME_TIME,
            "closed_at": None,
            "score_key_generation": 1,
            "view_key_generation": 1,
            "seating": "",
            "seated_after": 0,
            "rotates": False,
            "rule_version_id": None,
            "bet_unit_id": None,
            "head": "",
            "log_head": "",
            "salt": "0" * 32,
        }
        return self.insert("session", row | dict.fromkeys(counts, 0) | changed)

    def new_terms(self, table: str, **changed: Any) -> int:
        row = {"session_id": self.table.pk, "number": 2, "reason": "", "decided_at": SOME_TIME}
        own = {"betunit": {"amount": 4000}, "ruleversion": {"rules": "dem_la", "settings": "{}"}}
        return self.insert(table, row | own[table] | changed)

    def new_change(self, **changed: Any) -> int:
        row = {
            "session_id": self.table.pk,
            "number": self.table.log_count + 1,
            "kind": "closed",
            "link": "score",
            "seat": None,
            "round": None,
            "details": "{}",
            "made_at": SOME_TIME,
            "posting_count": self.table.posting_count,
            "hash": "0" * 64,
        }
        return self.insert("change", row | changed)

    def count_line(self, head: str) -> int:
        return self.run(
            "UPDATE ledger_session SET log_count = log_count + 1, change_count = change_count + 1,"
            " log_head = %s WHERE id = %s",
            head,
            self.table.pk,
        )

    def replace(self, table: str, **changed: Any) -> int:
        """INSERT OR REPLACE of a stored row by itself; PostgreSQL's ON CONFLICT DO UPDATE."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM ledger_{table} ORDER BY id LIMIT 1")
            names = [column[0] for column in cursor.description]
            row = dict(zip(names, cursor.fetchone(), strict=True))
        plain = {k: json.dumps(v) if isinstance(v, dict) else v for k, v in row.items()} | changed
        if connection.vendor == "sqlite":
            return self.insert(table, plain, "INSERT OR REPLACE")
        columns, marks = ", ".join(plain), ", ".join(["%s"] * len(plain))
        return self.run(
            f"INSERT INTO ledger_{table} ({columns}) VALUES ({marks})"
            " ON CONFLICT (id) DO UPDATE SET id = excluded.id",
            *plain.values(),
        )

    def delete_newest(self, table: str) -> int:
        return self.run(
            f"DELETE FROM ledger_{table} WHERE id = (SELECT MAX(o.id) FROM ledger_{table} o)"
        )

    def empty(self, table: str) -> int:
        verb = "DELETE FROM" if connection.vendor == "sqlite" else "TRUNCATE"
        cascade = "" if connection.vendor == "sqlite" else " CASCADE"
        self.run(f"{verb} ledger_{table}{cascade}")
        return 1


Attempt = Callable[[Intruder], int]

EMPTIED: dict[str, Attempt] = {
    f"empty {table}": lambda db, table=table: db.empty(table)
    for table in (*guards.IMMUTABLE, *guards.WATCHED)
}
"""All rows at once; on SQLite the references refuse most of it too."""

BY_TRIGGER: dict[str, Attempt] = {
    **{
        f"replace in {table}": lambda db, table=table: db.replace(table)
        for table in guards.IMMUTABLE
    },
    "a deleted entry": lambda db: db.run("DELETE FROM ledger_entry"),
    "a deleted posting": lambda db: db.new_posting() and db.delete_newest("posting"),
    "a deleted round": lambda db: db.new_round() and db.delete_newest("round"),
    "a deleted bet unit": lambda db: db.new_terms("betunit") and db.delete_newest("betunit"),
    "deleted rules": lambda db: db.new_terms("ruleversion") and db.delete_newest("ruleversion"),
    "another amount": lambda db: db.run("UPDATE ledger_entry SET amount = amount + 1"),
    "another payer": lambda db: db.run(
        "UPDATE ledger_entry SET payer_id = %s WHERE payee_id <> %s", db.seat[2].pk, db.seat[2].pk
    ),
    "other facts": lambda db: db.run("UPDATE ledger_round SET facts = '{}'"),
    "another result": lambda db: db.run("UPDATE ledger_round SET result = '{}'"),
    "another hash": lambda db: db.run("UPDATE ledger_posting SET hash = %s", "1" * 64),
    "another reason": lambda db: db.run("UPDATE ledger_posting SET reason = 'x'"),
    "another bet unit": lambda db: db.run("UPDATE ledger_betunit SET amount = 1"),
    "other rules": lambda db: db.run("UPDATE ledger_ruleversion SET rules = 'dem_la'"),
    "an update of nothing": lambda db: db.run("UPDATE ledger_entry SET amount = amount"),
    "a gap in the rounds": lambda db: db.new_round(number=9),
    "one round number left out": lambda db: db.new_round(number=db.table.round_count + 2),
    "a round under another table's rules": lambda db: db.new_round(
        rule_version_id=db.other.rule_version_id
    ),
    "a round under another table's bet unit": lambda db: db.new_round(
        bet_unit_id=db.other.bet_unit_id
    ),
    "a correction of another table's round": lambda db: db.new_round(
        corrects_id=db.newest(Round, db.other).pk, stands_for=2
    ),
    "a correction of a round that stands": lambda db: db.new_round(
        corrects_id=Round.objects.get(session=db.table, number=1).pk, stands_for=1
    ),
    "a correction in another round's place": lambda db: db.new_round(
        corrects_id=db.round.pk, stands_for=1
    ),
    "a gap in the postings": lambda db: db.new_posting(number=9),
    "a posting of another table's round": lambda db: db.new_posting(
        kind="void", round_id=Round.objects.get(session=db.other, number=1).pk
    ),
    "a void of a round never posted": lambda db: db.new_posting(kind="void"),
    "half a hash": lambda db: db.new_posting(hash="0" * 63),
    "a second posting before the first is sealed": lambda db: (
        db.new_posting()
        and db.new_posting(
            kind="void",
            number=db.table.posting_count + 2,
            round_id=Round.objects.get(session=db.table, number=1).pk,
        )
    ),
    "one more entry in an old posting": lambda db: db.new_entry(
        posting_id=db.newest(Posting).pk, line=9
    ),
    "a payer of another table": lambda db: db.new_entry(payer_id=db.other_seat[0].pk),
    "a payee of another table": lambda db: db.new_entry(payee_id=db.other_seat[0].pk),
    "a void of another amount": lambda db: db.void_entry(amount=1),
    "a void the same way round": lambda db: db.void_entry(
        payer_id=db.seat[0].pk, payee_id=db.seat[3].pk
    ),
    "a void of a line that was not paid": lambda db: db.void_entry(line=3),
    "a deleted item": lambda db: db.new_item() and db.delete_newest("otheritem"),
    "an item after another round": lambda db: db.run("UPDATE ledger_otheritem SET after_round = 1"),
    "a gap in the items": lambda db: db.new_item(number=3),
    "an item after a round that is not the newest": lambda db: db.new_item(after_round=1),
    "an item at a closed table": lambda db: db.close() and db.new_item(),
    "a posting of another table's item": lambda db: db.new_posting(
        kind="manual_void", round_id=None, other_id=db.newest(OtherItem, db.other).pk
    ),
    "an item taken back before it is posted": lambda db: (
        db.new_item()
        and db.new_posting(kind="manual_void", round_id=None, other_id=db.newest(OtherItem).pk)
    ),
    "an item taken back in another amount": lambda db: db.item_entry(amount=1),
    "an item taken back the same way round": lambda db: db.item_entry(
        payer_id=db.seat[0].pk, payee_id=db.seat[1].pk
    ),
    "an item taken back while the table settles": lambda db: db.close() and db.item_entry(),
    "a deleted payment": lambda db: db.new_payment() and db.delete_newest("payment"),
    "another amount of a payment": lambda db: db.run("UPDATE ledger_payment SET amount = 1"),
    "another creditor": lambda db: db.run(
        "UPDATE ledger_payment SET creditor_id = %s WHERE session_id = %s",
        *(db.seat[0].pk, db.table.pk),
    ),
    "a gap in the payments": lambda db: db.new_payment(number=3),
    "a debtor of another table": lambda db: db.new_payment(debtor_id=db.other_seat[2].pk),
    "a creditor of another table": lambda db: db.new_payment(creditor_id=db.other_seat[1].pk),
    "a posting of another table's payment": lambda db: db.payment_posting(
        payment_id=db.newest(Payment, db.other).pk, kind="unpaid"
    ),
    "a payment taken back before it is posted": lambda db: db.payment_posting(kind="unpaid"),
    "a payment entry of another amount": lambda db: db.payment_entry(amount=1),
    "a payment entry along with the money": lambda db: db.payment_entry(
        payer_id=db.seat[2].pk, payee_id=db.seat[1].pk
    ),
    "a payment entry to somebody else": lambda db: db.payment_entry(payee_id=db.seat[3].pk),
    "a payment entry on a second line": lambda db: db.payment_entry(line=2),
    "a payment taken back in another amount": lambda db: db.payment_entry("unpaid", amount=1),
    "a payment taken back the same way round": lambda db: db.payment_entry(
        "unpaid", payer_id=db.seat[1].pk, payee_id=db.seat[2].pk
    ),
    "a void while the table settles": lambda db: db.close() and db.void_entry(),
    "a carry that is gone": lambda db: db.new_carry() and db.delete_newest("carry"),
    "a carry into another table": lambda db: db.run(
        "UPDATE ledger_carry SET target_id = %s", db.other.pk
    ),
    "a carry from an open table": lambda db: db.new_carry(source_id=db.table.pk),
    "a carry into a table that played": lambda db: db.new_carry(target_id=db.table.pk),
    "a carry posted at a third table": lambda db: db.carry_posting(db.table, kind="carried"),
    "a carry taken back before it is posted": lambda db: (
        db.new_carry()
        and db.carry_posting(db.other, carry_id=Carry.objects.latest("pk").pk, kind="uncarried")
    ),
    "a carry taken back in another amount": lambda db: db.carry_entry(db.old, amount=1),
    "a carry taken back the same way round": lambda db: db.carry_entry(
        db.old,
        payer_id=db.old.seats.get(number=2).pk,
        payee_id=db.old.seats.get(number=3).pk,
    ),
    "more arriving than was carried": lambda db: db.arriving_entry(amount=200),
    "what arrives on another line": lambda db: db.arriving_entry(line=2),
    "a void where the rest was carried away": lambda db: db.insert(
        "posting",
        {
            "session_id": db.old.pk,
            "number": 3,
            "kind": "void",
            "round_id": db.old.rounds.get().pk,
            "payment_id": None,
            "carry_id": None,
            "reason": "",
            "posted_at": SOME_TIME,
            "hash": "0" * 64,
        },
    ),
    "a session that begins with a round": lambda db: db.new_session(round_count=1),
    "a session that begins under another table's rules": lambda db: db.new_session(
        rule_version_id=db.table.rule_version_id
    ),
    "a session that begins with another table's bet unit": lambda db: db.new_session(
        bet_unit_id=db.table.bet_unit_id
    ),
    "a gap in the bet units": lambda db: db.new_terms("betunit", number=3),
    "a gap in the rule versions": lambda db: db.new_terms("ruleversion", number=3),
    "a seat's number": lambda db: db.run(
        "UPDATE ledger_seat SET number = 8 WHERE id = %s", db.seat[3].pk
    ),
    "a seat at another table": lambda db: db.run(
        "UPDATE ledger_seat SET session_id = %s, number = 8 WHERE id = %s",
        db.other.pk,
        db.seat[3].pk,
    ),
    "a new seat with money": lambda db: db.insert(
        "seat",
        {
            "session_id": db.table.pk,
            "number": 5,
            "name": "Lạ",
            "sitting_out": False,
            "balance": 5000,
        },
    ),
    "a deleted line of the log": lambda db: db.new_change() and db.delete_newest("change"),
    "another doer": lambda db: db.run("UPDATE ledger_change SET link = 'view'"),
    "another doing": lambda db: db.run("UPDATE ledger_change SET kind = 'closed'"),
    "another time of a change": lambda db: db.run(
        "UPDATE ledger_change SET made_at = %s", SOME_TIME
    ),
    "other details of a change": lambda db: db.run("UPDATE ledger_change SET details = '{}'"),
    "a gap in the log": lambda db: db.new_change(number=db.table.log_count + 2),
    "a second line before the first is counted": lambda db: (
        db.new_change() and db.new_change(number=db.table.log_count + 2)
    ),
    "a change of a round that was not played": lambda db: db.new_change(round=99),
    "a gap in the log that was counted before": lambda db: (
        db.run(
            "UPDATE ledger_session SET log_count = log_count + 1, change_count = change_count + 1"
        )
        and db.new_change(number=db.table.log_count + 2)
    ),
    "a line counted that is not there": lambda db: db.count_line("0" * 64),
    "a line counted by another hash": lambda db: db.new_change() and db.count_line("1" * 64),
    "another head of the log": lambda db: db.run("UPDATE ledger_session SET log_head = 'x'"),
    "a line without a whole hash": lambda db: db.new_change(hash="0"),
    "the log counted backwards": lambda db: db.run("UPDATE ledger_session SET log_count = 0"),
    "two lines counted at once": lambda db: db.run(
        "UPDATE ledger_session SET log_count = log_count + 2, change_count = change_count + 2"
    ),
    "a line that the other pages are not told of": lambda db: db.run(
        "UPDATE ledger_session SET log_count = log_count + 1"
    ),
    "changes counted backwards": lambda db: db.run("UPDATE ledger_session SET change_count = 0"),
    "rounds counted backwards": lambda db: db.run("UPDATE ledger_session SET round_count = 0"),
    "postings counted backwards": lambda db: db.run("UPDATE ledger_session SET posting_count = 0"),
    "another head": lambda db: db.run("UPDATE ledger_session SET head = %s", "1" * 64),
    "an old key": lambda db: db.run("UPDATE ledger_session SET score_key_generation = 0"),
    "another table's rules in force": lambda db: db.run(
        "UPDATE ledger_session SET rule_version_id = %s WHERE id = %s",
        db.other.rule_version_id,
        db.table.pk,
    ),
    "another table's bet unit in force": lambda db: db.run(
        "UPDATE ledger_session SET bet_unit_id = %s WHERE id = %s",
        db.other.bet_unit_id,
        db.table.pk,
    ),
    "a closed table's round": lambda db: db.close() and db.new_round(),
}
"""What only the triggers refuse; each changes at least one row where there are none."""

BY_CONSTRAINT: dict[str, Attempt] = {
    "an item posted as a round": lambda db: db.new_posting(other_id=db.newest(OtherItem).pk),
    "an entry of nothing": lambda db: db.new_entry(amount=0),
    "a negative entry": lambda db: db.new_entry(amount=-1000),
    "a text for an amount": lambda db: db.new_entry(amount="abc"),
    "a fraction for an amount": lambda db: db.new_entry(amount="1.5"),
    "no amount": lambda db: db.new_entry(amount=None),
    "more than can be kept": lambda db: db.new_entry(amount=2**62),
    "a player who pays himself": lambda db: db.new_entry(payee_id=db.seat[0].pk),
    "no payer": lambda db: db.new_entry(payer_id=None),
    "an unknown seat": lambda db: db.new_entry(payer_id=10**9),
    "an unknown posting": lambda db: db.new_entry(posting_id=10**9),
    "the same line twice": lambda db: (
        db.new_entry() and db.new_entry(posting_id=db.newest(Posting).pk)
    ),
    "line 0": lambda db: db.new_entry(line=0),
    "the same submission twice": lambda db: db.new_round(
        submission_id=Round.objects.values_list("submission_id", flat=True).get(pk=db.round.pk).hex
    ),
    "a second correction": lambda db: (
        db.new_round(corrects_id=db.round.pk, stands_for=2)
        and db.new_round(corrects_id=db.round.pk, stands_for=2, number=db.table.round_count + 2)
    ),
    "a new round in the place of an old one": lambda db: db.new_round(stands_for=1),
    "the same round number twice": lambda db: db.new_round(number=1),
    "no facts": lambda db: db.new_round(facts=None),
    "facts that are no JSON": lambda db: db.new_round(facts="{"),
    "a payment of nothing": lambda db: db.new_payment(amount=0),
    "a negative payment": lambda db: db.new_payment(amount=-100),
    "a payment in words": lambda db: db.new_payment(amount="nhiều"),
    "a payment of more than can be kept": lambda db: db.new_payment(amount=2**62),
    "a payment to oneself": lambda db: db.new_payment(creditor_id=db.seat[2].pk),
    "a payment by nobody": lambda db: db.new_payment(debtor_id=None),
    "the same payment number twice": lambda db: db.new_payment(number=1),
    "payment 0": lambda db: db.new_payment(number=0),
    "a payment submitted twice": lambda db: db.new_payment(
        submission_id=db.table.payments.get(number=1).submission_id.hex
    ),
    "a payment posted twice": lambda db: db.payment_posting(
        payment_id=db.table.payments.get(number=1).pk
    ),
    "a posting of a round and a payment": lambda db: db.payment_posting(round_id=db.round.pk),
    "a posting of nothing": lambda db: db.payment_posting(payment_id=None),
    "a payment posted as a round": lambda db: db.payment_posting(kind="round"),
    "a carry into the same table": lambda db: db.new_carry(target_id=db.other.pk),
    "a second carry into one table": lambda db: db.new_carry(target_id=db.new.pk),
    "a carry submitted twice": lambda db: db.new_carry(
        source_id=db.old.pk, submission_id=Carry.objects.earliest("pk").submission_id.hex
    ),
    "a carry posted twice": lambda db: db.carry_posting(db.old, kind="carried"),
    "a posting of a carry and a round": lambda db: db.carry_posting(
        db.old, round_id=db.old.rounds.get().pk
    ),
    "an unknown kind of posting": lambda db: db.new_posting(kind="gift"),
    "a round posted twice": lambda db: db.new_posting(round_id=db.round.pk),
    "a round void twice": lambda db: db.new_posting(round_id=db.round.pk, kind="void"),
    "the same line of the log twice": lambda db: db.new_change(number=1),
    "an unknown kind of change": lambda db: db.new_change(kind="gift"),
    "a phone of seat 9": lambda db: db.new_change(seat=9),
    "an unknown link": lambda db: db.new_change(link="friend"),
    "a change at no table": lambda db: db.new_change(session_id="nothere1"),
    "a bet unit of nothing": lambda db: db.new_terms("betunit", amount=0),
    "a bet unit in words": lambda db: db.new_terms("betunit", amount="nhiều"),
    "a seat 9": lambda db: db.insert(
        "seat",
        {
            "session_id": db.table.pk,
            "number": 9,
            "name": "",
            "sitting_out": False,
            "balance": 0,
        },
    ),
    "a balance in words": lambda db: db.run("UPDATE ledger_seat SET balance = 'nhiều'"),
    "a table that is gone": lambda db: db.run(
        "DELETE FROM ledger_session WHERE id = %s", db.table.pk
    ),
    "a seat that is gone": lambda db: db.run(
        "DELETE FROM ledger_seat WHERE id = %s", db.seat[0].pk
    ),
}
"""What is refused with or without triggers."""

WELCOME: dict[str, Attempt] = {
    "a session": lambda db: db.new_session(),
    "a round": lambda db: db.new_round(),
    "its posting": lambda db: db.new_posting(),
    "its entry": lambda db: db.new_entry(),
    "all of it counted": lambda db: db.new_entry() and db.seal(),
    "a void and its entry": lambda db: db.void_entry(),
    "a payment": lambda db: db.new_payment(),
    "a carry": lambda db: db.new_carry(),
    "what arrives": lambda db: db.arriving_entry(),
    "a carry taken back": lambda db: db.carry_entry(db.old) and db.carry_entry(db.new),
    "a payment counted": lambda db: db.payment_entry() and db.seal(),
    "a payment taken back and counted": lambda db: db.payment_entry("unpaid") and db.seal(),
    "a correction": lambda db: db.new_round(corrects_id=db.round.pk, stands_for=2),
    "a bet unit": lambda db: db.new_terms("betunit"),
    "rules": lambda db: db.new_terms("ruleversion"),
    "a line of the log": lambda db: db.new_change(seat=4, round=1),
    "a line counted": lambda db: db.new_change() and db.count_line("0" * 64),
    "a change without a line": lambda db: db.run(
        "UPDATE ledger_session SET change_count = change_count + 3"
    ),
    "a name cleared": lambda db: db.run("UPDATE ledger_seat SET name = ''"),
    "a balance": lambda db: db.run("UPDATE ledger_seat SET balance = balance + 1"),
}
"""What must go in, or the refusals above would mean nothing."""


@pytest.fixture
def intruder(db: None) -> Intruder:
    return Intruder()


def accepted(intruder: Intruder, attempt: Attempt) -> bool:
    """Whether the database took it, up to what it checks at commit; undone either way."""
    try:
        connection.check_constraints()
        with transaction.atomic():
            changed = attempt(intruder)
            connection.check_constraints()
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    assert changed, "the statement did nothing, so it shows nothing"
    return True


def test_enough_is_tried() -> None:
    assert len(BY_TRIGGER | BY_CONSTRAINT | EMPTIED) >= 30


@pytest.mark.trust("R1")
def test_the_database_refuses_every_hostile_statement(intruder: Intruder, tell: Tell) -> None:
    tried = BY_TRIGGER | BY_CONSTRAINT | EMPTIED
    taken = [name for name, attempt in tried.items() if accepted(intruder, attempt)]
    tell(f"{len(tried)} tried, {len(taken)} accepted")
    assert taken == []


def test_the_database_takes_what_is_right(intruder: Intruder) -> None:
    assert [n for n, attempt in WELCOME.items() if not accepted(intruder, attempt)] == []


@pytest.mark.trust("R1", control=True)
def test_without_the_triggers_the_same_statements_go_through(
    intruder: Intruder, tell: Tell
) -> None:
    guards.remove(connection)
    tried = BY_TRIGGER | (EMPTIED if connection.vendor == "postgresql" else {})
    taken = [name for name, attempt in tried.items() if accepted(intruder, attempt)]
    tell(f"{len(tried)} tried, {len(taken)} accepted")
    assert taken == list(tried)


def news() -> list[str]:
    """What `check_ledger` says of the guards, in an order of its own."""
    out = StringIO()
    try:
        call_command("check_ledger", stdout=out)
    except SystemExit:
        return sorted(
            filter(re.compile("^the (trigger|constraint)").match, out.getvalue().splitlines())
        )
    return []


UPDATE_OUT = ["the trigger ledger_entry_update is not in force"]
ON_ENTRY = " ON ledger_entry"
DROP = "DROP TRIGGER ledger_entry_update"
EVERY_ROW = " FOR EACH ROW EXECUTE FUNCTION ledger_entry_update()"
REFUSE = (
    " BEGIN SELECT RAISE(ABORT, 'refused: the journal only grows') WHERE (FALSE) IS NOT TRUE; END"
)

FORGED: dict[str, dict[str, list[str]]] = {
    "sqlite": {
        "dropped": [DROP],
        "emptied": [
            DROP,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE{ON_ENTRY}"
            " FOR EACH ROW BEGIN SELECT 1; END",
        ],
        "a rule changed": [
            DROP,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE{ON_ENTRY} FOR EACH ROW"
            + REFUSE.replace("FALSE", "TRUE"),
        ],
        "it never fires": [
            DROP,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE{ON_ENTRY} FOR EACH ROW WHEN FALSE"
            + REFUSE,
        ],
        "of another column": [
            DROP,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE OF line{ON_ENTRY} FOR EACH ROW"
            + REFUSE,
        ],
        "on another table": [
            DROP,
            "CREATE TRIGGER ledger_entry_update BEFORE UPDATE ON auth_user FOR EACH ROW" + REFUSE,
        ],
    },
    "postgresql": {
        "dropped": [DROP + ON_ENTRY],
        "emptied": [
            "CREATE OR REPLACE FUNCTION ledger_entry_update() RETURNS trigger LANGUAGE plpgsql"
            " SET plan_cache_mode = force_generic_plan AS $$ BEGIN RETURN NEW; END $$",
        ],
        "a rule changed": [
            "CREATE OR REPLACE FUNCTION ledger_entry_update() RETURNS trigger LANGUAGE plpgsql"
            " SET plan_cache_mode = force_generic_plan AS"
            " $$ BEGIN IF (TRUE) IS NOT TRUE THEN RAISE EXCEPTION 'refused: it only grows'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$",
        ],
        "it never fires": [
            DROP + ON_ENTRY,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE{ON_ENTRY}"
            + EVERY_ROW.replace(" EXECUTE", " WHEN (FALSE) EXECUTE"),
        ],
        "of another column": [
            DROP + ON_ENTRY,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE OF line{ON_ENTRY}{EVERY_ROW}",
        ],
        "on another table": [
            DROP + ON_ENTRY,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE ON auth_user{EVERY_ROW}",
        ],
        "disabled": ["ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_update"],
        "not where a replica writes": [
            "ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_update",
            "SET LOCAL session_replication_role = replica",
        ],
        "only for a replica": [
            "ALTER TABLE ledger_entry ENABLE REPLICA TRIGGER ledger_entry_update"
        ],
        "another function": [
            "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql"
            " SET plan_cache_mode = force_generic_plan AS $$ BEGIN RETURN NEW; END $$",
            DROP + ON_ENTRY,
            f"CREATE TRIGGER ledger_entry_update BEFORE UPDATE{ON_ENTRY}"
            + EVERY_ROW.replace("ledger_entry_update", "nothing"),
        ],
    },
}
"""Ways to put the guard of an entry out of force, by what is left of it."""


@pytest.mark.trust("R9")
@pytest.mark.parametrize("how", FORGED[connection.vendor])
def test_a_guard_that_lets_something_through_is_said(db: None, how: str) -> None:
    assert news() == []
    run(*FORGED[connection.vendor][how])
    play(a_table())
    assert run("UPDATE ledger_entry SET amount = amount + 1")
    assert news() == UPDATE_OUT
    guards.install(connection)
    assert news() == []


def run(*statements: str) -> int:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return cursor.rowcount


@pytest.mark.trust("R9")
def test_every_guard_that_is_dropped_is_said(db: None) -> None:
    names = [name for _table, name in guards.guards(connection)]
    guards.remove(connection)
    assert news() == sorted(f"the trigger {name} is not in force" for name in names)
    (mend,) = re.findall(r'manage.py shell -c "(.+)"', OPERATE.read_text())
    call_command("shell", command=mend)
    assert news() == []


COMPANY = {
    "sqlite": ["CREATE TRIGGER zz BEFORE INSERT ON LEDGER_ENTRY BEGIN SELECT RAISE(IGNORE); END"],
    "postgresql": [
        "CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql"
        " AS $$ BEGIN NEW.amount = NEW.amount + 1; RETURN NEW; END $$",
        "CREATE TRIGGER zz BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION more()",
    ],
}
"""A trigger beside the guards: it drops or changes what they let through."""


@pytest.mark.trust("R9")
def test_a_trigger_beside_the_guards_is_said(db: None) -> None:
    run(*COMPANY[connection.vendor])
    play(a_table())
    assert news() == ["the trigger or rule zz on ledger_entry is out of force, or not the ledger's"]
    assert {each.code for each in differences()} > {"guard"}


REFERENCES = (
    "SELECT tgname FROM pg_trigger WHERE tgisinternal AND tgrelid = 'ledger_entry'::regclass"
)


@pytest.mark.trust("R9")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite knows none of this")
def test_a_rule_and_references_that_are_not_kept_are_said(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(REFERENCES)
        names = [name for (name,) in cursor.fetchall()]
    run("CREATE RULE zz AS ON INSERT TO ledger_entry DO INSTEAD NOTHING")
    assert news() == ["the trigger or rule zz on ledger_entry is out of force, or not the ledger's"]
    run("DROP RULE zz ON ledger_entry", "ALTER TABLE ledger_entry DISABLE TRIGGER ALL")
    ours = [f"the trigger ledger_entry_{of} is not in force" for of in EVENTS]
    gone = [
        f"the trigger or rule {name} on ledger_entry is out of force, or not the ledger's"
        for name in names
    ]
    assert news() == sorted(ours + gone)


EVENTS = ("insert", "update", "delete", "truncate")


@pytest.mark.trust("R9")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite changes none in place")
def test_constraints_that_are_gone_are_said(db: None) -> None:
    alter, references = "ALTER TABLE ledger_round", ("session_id", "rule_version_id", "bet_unit_id")
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, "ledger_round")
    run(*(f'{alter} DROP CONSTRAINT IF EXISTS "{name}" CASCADE' for name in constraints))
    never_null = (*references, "number", "submission_id", "facts", "result", "stands_for")
    run(*(f"{alter} ALTER {column} DROP NOT NULL" for column in (*never_null, "recorded_at")))
    gone = {
        *(each.name for each in Round._meta.constraints),
        *(f"foreign_key {column}" for column in (*references, "corrects_id")),
        *(f"not null {column}" for column in (*never_null, "recorded_at")),
        "primary_key id",
        "unique corrects_id",
    }
    of = " of round is gone"
    assert sorted(f"the constraint {name}{of}" for name in gone) == [x for x in news() if of in x]


@pytest.mark.trust("R9")
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL drops them one by one")
def test_constraints_that_the_text_of_a_table_has_no_more_are_said(fresh_ledger: str) -> None:
    plain = sqlite3.connect(fresh_ledger.removeprefix("sqlite:///"))
    plain.execute("PRAGMA writable_schema = ON")
    for there, gone in (
        ('"number" integer unsigned NOT NULL', '"number" integer unsigned'),
        ('CONSTRAINT "round_stands_for_itself_or_earlier"', 'CONSTRAINT "other"'),
        ('REFERENCES "ledger_betunit" ("id")', ""),
    ):
        replaced = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'ledger_round'"
        plain.execute(replaced, (there, gone))
    plain.execute("PRAGMA schema_version = 1000000")
    plain.commit()
    plain.close()
    connection.close()
    lost = ("foreign_key bet_unit_id", "not null number", "round_stands_for_itself_or_earlier")
    assert news() == [f"the constraint {name} of round is gone" for name in lost]


@pytest.mark.trust("R9")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite knows no replicas")
def test_who_writes_as_a_replica_is_refused_too(db: None) -> None:
    play(a_table())
    run("SET LOCAL session_replication_role = replica")
    with pytest.raises(DatabaseError, match="refused"):
        run("UPDATE ledger_entry SET amount = amount + 1")


def test_a_trigger_on_a_table_that_is_not_the_ledgers_is_none_of_ours(db: None) -> None:
    theirs = (
        re.sub("ledger_entry", "auth_user", each, flags=re.I) for each in COMPANY[connection.vendor]
    )
    run(*theirs)
    assert news() == []


@pytest.mark.trust("R9")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one schema")
def test_a_guard_that_looks_into_other_tables_is_said(db: None) -> None:
    """Where a posting may be found that the ledger does not have."""
    run(
        "CREATE SCHEMA elsewhere",
        "ALTER FUNCTION ledger_entry_insert() SET search_path = elsewhere",
    )
    assert news() == [UPDATE_OUT[0].replace("_update", "_insert")]


@pytest.mark.trust("R1")
def test_replace_is_refused_on_a_connection_that_set_nothing_up(fresh_ledger: str) -> None:
    """REPLACE goes round delete triggers unless the connection asks for recursive ones."""
    if connection.vendor != "sqlite":
        pytest.skip("REPLACE is SQLite's own")
    Intruder()
    plain = sqlite3.connect(fresh_ledger.removeprefix("sqlite:///"))
    for table in guards.IMMUTABLE:
        rows = plain.execute(f"SELECT * FROM ledger_{table}").fetchall()
        marks = ", ".join("?" * len(rows[0]))
        with pytest.raises(sqlite3.IntegrityError, match="refused"):
            plain.execute(f"INSERT OR REPLACE INTO ledger_{table} VALUES ({marks})", rows[0])
        with pytest.raises(sqlite3.IntegrityError, match="refused"):
            plain.execute(f"INSERT OR REPLACE INTO ledger_{table} VALUES ({marks})", rows[-1])
    plain.close()
