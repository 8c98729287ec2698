"""`manage.py import_rounds SESSION [FILE]`: rounds from JSON lines, safe to start again."""

import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language, override

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import submissions
from ledger.common import strict_json
from ledger.management.input_lines import NO_JSON, lines_of
from ledger.models import Session
from scoring import FactsError, Problem, RefusedError

LONGEST = 64 * 1024
"""Bytes of a line; a round takes a few hundred."""

EVERY = 500
"""Lines between two signs of progress."""


class Command(BaseCommand):
    """Every line is `{"id": …, "facts": …}` and is recorded on its own.

    Lines that were imported before change nothing, so an import that broke off is simply
    started again. Blank lines are passed over. Exit status 1 if any line was refused.
    """

    help = "Records the rounds of a file of JSON lines; what is there already stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", help="the id in the address of the table")
        parser.add_argument("file", nargs="?", help="JSON lines; standard input without it")
        parser.add_argument("--language", choices=("vi", "en"), default="vi", help="of messages")

    def handle(
        self, *args: Any, session: str, file: str | None, language: str, **options: Any
    ) -> None:
        if not Session.objects.filter(pk=session).exists():
            raise CommandError(f"There is no session {session}.")
        counted: Counter[str] = Counter()
        with lines_of(file) as lines, override(language):
            for number, line in enumerate(_lines(lines), start=1):
                if line.strip():
                    counted[self._import(session, number, line)] += 1
                if counted.total() % EVERY == 0:
                    self._show(counted)
        self._show(counted)
        if counted["refused"]:
            sys.exit(1)

    def _import(self, session: str, number: int, line: bytes) -> str:
        """What became of one line; raises CommandError where the database does not answer."""
        try:
            sent = strict_json.loads(line)
        except ValueError:
            refused = FactsError([Problem("json", "", NO_JSON)])
            answered = submissions.Answered(None, error=refused)
        else:
            answered = submissions.record(session, sent, by=ON_THE_MACHINE)
        if answered.is_busy:
            raise CommandError(f"line {number}: {answered.error} Start the import again.")
        if answered.error:
            self.stderr.write(f"line {number}: {_in_words(answered.error)}")
            return "refused"
        return "recorded" if answered.created else "present"

    def _show(self, counted: Counter[str]) -> None:
        self.stdout.write(
            f"{counted.total()} lines: {counted['recorded']} recorded,"
            f" {counted['present']} already there, {counted['refused']} refused"
        )
        self.stdout.flush()


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Each line; of one too long its beginning, which is no JSON."""
    while line := file.readline(LONGEST + 1):
        yield line.removeprefix(BOM_UTF8)
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def _in_words(error: Exception) -> str:
    """Everything that is wrong, each at its field."""
    if not isinstance(error, RefusedError):
        return str(error)
    return "; ".join(
        ": ".join(filter(None, [problem.field, problem.message(get_language())]))
        for problem in error.problems
    )
