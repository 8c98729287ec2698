"""The evening as a file: every figure there, as a number, and no name taken for a formula."""

import csv
import io
import json
import re
import tempfile
import tracemalloc
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from openpyxl import load_workbook

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books import balances
from ledger.database import guards
from ledger.exports import files, sheets
from ledger.models import Entry, Link, Session
from ledger.people import totals
from ledger.tables import agreement, payments, sessions
from scoring.common.words import REASONS
from tests.benchmarks.big_ledger import fill
from tests.sample_tables import a_table, finishing, play, redo

MIB = 2**20
HOSTILE = {
    "=1+1": "'=1+1",
    "+84 901": "'+84 901",
    "-An": "'-An",
    "@Dũng": "'@Dũng",
    "x;=1+1": "x;'=1+1",
    'y; "=1+1"': 'y; "\'=1+1"',
    "z,-2": "z,'-2",
    "An;Bình - 2": "An;Bình - 2",
}
"""Names, and how they stand in a cell."""


def these(*sessions: Session):  # type: ignore[no-untyped-def]
    return Session.objects.filter(pk__in=[session.pk for session in sessions])


def made(book: sheets.Book, format: str) -> bytes:
    return b"".join(files.FORMATS[format][1](book))


def as_dicts(book: sheets.Book) -> list[dict[str, object]]:
    return json.loads(made(replace(book, for_programs=True), "json"))


@pytest.fixture
def evening(fresh_ledger: None) -> Session:
    """Three rounds, one corrected, one void."""
    session = a_table()
    play(session, 1, 2, 3, 4)
    play(session, 2, 1, 4, 3)
    redo(session, 1, 3, 1, 2, 4)
    play(session)
    books.void(session.pk, 4, by=ON_THE_MACHINE)
    sessions.change_bet_unit(session.pk, 5000, reason="chán rồi", by=ON_THE_MACHINE)
    return session


def test_the_ledger_has_every_entry_and_the_balances_after_it(evening: Session) -> None:
    rows = as_dicts(sheets.ledger_book(these(evening)))
    balance = dict.fromkeys((1, 2, 3, 4), 0)
    for row in rows:
        balance[row["payer"]] -= row["amount"]
        balance[row["payee"]] += row["amount"]
        assert balance[row["payer"]] == row["payer_balance"]
        assert balance[row["payee"]] == row["payee_balance"]
    assert balance == {s.seat: s.balance for s in balances.scoreboard(evening)}
    assert [row["posting"] for row in rows] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    kinds = [row["kind"] for row in rows[::2]]
    assert kinds == ["round", "round", "void", "round", "round", "void"]


def test_the_totals_are_those_of_the_table(evening: Session) -> None:
    rows = as_dicts(sheets.totals_book(these(evening)))
    for row, total in zip(rows, totals.totals(evening), strict=True):
        cells = [row["seat"], row["name"], row["balance"], row["played"], row["won"], row["place"]]
        reasons = total.by_reason.get("place", 0)
        assert cells == [total.seat, total.name, total.balance, total.played, total.won, reasons]


def test_csv_is_what_a_spreadsheet_program_expects(evening: Session) -> None:
    text = made(sheets.ledger_book(these(evening)), "csv")
    assert text.startswith(b"\xef\xbb\xbf")
    titles, *rows = csv.reader(io.StringIO(text.decode("utf-8-sig")))
    assert titles[:5] == ["Bàn", "Tên bàn", "Đơn vị tiền", "Lần ghi", "Dòng"]
    assert len(rows) == 12
    assert rows[0][titles.index("Số tiền")] == "2000"


