"""A book as CSV, JSON or xlsx, made piece by piece: a million rows take no more memory than ten."""

import csv
import io
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from itertools import chain, count, islice
from typing import IO, Final

import xlsxwriter
from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.timezone import localtime

from ledger.exports.books import Book, Cell, Row, Sheet

ROWS_AT_ONCE: Final = 200
BYTES_AT_ONCE: Final = 64 * 1024
ROWS_OF_XLSX: Final = 1_048_576
"""What a sheet of a spreadsheet program can hold, its header included."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\0")
BOM: Final = "\ufeff"


def safe(text: str) -> str:
    """Text that no spreadsheet program takes for a formula.

    >>> safe("=1+1"), safe("An")
    ("'=1+1", 'An')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def as_csv(book: Book) -> Iterator[bytes]:
    """The first sheet, titles first; UTF-8 with a BOM, by which spreadsheet programs know it."""
    titles: Row = [str(column.title) for column in book.sheets[0].columns]
    rows = chain([titles], book.sheets[0].rows())
    yield BOM.encode()
    while piece := list(islice(rows, ROWS_AT_ONCE)):
        text = io.StringIO()
        csv.writer(text).writerows([_plain(cell) for cell in row] for row in piece)
        yield text.getvalue().encode()


def _plain(cell: Cell) -> str | int | Decimal:
    if isinstance(cell, datetime):
        return localtime(cell).isoformat(" ", "seconds")
    return safe(cell) if isinstance(cell, str) else "" if cell is None else cell


def as_json(book: Book) -> Iterator[bytes]:
    """The first sheet as a list of objects."""
    keys = [column.key for column in book.sheets[0].columns]
    opening = "["
    for row in book.sheets[0].rows():
        told = dict(zip(keys, map(_json, row), strict=True))
        yield (opening + "\n" + json.dumps(told, ensure_ascii=False)).encode()
        opening = ","
    yield b"[]\n" if opening == "[" else b"\n]\n"


def _json(cell: Cell) -> str | int | None:
    if isinstance(cell, datetime):
        return localtime(cell).isoformat()
    return str(cell) if isinstance(cell, Decimal) else cell


def as_xlsx(book: Book) -> Iterator[bytes]:
    """Every sheet; numbers and times as such. Made on disk, then sent."""
    with tempfile.TemporaryFile() as file:
        _write_xlsx(book, file)
        file.seek(0)
        while piece := file.read(BYTES_AT_ONCE):
            yield piece


def _write_xlsx(book: Book, file: IO[bytes]) -> None:
    options = {"constant_memory": True, "default_date_format": "yyyy-mm-dd hh:mm:ss"}
    with xlsxwriter.Workbook(file, options) as workbook:
        bold = workbook.add_format({"bold": True})
        for sheet in book.sheets:
            rows = sheet.rows()
            for number in count(1):
                title = sheet.title if number == 1 else f"{sheet.title} {number}"
                if not _write_sheet(workbook.add_worksheet(title), sheet, rows, bold):
                    break


def _write_sheet(
    page: xlsxwriter.worksheet.Worksheet, sheet: Sheet, rows: Iterator[Row], bold: object
) -> bool:
    """One sheet with its titles; whether it is full and another is wanted."""
    page.freeze_panes(1, 0)
    for at, column in enumerate(sheet.columns):
        page.set_column(at, at, 14)
        page.write_string(0, at, str(column.title), bold)
    number = 0
    for number, row in enumerate(islice(rows, ROWS_OF_XLSX - 1), start=1):
        for at, cell in enumerate(row):
            _write_cell(page, number, at, cell)
    return number == ROWS_OF_XLSX - 1


def _write_cell(page: xlsxwriter.worksheet.Worksheet, row: int, at: int, cell: Cell) -> None:
    if isinstance(cell, datetime):
        page.write_datetime(row, at, localtime(cell).replace(tzinfo=None))
    elif isinstance(cell, str):
        page.write_string(row, at, safe(cell))
    elif cell is not None:
        page.write_number(row, at, cell)


FORMATS: Final[dict[str, tuple[str, Callable[[Book], Iterator[bytes]]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", as_json),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}
"""What a file may be: its media type and who writes it."""


def chunks(book: Book, format: str) -> Iterator[bytes]:
    """The bytes of the file; raises KeyError for a format that is not in FORMATS."""
    return FORMATS[format][1](book)


def download(book: Book, format: str) -> StreamingHttpResponse:
    """The file as an answer that is made while it is sent."""
    media_type = FORMATS[format][0]
    answer = StreamingHttpResponse(_async(chunks(book, format)), content_type=media_type)
    name = f"{book.name}.{format}"
    answer["Content-Disposition"] = content_disposition_header(True, name)
    answer["Cache-Control"] = "no-store"
    # Compressed piece by piece, as the middleware would, browsers read the first piece alone.
    answer["Content-Encoding"] = "identity"
    return answer


async def _async(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Each piece made in the thread of the request: a plain iterator would be read whole first."""
    iterator = iter(pieces)
    following = sync_to_async(lambda: next(iterator, None))
    while (piece := await following()) is not None:
        yield piece
