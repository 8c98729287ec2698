"""The evening as a file: every figure there, as a number, and no name taken for a formula."""

import csv
import io
import json
import tracemalloc
from collections import deque

import pytest
from django.apps import apps
from django.db import connection
from django.utils import translation
from openpyxl import load_workbook

from ledger import balances, exports, guards, posting
from ledger.models import Session
from tests.benchmarks.check_a_big_ledger import fill
from tests.ledger.tables import a_table, finishing, play, redo

MIB = 2**20
HOSTILE = ("=1+1", "+84 901", "-An", "@Dũng")


def these(*sessions: Session):  # type: ignore[no-untyped-def]
    return Session.objects.filter(pk__in=[session.pk for session in sessions]).order_by("pk")


def made(book: exports.Book, format: str) -> bytes:
    return b"".join(exports.chunks(book, format))


def as_dicts(book: exports.Book) -> list[dict[str, object]]:
    return json.loads(made(book, "json"))


@pytest.fixture
def evening(fresh_ledger: None) -> Session:
    """Three rounds, one corrected, one void."""
    session = a_table()
    play(session, 1, 2, 3, 4)
    play(session, 2, 1, 4, 3)
    redo(session, 1, 3, 1, 2, 4)
    play(session)
    posting.void(session.pk, 4)
    posting.change_bet_unit(session.pk, 5000, reason="chán rồi")
    return session


def test_the_ledger_has_every_entry_and_the_balances_after_it(evening: Session) -> None:
    rows = as_dicts(exports.ledger_book(these(evening)))
    balance = dict.fromkeys((1, 2, 3, 4), 0)
    for row in rows:
        balance[row["payer"]] -= row["amount"]
        balance[row["payee"]] += row["amount"]
        assert balance[row["payer"]] == row["payer_balance"]
        assert balance[row["payee"]] == row["payee_balance"]
    assert balance == {s.seat: s.balance for s in balances.scoreboard(evening)}
    assert [row["posting"] for row in rows] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [row["event"] for row in rows[::2]] == ["ghi", "ghi", "huỷ", "ghi", "ghi", "huỷ"]


def test_the_totals_are_those_of_the_table(evening: Session) -> None:
    rows = as_dicts(exports.totals_book(these(evening)))
    for row, total in zip(rows, balances.totals(evening), strict=True):
        told = [row["seat"], row["name"], row["balance"], row["played"], row["won"], row["place"]]
        reasons = total.by_reason.get("place", 0)
        assert told == [total.seat, total.name, total.balance, total.played, total.won, reasons]


def test_csv_is_what_a_spreadsheet_program_expects(evening: Session) -> None:
    text = made(exports.ledger_book(these(evening)), "csv")
    assert text.startswith(b"\xef\xbb\xbf")
    titles, *rows = csv.reader(io.StringIO(text.decode("utf-8-sig")))
    assert titles[:4] == ["Bàn", "Tên bàn", "Bút toán", "Dòng"]
    assert len(rows) == 12
    assert rows[0][titles.index("Số tiền")] == "2000"


def test_xlsx_has_numbers_times_and_the_rules_and_bet_units(evening: Session) -> None:
    book = load_workbook(io.BytesIO(made(exports.evening_book(these(evening)), "xlsx")))
    assert book.sheetnames == ["Tổng", "Sổ", "Luật và mức cược"]
    totals = list(book["Tổng"].iter_rows(values_only=True))
    assert totals[0][3:6] == ("Ghế", "Tên", "Số dư")
    assert [row[5] for row in totals[1:]] == [s.balance for s in balances.scoreboard(evening)]
    assert all(type(row[5]) is int for row in totals[1:])
    assert book["Sổ"]["E2"].is_date
    terms = [row[3:] for row in book["Luật và mức cược"].iter_rows(values_only=True, min_row=2)]
    assert ("Mức cược", 2000, None, "") in terms
    assert ("Mức cược", 5000, None, "chán rồi") in terms
    assert ("Bàn 4 người: ba trả nhì", 0.5, 0.5, None) in terms


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_no_name_is_a_formula(fresh_ledger: None, format: str) -> None:
    session = posting.open_session(
        rules="tien_len", settings={}, bet_unit=2000, players=HOSTILE, name="=cmd()"
    )
    facts = finishing(1, 2, 3, 4)
    posting.record(session.pk, submission_id="0" * 31 + "1", facts=facts)  # type: ignore[arg-type]
    for book in (exports.totals_book(these(session)), exports.ledger_book(these(session))):
        content = made(book, format)
        if format == "csv":
            cells = [cell for row in csv.reader(io.StringIO(content.decode())) for cell in row]
        else:
            sheet = load_workbook(io.BytesIO(content)).worksheets[0]
            found = [cell for row in sheet.iter_rows() for cell in row]
            assert "f" not in {cell.data_type for cell in found}
            cells = [str(cell.value) for cell in found]
        assert {"'" + name for name in (*HOSTILE, "=cmd()")} <= set(cells)
        assert not {*HOSTILE, "=cmd()"} & set(cells)


def test_sessions_without_rounds_and_no_sessions_are_files_too(fresh_ledger: None) -> None:
    session = a_table()
    assert as_dicts(exports.ledger_book(these(session))) == []
    assert [row["balance"] for row in as_dicts(exports.totals_book(these(session)))] == [0] * 4
    assert as_dicts(exports.totals_book(these())) == []
    assert len(made(exports.evening_book(these()), "xlsx")) > 1000


def test_many_sessions_stand_one_after_the_other(fresh_ledger: None) -> None:
    sessions = [a_table(), a_table(3, rules="binh"), a_table(2)]
    play(sessions[0])
    play(sessions[2], 2, 1)
    rows = as_dicts(exports.totals_book(these(*sessions)))
    assert [row["session"] for row in rows] == sorted(
        [sessions[0].pk] * 4 + [sessions[1].pk] * 3 + [sessions[2].pk] * 2
    )
    for row in as_dicts(exports.ledger_book(these(*sessions))):
        assert row["payer_balance"] == -row["amount"]


def test_titles_and_words_are_in_the_readers_language(evening: Session) -> None:
    with translation.override("en"):
        text = made(exports.ledger_book(these(evening)), "csv").decode("utf-8-sig")
    titles, first, *_ = csv.reader(io.StringIO(text))
    assert "Amount" in titles
    assert "place" in first


def test_ten_times_the_entries_take_no_more_memory(fresh_ledger: None) -> None:
    few, many = a_table(), a_table()
    guards.remove(apps, connection)
    fill(few, 2_000)
    fill(many, 20_000)
    for format in exports.FORMATS:
        assert peak(many, format, keep=0) - peak(few, format, keep=0) < MIB
    assert peak(many, "json", keep=None) - peak(few, "json", keep=None) > 3 * MIB


def peak(session: Session, format: str, keep: int | None) -> int:
    """The most memory it takes to make the file, in bytes, while so many pieces are kept."""
    tracemalloc.start()
    deque(exports.chunks(exports.ledger_book(these(session)), format), maxlen=keep)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most
