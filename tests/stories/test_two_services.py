"""Two services on one data folder with SQLite, as when somebody starts it twice: it is safe."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from ledger.access.keys import Role, key
from ledger.books.audit import differences
from ledger.models import Round
from tests.api.fuzzing import Table
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.nodes.phones import onlooker
from tests.running.server import ROOT, SERVE, Server, environment, serving, until
from tests.running.stubborn import Phones
from tests.sample_tables import a_table
from tests.trust import Tell

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about the file of SQLite"),
]
ROUNDS = 150


@pytest.fixture
def own(fresh_ledger: str) -> dict[str, str]:
    """The settings of both."""
    return {
        "DATABASE_URL": fresh_ledger,
        "SECRET_KEY": settings.SECRET_KEY,
        "API_LIMIT_FACTOR": "1000",
    }


@pytest.fixture
def two(tmp_path: Path, own: dict[str, str]) -> Iterator[tuple[Server, Server]]:
    with serving(tmp_path, **own) as one, serving(tmp_path, **own) as other:
        yield one, other


def phones_of_both() -> tuple[Phones, Phones]:
    """Phones at one table, those of the one service and those of the other."""
    table = a_table()
    link = Table(table.pk, key(table, Role.SCORE))
    return Phones(link), Phones(link)


@pytest.mark.trust("R6", "R11")
def test_phones_of_both_record_at_one_table_also_when_one_is_killed(
    two: tuple[Server, Server],
    tmp_path: Path,
    databases: SqliteDatabases | PostgresDatabases,
    tell: Tell,
) -> None:
    (one, other), (phones, others) = two, phones_of_both()
    with others.playing(other):
        with phones.playing(one):
            assert until(lambda: min(phones.answered, others.answered) >= ROUNDS)
            copied, answered = tmp_path / "copy", phones.answered + others.answered
            call_command("backup", str(copied))
            one.stop(signal.SIGKILL)
        more = others.answered + ROUNDS
        assert until(lambda: others.answered >= more)
        with phones.playing(other):  # what waited for its answer is sent to the one that lives
            pass
    there = Round.objects.count()
    tell(f"{phones.answered} + {others.answered} rounds answered as saved, {there} on the books")
    assert phones.answered + others.answered == phones.rounds + others.rounds == there
    for each in (phones, others):
        assert (each.lost(), each.misnumbered(), each.refused()) == ([], [], [])
    assert list(differences()) == []
    with databases.fresh() as url, connected_to(url):
        call_command("restore", str(copied))
        assert answered <= Round.objects.count() <= there


@pytest.mark.trust("R6", control=True)
def test_a_second_service_with_books_of_its_own_loses(tmp_path: Path, own: dict[str, str]) -> None:
    """The control: what the phones of the other are told is not on the books of the first."""
    phones, others = phones_of_both()
    apart = tmp_path / "apart.sqlite3"
    call_command("backup", str(apart))
    with (
        serving(tmp_path, **own) as one,
        serving(tmp_path, **own | {"DATABASE_URL": f"sqlite:///{apart}"}) as other,
        phones.playing(one),
        others.playing(other),
    ):
        assert until(lambda: min(phones.answered, others.answered) >= 10)
    assert not phones.lost()
    assert others.lost()


def test_open_pages_of_both_are_told_of_what_either_records(two: tuple[Server, Server]) -> None:
    for here, there in (two, two[::-1]):
        with onlooker(recorded_at=here, followed_at=there) as looking:
            assert until(lambda: bool(looking.viewer.heard))
            last = looking.viewer.heard[0] + 3
            for _ in range(3):
                looking.scorer.record()
            assert until(lambda: looking.viewer.heard[-1] == last)  # noqa: B023


def test_those_that_make_an_empty_folder_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """Both serve, and started again the same tables by the same keys."""
    data = tmp_path / "data"
    with ThreadPoolExecutor(2) as pool:
        processes = [begun(data) for _ in range(2)]
        refusals = list(pool.map(greeting_or_refusal, processes))
        for process in processes:
            process.kill()
            process.wait()
    assert refusals == ["", ""]
    with (
        serving(data) as one,
        serving(data) as other,
        onlooker(recorded_at=one, followed_at=other) as looking,
    ):
        looking.scorer.record()
        assert until(lambda: bool(looking.viewer.heard))


def begun(data: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *SERVE, "--bind", "127.0.0.1", "--port", "0"],
        cwd=ROOT,
        env=environment(data),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def greeting_or_refusal(process: subprocess.Popen[str]) -> str:
    """What it says where it does not serve; "" where it does."""
    try:
        Server(process).wait_for_greeting()
    except AssertionError as refused:
        return str(refused)
    return ""
