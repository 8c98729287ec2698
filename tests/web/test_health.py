"""What a load balancer asks: does the service live, does it take writes."""

import subprocess
from datetime import UTC, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from ledger.models import Upkeep
from tests.api.calls import scorer
from tests.databases import connected_to
from tests.docs.pages import OPERATE, blocks
from tests.running.server import serving
from tests.sample_tables import a_table, play
from tests.web.tables import phone

pytestmark = pytest.mark.full


def asked(path: str) -> int:
    return Client(headers={"host": "10.0.0.7"}).get(path).status_code


@pytest.mark.django_db
def test_a_service_that_is_up_is_alive_and_ready() -> None:
    for path in ("/health/live", "/health/ready"):
        answer = Client(headers={"host": "10.0.0.7"}).get(path)
        assert (answer.status_code, answer.content.splitlines()[0]) == (200, b"ok")
        assert "no-store" in answer["Cache-Control"]
        assert not answer.cookies


def upkeep() -> dict[str, str]:
    """What it says of each kind of upkeep, by kind."""
    first, _version, *lines = Client().get("/health/ready").content.decode().splitlines()
    assert first == "ok"
    return {kind: " ".join(rest) for kind, *rest in map(str.split, lines)}


@pytest.mark.usefixtures("fresh_ledger")
def test_it_says_when_the_books_were_checked_and_copied_and_how_it_went(tmp_path: Path) -> None:
    quiet = {"stdout": StringIO()}
    assert upkeep() == {}
    call_command("check_ledger", **quiet)
    call_command("backup", str(tmp_path / "copy"), **quiet)
    for kind in ("check", "backup"):
        at = Upkeep.objects.get(kind=kind).done_at.astimezone(UTC)
        assert upkeep()[kind] == f"{at:%Y-%m-%dT%H:%M:%S}Z good"
    play(table := a_table())
    table.seats.filter(number=1).update(balance=5)
    with pytest.raises(SystemExit):
        call_command("check_ledger", **quiet)
    with pytest.raises((CommandError, OSError)):
        call_command("backup", str(tmp_path / "nowhere" / "copy"), **quiet)
    assert [each.rpartition(" ")[2] for each in upkeep().values()] == ["bad", "bad"]
    assert table.pk not in str(upkeep())


MONITOR = blocks(OPERATE.partition("## Health and logs")[2].partition("\n## ")[0], "sh")[0]


@pytest.mark.usefixtures("fresh_ledger")
def test_the_line_of_the_docs_says_when_there_is_no_good_copy(
    fresh_ledger: str, tmp_path: Path
) -> None:
    with serving(tmp_path, DATABASE_URL=fresh_ledger) as server:
        line = MONITOR.replace("localhost:8000", f"127.0.0.1:{server.port}")

        def alarm() -> str:
            return subprocess.run(["sh", "-c", line], capture_output=True, text=True).stdout

        assert "no good copy" in alarm()
        Upkeep.note(Upkeep.Kind.BACKUP, good=True)
        assert alarm() == ""
        Upkeep.note(Upkeep.Kind.BACKUP, good=False)
        assert "no good copy" in alarm()
        Upkeep.note(Upkeep.Kind.BACKUP, good=True)
        Upkeep.objects.update(done_at=now() - timedelta(hours=37))
        assert "no good copy" in alarm()
        Upkeep.note(Upkeep.Kind.BACKUP, good=True)
    assert "no good copy" in alarm()


@pytest.mark.usefixtures("fresh_ledger")
def test_a_database_that_takes_no_writes_is_not_ready() -> None:
    asked("/health/ready")
    only_reading = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET default_transaction_read_only = on",
            "SET default_transaction_read_only = off",
        ),
    }
    begin, end = only_reading[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(begin)
        assert (asked("/health/live"), asked("/health/ready")) == (200, 503)
        cursor.execute(end)
    assert asked("/health/ready") == 200


@pytest.mark.usefixtures("fresh_ledger")
def test_a_database_that_cannot_be_reached_is_not_ready() -> None:
    gone = "sqlite:////nowhere/at/all.sqlite3"
    other = gone if connection.vendor == "sqlite" else "postgres:///nowhere"
    with connected_to(other):
        assert asked("/health/ready") == 503
    assert asked("/health/ready") == 200


@pytest.mark.usefixtures("fresh_ledger")
def test_tables_of_another_release_make_it_neither_ready_nor_busy() -> None:
    """A lasting fault is not told as one that passes: nobody is asked to send again."""
    table = a_table()
    play(table)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_round RENAME COLUMN revision TO something")
    assert asked("/health/ready") == 503
    page = phone(table)
    page.raise_request_exception = False
    for answer in (
        scorer(table)("GET", "rounds/", quietly=True),
        page.get(f"/t/{table.pk}/"),
        page.get(f"/t/{table.pk}/history/"),
    ):
        assert answer.status_code == 500
        assert "Retry-After" not in answer
