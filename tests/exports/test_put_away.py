"""A table that nobody opens is put away: its book a file, itself closed, its link still good."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, open_for_reading, open_with
from ledger.books.audit import differences
from ledger.exports import put_away
from ledger.models import Change, LastUse, PutAway, Session, Upkeep
from ledger.tables import sessions
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db
DAYS = 90


@pytest.fixture(autouse=True)
def folder(settings: Settings, db: None, tmp_path: Path) -> Path:
    """Where books are put away; tables have said so for long enough."""
    settings.DATA_DIR = tmp_path
    PutAway.objects.create(days=DAYS, warnings=DAYS, day=timezone.localdate())
    return tmp_path / "put_away"


@contextmanager
def ago(days: int) -> Iterator[None]:
    """As if it were so many days earlier."""
    now = timezone.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now() - timedelta(days))
        yield


def left(days: int = DAYS + 1) -> Session:
    """A table with two rounds that everybody left so many days ago."""
    session = a_table()
    with ago(days):
        play(session)
        play(session, 4, 3, 2, 1)
    session.refresh_from_db()
    return session


def output(days: int = DAYS) -> str:
    words = StringIO()
    call_command("put_away", days, stdout=words)
    return words.getvalue()


def name(folder: Path, session: Session, line: int) -> str:
    """Of the file of a book that ended with this line."""
    return str(folder / f"{session.pk}-{line}-{session.changes.get(number=line).hash[:8]}.xlsx")


def test_the_book_is_a_file_and_the_table_is_closed(folder: Path) -> None:
    session, mark = left(), Session.objects.get().public_mark
    assert output().split() == [name(folder, session, 3)]
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    book = load_workbook(file)
    assert len(list(book.worksheets[1].values)) == 1 + 2 * 2 + 1  # titles, entries, sums
    assert any(mark in row for row in book.worksheets[0].values)
    session.refresh_from_db()
    assert session.closed_at
    assert session.changes.first().details == {"unused": DAYS}  # type: ignore[union-attr]
    assert Upkeep.objects.get(kind=Upkeep.Kind.PUT_AWAY).good
    assert list(differences()) == []


def test_it_is_put_away_once_even_where_its_file_was_taken_elsewhere(folder: Path) -> None:
    left()
    output()
    for file in folder.iterdir():
        file.unlink()
    assert output() == ""
    assert Change.objects.filter(kind=Change.Kind.CLOSED).count() == 1


def test_a_table_that_its_players_closed_is_put_away_and_stays_as_it_is(folder: Path) -> None:
    session = left()
    with ago(DAYS + 1):
        sessions.close(session.pk, by=ON_THE_MACHINE)
    assert output().split() == [name(folder, session, 4)]
    assert output() == ""
    assert session.changes.count() == 4


def test_a_table_that_somebody_changed_or_opened_lately_stays(folder: Path) -> None:
    left(DAYS - 1)
    watched = left()
    assert open_with(watched.pk, key(watched, Role.VIEW))
    assert output() == ""
    LastUse.objects.update(day=timezone.localdate() - timedelta(DAYS + 1))
    assert f"{watched.pk}-3" in output()


def test_neither_a_wrong_key_nor_a_program_of_the_owner_keeps_it() -> None:
    session = left()
    assert open_with(session.pk, "a" * 32) is None
    assert open_for_reading(session.pk)
    assert not LastUse.objects.exists()


def test_the_day_is_written_once_a_day(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    session = a_table()
    open_with(session.pk, key(session, Role.VIEW))
    with django_assert_num_queries(1):
        open_with(session.pk, key(session, Role.SCORE))
    assert LastUse.objects.get().day == timezone.localdate()


def test_tables_say_so_as_long_before(folder: Path) -> None:
    left()
    for _ in range(2):
        assert output(3) == "Tables say so. The first are put away in 3 days.\n"
    for days in (2, 1):
        with ago(days):  # a clock that is put back counts as another day, and no more
            assert output(3) == f"Tables say so. The first are put away in {days} days.\n"
    assert not folder.exists()
    assert "xlsx" in output(3)


def test_no_day_is_kept_where_nothing_is_put_away(folder: Path) -> None:
    assert output(0) == "No table is put away.\n"
    session = left()
    open_with(session.pk, key(session, Role.VIEW))
    assert not LastUse.objects.exists()
    assert not folder.exists()
    with pytest.raises(CommandError, match="DAYS is from 0 to"):
        output(-1)


def test_opened_again_it_is_put_away_after_as_long_again(folder: Path) -> None:
    session = left()
    output()
    with ago(DAYS + 1):
        sessions.reopen(session.pk, by=ON_THE_MACHINE)
    assert output().split() == [name(folder, session, 5)]


def test_who_records_meanwhile_is_not_closed_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = left()
    write = put_away._write

    def slowly(session: Session, folder: Path) -> Path:
        file = write(session, folder)
        play(session)
        return file

    monkeypatch.setattr(put_away, "_write", slowly)
    assert output() == ""
    assert list(folder.iterdir()) == []
    session.refresh_from_db()
    assert not session.closed_at


def test_who_opens_it_meanwhile_keeps_it(folder: Path) -> None:
    session = left()
    folder.mkdir()
    assert open_with(session.pk, key(session, Role.VIEW))
    assert put_away.put_away(session, DAYS, folder) is None
    assert list(folder.iterdir()) == []


def test_two_runs_at_once_are_one(folder: Path) -> None:
    session = left()
    with put_away.alone(folder) as first, put_away.alone(folder) as second:
        assert (first, second) == (True, False)
        assert output() == "Another run puts tables away.\n"
        assert put_away.put_away(session, DAYS, folder)
    assert output() == ""
    assert len(list(folder.iterdir())) == 1


def test_where_no_file_can_be_written_no_table_is_closed(folder: Path) -> None:
    session = left()
    folder.write_text("in the way")
    with pytest.raises(CommandError, match="Tables cannot be put away"):
        output()
    session.refresh_from_db()
    assert not session.closed_at
    assert not Upkeep.objects.get(kind=Upkeep.Kind.PUT_AWAY).good


def test_its_pages_say_so_and_open_it_again(client: Client) -> None:
    session = left()
    client.post("/join/", {"link": f"#{session.pk}.{key(session, Role.SCORE)}"})
    assert (
        f"không ai mở trong {DAYS} ngày" in client.get(f"/t/{session.pk}/house/").content.decode()
    )
    LastUse.objects.all().delete()  # as if that had been long ago
    output()
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert f"Bàn được cất vì {DAYS} ngày không ai mở" in page
    assert "Mở lại bàn" in page
    assert (
        f"Cất bàn: {DAYS} ngày không ai mở." in client.get(f"/t/{session.pk}/log/").content.decode()
    )
    client.post(f"/t/{session.pk}/reopen/")
    assert play(session).number == 3
