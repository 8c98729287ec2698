"""GET sessions/{id}/ledger/: every payment in order, with the balances after it."""

import random
from collections import Counter
from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Entry, Session
from ledger.tables import payments, sessions
from tests.api.calls import scorer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path = "ledger/"


@pytest.fixture
def session(db: None) -> Session:
    """An evening with everything that makes entries, and a player who came later."""
    session, rng = a_table(), random.Random(1)
    for number in range(1, 13):
        play(session, *rng.sample(range(1, 5), rng.randint(2, 4)))
        if number % 4 == 0:
            books.void(session.pk, rng.randint(1, number), by=ON_THE_MACHINE)
    sessions.add_player(session.pk, "Em", by=ON_THE_MACHINE)
    redo(session, 2, 5, 1, 2)
    return session


def test_an_entry_tells_what_it_is(db: None) -> None:
    session = a_table()
    play(session, 2, 1)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    page = scorer(session).get("ledger/").json()
    for entry in page["results"]:
        assert entry.pop("posted_at")
    assert page["results"] == [
        {
            "posting": 1,
            "line": 1,
            "kind": "round",
            "round": 1,
            "payer": 1,
            "payee": 2,
            "amount": 2000,
            "reason": "place",
            "balances": {"1": -2000, "2": 2000, "3": 0, "4": 0},
        },
        {
            "posting": 2,
            "line": 1,
            "kind": "void",
            "round": 1,
            "payer": 2,
            "payee": 1,
            "amount": 2000,
            "reason": "void",
            "balances": {"1": 0, "2": 0, "3": 0, "4": 0},
        },
    ]


def test_running_balances_are_the_sums_of_all_entries_so_far(session: Session) -> None:
    running = Counter[str]()
    entries = scorer(session).get("ledger/").json()["results"]
    assert len(entries) == Entry.objects.filter(posting__session=session).count()
    for entry in entries:
        running[str(entry["payer"])] -= entry["amount"]
        running[str(entry["payee"])] += entry["amount"]
        assert entry["balances"] == {seat: running[seat] for seat in entry["balances"]}
    assert entries[-1]["balances"] == {
        str(seat.number): seat.balance for seat in session.seats.all()
    }


def test_only_what_came_after_a_round(session: Session) -> None:
    caller = scorer(session)
    entries = caller.get("ledger/").json()["results"]
    last = max(
        at for at, each in enumerate(entries) if (each["kind"], each["round"]) == ("round", 5)
    )
    page = caller.get("ledger/?since=5").json()
    assert page["results"] == entries[last + 1 :]
    assert page["count"] == len(entries) - last - 1
    assert caller.get("ledger/?since=99").json()["results"] == []


def test_a_cursor_leads_through_all_of_it(session: Session) -> None:
    caller, path, rows = scorer(session), "ledger/?cursor=0&page_size=7", []
    entries = caller.get("ledger/").json()["results"]
    while path:
        page = caller.get(path).json()
        rows += page["results"]
        path = (page["next"] or "").replace("http://testserver", "")
        if len(rows) == 7:
            play(session)
    assert rows[: len(entries)] == entries
    assert len(rows) > len(entries)


def test_a_file_has_no_pages_but_refuses_what_is_none(session: Session) -> None:
    for query, status in (("page=0", 400), ("page=x", 400), ("page_size=0", 400), ("page=2", 200)):
        assert scorer(session).get(f"ledger/?format=csv&{query}").status_code == status


def test_a_page_has_one_spelling_whatever_is_answered(session: Session) -> None:
    caller = scorer(session)
    for page in ("last", "%2B1", "١", "01", "1.0", "-1", "9" * 40):
        for format in ("json", "csv"):
            address = f"ledger/?page={page}&format={format}"
            assert caller.get(address).status_code == 400, address


def test_every_page_says_the_same_as_the_whole(session: Session) -> None:
    whole = scorer(session).get("ledger/").json()
    assert whole["next"] is None
    for size in (1, 2, 7):
        paged, path = [], f"ledger/?page_size={size}"
        while path:
            page = scorer(session).get(path).json()
            paged += page["results"]
            path = (page["next"] or "").replace("http://testserver", "")
        assert paged == whole["results"]


def test_money_handed_over_has_no_round_and_goes_against_the_money(db: None) -> None:
    session = a_table()
    play(session, 2, 1)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=1, creditor=2, amount=1500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    payments.unmark(session.pk, 1, by=ON_THE_MACHINE)
    entries = scorer(session).get("ledger/").json()["results"][1:]
    assert [(e["kind"], e["round"], e["payer"], e["payee"], e["reason"]) for e in entries] == [
        ("payment", None, 2, 1, "settlement"),
        ("unpaid", None, 1, 2, "settlement"),
    ]
    assert [entry["balances"]["1"] for entry in entries] == [-500, -2000]
