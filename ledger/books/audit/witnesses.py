"""What a file that saw the books vouches for: an export, a message, or a list of marks.

A mark is a session, the number of a line of its log and how the hash of that line begins,
`k3m9x2ab/57/1a2b3c4d5e6f7a8b`. It can be found in any text, and inside a spreadsheet.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, is_zipfile

from ledger.books.audit.state import Difference
from ledger.books.chain import holds
from ledger.models import Session

Mark = tuple[str, int, str]
"""Session, number of the line, first digits of its hash."""

MARK = re.compile(rb"\b([a-z2-9]{8})/([1-9][0-9]{0,8})/([0-9a-f]{8,64})\b")


def marks_in(file: Path) -> list[Mark]:
    """The marks in a file, each once."""
    texts = [file.read_bytes()]
    if is_zipfile(file):
        with ZipFile(file) as spreadsheet:
            texts = [spreadsheet.read(name) for name in spreadsheet.namelist()]
    found = {tuple(map(bytes.decode, each)) for text in texts for each in MARK.findall(text)}
    return sorted((session, int(line), digits) for session, line, digits in found)


def against(marks: list[Mark]) -> Iterator[Difference]:
    """The marks that the books are not as they were when these were made."""
    sessions = Session.objects.in_bulk({session for session, *_rest in marks})
    for name, line, digits in marks:
        session = sessions.get(name)
        if session is None:
            yield Difference(name, "witness", "there is no such session any more")
        elif session.log_count < line:
            sentence = f"its log ends at line {session.log_count}, the file has seen line {line}"
            yield Difference(name, "witness", sentence)
        elif not holds(session, line, digits):
            sentence = f"up to line {line} of its log it is not what the file has seen"
            yield Difference(name, "witness", sentence)
