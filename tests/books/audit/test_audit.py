"""check_ledger finds every kind of damage, and finds nothing where nothing is wrong."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

import scoring
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books import audit, change_log, journal, rounds
from ledger.books.audit import differences, postings
from ledger.books.chain import chained
from ledger.database import guards
from ledger.models import (
    BetUnit,
    Carry,
    Change,
    Entry,
    Link,
    OtherItem,
    Payment,
    Posting,
    Round,
    RuleVersion,
    Seat,
    Session,
)
from ledger.tables import payments, sessions
from tests.books.audit.two_tables import Books
from tests.databases import ROOT
from tests.random_rounds import deal
from tests.running.server import PATIENCE, environment, manage, until
from tests.running.viewers import spawned
from tests.sample_tables import a_table, play
from tests.trust import Tell, sizes


def one_more_payment(books: Books) -> None:
    twin = books.paid(number=1).get()
    twin.pk, twin.number, twin.submission_id = None, 3, uuid4()
    twin.save(force_insert=True)


def another_tables_payment(books: Books) -> None:
    """Posting 9 stands for the other table's payment 1, which gives its own posting up."""
    foreign = Payment.objects.get(session=books.other, number=1)
    books.erase(Posting.objects.filter(payment=foreign))
    books.postings(number=9).update(payment=foreign)


def payments_swapped(books: Books) -> None:
    books.paid(number=1).update(number=99)
    books.paid(number=2).update(number=1)
    books.paid(number=99).update(number=2)


def erase_last_round(books: Books) -> None:
    books.erase(books.postings(round__number=6), 6)


def erase_one_posting(books: Books) -> None:
    books.erase(books.postings(round__number=4))


def erase_a_void(books: Books) -> None:
    books.erase(books.postings(round__number=3, kind="void"))


def one_more_entry(books: Books) -> None:
    twin = books.entry(1).get()
    twin.pk, twin.line = None, 9
    twin.save(force_insert=True)


def lines_swapped(books: Books) -> None:
    books.entry(1, line=1).update(line=99)
    books.entry(1, line=2).update(line=1)
    books.entries(1).filter(line=99).update(line=2)


def sides_swapped(books: Books) -> None:
    books.entry(1).update(payer=F("payee"), payee=F("payer"))


def postings_swapped(books: Books) -> None:
    books.postings(number=1).update(number=99)
    books.postings(number=2).update(number=1)
    books.postings(number=99).update(number=2)


def one_more_round(books: Books) -> None:
    twin = books.rounds(number=1).get()
    twin.pk, twin.number, twin.stands_for, twin.submission_id = None, 7, 7, uuid4()
    twin.save(force_insert=True)


def one_more_posting(books: Books) -> None:
    Posting.objects.create(
        session=books.table,
        number=15,
        kind="void",
        round=books.rounds(number=1).get(),
        posted_at=books.table.opened_at,
        hash="0" * 64,
    )


def money_between_two_seats(books: Books) -> None:
    books.seat(1).update(balance=F("balance") + 1000)
    books.seat(2).update(balance=F("balance") - 1000)


def other_result(books: Books, **changed: Any) -> None:
    books.change_json(1, "result", **changed)


def sealed_again(books: Books) -> None:
    """A forger who knows how: another amount, and a fitting hash for that posting."""
    books.entry(6).update(amount=F("amount") + 1000)
    last = books.postings(number=8).get()
    before = books.postings(number=7).get().hash
    document = journal.document(last, journal.movements_of(last))
    books.postings(number=8).update(hash=chained(before, document))
    books.session().update(head=chained(before, document))


def another_tables_round(books: Books) -> None:
    """Posting 4 stands for the other table's round 2, which gives its own posting up."""
    foreign = Round.objects.get(session=books.other, number=2)
    books.erase(Posting.objects.filter(round=foreign))
    books.postings(number=4).update(round=foreign)


