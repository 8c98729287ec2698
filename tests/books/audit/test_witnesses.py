"""A file that saw the books tells whether they were rewritten."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import rounds
from ledger.books.audit import differences
from ledger.books.audit.witnesses import against, marks_in
from ledger.database import guards
from ledger.models import Change, Session
from ledger.models.sessions import MARK_DIGITS
from ledger.tables import sessions
from tests.sample_tables import a_table, play
from tests.stories.owner import Owner, round_rewritten


@pytest.fixture
def table(db: None) -> Session:
    table = a_table()
    for places in ((1, 2, 3, 4), (4, 3, 2, 1)):
        play(table, *places)
    table.refresh_from_db()
    return table


def seen(folder: Path, *texts: str) -> Path:
    file = folder / "message.txt"
    file.write_text("\n".join(texts), encoding="utf-8")
    return file


def test_marks_are_found_in_any_text_once(tmp_path: Path, table: Session) -> None:
    whole = f"{table.pk}/{table.log_count}/{table.log_head}"
    file = seen(tmp_path, f"Dấu sổ {table.mark}.", table.mark, whole, "1/2/3 http://a/b/c")
    digits = table.log_head
    assert marks_in(file) == [(table.pk, 3, digits[:MARK_DIGITS]), (table.pk, 3, digits)]


def test_an_evening_that_goes_on_is_still_what_the_file_saw(tmp_path: Path, table: Session) -> None:
    marks = marks_in(seen(tmp_path, table.mark))
    rounds.void(table.pk, 2, reason="nhầm", by=ON_THE_MACHINE)
    sessions.forget_names(table.pk, [1, 2, 3, 4], table=True, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    play(sessions.reopen(table.pk, by=ON_THE_MACHINE))
    assert list(against(marks)) == []


def test_what_the_file_saw_and_is_no_more_is_said(tmp_path: Path, table: Session) -> None:
    other = a_table()
    marks = marks_in(seen(tmp_path, table.mark, f"{other.pk}/9/12345678", "aaaabbbb/1/12345678"))
    guards.remove(connection)
    Change.objects.filter(session=table, number=3).update(hash="0" * 64)
    table.refresh_from_db()
    Session.objects.filter(pk=table.pk).update(log_head="0" * 64)
    said = {each.session: each.sentence for each in against(marks)}
    assert said == {
        table.pk: "up to line 3 of its log it is not what the file has seen",
        other.pk: "its log ends at line 1, the file has seen line 9",
        "aaaabbbb": "there is no such session any more",
    }


def test_a_rewriting_that_fits_a_few_digits_is_found_but_does_not_fit_a_mark(
    table: Session,
) -> None:
    """Whoever rewrites the book can try times until the hash begins as it did."""
    marks = [(table.pk, table.log_count, table.log_head[:digits]) for digits in (1, MARK_DIGITS)]
    guards.remove(connection)
    owner, last = Owner(table.pk, Random(1)), table.changes.filter(number=table.log_count)
    round_rewritten(owner)
    owner.reseal()
    moment, found = last.get().made_at, None
    while found is None or list(against(marks[:1])):
        found = (found or moment) + timedelta(microseconds=1)
        last.update(made_at=found)
        owner.reseal()
    assert [each.session for each in against(marks)] == [table.pk]
    assert list(differences([table.pk])) == []


def test_the_command_compares_with_a_file(tmp_path: Path, table: Session) -> None:
    out = StringIO()
    call_command("check_ledger", f"--against={seen(tmp_path, table.mark)}", stdout=out)
    assert out.getvalue() == "The ledger is right: no difference found.\n"
    forged = table.mark[:-8] + "00000000"
    with pytest.raises(SystemExit):
        call_command("check_ledger", f"--against={seen(tmp_path, forged)}", stdout=out)
    assert f"{table.pk}: up to line 3" in out.getvalue()


def test_a_file_without_a_mark_vouches_for_nothing(tmp_path: Path, table: Session) -> None:
    for file in (seen(tmp_path, str(uuid4())), tmp_path / "none"):
        with pytest.raises(CommandError):
            call_command("check_ledger", f"--against={file}")
