"""One sheet of a spreadsheet: how its numbers look, what it adds up, how it is printed."""

from collections import Counter
from collections.abc import Generator, Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.exports.cells import safe
from ledger.exports.sheets import Book, Column, Plain, Sheet

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

ROWS_OF_XLSX = 1_048_576
"""What a sheet of a spreadsheet program can hold, its header included."""

TIME = "yyyy-mm-dd hh:mm:ss"
WIDEST = 40
"""Characters of a column; a longer text runs on to the right or is cut off."""

A4 = 9
SUM = 109
"""The SUBTOTAL that leaves out rows which a filter or a hand has hidden."""


class Page:
    """A sheet while it is written, row by row: no row can be written again."""

    def __init__(self, workbook: "Workbook", page: "Worksheet", book: Book, sheet: Sheet) -> None:
        self.workbook, self.page, self.book, self.sheet = workbook, page, book, sheet
        self.last = 0
        """The row written last; row 0 has the titles."""
        self.widths, self.sums = Counter[int](), Counter[int]()
        """By column."""
        self.filled = set[int]()
        self.quoted = workbook.add_format({"quote_prefix": True})
        self.moment = workbook.add_format({"num_format": TIME, "align": "left"})
        self.looks = [self._title(at, column) for at, column in enumerate(sheet.columns)]
        page.freeze_panes(1, 0)

    def _title(self, at: int, column: Column) -> object:
        """Write what stands over a column; how its numbers look."""
        title = self.book.say(column)
        side = {"align": "right" if column.look else "left"}
        form = side | {"bold": True, "bottom": 1, "quote_prefix": title != safe(title)}
        self.page.write_string(0, at, title, self.workbook.add_format(form))
        self.widths[at] = len(title) + 2  # the button of the filter
        return self.workbook.add_format(side | {"num_format": column.look or "General"})

    def write(self, rows: Iterator[list[Plain]], at_once: int) -> Generator[bytes, None, bool]:
        """Everything; whether the sheet is full and another is wanted.

        An empty piece whenever so many rows more are in it.
        """
        for row in islice(rows, ROWS_OF_XLSX - 2):  # the last one is for the sums
            self.last += 1
            for at, cell in enumerate(row):
                self._write(at, cell)
            if self.last % at_once == 0:
                yield b""
        self._end()
        yield b""
        return self.last == ROWS_OF_XLSX - 2

    def _write(self, at: int, cell: Plain) -> None:
        """One cell; text is text, and stays so when somebody types into it."""
        if isinstance(cell, datetime):
            moment = localtime(cell).replace(tzinfo=None)
            self.page.write_datetime(self.last, at, moment, self.moment)
        elif isinstance(cell, str):
            form = self.quoted if cell != safe(cell) else None
            self.page.write_string(self.last, at, cell, form)
        elif cell is not None:
            self.page.write_number(self.last, at, cell, self.looks[at])
            self.sums[at] += int(cell)
        if cell not in (None, ""):
            self.filled.add(at)
            self.widths[at] = max(self.widths[at], _width(cell, self.sheet.columns[at]))

    def _end(self) -> None:
        columns = self.sheet.columns
        self.page.autofilter(0, 0, self.last, len(columns) - 1)
        if self.book.adds_up and self.last and any(column.is_summed for column in columns):
            self._add_up()
        if self.sheet.has_chart and self.last:
            self._draw()
        for at in range(len(columns)):
            hidden = self.last and at not in self.filled and not self.book.for_programs
            width = min(self.widths[at], WIDEST) + 2
            self.page.set_column(at, at, width, None, {"hidden": bool(hidden)})
        self.page.set_landscape()
        self.page.set_paper(A4)
        self.page.fit_to_pages(1, 0)
        self.page.repeat_rows(0)
        self.page.set_footer("&L&A&R&P/&N")

    def _add_up(self) -> None:
        """A row below all others with the sums of what a filter shows."""
        from xlsxwriter.utility import xl_range

        below, strong = self.last + 1, {"bold": True, "top": 1}
        plain = self.workbook.add_format(strong)
        for at, column in enumerate(self.sheet.columns):
            if column.is_summed:
                formula = f"=SUBTOTAL({SUM},{xl_range(1, at, self.last, at)})"
                form = self.workbook.add_format(strong | {"num_format": column.look})
                self.page.write_formula(below, at, formula, form, self.sums[at])
                self.widths[at] = max(self.widths[at], _width(self.sums[at], column))
            else:
                self.page.write_string(below, at, "" if at else _("Cộng"), plain)

    def _draw(self) -> None:
        """A line for each column but the first, over the first, beside the figures."""
        first, *others = self.sheet.columns
        chart, name = self.workbook.add_chart({"type": "line"}), self.page.get_name()
        for at in range(1, len(others) + 1):
            title, x, y = [name, 0, at], [name, 1, 0, self.last, 0], [name, 1, at, self.last, at]
            chart.add_series({"name": title, "categories": x, "values": y})
        chart.set_title({"name": self.book.say(self.sheet.name)})
        chart.set_x_axis({"name": self.book.say(first), "label_position": "low"})
        chart.set_y_axis({"num_format": others[0].look})
        chart.set_size({"width": 720, "height": 400})
        self.page.insert_chart(1, len(others) + 2, chart)


def _width(cell: Plain, column: Column) -> int:
    if isinstance(cell, datetime):
        return len(TIME)
    return len(f"{cell:+,}" if column.look and isinstance(cell, int) else str(cell))