def another_tables_taken_back(kind: str, field: str) -> Callable[[Books], None]:
    """A posting takes back what the other table wrote first; hashes and log are made anew."""

    def post(books: Books) -> None:
        session = Session.objects.get(pk=books.table.pk)
        of = {"source" if field == "carry" else "session": books.other}
        theirs = apps.get_model("ledger", field).objects.filter(**of).earliest("pk")
        taken = journal.movements_of(Posting.objects.filter(**{field: theirs}).earliest("pk"))
        back = [movement.reversed() for movement in taken]
        posting = Posting(kind=kind, reason="nhầm", **{field: theirs})
        line = change_log.line(session, ON_THE_MACHINE, Change.Kind.KEPT)
        journal.post(session, posting, back, line)

    return post


def names_swapped(books: Books) -> None:
    first, second = books.seat(1).get().name, books.seat(2).get().name
    books.seat(1).update(name=second)
    books.seat(2).update(name=first)


def posted_without_a_line(books: Books) -> None:
    """Money between two seats, posted as it should be, but the log does not tell of it."""
    session, table = Session.objects.get(pk=books.table.pk), books.table
    item = OtherItem.objects.create(
        session=session,
        number=1,
        submission_id=uuid4(),
        after_round=session.round_count,
        recorded_at=table.opened_at,
    )
    posting = Posting(kind="manual", other=item, reason="phạt")
    pays = [journal.Movement(1, 2, 1000, journal.MANUAL)]
    journal.post(session, posting, pays)


def terms_without_a_line(books: Books, name: str) -> None:
    """Other terms are in force, but the log does not tell of them."""
    newest = getattr(books.table, name)
    newest.pk, newest.number = None, newest.number + 1
    newest.save(force_insert=True)
    books.session().update(**{name: newest})
    books.table.refresh_from_db()


def nod(books: Books, limit: int | None, *, seat: int, says: int | None) -> None:
    """A line in which a seat nods to round 1, in which seat 3 lost most, from a phone that says so.

    The line is chained as it should be, and so is that of the limit.
    """
    table = books.session().get()
    if limit:
        details = {"nod_from": limit}
        change_log.log(table, ON_THE_MACHINE, Change.Kind.NOD_FROM, details, amount=limit)
    phone = Actor(Link.VIEW, says)
    change_log.log(table, phone, Change.Kind.NODDED, round=1, seats=[seat])


Damage = Callable[[Books], object]

