"""`manage.py restore FILE`: a copy in the place of the ledger there is."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.backup import CopyError, restore


class Command(BaseCommand):
    """Exit status 1 if nothing was put back."""

    help = "Checks a copy and puts it in the place of the ledger there is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE", type=Path)
        parser.add_argument("--unchecked", action="store_true", help="do not check the copy")
        parser.add_argument(
            "--replace", action="store_true", help="even if the ledger there is holds something"
        )

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            restore(path, replace=options["replace"], checked=not options["unchecked"])
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write("The ledger is what the copy was.")
