"""`manage.py import_rounds [SESSION] [FILE]`: rounds from JSON lines, safe to start again."""

import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import submissions
from ledger.common import strict_json
from ledger.management.json_lines import NO_JSON, lines_of
from ledger.models import Session
from scoring import FactsError, Problem, RefusedError, Text

LONGEST = 64 * 1024
"""Bytes of a line; a round takes a few hundred."""

EVERY = 500
"""Lines between two signs of progress."""

NO_SESSION = Text(
    "Không nói bàn nào: thêm session vào dòng này, hoặc nêu bàn khi gọi lệnh.",
    "No table is named: add session to this line, or name the table when calling.",
)
TOO_LONG = Text("Dòng này quá dài.", "This line is too long.")


class Command(BaseCommand):
    """Every line is `{"id": …, "facts": …}` and is recorded on its own.

    Where no session is named, each line names its own as `"session"`. Lines that were imported
    before change nothing, so an import that broke off is simply started again. Blank lines
    are passed over. Exit status 1 if any line was refused.
    """

    help = "Records the rounds of a file of JSON lines; what is there already stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "words",
            nargs="*",
            metavar="[SESSION] [FILE]",
            help="the id in the address of the table, unless each line has one as its session;"
            " JSON lines, or standard input",
        )
        parser.add_argument("--language", choices=("vi", "en"), default="vi", help="of messages")

    def handle(self, *args: Any, words: Sequence[str], language: str, **options: Any) -> None:
        session, path = _meant(words)
        counted: Counter[str] = Counter()
        with lines_of(path) as file, override(language):
            for number, line in enumerate(_lines(file), start=1):
                if line.strip():
                    counted[self._import(session, number, line, language)] += 1
                if counted.total() % EVERY == 0:
                    self._show(counted)
        self._show(counted)
        if counted["refused"]:
            sys.exit(1)

    def _import(self, session: str, number: int, line: bytes, language: str) -> str:
        """What became of one line; raises CommandError where the database does not answer."""
        try:
            at, sent = _addressed(session, _read(line))
            answered = submissions.record(at, sent, by=ON_THE_MACHINE)
        except FactsError as unreadable:
            answered = submissions.Answered(None, error=unreadable)
        if answered.is_busy:
            raise CommandError(f"line {number}: {answered.error} Start the import again.")
        if answered.error:
            self.stderr.write(f"line {number}: {_in_words(answered.error, language)}")
            return "refused"
        return "recorded" if answered.created else "present"

    def _show(self, counted: Counter[str]) -> None:
        self.stdout.write(
            f"{counted.total()} lines: {counted['recorded']} recorded,"
            f" {counted['present']} already there, {counted['refused']} refused"
        )
        self.stdout.flush()


def _meant(words: Sequence[str]) -> tuple[str, str | None]:
    """The session, "" where the lines name theirs, and the file; one word alone is either."""
    known = Session.objects.filter(pk__in=words[:1]).exists()
    session, *rest = words if known else ("", *words)
    if len(rest) > 1:
        raise CommandError(f"There is no session {words[0]}, or more is named than one file.")
    return session, rest[0] if rest else None


def _addressed(session: str, sent: object) -> tuple[str, object]:
    """Where a line is to go, and the rest of it; raises FactsError where it does not say."""
    if session or not isinstance(sent, dict):
        return session, sent
    at = sent.get("session")
    if not isinstance(at, str):
        raise FactsError([Problem("missing", "session", NO_SESSION)])
    return at, {key: value for key, value in sent.items() if key != "session"}


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Each line; of one too long no more than shows that."""
    while line := file.readline(LONGEST + 1):
        yield line.removeprefix(BOM_UTF8)
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def _read(line: bytes) -> object:
    if len(line) > LONGEST:
        raise FactsError([Problem("too_long", "", TOO_LONG)])
    try:
        return strict_json.loads(line)
    except ValueError as error:
        raise FactsError([Problem("json", "", NO_JSON)]) from error


def _in_words(error: Exception, language: str) -> str:
    """Everything that is wrong, each at its field."""
    if not isinstance(error, RefusedError):
        return str(error)
    return "; ".join(
        ": ".join(filter(None, [problem.field, problem.message(language)]))
        for problem in error.problems
    )