DAMAGE: dict[str, tuple[str, Damage]] = {
    "another amount": ("entries", lambda b: b.entry(1).update(amount=F("amount") + 1000)),
    "another payer": ("entries", lambda b: b.entry(1).update(payer=b.seat(1).get())),
    "another payee": ("entries", lambda b: b.entry(1).update(payee=b.seat(1).get())),
    "payer and payee the wrong way round": ("entries", sides_swapped),
    "another reason": ("entries", lambda b: b.entry(1).update(reason="chat")),
    "an entry gone": ("entries", lambda b: b.entry(1)._raw_delete("default")),
    "an entry more": ("entries", one_more_entry),
    "two lines swapped": ("entries", lines_swapped),
    "a gap in the lines": ("entries", lambda b: b.entry(1, line=2).update(line=5)),
    "a payer of another table": (
        "entries",
        lambda b: b.entry(1).update(payer=Seat.objects.get(session=b.other, number=3)),
    ),
    "other facts": ("result", lambda b: b.change_json(1, "facts", places=[4, 3, 2, 1])),
    "impossible facts": ("unreadable", lambda b: b.change_json(1, "facts", places=[9])),
    "facts that are no object": ("unreadable", lambda b: b.rounds(number=1).update(facts=[])),
    "another net": ("result", lambda b: other_result(b, net={"1": "0"})),
    "another next leader": ("result", lambda b: other_result(b, next_leader=3)),
    "another opening": ("result", lambda b: other_result(b, opening="x")),
    "other transfers": ("result", lambda b: other_result(b, transfers=[])),
    "a result that is no object": ("unreadable", lambda b: b.rounds(number=1).update(result=[])),
    "another balance": ("balance", lambda b: b.seat(1).update(balance=F("balance") + 1)),
    "balances that still add up": ("balance", money_between_two_seats),
    "a void of another amount": (
        "entries",
        lambda b: b.entry(2, "void").update(amount=F("amount") + 1000),
    ),
    "half a void": ("entries", lambda b: b.entry(2, "void")._raw_delete("default")),
    "a void gone": ("gap", erase_a_void),
    "a round gone from the end": ("round_count", erase_last_round),
    "a round that was never posted": ("unposted_round", erase_one_posting),
    "another round number": (
        "gap",
        lambda b: b.rounds(number=6).update(number=9, stands_for=9),
    ),
    "a round more": ("round_count", one_more_round),
    "a posting more": ("posting_count", one_more_posting),
    "another posting number": ("gap", lambda b: b.postings(number=4).update(number=40)),
    "two postings swapped": ("hash", postings_swapped),
    "a posting of another kind": (
        "entries",
        lambda b: b.postings(round__number=4).update(kind="void"),
    ),
    "a posting of another table's round": ("hash", another_tables_round),
    "another hash": ("hash", lambda b: b.postings(number=4).update(hash="1" * 64)),
    "another time of a posting": (
        "hash",
        lambda b: b.postings(number=4).update(posted_at=F("posted_at") + timedelta(seconds=1)),
    ),
    "another time of a round": (
        "hash",
        lambda b: b.rounds(number=4).update(recorded_at=F("recorded_at") + timedelta(seconds=1)),
    ),
    "another submission id": ("hash", lambda b: b.rounds(number=1).update(submission_id=uuid4())),
    "amount and hash forged together": ("entries", sealed_again),
    "another head": ("head", lambda b: b.session().update(head="1" * 64)),
    "another count of rounds": ("round_count", lambda b: b.session().update(round_count=5)),
    "a lower count of postings": ("posting_count", lambda b: b.session().update(posting_count=99)),
    "a higher count of postings": (
        "posting_count",
        lambda b: b.session().update(posting_count=6),
    ),
    "another bet unit": (
        "entries",
        lambda b: BetUnit.objects.filter(session=b.table, number=1).update(amount=4000),
    ),
    "other rules": (
        "hash",
        lambda b: RuleVersion.objects.filter(session=b.table, number=1).update(rules="dem_la"),
    ),
    "other settings": (
        "hash",
        lambda b: RuleVersion.objects.filter(session=b.table, number=1).update(settings={"?": 1}),
    ),
    "a round under a later bet unit": (
        "entries",
        lambda b: b.rounds(number=1).update(bet_unit=b.table.bet_unit),
    ),
    "a round under another table's bet unit": (
        "foreign",
        lambda b: b.rounds(number=6).update(bet_unit=b.other.bet_unit),
    ),
    "a correction in another place": (
        "hash",
        lambda b: b.rounds(number=5).update(stands_for=2),
    ),
    "a correction of a round that stands": (
        "hash",
        lambda b: b.rounds(number=5).update(corrects=b.rounds(number=1).get(), stands_for=1),
    ),
    "another amount of a payment": (
        "entries",
        lambda b: b.paid(number=1).update(amount=F("amount") + 1000),
    ),
    "more paid than was owed": (
        "entries",
        lambda b: b.payment_entry(1).update(amount=10**9),
    ),
    "debtor and creditor swapped": (
        "entries",
        lambda b: b.paid(number=1).update(debtor=F("creditor"), creditor=F("debtor")),
    ),
    "a void of another table's round": ("foreign", another_tables_taken_back("void", "round")),
    "another table's payment taken back": (
        "foreign",
        another_tables_taken_back("unpaid", "payment"),
    ),
    "another table's carry taken back": (
        "foreign",
        another_tables_taken_back("uncarried", "carry"),
    ),
    "a correction of another table's round": (
        "foreign",
        lambda b: b.rounds(number=5).update(corrects=Round.objects.get(session=b.other, number=1)),
    ),
    "a bet unit that nobody decided": (
        "bet_unit__number",
        lambda b: BetUnit.objects.create(
            session=b.table, number=3, amount=50_000, reason="cả bàn đồng ý"
        ),
    ),
    "rules that nobody decided": (
        "rule_version__number",
        lambda b: RuleVersion.objects.create(session=b.table, number=3, rules="phom", settings={}),
    ),
    "another table's creditor": (
        "foreign",
        lambda b: b.paid(number=1).update(creditor=Seat.objects.get(session=b.other, number=5)),
    ),
    "another amount of its entry": (
        "entries",
        lambda b: b.payment_entry(1).update(amount=F("amount") + 1000),
    ),
    "its entry the wrong way round": (
        "entries",
        lambda b: b.payment_entry(1).update(payer=F("payee"), payee=F("payer")),
    ),
    "its entry gone": ("entries", lambda b: b.payment_entry(1)._raw_delete("default")),
    "another reason of its entry": (
        "entries",
        lambda b: b.payment_entry(1).update(reason="manual"),
    ),
    "half of it taken back": (
        "entries",
        lambda b: b.payment_entry(2, "unpaid").update(amount=F("amount") - 1000),
    ),
    "another time of a payment": (
        "hash",
        lambda b: b.paid(number=1).update(recorded_at=F("recorded_at") + timedelta(seconds=1)),
    ),
    "another submission id of a payment": (
        "hash",
        lambda b: b.paid(number=1).update(submission_id=uuid4()),
    ),
    "another payment number": ("gap", lambda b: b.paid(number=2).update(number=9)),
    "two payments swapped": ("hash", payments_swapped),
    "a payment more": ("unposted_payment", one_more_payment),
    "a posting of another table's payment": ("hash", another_tables_payment),
    "a payment posted as taken back": (
        "hash",
        lambda b: b.postings(number=9).update(kind="unpaid"),
    ),
    "a payment taken back gone": (
        "gap",
        lambda b: b.erase(b.postings(number=11)),
    ),
    "a payment that was never posted": (
        "unposted_payment",
        lambda b: b.erase(b.postings(number=9)),
    ),
    "another amount carried": (
        "entries",
        lambda b: b.carried(14).update(amount=F("amount") + 1000),
    ),
    "something left where all was carried": (
        "entries",
        lambda b: b.carried(14).update(amount=F("amount") - 1000),
    ),
    "an entry of what was carried gone": (
        "entries",
        lambda b: b.carried(14)._raw_delete("default"),
    ),
    "another amount arrived": (
        "entries",
        lambda b: Entry.objects.filter(
            posting__in=b.away().postings.filter(kind="carried").values("pk")
        ).update(amount=F("amount") + 1),
    ),
    "another amount taken back": (
        "entries",
        lambda b: b.carried(13).update(amount=F("amount") - 1),
    ),
    "what arrived was never posted": (
        "entries",
        lambda b: b.erase(b.away().postings.filter(kind="carried")),
    ),
    "another time of what was carried": (
        "hash",
        lambda b: b.table.carries.update(carried_at=F("carried_at") + timedelta(seconds=1)),
    ),
    "carried elsewhere": (
        "hash",
        lambda b: b.postings(number=14).update(carry=Carry.objects.filter(source=b.other).first()),
    ),
    "carried and never posted": ("unposted_carry", lambda b: b.erase(b.postings(number=14))),
    "an old bet unit in force": (
        "told",
        lambda b: b.session().update(bet_unit=BetUnit.objects.get(session=b.table, number=1)),
    ),
    "a gap in the rule versions": (
        "gap",
        lambda b: RuleVersion.objects.filter(session=b.table, number=2).update(number=3),
    ),
    "a line of the log gone": ("gap", lambda b: b.changes(number=3)._raw_delete("default")),
    "the newest line of the log gone": (
        "log_count",
        lambda b: b.changes(number=b.table.log_count)._raw_delete("default"),
    ),
    "the whole log gone": ("log_count", lambda b: b.changes()._raw_delete("default")),
    "another number in the log": ("gap", lambda b: b.changes(number=3).update(number=99)),
    "another count of the log": ("log_count", lambda b: b.session().update(log_count=99)),
    "another kind of a line": ("line", lambda b: b.changes(number=3).update(kind="void")),
    "another link of a line": ("line", lambda b: b.changes(number=3).update(link="admin")),
    "another seat of a line": ("line", lambda b: b.changes(number=3).update(seat=2)),
    "another round of a line": ("line", lambda b: b.changes(number=3).update(round=1)),
    "other details of a line": ("line", lambda b: b.changes(number=3).update(details={"x": 1})),
    "another time of a line": (
        "line",
        lambda b: b.changes(number=3).update(made_at=F("made_at") + timedelta(seconds=1)),
    ),
    "another posting of a line": (
        "line",
        lambda b: b.changes(number=3).update(posting_count=F("posting_count") + 1),
    ),
    "another head of the log": ("log_head", lambda b: b.session().update(log_head="1" * 64)),
    "another reason of a void": (
        "hash",
        lambda b: b.postings(round__number=2, kind="void").update(reason="An sai"),
    ),
    "another reason of a bet unit": (
        "terms",
        lambda b: BetUnit.objects.filter(session=b.table, number=2).update(reason="An xin"),
    ),
    "another time of a bet unit": (
        "terms",
        lambda b: BetUnit.objects.filter(session=b.table, number=2).update(
            decided_at=F("decided_at") + timedelta(seconds=1)
        ),
    ),
    "another reason of rules": (
        "terms",
        lambda b: RuleVersion.objects.filter(session=b.table, number=2).update(reason="An xin"),
    ),
    "another amount of the first bet unit": (
        "terms",
        lambda b: BetUnit.objects.filter(session=b.table, number=1).update(amount=4000),
    ),
    "opened at another time": (
        "told",
        lambda b: b.session().update(opened_at=F("opened_at") - timedelta(hours=1)),
    ),
    "closed at another time": (
        "told",
        lambda b: b.session().update(closed_at=F("closed_at") + timedelta(hours=1)),
    ),
    "open again without a line": ("told", lambda b: b.session().update(closed_at=None)),
    "a key renewed without a line": (
        "told",
        lambda b: b.session().update(score_key_generation=F("score_key_generation") + 1),
    ),
    "a limit of nods without a line": ("told", lambda b: b.session().update(nod_from=1)),
    "a nod of who won": ("nod", lambda b: nod(b, 1, seat=2, says=2)),
    "a nod to less than the limit": ("nod", lambda b: nod(b, 10**9, seat=3, says=3)),
    "a nod without a limit": ("nod", lambda b: nod(b, None, seat=3, says=3)),
    "a nod from another's phone": ("nod", lambda b: nod(b, 1, seat=3, says=2)),
    "a nod from a phone that is nobody's": ("nod", lambda b: nod(b, 1, seat=3, says=None)),
    "two names swapped": ("names", names_swapped),
    "another name of the table": ("names", lambda b: b.session().update(name="Nhà Bình")),
    "money that no line tells of": ("told", posted_without_a_line),
    "a bet unit that no line tells of": ("told", lambda b: terms_without_a_line(b, "bet_unit")),
    "rules that no line tells of": ("told", lambda b: terms_without_a_line(b, "rule_version")),
    "a line that cannot be read": (
        "unreadable",
        lambda b: b.changes(number=3).update(details={"terms": "", "number": 99}),
    ),
    "another salt": ("names", lambda b: b.session().update(salt="0" * 32)),
    "a gap in the seats": ("gap", lambda b: b.seat(5).update(number=7)),
}
"""Each kind of damage, and the code of one difference it must be reported by."""


