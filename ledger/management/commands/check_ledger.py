"""`manage.py check_ledger [--processes N] [--against FILE] [SESSION…]`.

Whether the books are right, and as a file saw them.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.books.audit import differences
from ledger.books.audit.state import Difference
from ledger.books.audit.witnesses import against, marks_in
from ledger.models import Upkeep


class Command(BaseCommand):
    """Prints every difference, one a line; exit status 1 if there is any."""

    help = "Works out the whole journal again and prints every difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sessions", nargs="*", metavar="SESSION", help="default: all")
        parser.add_argument(
            "--against", type=Path, metavar="FILE", help="an export or a message that saw the books"
        )
        parser.add_argument(
            "--processes", type=int, default=1, metavar="N", help="that share the work; default: 1"
        )

    def handle(self, *args: Any, sessions: list[str], **options: Any) -> None:
        if options["processes"] < 1:
            raise CommandError("--processes is 1 or more")
        right = True
        try:
            seen = self._against(options["against"])
            for each in chain(differences(sessions or None, options["processes"]), seen):
                right = False
                self.stdout.write(str(each))
        except BrokenProcessPool as problem:
            sentence = "a process of the check was ended from outside; not all was checked"
            raise CommandError(sentence, returncode=2) from problem
        if not sessions:
            Upkeep.note(Upkeep.Kind.CHECK, good=right)
        if not right:
            raise SystemExit(1)
        self.stdout.write("The ledger is right: no difference found.")

    def _against(self, file: Path | None) -> Iterator[Difference]:
        """What is not as the file saw it."""
        if file is None:
            return iter(())
        try:
            marks = marks_in(file)
        except OSError as problem:
            raise CommandError(f"{file} cannot be read: {problem.strerror}") from problem
        if not marks:
            raise CommandError(f"{file} holds no mark, such as k3m9x2ab/57/1a2b3c4d5e6f7a8b")
        return against(marks)
