"""Limits hold exactly, also across processes that know nothing of each other."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from ledger.access import limits
from ledger.access.limits import Limit, forget, give_back, left, network, take
from ledger.common.refusals import TooMany
from ledger.models import Allowance
from tests.loose_limits import reading_first
from tests.running.server import ROOT, environment

DAILY = Limit(10, 86400)
PROCESSES, TRIES = 4, 25
GUESS = """
import django, sys
django.setup()
from ledger.access.limits import Limit, take
from ledger.common.refusals import TooMany
sys.stdin.readline()
done = 0
for _ in range(int(sys.argv[1])):
    try:
        take(Limit(int(sys.argv[2]), 86400), "guess", "here")
        done += 1
    except TooMany:
        pass
print(done)
"""


def admitted(limit: Limit, who: str, tries: int) -> int:
    done = 0
    for _ in range(tries):
        try:
            take(limit, "guess", who)
            done += 1
        except TooMany:
            pass
    return done


@pytest.mark.django_db
class TestOneProcess:
    def test_so_many_are_let_through_and_no_more(self) -> None:
        assert admitted(DAILY, "An", 25) == 10
        assert admitted(DAILY, "Bình", 5) == 5

    def test_it_says_when_the_next_is_let_through(self) -> None:
        assert admitted(DAILY, "An", 10) == 10
        with pytest.raises(TooMany) as refused:
            take(DAILY, "guess", "An")
        assert 8600 < refused.value.wait <= 8640

    def test_what_was_used_is_given_back_evenly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = time.time()
        monkeypatch.setattr(limits.time, "time", lambda: now)
        assert admitted(DAILY, "An", 10) == 10
        now += 3 * 8640
        assert admitted(DAILY, "An", 10) == 3
        now += 10 * 86400
        assert admitted(DAILY, "An", 25) == 10

    @pytest.mark.parametrize(("slower", "more"), [(3600, 0), (3 * 86400, 10)])
    def test_a_slower_clock_counts_on_but_one_that_was_put_back_begins_anew(
        self, monkeypatch: pytest.MonkeyPatch, slower: int, more: int
    ) -> None:
        """Machines differ by seconds; what is later than any limit can reach was a wrong clock."""
        assert admitted(DAILY, "An", 10) == 10
        earlier = time.time() - slower
        monkeypatch.setattr(limits.time, "time", lambda: earlier)
        assert left(DAILY, "guess", "An")[0] == more
        assert admitted(DAILY, "An", 25) == more

    def test_what_is_limited_is_kept_apart(self) -> None:
        assert admitted(DAILY, "An", 10) == 10
        assert left(DAILY, "write", "An")[0] == 10

    def test_who_has_everything_back_is_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        take(DAILY, "guess", "An")
        later = time.time() + 3 * 86400
        monkeypatch.setattr(limits.time, "time", lambda: later)
        take(DAILY, "guess", "Bình")
        assert Allowance.objects.count() == 1

    def test_what_was_taken_can_be_given_back_or_forgotten(self) -> None:
        assert admitted(DAILY, "An", 10) == 10
        for _ in range(3):
            give_back(DAILY, "guess", "An")
        assert admitted(DAILY, "An", 10) == 3
        forget("guess", "An")
        assert admitted(DAILY, "An", 25) == 10

    def test_what_was_never_taken_cannot_be_saved_up(self) -> None:
        take(DAILY, "guess", "An")
        for _ in range(10):
            give_back(DAILY, "guess", "An")
        assert admitted(DAILY, "An", 25) == 10

    def test_nobody_can_be_read_off_the_table(self) -> None:
        take(DAILY, "wrong key", "192.0.2.7")
        assert "192.0.2.7" not in Allowance.objects.get().name


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:DB8:0001:2::", "2001:db8:1:2::/64"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("2001:db8::9", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_addresses_of_one_network_are_counted_as_one(address: str, counted: str) -> None:
    assert network(address) == counted


@pytest.mark.full
def test_several_processes_admit_exactly_the_limit(fresh_ledger: str) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", GUESS, str(TRIES), str(DAILY.most)],
            cwd=ROOT,
            env=environment(ROOT, DATABASE_URL=fresh_ledger, SECRET_KEY="s" * 50)
            | {"DJANGO_SETTINGS_MODULE": "ledger.config.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for process in running:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    done = [int(process.communicate(timeout=60)[0]) for process in running]
    assert sum(done) == DAILY.most


def together(limit: Limit) -> int:
    """How many of many at once are let through, each on a connection of its own."""
    start = threading.Barrier(PROCESSES)

    def guess(_: int) -> int:
        start.wait()
        try:
            return admitted(limit, "here", TRIES)
        finally:
            connection.close()

    with ThreadPoolExecutor(PROCESSES) as pool:
        return sum(pool.map(guess, range(PROCESSES)))


@pytest.mark.full
def test_many_at_once_admit_exactly_the_limit(fresh_ledger: str) -> None:
    assert together(DAILY) == DAILY.most


@pytest.mark.full
def test_reading_first_and_writing_then_would_admit_more(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it is the one conditional UPDATE that holds the limit."""
    monkeypatch.setattr(limits, "_took", reading_first(0.01))
    assert together(DAILY) > DAILY.most