def test_xlsx_has_numbers_times_and_the_rules_and_bet_units(evening: Session) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx")))
    assert book.sheetnames == ["Tổng", "Sổ", "Số dư qua các ván", "Luật và mức cược"]
    totals = list(book["Tổng"].iter_rows(values_only=True, max_row=5))
    assert totals[0][4:7] == ("Ghế", "Tên", "Số dư")
    assert [row[6] for row in totals[1:]] == [s.balance for s in balances.scoreboard(evening)]
    assert all(type(row[6]) is int for row in totals[1:])
    assert book["Sổ"]["F2"].is_date
    terms = [row[4:] for row in book["Luật và mức cược"].iter_rows(values_only=True, min_row=2)]
    assert ("Mức cược", 2000, None, "") in terms
    assert ("Mức cược", 5000, None, "chán rồi") in terms
    assert ("Bàn 4 người: ba trả nhì", 0.5, 0.5, None) in terms


def test_xlsx_says_who_confirmed_a_round_or_the_whole_book(db: None) -> None:
    table = agreement.ask_from(a_table().pk, 2000, by=ON_THE_MACHINE)
    for _round in range(2):
        play(table)
    agreement.nod(table.pk, 2, by=Actor(Link.VIEW, 3))
    table = sessions.close(table.pk, by=ON_THE_MACHINE)
    final = agreement.final_line(table)
    assert final
    agreement.agree(table.pk, 1, final.hash, by=ON_THE_MACHINE)
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(table)), "xlsx")))
    titles, *rows = book["Xác nhận"].iter_rows(values_only=True)
    assert titles[3:] == ("Lúc", "Ghế", "Tên", "Ván")
    assert [row[4:] for row in rows] == [(3, "Cúc", 2), (1, "An", None)]


def test_the_columns_of_a_spreadsheet_are_wide_enough_for_what_is_in_them(
    evening: Session,
) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx")))
    widths = {name: column.width for name, column in book["Sổ"].column_dimensions.items()}
    assert widths["F"] > len("2026-11-21 20:15:00")
    assert widths["E"] < 10
    labels = [
        str(row[0])
        for row in book["Luật và mức cược"].iter_rows(min_col=5, max_col=5, values_only=True)
    ]
    assert book["Luật và mức cược"].column_dimensions["E"].width > min(40, max(map(len, labels)))


@pytest.fixture
def hostile(fresh_ledger: None) -> Session:
    """A table whose people are called like formulas."""
    session = sessions.open_session(
        rules="tien_len",
        settings={},
        bet_unit=2000,
        players=list(HOSTILE),
        name="=cmd()",
        by=ON_THE_MACHINE,
    )
    books.record(
        session.pk, submission_id=UUID(int=2), facts=finishing(5, 6, 7, 8), by=ON_THE_MACHINE
    )
    facts = finishing(1, 2, 3, 4)
    books.record(session.pk, submission_id=UUID(int=1), facts=facts, by=ON_THE_MACHINE)
    return session


@pytest.mark.parametrize("separator", sheets.SEPARATORS)
def test_no_name_is_a_formula_in_csv(hostile: Session, separator: str) -> None:
    for make in (sheets.totals_book, sheets.ledger_book):
        content = made(make(these(hostile), separator=separator), "csv").decode("utf-8-sig")
        by = sheets.SEPARATORS[separator]
        cells = [cell for row in csv.reader(io.StringIO(content), delimiter=by) for cell in row]
        assert {*HOSTILE.values(), "'=cmd()"} <= set(cells)
        parts = [part.strip(' "') for part in re.split("[;,\t\n]", content)]
        assert not any(part.startswith(("=", "+", "@")) for part in cells + parts)


def test_in_a_spreadsheet_every_name_stands_as_it_is_and_is_text(hostile: Session) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(hostile)), "xlsx")))
    for title in ("Tổng", "Sổ", "Số dư qua các ván"):
        cells = [cell for row in book[title].iter_rows() for cell in row]
        texts = {cell.value: cell for cell in cells if cell.data_type == "s"}
        assert HOSTILE.keys() <= texts.keys()
        for name, escaped in HOSTILE.items():
            assert texts[name].quotePrefix == (name != escaped), name
        assert not any("'" in text for text in texts)