def codes(*tables: Session) -> set[str]:
    return {difference.code for difference in differences(table.pk for table in tables)}


@pytest.fixture
def books(db: None) -> Books:
    return Books()


@pytest.mark.trust("R9")
def test_an_evening_with_everything_in_it_is_right(books: Books) -> None:
    sessions.reopen(books.table.pk, by=ON_THE_MACHINE)
    payments.unmark(books.table.pk, 1, by=ON_THE_MACHINE)
    rounds.void(books.table.pk, 6, by=ON_THE_MACHINE)
    sessions.sit(books.table.pk, 1, out=True, by=ON_THE_MACHINE)
    assert list(differences()) == []


def shuffled(facts: Any, rng: random.Random) -> Any:
    """The same facts with every object's keys in another order."""
    if isinstance(facts, list):
        return [shuffled(each, rng) for each in facts]
    if not isinstance(facts, dict):
        return facts
    keys = rng.sample(list(facts), len(facts))
    return {key: shuffled(facts[key], rng) for key in keys}


@pytest.mark.trust("R9")
@sizes("number_of_rounds", 8, 25)
def test_many_random_rounds_of_every_game_are_right(db: None, number_of_rounds: int) -> None:
    rng = random.Random(7)
    for rules, rule_set in scoring.RULE_SETS.items():
        table = a_table(5, rules=rules, bet_unit=1000 * rule_set.in_force({}).grain)
        for _number in range(1, number_of_rounds + 1):
            players = sorted(rng.sample(range(1, 6), rng.randint(2, 4)))
            facts = shuffled(deal(rule_set.name, rng, players), rng)
            rounds.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
        rounds.void(table.pk, rng.randint(1, number_of_rounds), by=ON_THE_MACHINE)
    assert list(differences()) == []


