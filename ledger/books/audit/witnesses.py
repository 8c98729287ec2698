"""What a file that saw the books vouches for: an export, a message, or a list of marks.

A mark is a session, the number of a line of its log, how the hash of that line begins and the
signature of the service, `k3m9x2ab/57/1a2b3c4d5e6f7a8b/9c0d1e2f3a4b`: so short in a message, 86
letters in a file. Without a true signature anybody may have made it up. It can be found in any
text, and inside a spreadsheet; of a file that was exported here only what stands in the place of
its mark counts, not what people typed.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile, is_zipfile

from ledger.books.audit.state import Difference
from ledger.books.chain import holds
from ledger.common.signature import is_signed
from ledger.models import Session


class Mark(NamedTuple):
    """A mark as it was found."""

    session: str
    line: int
    digits: str
    signature: str = ""

    def __str__(self) -> str:
        return "/".join(filter(None, map(str, self)))

    def is_ours(self) -> bool:
        """Whether the service has made it."""
        return is_signed(str(self._replace(signature="")), self.signature)


MARK = r"\b([a-z2-9]{8})/([1-9][0-9]{0,8})/([0-9a-f]{8,64})(?:/([A-Za-z0-9_-]{86}|[0-9a-f]{12}))?\b"
CELL, TITLE = "</t></is></c></row>", "(?:mark|Dấu sổ|Mark of the book)"
OWN = (
    (rf"\A\ufeff.*[,;]{TITLE}\r?\n", rf"(?m)[,;]{MARK}\r?$"),  # CSV
    (rf"\A<\?xml(?:(?!</row>)[\s\S])*>{TITLE}{CELL}", f">{MARK}{CELL}"),  # a sheet
    (r'\A(\[\n)?\{"(session|id|players)":', rf'(?<!\\)"mark": ?"{MARK}"'),  # JSON
    (rf"\A; {MARK}\n", rf"\A; {MARK}\n"),  # a journal
    (
        r"\A<!DOCTYPE html>[\s\S]*<script[^>]* id=\"held\"",
        rf'<code id="mark">{MARK}</code>',
    ),  # a receipt
)
"""How an exported file begins whose mark has a place of its own, and that place."""


def marks_in(file: Path) -> list[Mark]:
    """The marks in a file, each once."""
    parts = [file.read_bytes()]
    if is_zipfile(file):
        with ZipFile(file) as spreadsheet:
            parts = [spreadsheet.read(name) for name in spreadsheet.namelist()]
    texts = [part.decode(errors="replace") for part in parts]
    own = [(place, text) for text in texts for begins, place in OWN if re.match(begins, text)]
    places = own or [(MARK, text) for text in texts]
    marks = {each for place, text in places for each in re.findall(place, text)}
    return sorted(Mark(session, int(line), *rest) for session, line, *rest in marks)


def against(marks: Sequence[Mark]) -> Iterator[Difference]:
    """Our marks that the books are not as they were when these were made."""
    for mark, sentence in _compared(marks):
        if sentence and mark.is_ours():
            yield Difference(mark.session, "witness", sentence)


def unproven(marks: Sequence[Mark]) -> Iterator[str]:
    """What is to be thought of each mark that may be anybody's."""
    for mark, sentence in _compared(marks):
        if mark.signature and not mark.is_ours():
            yield f"{mark} is no mark of ours, or SECRET_KEY was another. It proves nothing."
        elif sentence and not mark.signature:
            yield f"{mark} is unsigned: made before 1.0, or no mark of ours. It proves nothing."
        elif not mark.signature:
            yield f"{mark} is unsigned, as marks made before 1.0 are; the book holds it."


def _compared(marks: Sequence[Mark]) -> Iterator[tuple[Mark, str]]:
    """Each mark with what is otherwise in the books, "" where nothing is."""
    sessions = Session.objects.in_bulk({mark.session for mark in marks})
    for mark in marks:
        session, line = sessions.get(mark.session), mark.line
        if session is None:
            yield mark, "there is no such session any more"
        elif session.log_count < line:
            yield mark, f"its log ends at line {session.log_count}, the file has seen line {line}"
        elif not holds(session, line, mark.digits):
            yield mark, f"up to line {line} of its log it is not what the file has seen"
        else:
            yield mark, ""