def test_a_spreadsheet_shows_signs_adds_up_and_fits_its_paper(evening: Session) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx")))
    totals, ledger = book["Tổng"], book["Sổ"]
    assert totals["G2"].number_format.startswith("+#,##0_);[Red]-#,##0")
    assert ledger["M2"].number_format == "#,##0_)"
    assert [totals.cell(6, at).value for at in (1, 7)] == ["Cộng", "=SUBTOTAL(109,G2:G5)"]
    assert [ledger.cell(14, at).value for at in (1, 13)] == ["Cộng", "=SUBTOTAL(109,M2:M13)"]
    for page in book.worksheets:
        assert page.freeze_panes == "A2"
        assert page.auto_filter.ref.startswith("A1:")
        assert (page.page_setup.orientation, page.page_setup.paperSize) == ("landscape", 9)
        assert (page.page_setup.fitToWidth or 1, page.page_setup.fitToHeight) == (1, 0)
        assert page.sheet_properties.pageSetUpPr.fitToPage
        assert page.print_title_rows == "$1:$1"
    assert ledger.auto_filter.ref == "A1:Q13"  # without the sums


def test_sums_have_their_value_in_the_file(evening: Session) -> None:
    content = io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx"))
    book = load_workbook(content, data_only=True)
    amounts = [row["amount"] for row in as_dicts(sheets.ledger_book(these(evening)))]
    assert book["Sổ"]["M14"].value == sum(map(int, map(str, amounts)))
    assert book["Tổng"]["G6"].value == 0


def test_columns_without_any_value_are_hidden_from_people(evening: Session) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx")))
    hidden = {name for name, each in book["Tổng"].column_dimensions.items() if each.hidden}
    assert hidden == {"B", "C"}  # neither a name nor a currency
    programs = sheets.totals_book(these(evening), for_programs=True)
    page = load_workbook(io.BytesIO(made(programs, "xlsx")))["totals"]
    assert not any(each.hidden for each in page.column_dimensions.values())
    assert page.max_row == 5


def test_sums_are_of_one_table_alone(evening: Session) -> None:
    both = sheets.evening_book(these(evening, a_table()))
    book = load_workbook(io.BytesIO(made(both, "xlsx")))
    assert book.sheetnames == ["Tổng", "Sổ", "Luật và mức cược"]
    assert book["Tổng"].max_row == 1 + 4 + 4


def test_the_balances_are_drawn_over_the_rounds(evening: Session) -> None:
    book = load_workbook(io.BytesIO(made(sheets.evening_book(these(evening)), "xlsx")))
    page = book["Số dư qua các ván"]
    assert [cell.value for cell in page[1]] == ["Ván", "An", "Bình", "Cúc", "Dũng"]
    assert [cell.value for cell in page[2]] == [0, 0, 0, 0, 0]
    last = [cell.value for cell in page[page.max_row]]
    assert last == [3, *(each.balance for each in balances.scoreboard(evening))]
    (chart,) = page._charts
    assert len(chart.series) == 4
    values = "'Số dư qua các ván'!$B$2:$B$" + str(page.max_row)
    assert chart.series[0].val.numRef.f == values


def test_sessions_without_rounds_and_no_sessions_are_files_too(fresh_ledger: None) -> None:
    session = a_table()
    assert as_dicts(sheets.ledger_book(these(session))) == []
    assert [row["balance"] for row in as_dicts(sheets.totals_book(these(session)))] == [0] * 4
    assert as_dicts(sheets.totals_book(these())) == []
    assert len(made(sheets.evening_book(these()), "xlsx")) > 1000


