"""A book as CSV, JSON or xlsx, made piece by piece: a million rows take no more memory than ten."""

import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain, count, islice
from typing import IO

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.timezone import localtime
from django.utils.translation import get_language, override

from ledger import __version__
from ledger.exports.cells import safe
from ledger.exports.page import Page
from ledger.exports.sheets import Book, Plain

ROWS_AT_ONCE = 200
BYTES_AT_ONCE = 64 * 1024
BOM = "\ufeff"
MADE_BY = f"card-table-ledger {__version__}"


def as_csv(book: Book) -> Iterator[bytes]:
    """The first sheet, titles first; UTF-8 with a BOM, by which spreadsheet programs know it."""
    sheet = book.sheets[0]
    titles: list[Plain] = [*book.titles(sheet)]
    rows = chain([titles], book.rows(sheet))
    yield BOM.encode()
    while piece := list(islice(rows, ROWS_AT_ONCE)):
        text = io.StringIO()
        writer = csv.writer(text, delimiter=book.separator)
        writer.writerows([_plain(cell) for cell in row] for row in piece)
        yield text.getvalue().encode()


def _plain(cell: Plain) -> Plain:
    if isinstance(cell, datetime):
        return localtime(cell).isoformat(" ", "seconds")
    return safe(cell) if isinstance(cell, str) else cell


def as_json(book: Book) -> Iterator[bytes]:
    """The first sheet as a list of objects."""
    keys, rows, opening = book.titles(book.sheets[0]), book.rows(book.sheets[0]), "["
    encode = json.JSONEncoder(ensure_ascii=False, default=_json).encode
    while piece := list(islice(rows, ROWS_AT_ONCE)):
        objects = (dict(zip(keys, row, strict=True)) for row in piece)
        lines = ",\n".join(map(encode, objects))
        yield f"{opening}\n{lines}".encode()
        opening = ","
    yield b"[]\n" if opening == "[" else b"\n]\n"


def _json(moment: datetime) -> str:
    """The one kind of cell in a first sheet that JSON has no type for."""
    return localtime(moment).isoformat(timespec="seconds")


def as_xlsx(book: Book) -> Iterator[bytes]:
    """Every sheet; numbers and times as such. Made on disk, with empty pieces, then sent."""
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/book", "w+b") as file:
        yield from _write_xlsx(book, file, folder)
        file.seek(0)
        while piece := file.read(BYTES_AT_ONCE):
            yield piece


def _write_xlsx(book: Book, file: IO[bytes], folder: str) -> Iterator[bytes]:
    """Fills the file; an empty piece whenever some rows more are in it."""
    from xlsxwriter import Workbook  # 10 MB, which few processes ever need

    workbook = Workbook(file, {"constant_memory": True, "tmpdir": folder})
    workbook.set_properties({"comments": MADE_BY})
    for sheet in book.sheets:
        rows, name = book.rows(sheet), book.say(sheet.name)
        for number in count(1):
            page = workbook.add_worksheet(name if number == 1 else f"{name} {number}")
            if not (yield from Page(workbook, page, book, sheet).write(rows, ROWS_AT_ONCE)):
                break
    # Not by `with`, which packs the file even where nobody waits for it any more.
    workbook.close()


FORMATS: dict[str, tuple[str, Callable[[Book], Iterator[bytes]]]] = {
    "json": ("application/json", as_json),
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}
"""What a file may be: its media type and who writes it."""


def download(request: HttpRequest, book: Book, format: str) -> StreamingHttpResponse:
    """The file as an answer that is made while it is sent."""
    kind, make = FORMATS[format]
    return send(request, f"{book.name}.{format}", kind, make(book))


def send(
    request: HttpRequest, name: str, kind: str, made: Iterator[bytes]
) -> StreamingHttpResponse:
    """The pieces of a file with its name and media type; for HEAD only the headers."""
    pieces = () if request.method == "HEAD" else _in_language(get_language(), made)
    answer = StreamingHttpResponse(pieces, content_type=kind)
    answer["Content-Disposition"] = content_disposition_header(True, name)
    answer["Cache-Control"] = "no-store"
    if name.endswith(".xlsx"):  # is compressed already
        answer["Content-Encoding"] = "identity"
    return answer


def _in_language(language: str | None, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces in this language: another thread makes them, which does not know it."""
    with override(language):
        yield from pieces
