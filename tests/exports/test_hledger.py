"""The ledger as a journal that hledger adds up on its own: the real program is the judge."""

import re
import subprocess
import tracemalloc
from collections import deque
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.settlement import Pay
from ledger.database import guards
from ledger.exports.hledger import as_journal
from ledger.models import Posting, Seat, Session
from ledger.people import group_settling
from ledger.people.group_accounts import accounts
from ledger.tables import carry_over, other_items, payments, sessions
from tests.benchmarks.big_ledger import fill
from tests.running.needs import program_path
from tests.sample_tables import a_table, finishing, grouped, play, redo

MIB = 2**20
HOSTILE = (
    "An\n2026-01-01 x\n    a  5",
    "Bình  ; posting:9",
    "Cúc = 0 == 1",
    "[2020-01-01] (d) {e}",
    "* ! @ 5 | # % , \"'",
    "a:b::c",
    "\t= 99 points\u2028\u00a0\u3000x",
    "דנה ⁠🃏",
)
DIGIT = re.compile(r"\d(?=\d* points)")


def text_of(session: Session) -> str:
    return b"".join(as_journal(session)).decode()


def hledger(text: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """What hledger says of a journal."""
    path = folder / "table.journal"
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        [program_path("hledger"), "-f", path, *command],
        capture_output=True,
        text=True,
        env={"LC_ALL": "C.UTF-8"},
        check=False,
    )


def checked(text: str, folder: Path) -> str:
    """What hledger has against a journal; its strict checks and the order of days too."""
    return hledger(text, folder, "check", "-s", "ordereddates").stderr


