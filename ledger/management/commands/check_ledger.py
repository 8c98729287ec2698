"""`manage.py check_ledger [--processes N] [--against FILE] [SESSION…]`.

Whether the books are right, and as a file saw them: exit status 1 if not.
"""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ledger.books.audit import differences
from ledger.books.audit.readings import read_otherwise
from ledger.books.audit.witnesses import Mark, against, marks_in, unproven
from ledger.database.transactions import in_a_line
from ledger.exports.receipt import other_than_the_book, receipt_in, wrong
from ledger.models import Upkeep


class Command(BaseCommand):
    help = "Works out the whole journal again and prints every difference, one a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sessions", nargs="*", metavar="SESSION", help="default: all")
        parser.add_argument(
            "--against", type=_witness, default=Witness(), metavar="FILE", help="that saw the books"
        )
        parser.add_argument(
            "--processes", type=int, default=1, metavar="N", help="that share the work; default: 1"
        )

    def handle(self, *args: Any, sessions: list[str], **options: Any) -> None:
        if options["processes"] < 1:
            raise CommandError("--processes is 1 or more")
        right, witness = True, options["against"]
        try:
            wrong = differences(sessions or None, options["processes"])
            for each in chain(wrong, against(witness.marks)):
                right = False
                self.stdout.write(str(each))
            for note in chain(read_otherwise(sessions or None), unproven(witness.marks)):
                self.stdout.write(note)
            is_ours = self._is_ours(witness.receipt, right)
        except BrokenProcessPool as problem:
            sentence = "a process of the check was ended from outside; not all was checked"
            raise CommandError(sentence, returncode=2) from problem
        except DatabaseError as problem:
            sentence = f"the books cannot be read: {in_a_line(problem)}"
            raise CommandError(sentence, returncode=2) from problem
        if not sessions:
            Upkeep.note(Upkeep.Kind.CHECK, good=right)
        if not right or not is_ours:
            raise SystemExit(1)
        self.stdout.write("The ledger is right: no difference found.")

    def _is_ours(self, receipt: str, right: bool) -> bool:
        """Say what is wrong in a receipt, or what the books have otherwise; true of no receipt."""
        problems = list(wrong(receipt)) if receipt else []
        if receipt and not problems and not right:
            problems = list(other_than_the_book(receipt))
        for each in problems:
            self.stdout.write(f"the receipt: {each}")
        return not problems


class Witness(NamedTuple):
    """What a file that saw the books has of them; `receipt` is the whole of one."""

    marks: Sequence[Mark] = ()
    receipt: str = ""


def _witness(file: str) -> Witness:
    try:
        marks = marks_in(Path(file))
        text = receipt_in(Path(file))
    except OSError as problem:
        raise ArgumentTypeError(f"{file} cannot be read: {problem.strerror}") from problem
    if not marks and not text:
        raise ArgumentTypeError(
            f"{file} holds no mark, such as k3m9x2ab/57/1a2b3c4d5e6f7a8b/9c0d1e2f3a4b"
        )
    return Witness(marks, text)
