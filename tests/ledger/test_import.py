"""import_rounds: every line on its own, as often as it is started."""

import json
import signal
import subprocess
import sys
import time
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from ledger import books
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.management.commands import import_rounds
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.ledger.tables import a_table, finishing
from tests.running.server import ROOT, environment


def line(number: int, **more: Any) -> str:
    sent = {"id": str(UUID(int=number, version=4)), "facts": finishing(2, 1, 4, 3)}
    return json.dumps(sent | more)


def run(session: Session, file: Path, language: str = "en") -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    out, err, status = StringIO(), StringIO(), 0
    try:
        call_command(
            "import_rounds", session.pk, str(file), language=language, stdout=out, stderr=err
        )
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.django_db
class TestOneRun:
    def test_every_line_is_recorded_in_order(self, tmp_path: Path) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        file.write_text("\n".join(line(number) for number in range(1, 8)))
        assert run(session, file) == (0, "7 lines: 7 recorded, 0 already there, 0 refused\n", "")
        ids = session.rounds.order_by("number").values_list("submission_id", flat=True)
        assert list(ids) == [UUID(int=number, version=4) for number in range(1, 8)]

    def test_started_again_it_adds_what_is_missing(self, tmp_path: Path) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        file.write_text("\n".join(line(number) for number in range(3)))
        run(session, file)
        file.write_text("\n".join(line(number) for number in range(5)) + "\n")
        status, out, _ = run(session, file)
        assert (status, out) == (0, "5 lines: 2 recorded, 3 already there, 0 refused\n")

    def test_refused_lines_are_named_and_the_others_stay(self, tmp_path: Path) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        lines = [
            *(line(1), "{", "", line(2, facts={"players": [1, 9], "places": [9]})),
            *(line(3, after=1), line(4, id=5), "[" * 70000, line(1, facts=finishing(1, 2))),
            *('{"id": "\\ud800"}', line(5)),
        ]
        file.write_text("\n".join(lines))
        status, out, err = run(session, file)
        assert (status, out) == (1, "9 lines: 2 recorded, 0 already there, 7 refused\n")
        told = dict(each.split(": ", 1) for each in err.splitlines())
        assert list(told) == [f"line {number}" for number in (2, 4, 5, 6, 7, 8, 9)]
        assert told["line 2"] == "This line is no valid JSON."
        assert told["line 4"] == "players[1]: There is no seat 9 at this table."
        assert told["line 5"] == "after: There is no field “after” here."
        assert told["line 6"].startswith("id: ")
        assert told["line 7"] == "This line is no valid JSON."
        assert "other" in told["line 8"]
        assert Round.objects.filter(session=session).count() == 2

    def test_a_file_as_some_editors_write_it_is_read(self, tmp_path: Path) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        file.write_bytes(f"\ufeff{line(1)}\r\n\r\n  \n{line(2)}\r\n\n".encode())
        assert run(session, file) == (0, "2 lines: 2 recorded, 0 already there, 0 refused\n", "")

    def test_progress_is_shown(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        monkeypatch.setattr(import_rounds, "EVERY", 2)
        file.write_text("\n".join(line(number) for number in range(5)) + "\n\n")
        shown = [each.partition(":")[0] for each in run(session, file)[1].splitlines()]
        assert shown == ["2 lines", "4 lines", "5 lines"]

    def test_without_a_file_standard_input_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        session, out = a_table(), StringIO()
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(line(1).encode())))
        call_command("import_rounds", session.pk, stdout=out)
        assert (session.rounds.count(), out.getvalue()[:8]) == (1, "1 lines:")

    def test_messages_are_in_the_language_asked_for(self, tmp_path: Path) -> None:
        session, file = a_table(), tmp_path / "rounds.jsonl"
        sessions.close(session.pk)
        file.write_text(f"nil\n{line(1)}")
        assert "line 1: Dòng này không phải JSON hợp lệ." in run(session, file, "vi")[2]
        assert "line 2: Bàn đã đóng" in run(session, file, "vi")[2]
        assert "line 2: The table is closed" in run(session, file, "en")[2]

    def test_an_unknown_session_or_file_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="no session"):
            call_command("import_rounds", "nosuch22", str(tmp_path / "x"))
        with pytest.raises(CommandError, match="No such file"):
            call_command("import_rounds", a_table().pk, str(tmp_path / "x"))

    def test_a_database_that_does_not_answer_ends_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def busy(*args: Any, **sent: Any) -> None:
            raise refusals.ServiceBusy

        session, file = a_table(), tmp_path / "rounds.jsonl"
        file.write_text(f"{line(1)}\n{line(2)}")
        monkeypatch.setattr(books, "record", busy)
        with pytest.raises(CommandError, match=r"line 1: .*Start the import again"):
            run(session, file)


def importing(url: str, session: Session, file: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "import_rounds", session.pk, str(file)],
        cwd=ROOT,
        env=environment(file.parent, DATABASE_URL=url),
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.full
def test_killed_and_started_again_every_round_is_there_once(
    fresh_ledger: str, tmp_path: Path
) -> None:
    session, file = a_table(), tmp_path / "rounds.jsonl"
    file.write_text("\n".join(line(number) for number in range(60)))
    process = importing(fresh_ledger, session, file)
    while Round.objects.count() < 5:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = Round.objects.count()
    again = importing(fresh_ledger, session, file)
    told = again.communicate(timeout=120)[0]
    assert (again.returncode, Round.objects.count()) == (0, 60)
    assert told == f"60 lines: {60 - before} recorded, {before} already there, 0 refused\n"
    assert list(differences([session.pk])) == []


@pytest.mark.full
def test_a_long_file_takes_no_more_memory(fresh_ledger: str, tmp_path: Path) -> None:
    """Lines that are refused at once, so that a hundred megabytes are read quickly."""
    session, file = a_table(), tmp_path / "rounds.jsonl"
    with file.open("w") as long:
        for _ in range(1600):
            long.write("[" * 65000 + "\n")
    found = subprocess.run(
        [sys.executable, "-c", MEASURED, session.pk, str(file)],
        cwd=ROOT,
        env=environment(tmp_path, DATABASE_URL=fresh_ledger)
        | {"DJANGO_SETTINGS_MODULE": "ledger.config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    grown = int(found.stdout.splitlines()[-1])
    assert grown < 20 * 1024


MEASURED = """
import django, resource, sys
django.setup()
from io import BytesIO, StringIO, TextIOWrapper
from django.core.management import call_command
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
try:
    call_command("import_rounds", sys.argv[1], sys.argv[2], stderr=StringIO())
except SystemExit:
    pass
print(peak() - before)
"""
