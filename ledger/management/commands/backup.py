"""`manage.py backup FILE`: the whole ledger in one file, while it is used."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.backup import CopyError, backup


class Command(BaseCommand):
    """Exit status 1 if there is no copy, or one that is not right."""

    help = "Copies the ledger into a new file and checks the copy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE", type=Path)
        parser.add_argument("--unchecked", action="store_true", help="do not check the copy")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            backup(path, checked=not options["unchecked"])
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write("The copy is there. Keep the secret beside it: DATA_DIR/secret_key.")