@pytest.mark.trust("R9")
def test_every_kind_of_damage_is_found(books: Books, tell: Tell) -> None:
    misses = missed(books)
    tell(f"{len(DAMAGE)} kinds of damage, {len(misses)} missed; found where there is none: 0")
    assert len(DAMAGE) >= 20
    assert misses == {}
    assert codes(books.table, books.other) == set()


def missed(books: Books, kinds: Iterable[str] = DAMAGE) -> dict[str, set[str]]:
    """The kinds of damage that are not found by their code, and what is found instead."""
    guards.remove(connection)
    missed = {}
    for name in kinds:
        code, damage = DAMAGE[name]
        with transaction.atomic():
            damage(books)
            if code not in (result := codes(books.table)):
                missed[name] = result
            transaction.set_rollback(True)
    return missed


LEFT_OUT = ("hash", "entries", "result")
"""What the hashes and the entries tell."""


@pytest.mark.trust("R9", control=True)
@sizes("every", 4, 1)
def test_a_check_that_leaves_something_out_misses_its_damage(
    books: Books, monkeypatch: pytest.MonkeyPatch, tell: Tell, every: int
) -> None:
    """Neither the hashes nor the entries are looked at."""
    left_out = (postings._chained, postings._entries)
    checks = tuple(each for each in postings.CHECKS if each not in left_out)
    monkeypatch.setattr(postings, "CHECKS", checks)
    theirs = [name for name, (code, _damage) in DAMAGE.items() if code in LEFT_OUT][::every]
    misses = missed(books, theirs)
    tell(f"without two of its checks {len(misses)} of their {len(theirs)} kinds are missed")
    assert list(misses) == theirs


