"""A file that saw the books tells whether they were rewritten."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils.translation import override

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import rounds
from ledger.books.audit import differences
from ledger.books.audit.witnesses import Mark, against, marks_in
from ledger.common.signature import short_sign, sign
from ledger.database import guards
from ledger.exports import sheets
from ledger.exports.files import FORMATS
from ledger.exports.hledger import as_journal
from ledger.models import Change, Session
from ledger.models.sessions import MARK_DIGITS
from ledger.tables import sessions
from tests.books.audit.against import checked_against
from tests.sample_tables import a_table, play
from tests.stories.owner import Owner, round_rewritten


@pytest.fixture
def table(db: None) -> Session:
    table = a_table()
    for places in ((1, 2, 3, 4), (4, 3, 2, 1)):
        play(table, *places)
    table.refresh_from_db()
    return table


def note(folder: Path, *texts: str) -> Path:
    file = folder / "message.txt"
    file.write_text("\n".join(texts), encoding="utf-8")
    return file


def signed(text: str) -> str:
    """A mark that says this, as the service would have made it."""
    return f"{text}/{short_sign(text)}"


def test_marks_are_found_in_any_text_once(tmp_path: Path, table: Session) -> None:
    whole = f"{table.pk}/{table.log_count}/{table.log_head}"
    made = table.mark, table.public_mark, whole
    file = note(tmp_path, f"Dấu sổ {table.mark}.", *made, "1/2/3 http://a/b/c")
    assert {str(mark) for mark in marks_in(file)} == {*made}
    assert [str(mark) for mark in marks_in(file) if not mark.is_ours()] == [whole]


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("programs", [True, False])
@pytest.mark.parametrize("kind", ["csv", "semicolon", "xlsx", "json", "journal"])
def test_of_an_exported_file_its_own_mark_alone_is_read(
    kind: str, programs: bool, language: str, tmp_path: Path, table: Session
) -> None:
    typed = [f"bcdfghjk/{number}/deadbeef" for number in range(1, 7)]
    sessions.rename_players(table.pk, dict(enumerate(typed[:4], 1)), by=ON_THE_MACHINE)
    sessions.rename_session(table.pk, f'{typed[4]}",{typed[4]}', by=ON_THE_MACHINE)
    sessions.change_bet_unit(table.pk, 5000, reason=typed[5], by=ON_THE_MACHINE)
    table.refresh_from_db()
    rows, options = (
        Session.objects.filter(pk=table.pk),
        {"for_programs": programs or kind == "json"},
    )
    options |= {"separator": kind} if kind == "semicolon" else {}
    with override(language):
        for make in (sheets.ledger_book, sheets.totals_book):
            _media, write = FORMATS.get(kind, FORMATS["csv"])
            pieces = as_journal(table) if kind == "journal" else write(make(rows, **options))
            (tmp_path / kind).write_bytes(b"".join(pieces))
            assert list(map(str, marks_in(tmp_path / kind))) == [table.public_mark]


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("{pk}/3/deadbeefdeadbeef", "no mark of ours. It proves nothing"),
        ("{pk}/9/deadbeefdeadbeef", "no mark of ours. It proves nothing"),
        ("bcdfghjk/1/deadbeef", "no mark of ours. It proves nothing"),
        ("{pk}/3/{other}/{signature}", "no mark of ours, or SECRET_KEY was another"),
        ("{pk}/3/{digits}/000000000000", "no mark of ours, or SECRET_KEY was another"),
        ("{pk}/3/{other}/{long}", "no mark of ours, or SECRET_KEY was another"),
        ("{pk}/2/{digits}/{long}", "no mark of ours, or SECRET_KEY was another"),
        ("{pk}/3/{digits}", "is unsigned, as marks made before 1.0 are; the book holds it"),
    ],
)
def test_what_anybody_can_type_is_no_evidence(
    mark: str, words: str, tmp_path: Path, table: Session
) -> None:
    _pk, _line, digits, signature = table.mark.split("/")
    known = {"pk": table.pk, "digits": digits, "signature": signature, "other": digits[::-1]}
    known["long"] = table.public_mark.split("/")[3]
    status, printed = checked_against(note(tmp_path, f"An: {mark.format(**known)} đó!", table.mark))
    assert status == 0
    assert words in printed
    assert "file has seen" not in printed


@pytest.mark.parametrize("make", [short_sign, sign])
def test_a_mark_is_ours_under_a_secret_that_the_service_had_before(
    make: Callable[[str], str], tmp_path: Path, table: Session, settings: Any
) -> None:
    text = f"{table.pk}/3/{'0' * MARK_DIGITS}"
    file = note(tmp_path, f"{text}/{make(text)}")
    settings.SECRET_KEY, before = "another", settings.SECRET_KEY
    assert checked_against(file)[0] == 0
    settings.SECRET_KEY_FALLBACKS = [before]
    assert checked_against(file) == (
        1,
        f"{table.pk}: up to line 3 of its log it is not what the file has seen\n",
    )
    settings.HAS_SECRET, settings.SECRET_KEY = False, ""
    assert checked_against(file)[0] == 0


def test_an_evening_that_goes_on_is_still_what_the_file_saw(tmp_path: Path, table: Session) -> None:
    marks = marks_in(note(tmp_path, table.mark))
    rounds.void(table.pk, 2, reason="nhầm", by=ON_THE_MACHINE)
    sessions.forget_names(table.pk, [1, 2, 3, 4], table=True, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    play(sessions.reopen(table.pk, by=ON_THE_MACHINE))
    assert list(against(marks)) == []


def test_what_the_file_saw_and_is_no_more_is_said(tmp_path: Path, table: Session) -> None:
    other = a_table()
    made = map(signed, (f"{other.pk}/9/12345678", "aaaabbbb/1/12345678"))
    marks = marks_in(note(tmp_path, table.mark, *made))
    guards.remove(connection)
    Change.objects.filter(session=table, number=3).update(hash="0" * 64)
    table.refresh_from_db()
    Session.objects.filter(pk=table.pk).update(log_head="0" * 64)
    sentences = {each.session: each.sentence for each in against(marks)}
    assert sentences == {
        table.pk: "up to line 3 of its log it is not what the file has seen",
        other.pk: "its log ends at line 1, the file has seen line 9",
        "aaaabbbb": "there is no such session any more",
    }


def test_a_rewriting_that_fits_a_few_digits_is_found_but_does_not_fit_a_mark(
    table: Session,
) -> None:
    """Whoever rewrites the book can try times until the hash begins as it did."""
    facts = [(table.pk, table.log_count, table.log_head[:digits]) for digits in (1, MARK_DIGITS)]
    marks = [Mark(*each, sign("/".join(map(str, each)))) for each in facts]
    guards.remove(connection)
    owner, last = Owner(table.pk, Random(1)), table.changes.filter(number=table.log_count)
    round_rewritten(owner)
    owner.reseal()
    moment, instant = last.get().made_at, None
    while instant is None or list(against(marks[:1])):
        instant = (instant or moment) + timedelta(microseconds=1)
        last.update(made_at=instant)
        owner.reseal()
    assert [each.session for each in against(marks)] == [table.pk]
    assert list(differences([table.pk])) == []


def test_the_command_compares_with_a_file(tmp_path: Path, table: Session) -> None:
    right = "The ledger is right: no difference found.\n"
    assert checked_against(note(tmp_path, table.mark)) == (0, right)
    another = signed(f"{table.pk}/3/{'0' * MARK_DIGITS}")
    assert f"{table.pk}: up to line 3" in checked_against(note(tmp_path, another))[1]


def test_a_file_without_a_mark_vouches_for_nothing(tmp_path: Path, table: Session) -> None:
    for file in (note(tmp_path, str(uuid4())), tmp_path / "none"):
        with pytest.raises(CommandError):
            call_command("check_ledger", f"--against={file}")
