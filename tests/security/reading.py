"""Reading answers as their readers would, to find what a name did there."""

import csv
import io
import re
import unicodedata
from dataclasses import dataclass, field
from email.message import Message
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from openpyxl import load_workbook
from openpyxl.utils.escape import unescape

from ledger.common.bidi import FIRST, LAST, bare
from ledger.common.clean_text import JOINERS

FORMULA = tuple("=+-@\t\r\0＝＋－＠")
SUM = re.compile(r"=SUBTOTAL\(109,([A-Z]+)2:\1\d+\)")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
BY_LENGTH = ("data-long", "data-last")
"""Attributes of ours that long names get."""

BORDERED = re.compile(f"{FIRST}[^{FIRST}{LAST}<>]*{LAST}")
LINES = "\n\r\t"


@dataclass
class Page(HTMLParser):
    """The elements of a page in order, each with its attributes' names, and all its words."""

    shape: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = sorted(name for name, _value in attrs if name not in BY_LENGTH)
        self.shape.append(f"{tag} {' '.join(named)}")
        self.words += [value for _name, value in attrs if value]

    def handle_comment(self, data: str) -> None:
        self.shape.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.shape.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.shape.append(data)

    def handle_pi(self, data: str) -> None:
        self.shape.append(data)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(text: str) -> Page:
    read = Page()
    read.feed(text)
    read.close()
    return read


def drawing(text: str) -> Page:
    """An SVG read as XML, and each kind of its elements once; raises ParseError where it is none.

    How many lines a text takes, and how large they are, depends on its letters.
    """
    root, read = ElementTree.fromstring(text), Page()
    read.shape = sorted({f"{each.tag} {' '.join(sorted(each.attrib))}" for each in root.iter()})
    for element in root.iter():
        read.words += [element.text or "", *element.attrib.values()]
    return read


def hidden(text: str) -> set[str]:
    """Characters that show nothing, or turn what stands after them."""
    return {
        f"U+{ord(letter):04X}"
        for letter in set(text)
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        if letter not in LINES + JOINERS
    }


def unbordered(text: str) -> str:
    """The text without the borders around names from right to left, where they are in pairs."""
    return BORDERED.sub(lambda match: bare(match[0]), text)


def csv_cells(content: bytes) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) for cell in row]


def sheet_cells(content: bytes) -> list[str]:
    """Every cell with text, behind an apostrophe where it is marked as text.

    Raises AssertionError where one is a formula, but for the sums in the last row.
    """
    cells = []
    for sheet in load_workbook(io.BytesIO(content)).worksheets:
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if cell.data_type == "f":
                assert cell.row == sheet.max_row
                assert SUM.fullmatch(cell.value)
            elif isinstance(cell.value, str):
                cells.append("'" * bool(cell.quotePrefix) + unescape(cell.value))
    return cells


def formulas(cells: list[str]) -> list[str]:
    """Cells that a spreadsheet program may work out."""
    return [each for each in cells if each.startswith(FORMULA) and not NUMBER.fullmatch(each)]


def unfit_headers(headers: Any) -> list[str]:
    """Headers that are not one line of printable ASCII, or name a file in more ways than one."""
    wrong = [f"{name}: {value!r}" for name, value in headers.items() if not _plain(str(value))]
    disposition = headers.get("Content-Disposition", "attachment")
    message = Message()
    message["Content-Disposition"] = disposition
    names = {name for name, _value in message.get_params([], "content-disposition")}
    return wrong + [name for name in names if name not in ("attachment", "filename", "filename*")]


def _plain(value: str) -> bool:
    return value.isascii() and value.isprintable()