def test_terms_decided_while_a_session_is_read_are_no_difference(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, check = a_table(), audit.check_lines
    play(table)

    def meanwhile(state: audit.AuditState) -> Iterator[audit.Difference]:
        sessions.change_bet_unit(table.pk, 5000, by=ON_THE_MACHINE)
        sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE)
        return check(state)

    monkeypatch.setattr(audit, "check_lines", meanwhile)
    assert list(differences([table.pk])) == []


def test_one_damage_is_not_reported_for_every_round_after_it(books: Books) -> None:
    guards.remove(connection)
    books.entry(1).update(amount=F("amount") + 2)
    codes = [difference.code for difference in differences([books.table.pk])]
    assert sorted(codes) == ["balance"] * 2 + ["entries", "hash"]


def test_a_missing_trigger_is_found(db: None) -> None:
    guards.remove(connection)
    assert {difference.code for difference in differences()} == {"guard"}


def test_a_row_that_refers_to_nothing_is_found(db: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL refuses it whatever the session says")
    play(table := a_table())
    guards.remove(connection)
    with transaction.atomic():
        table.postings.all()._raw_delete("default")
        assert "reference" in {difference.code for difference in differences()}
        transaction.set_rollback(True)


def test_a_row_that_cannot_be_read_is_found_and_the_rest_still_checked(books: Books) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps nothing but a UUID in a UUID column")
    guards.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ledger_round SET submission_id = 'x' WHERE session_id = %s AND number = 4",
            [books.table.pk],
        )
        cursor.execute(
            "UPDATE ledger_change SET made_at = 'x' WHERE session_id = %s AND number = 3",
            [books.table.pk],
        )
    books.entry(1).update(reason="chat")
    codes = [difference.code for difference in differences([books.table.pk])]
    assert codes.count("unreadable") == 2
    assert "entries" in codes


