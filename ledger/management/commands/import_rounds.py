"""`manage.py import_rounds SESSION [FILE]`: an evening from JSON lines, safe to start again."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from ledger import strict_json, submissions
from ledger.models import Session
from ledger.posting import ServiceBusy
from scoring import FactsError, Problem, RefusedError, Text

LONGEST = 64 * 1024
"""Bytes of a line; a round takes a few hundred."""

EVERY = 500
"""Lines between two signs of progress."""

NO_JSON = Text("Dòng này không phải JSON hợp lệ.", "This line is no valid JSON.")
TOO_LONG = Text("Dòng này quá dài.", "This line is too long.")


class Command(BaseCommand):
    """Every line is `{"id": …, "facts": …}` and is recorded on its own.

    Lines that were imported before change nothing, so an import that broke off is simply
    started again. Exit status 1 if any line was refused.
    """

    help = "Records the rounds of a file of JSON lines; what is there already stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", help="the id in the address of the table")
        parser.add_argument("file", nargs="?", help="JSON lines; standard input without it")
        parser.add_argument("--language", choices=("vi", "en"), default="vi", help="of messages")

    def handle(self, *args: Any, session: str, language: str, **options: Any) -> None:
        if not Session.objects.filter(pk=session).exists():
            raise CommandError(f"There is no session {session}.")
        counted: Counter[str] = Counter()
        with _opened(options["file"]) as file, override(language):
            for number, line in enumerate(_lines(file), start=1):
                counted[self._import(session, number, line, language)] += 1
                if number % EVERY == 0:
                    self._show(counted)
        self._show(counted)
        if counted["refused"]:
            sys.exit(1)

    def _import(self, session: str, number: int, line: bytes, language: str) -> str:
        """What became of one line; raises CommandError where the database does not answer."""
        try:
            answered = submissions.record(session, _read(line))
        except FactsError as unreadable:
            answered = submissions.Answered(None, error=unreadable)
        if isinstance(answered.error, ServiceBusy):
            raise CommandError(f"line {number}: {answered.error} Start the import again.")
        if answered.error:
            self.stderr.write(f"line {number}: {_told(answered.error, language)}")
            return "refused"
        return "recorded" if answered.created else "present"

    def _show(self, counted: Counter[str]) -> None:
        self.stdout.write(
            f"{counted.total()} lines: {counted['recorded']} recorded,"
            f" {counted['present']} already there, {counted['refused']} refused"
        )
        self.stdout.flush()


def _opened(path: str | None) -> AbstractContextManager[IO[bytes]]:
    if path in (None, "-"):
        return nullcontext(sys.stdin.buffer)
    try:
        return open(str(path), "rb")
    except OSError as error:
        raise CommandError(str(error)) from error


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """One line after the other; of one that is too long no more than shows that it is."""
    while line := file.readline(LONGEST + 1):
        yield line
        while line and len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def _read(line: bytes) -> object:
    if len(line) > LONGEST:
        raise FactsError([Problem("too_long", "", TOO_LONG)])
    try:
        return strict_json.loads(line)
    except ValueError as error:
        raise FactsError([Problem("json", "", NO_JSON)]) from error


def _told(error: Exception, language: str) -> str:
    """Everything that is wrong, each at its field."""
    if not isinstance(error, RefusedError):
        return str(error)
    said = [(problem.field, problem.message(language)) for problem in error.problems]
    return "; ".join(f"{field}: {message}" if field else message for field, message in said)
