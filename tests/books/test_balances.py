"""The sums: right after anything that may happen, and no dearer for a long evening."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances, entries
from ledger.books.entries import entry_count, ledger_entries
from ledger.books.history import played_rounds
from ledger.models import Entry, Posting, Session
from ledger.people import totals
from ledger.tables import sessions
from tests.random_rounds import deal
from tests.sample_tables import a_table, finishing, next_leader, play, players_next, redo

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


class TestWhoIsNext:
    def test_nobody_leads_a_table_that_has_not_played(self, table: Session) -> None:
        assert next_leader(table) == (None, True)
        assert players_next(table) == (1, 2, 3, 4)

    def test_the_last_round_that_stands_decides(self, table: Session) -> None:
        play(table, 2, 1, 4, 3)
        play(table, 3, 1, 2, 4)
        assert next_leader(table) == (3, False)
        assert players_next(table) == (3, 4, 1, 2)
        books.void(table.pk, 2, by=ON_THE_MACHINE)
        assert next_leader(table) == (2, False)
        books.void(table.pk, 1, by=ON_THE_MACHINE)
        assert next_leader(table) == (None, True)

    def test_correcting_an_older_round_does_not_change_who_leads(self, table: Session) -> None:
        play(table, 2, 1, 4, 3)
        play(table, 3, 1, 2, 4)
        redo(table, 1, 4, 1, 2, 3)
        assert next_leader(table) == (3, False)

    def test_correcting_the_last_round_does(self, table: Session) -> None:
        play(table, 2, 1, 4, 3)
        redo(table, 1, 4, 1, 2, 3)
        assert next_leader(table) == (4, False)

    def test_at_most_four_play_and_nobody_who_sits_out(self) -> None:
        table = a_table(6)
        assert players_next(table) == (1, 2, 3, 4)
        sessions.sit(table.pk, 2, out=True, by=ON_THE_MACHINE)
        assert players_next(table) == (1, 3, 4, 5)

    def test_those_who_played_stay_and_the_next_seat_takes_a_free_place(self) -> None:
        table = a_table(6)
        play(table, 5, 3, 1, 6)
        assert players_next(table) == (5, 6, 1, 3)
        sessions.sit(table.pk, 6, out=True, by=ON_THE_MACHINE)
        assert players_next(table) == (5, 1, 2, 3)

    def test_a_leader_who_sits_out_leads_nobody(self, table: Session) -> None:
        play(table, 2, 1, 4, 3)
        sessions.sit(table.pk, 2, out=True, by=ON_THE_MACHINE)
        assert players_next(table) == (1, 3, 4)

    def test_the_order_told_last_is_kept(self, table: Session) -> None:
        facts = finishing(2, 1, 4, 3, players=(1, 3, 2, 4))
        books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
        assert players_next(table) == (2, 4, 1, 3)


class TestHistory:
    def test_it_tells_what_became_of_each_round(self, table: Session) -> None:
        play(table)
        play(table, 1, 2, 3, 4)
        books.void(table.pk, 2, reason="nhầm", by=ON_THE_MACHINE)
        redo(table, 1, 4, 3, 2, 1)
        third, second, first = played_rounds(table.rounds.all())
        assert (third.round.number, third.void, third.corrects, third.corrected_by) == (
            3,
            False,
            1,
            None,
        )
        assert (second.void, second.void_reason, second.corrected_by) == (True, "nhầm", None)
        assert (first.void, first.void_reason, first.corrected_by) == (True, "", 3)
        assert first.amounts == {1: 1000, 2: 2000, 3: -2000, 4: -1000}

    def test_a_player_without_a_payment_still_has_an_amount(self) -> None:
        table = a_table(3)
        play(table, 1, 2, 3)
        assert played_rounds(table.rounds.all())[0].amounts == {1: 2000, 2: 0, 3: -2000}


class TestTotals:
    def test_void_rounds_count_nowhere(self, table: Session) -> None:
        play(table, 2, 1, 4, 3)
        play(table, 1, 2)
        play(table, 1, 2, 3, 4)
        books.void(table.pk, 3, by=ON_THE_MACHINE)
        redo(table, 1, 1, 3)
        first, second, third, fourth = totals.totals(table)
        assert (first.played, first.won, first.balance) == (2, 2, 4000)
        assert (second.played, second.won, second.balance) == (1, 0, -2000)
        assert (third.played, third.won, third.by_reason) == (1, 0, {"place": -2000})
        assert (fourth.played, fourth.won, fourth.by_reason) == (0, 0, {})

    def test_reasons_add_up_to_the_balance(self, table: Session) -> None:
        rng = random.Random(3)
        for number in range(1, 30):
            play(table, *rng.sample(range(1, 5), rng.randint(2, 4)))
            if number % 4 == 0:
                books.void(table.pk, rng.randint(1, number), by=ON_THE_MACHINE)
        for total in totals.totals(table):
            assert sum(total.by_reason.values()) == total.balance
        standing = Counter[int]()
        for played in played_rounds(table.rounds.all()):
            standing.update({} if played.void else played.amounts)
        assert {t.seat: t.balance for t in totals.totals(table)} == {
            seat: standing[seat] for seat in range(1, 5)
        }


class TestLedger:
    @pytest.fixture
    def evening(self, db: None) -> Session:
        """Rounds of many entries, of few and of none, many voids in a row, and somebody new."""
        table, rng = a_table(rules="binh", bet_unit=2000), random.Random(5)
        for _ in range(4):
            record(table, deal("binh", rng, [1, 2, 3, 4]))
        drawn = {"dau": [[1, 2]], "giua": [[1, 2]], "cuoi": [[1, 2]]}
        record(table, {"players": [1, 2], "chi": drawn})
        sessions.change_rules(table.pk, "tien_len", {}, by=ON_THE_MACHINE)
        for number in (1, 3, 5, 4):
            books.void(table.pk, number, by=ON_THE_MACHINE)
        sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE)
        play(table, 5, 1)
        table.refresh_from_db()
        assert Posting.objects.filter(session=table, entries=None).count() == 2
        return table

    def test_any_part_is_that_part_of_the_whole(
        self, evening: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = list(ledger_entries(evening))
        monkeypatch.setattr(entries, "AT_ONCE", 7)
        count = entry_count(evening)
        assert len(whole) == Entry.objects.filter(posting__session=evening).count() == count
        for first in range(0, count + 2, 3):
            for last in (first, first + 1, first + 5, None):
                assert list(ledger_entries(evening, first, last)) == whole[first:last]

    def test_running_balances_are_the_sums_so_far(self, evening: Session) -> None:
        sums = Counter[int](dict.fromkeys(range(1, 6), 0))
        for entry in ledger_entries(evening):
            sums[entry.payer] -= entry.amount
            sums[entry.payee] += entry.amount
            assert entry.balances == sums
        assert sums == {each.seat: each.balance for each in balances.scoreboard(evening)}

    def test_it_ends_with_what_the_session_counted(self, evening: Session) -> None:
        whole = list(ledger_entries(evening))
        play(evening, 1, 2)
        assert list(ledger_entries(evening)) == whole


def record(table: Session, facts: object) -> None:
    books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)  # type: ignore[arg-type]


def now(table: Session) -> Session:
    return Session.objects.get(pk=table.pk)


SENT = UUID(int=1)
READS: Mapping[str, tuple[int, Callable[[Session], object]]] = {
    "scoreboard": (1, balances.scoreboard),
    "scoreboard and next round": (2, players_next),
    "history": (1, lambda table: [list(p.round.facts) for p in played_rounds(table.rounds.all())]),
    "totals": (4, totals.totals),
    "a page of the ledger": (3, lambda table: list(ledger_entries(now(table), 15, 20))),
    "record": (9, lambda table: play(table)),
    "resend": (7, lambda table: play(table, id=SENT)),
    "void": (13, lambda table: books.void(table.pk, table.rounds.count(), by=ON_THE_MACHINE)),
    "correct": (21, lambda table: redo(table, table.rounds.count() - 1, 1, 2, 3, 4)),
    "preview": (4, lambda table: books.preview(now(table), finishing(1, 2, 3, 4))),
}
"""What a page or a write may ask the database at most, savepoints left out.

What only a new round needs is asked for before it is known that one is sent again.
"""


def asked(table: Session, ask: Callable[[Session], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        ask(table)
    words = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
    return sum(not query["sql"].startswith(words) for query in queries)


def test_a_long_evening_costs_no_more_queries_than_a_short_one() -> None:
    short, long = a_table(), a_table()
    for number in range(1, 11):
        play(short, id=SENT if number == 1 else None)
    for number in range(1, 61):
        play(long, id=SENT if number == 1 else None)
        if number % 10 == 0:
            redo(long, number, 1, 2, 3, 4)
    counts = {name: (asked(short, ask), asked(long, ask)) for name, (_, ask) in READS.items()}
    assert {name: pair for name, pair in counts.items() if pair[0] != pair[1]} == {}
    assert {name: pair for name, pair in counts.items() if pair[0] > READS[name][0]} == {}
