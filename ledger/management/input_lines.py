"""The input of commands that read one JSON value a line."""

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from django.core.management.base import CommandError

from scoring import Text

NO_JSON = Text("Dòng này không phải JSON hợp lệ.", "This line is no valid JSON.")


def lines_of(path: str | None) -> AbstractContextManager[IO[bytes]]:
    """The file, or standard input where there is no path or "-"; raises CommandError."""
    if path in (None, "-"):
        return nullcontext(sys.stdin.buffer)
    try:
        return open(str(path), "rb")
    except OSError as error:
        raise CommandError(str(error)) from error