def test_an_unknown_session_is_a_difference(db: None) -> None:
    assert [difference.code for difference in differences(["nosuch"])] == ["session"]


def test_the_command_says_that_all_is_right(db: None) -> None:
    play(a_table())
    out = StringIO()
    call_command("check_ledger", stdout=out)
    assert out.getvalue() == "The ledger is right: no difference found.\n"


def test_the_command_prints_differences_and_fails(db: None) -> None:
    table = a_table()
    table.seats.filter(number=1).update(balance=F("balance") + 1)
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("check_ledger", table.pk, stdout=out)
    assert stop.value.code == 1
    assert out.getvalue().startswith(f"{table.pk}: seat 1 has the balance ")
    assert out.getvalue().count("\n") == 1


@pytest.fixture
def tables(fresh_ledger: str) -> list[Session]:
    """Five, of which two have a wrong balance."""
    tables = [a_table() for _ in range(5)]
    for table in tables:
        play(table, 1, 2, 3, 4)
    for table in tables[1:4:2]:
        table.seats.filter(number=2).update(balance=F("balance") + 1)
    return tables


@pytest.mark.full
def test_several_processes_find_what_one_finds(
    tables: list[Session], fresh_ledger: str, tmp_path: Path
) -> None:
    alone, together = (
        manage(tmp_path, "check_ledger", *more, DATABASE_URL=fresh_ledger)
        for more in ((), ("--processes", "2"))
    )
    assert together.returncode == 1
    assert (together.stdout, together.stderr) == (alone.stdout, alone.stderr)
    assert {line[:8] for line in together.stdout.splitlines()} == {t.pk for t in tables[1:4:2]}


@pytest.fixture
def sharing(
    tables: list[Session], fresh_ledger: str, tmp_path: Path
) -> Iterator[subprocess.Popen[str]]:
    """A check by two processes that would go on for ever."""
    checking = subprocess.Popen(
        [sys.executable, "-m", "tests.books.audit.endless", "--processes", "2"],
        cwd=ROOT,
        env=environment(tmp_path, DATABASE_URL=fresh_ledger),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with checking:
        try:
            assert until(lambda: len(spawned(checking.pid)) == 2)
            yield checking
        finally:
            checking.kill()


@pytest.mark.full
def test_a_check_that_is_killed_leaves_no_process(sharing: subprocess.Popen[str]) -> None:
    sharing.kill()
    sharing.communicate(timeout=PATIENCE)  # ends once nobody is left who could write


@pytest.mark.full
def test_a_check_one_of_whose_processes_is_killed_says_so(
    sharing: subprocess.Popen[str],
) -> None:
    os.kill(spawned(sharing.pid)[0], signal.SIGKILL)
    output, _ = sharing.communicate(timeout=PATIENCE)
    assert "not all was checked" in output
    assert sharing.returncode == 2


def test_the_command_wants_at_least_one_process() -> None:
    with pytest.raises(CommandError, match="1 or more"):
        call_command("check_ledger", "--processes", "0")