@pytest.fixture
def evening(fresh_ledger: None) -> Session:
    """Postings of every kind."""
    session = a_table()
    play(session, 1, 2, 3, 4)
    redo(session, 1, 3, 1, 2, 4)
    facts = finishing(2, 1, 4, 3) | {"thoi": {"3": ["2S", "tu_quy"]}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    books.void(session.pk, 3, reason="đếm lại: date:2020-01-01 [2020-01-01]", by=ON_THE_MACHINE)
    other_items.post_item(
        session.pk, submission_id=uuid4(), pays=[Pay(1, 2, 500)], text="chia sai", by=ON_THE_MACHINE
    )
    other_items.void_item(session.pk, 1, by=ON_THE_MACHINE)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=4, creditor=3, amount=1500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    payments.unmark(session.pk, 1, by=ON_THE_MACHINE)
    target = carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    carry_over.take_back(session.pk, target.pk, by=ON_THE_MACHINE)
    session.refresh_from_db()
    return session


@pytest.mark.full
def test_hledger_finds_nothing_and_comes_to_our_balances(evening: Session, tmp_path: Path) -> None:
    kinds = evening.postings.values_list("kind", flat=True)
    assert {*kinds} == {*Posting.Kind}
    text = text_of(evening)
    assert checked(text, tmp_path) == ""
    sums = hledger(text, tmp_path, "balance", "-N", "-E", "--format", "%(total) %(account)").stdout
    assert [line.split()[0].replace(",", "") for line in sums.splitlines()] == [
        str(each.balance) for each in balances.scoreboard(evening)
    ]


def test_a_transaction_says_when_what_and_by_which_rule(evening: Session) -> None:
    first = evening.postings.get(number=1)
    transfers = first.round.result["transfers"] if first.round else []
    rule, day = transfers[0]["rule"], f"{datetime.now():%Y-%m-%d}"
    head, payer, payee = text_of(evening).split("\n\n")[1].splitlines()[:3]
    assert re.fullmatch(
        rf"{day} \(1\) round 1  ; posting:1, time:\d\d:\d\d:\d\d\+\d{{4}}, kind:round, round:1",
        head,
    )
    at, tags = f"    {evening.pk}:", f"  ; reason:place, rule:{rule}"
    assert payer == f"{at}4 Dũng  -2000 points = -2000 points{tags}"
    assert payee == f"{at}1 An  2000 points = 2000 points{tags}"


@pytest.mark.full
def test_void_rounds_have_the_rules_of_their_transfers_and_words_stay_words(
    evening: Session, tmp_path: Path
) -> None:
    text = text_of(evening)
    assert "    ; đếm lại： date：2020-01-01 ［2020-01-01］\n" in text
    by_rule = ("balance", "tag:round=3", "--pivot", "rule", "-N", "-E")
    rules = hledger(text, tmp_path, *by_rule).stdout.splitlines()
    assert len(rules) > 1
    assert all(line.split()[0] == "0" for line in rules)


@pytest.mark.full
def test_one_changed_digit_is_found(evening: Session, tmp_path: Path) -> None:
    """Each amount and each asserted balance in turn."""
    text = text_of(evening)
    digits = list(DIGIT.finditer(text))
    assert len(digits) > 50
    for each in digits[:: len(digits) // 12]:
        other = "7" if each[0] != "7" else "8"
        changed = text[: each.start()] + other + text[each.end() :]
        assert checked(changed, tmp_path) != "", text[each.start() - 60 : each.end() + 20]


@pytest.mark.full
def test_a_name_is_a_name_whatever_is_in_it(fresh_ledger: None, tmp_path: Path) -> None:
    session = a_table(8)
    for seat, name in enumerate(HOSTILE, start=1):
        Seat.objects.filter(session=session, number=seat).update(name=name)
    Session.objects.filter(pk=session.pk).update(currency='x"; 1\n  y')
    sessions.sit(session.pk, 1, out=True, by=ON_THE_MACHINE)
    for seat in (2, 3, 4):
        sessions.sit(session.pk, seat, out=True, by=ON_THE_MACHINE)
    play(session, 5, 6, 7, 8)
    session.refresh_from_db()
    text = text_of(session)
    assert checked(text, tmp_path) == ""
    accounts = hledger(text, tmp_path, "accounts", "--declared").stdout.splitlines()
    assert [account.partition(":")[2].split()[0] for account in accounts] == list("12345678")
    assert accounts[4] == f"{session.pk}:5 {HOSTILE[4].translate({34: '＂'})}"
    assert len(hledger(text, tmp_path, "print").stdout.split("\n\n")) == 2


@pytest.mark.full
def test_names_that_were_forgotten_and_tables_without_rounds(
    fresh_ledger: None, tmp_path: Path
) -> None:
    session = a_table(2)
    assert checked(text_of(session), tmp_path) == ""
    Seat.objects.filter(session=session).update(name="")
    play(session, 1, 2)
    session.refresh_from_db()
    text = text_of(session)
    assert checked(text, tmp_path) == ""
    assert f"account {session.pk}:1\n" in text


@pytest.mark.full
def test_two_evenings_fit_in_one_book(evening: Session, tmp_path: Path) -> None:
    other = a_table()
    play(other)
    other.refresh_from_db()
    assert checked(text_of(evening) + text_of(other), tmp_path) == ""


@pytest.mark.undisturbed("writes its rounds past the service, which would try again")
@pytest.mark.full
def test_a_clock_that_was_put_back_does_not_disturb_the_order(
    fresh_ledger: None, tmp_path: Path
) -> None:
    session = a_table()
    guards.remove(connection)
    for _ in range(3):
        play(session)
    later = session.postings.get(number=1).posted_at + timedelta(days=2)
    Posting.objects.filter(session=session, number=2).update(posted_at=later)
    session.refresh_from_db()
    assert checked(text_of(session), tmp_path) == ""


@pytest.mark.full
def test_evenings_that_a_group_settled_as_one_are_right_each_by_itself(
    db: None, tmp_path: Path
) -> None:
    tables = [a_table(3) for _ in range(2)]
    for table, places in zip(tables, ((2, 3, 1), (1, 2, 3)), strict=True):
        play(table, *places)
        sessions.close(table.pk, by=ON_THE_MACHINE)
    group = grouped(*tables)
    states = accounts(group).states
    group_settling.settle(group, states, submission_id=uuid4(), by=ON_THE_MACHINE)
    for table in tables:
        table.refresh_from_db()
        assert checked(text_of(table), tmp_path) == ""
        assert hledger(text_of(table), tmp_path, "balance", "-N").stdout == ""


@pytest.mark.undisturbed("writes its rounds past the service, which would try again")
@pytest.mark.full
def test_ten_thousand_entries_are_added_up_and_take_no_more_memory(
    fresh_ledger: None, tmp_path: Path
) -> None:
    few, many = a_table(), a_table()
    guards.remove(connection)
    fill(few, 2_000)
    fill(many, 10_000)
    peak(as_journal(few))  # loads what is loaded once
    assert peak(as_journal(many)) - peak(as_journal(few)) < MIB
    text = text_of(many)
    assert text.count("\n    ") >= 2 * 10_000
    assert checked(text, tmp_path) == ""


def peak(pieces: Iterator[bytes]) -> int:
    """The most memory it takes to make the file, in bytes."""
    tracemalloc.start()
    deque(pieces, maxlen=0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most