def test_many_sessions_stand_one_after_the_other(fresh_ledger: None) -> None:
    sessions = [a_table(), a_table(3, rules="binh"), a_table(2)]
    play(sessions[0])
    play(sessions[2], 2, 1)
    rows = as_dicts(sheets.totals_book(these(*sessions)))
    assert Counter(row["session"] for row in rows) == {
        sessions[0].pk: 4,
        sessions[1].pk: 3,
        sessions[2].pk: 2,
    }
    oldest_first = Session.objects.order_by("opened_at", "pk").values_list("pk", flat=True)
    assert list(dict.fromkeys(row["session"] for row in rows)) == list(oldest_first)
    for row in as_dicts(sheets.ledger_book(these(*sessions))):
        assert row["payer_balance"] == -row["amount"]


@pytest.mark.parametrize("at_once", [1, 5, 200])
def test_each_session_comes_once_also_where_many_were_opened_at_one_moment(
    fresh_ledger: None, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(sheets, "SESSIONS_AT_ONCE", at_once)
    guards.remove(connection)
    keys = [a_table(2).pk for _ in range(6)]
    for some, moment in (
        (keys[4:5], Now() - timedelta(days=1)),
        (keys[:4], Now()),
        (keys[5:], Now() + timedelta(days=1)),
    ):
        Session.objects.filter(pk__in=some).update(opened_at=moment)
    rows = as_dicts(sheets.totals_book(Session.objects.all()))
    assert [row["session"] for row in rows[::2]] == [keys[4], *sorted(keys[:4]), keys[5]]


def test_many_sessions_take_few_queries(fresh_ledger: None) -> None:
    def asked(sessions: int) -> int:
        tables = [a_table() for _ in range(sessions)]
        for table in tables:
            play(table)
        with CaptureQueriesContext(connection) as queries:
            made(sheets.totals_book(these(*tables)), "xlsx")
        return len(queries)

    assert asked(2) == asked(8) <= 12


@pytest.mark.parametrize("format", ["csv", "json", "xlsx"])
def test_while_a_piece_is_sent_the_database_is_free(
    evening: Session, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    monkeypatch.setattr(files, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(files, "BYTES_AT_ONCE", 1024)
    answer = files.download(RequestFactory().get("/"), sheets.ledger_book(these(evening)), format)

    readings = [reading() for _ in answer]
    assert len(readings) > 5
    assert not any(readings)


def test_a_query_that_is_half_read_shows(evening: Session) -> None:
    assert not reading()
    rows = Entry.objects.values_list("pk")
    with transaction.atomic():
        assert Entry.objects.exists()
        assert reading()
    half_read = iter(rows.iterator(chunk_size=1))
    next(half_read)
    assert reading() or connection.vendor == "postgresql"
    deque(half_read)


def reading() -> bool:
    """Whether the connection still reads: SQLite then refuses to VACUUM."""
    if connection.vendor == "postgresql":
        return bool(connection.connection.info.transaction_status)
    try:
        connection.cursor().execute("VACUUM")
    except OperationalError:
        return True
    return False


def test_a_spreadsheet_lets_the_database_go_while_it_is_made(
    evening: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROWS_AT_ONCE", 2)
    pieces = list(files.FORMATS["xlsx"][1](sheets.ledger_book(these(evening))))
    assert pieces.index(next(filter(None, pieces))) > 6


def test_a_spreadsheet_nobody_waits_for_leaves_nothing_behind(
    evening: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pieces = files.FORMATS["xlsx"][1](sheets.evening_book(these(evening)))
    assert next(pieces) == b""
    assert any(tmp_path.rglob("*"))
    pieces.close()  # type: ignore[attr-defined]
    assert not any(tmp_path.rglob("*"))


def test_what_is_for_programs_is_the_same_in_every_language(evening: Session) -> None:
    contents = {}
    for language in ("vi", "en"):
        with translation.override(language):
            books = [
                book(these(evening), for_programs=True)
                for book in (sheets.totals_book, sheets.ledger_book)
            ]
            workbooks = [load_workbook(io.BytesIO(made(book, "xlsx"))) for book in books]
            contents[language] = (
                [book.name for book in books],
                [made(book, format) for book in books for format in ("csv", "json")],
                [
                    (page.title, *page.iter_rows(values_only=True))
                    for sheet in workbooks
                    for page in sheet.worksheets
                ],
            )
    assert contents["vi"] == contents["en"]
    names, (totals, _json, ledger, _json), pages = contents["en"]
    assert names == [f"{evening.pk}-totals", f"{evening.pk}-ledger"]
    assert totals.startswith(b"\xef\xbb\xbfsession,session_name,currency,opened_at,seat,name,")
    assert b",round,1,4,D\xc5\xa9ng,1,An,2000,place," in ledger
    assert [page[0] for page in pages] == ["totals", "terms", "ledger", "terms"]
    terms = {row[4]: row[5] for row in pages[1][2:]}
    assert terms["bet_unit"] == 5000
    assert terms["rules"] == "tien_len"
    assert set(terms.values()) >= {"true", "false", 0.5}


def test_people_get_the_reasons_that_were_paid_for_and_programs_all(evening: Session) -> None:
    def reasons(for_programs: bool) -> list[str]:
        book = sheets.totals_book(these(evening), for_programs=for_programs)
        titles = made(book, "csv").decode("utf-8-sig").splitlines()[0]
        return titles.split(",")[9:-1]

    assert reasons(for_programs=False) == ["thứ hạng"]
    assert reasons(for_programs=True) == [reason.value for reason in REASONS]


def test_titles_and_words_are_in_the_readers_language(evening: Session) -> None:
    with translation.override("en"):
        text = made(sheets.ledger_book(these(evening)), "csv").decode("utf-8-sig")
    titles, first, *_ = csv.reader(io.StringIO(text))
    assert "Amount" in titles
    assert "place" in first


@pytest.mark.full
@pytest.mark.undisturbed("writes its rounds past the service, which would try again")
def test_ten_times_the_entries_take_no_more_memory(fresh_ledger: None) -> None:
    few, many = a_table(), a_table()
    guards.remove(connection)
    fill(few, 1_000)
    fill(many, 10_000)
    for format in files.FORMATS:
        peak(few, format, keep=0)  # loads what writes this format
        assert peak(many, format, keep=0) - peak(few, format, keep=0) < MIB / 2
    assert evening_peak(many) - evening_peak(few) < MIB
    assert peak(many, "json", keep=None) - peak(few, "json", keep=None) > 1.5 * MIB


def peak(session: Session, format: str, keep: int | None) -> int:
    """The most memory it takes to make the file, in bytes, while so many pieces are kept."""
    return traced(files.FORMATS[format][1](sheets.ledger_book(these(session))), keep)


def evening_peak(session: Session) -> int:
    """The same for everything there is, with its chart."""
    return traced(files.FORMATS["xlsx"][1](sheets.evening_book(these(session))), keep=0)


def traced(pieces: Iterator[bytes], keep: int | None) -> int:
    tracemalloc.start()
    deque(pieces, maxlen=keep)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.parametrize(
    ("for_programs", "kinds"),
    [
        (False, ["ghi", "An trả tiền Bình", "bỏ đánh dấu An trả tiền Bình"]),
        (True, ["round", "payment", "unpaid"]),
    ],
)
def test_money_handed_over_says_by_whom_and_has_no_round(
    fresh_ledger: None, for_programs: bool, kinds: list[str]
) -> None:
    table = a_table(2)
    play(table, 2, 1)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    payments.pay(
        table.pk, debtor=1, creditor=2, amount=1500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    book = sheets.ledger_book(these(table), for_programs=for_programs)
    rows = list(csv.DictReader(io.StringIO(made(book, "csv").decode("utf-8-sig"))))
    kind, round = book.titles(book.sheets[0])[6:8]
    assert [row[kind] for row in rows] == kinds
    assert [row[round] for row in rows] == ["1", "", ""]
