"""`manage.py check_ledger [--json] [--processes N] [SESSION…]`: whether the books are right."""

import json
from argparse import ArgumentParser
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.books.audit import differences
from ledger.models import Upkeep


class Command(BaseCommand):
    """Prints every difference, one a line; exit status 1 if there is any."""

    help = "Works out the whole journal again and prints every difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sessions", nargs="*", metavar="SESSION", help="default: all")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument(
            "--processes", type=int, default=1, metavar="N", help="that share the work; default: 1"
        )

    def handle(self, *args: Any, sessions: list[str], **options: Any) -> None:
        as_json, processes = options["json"], options["processes"]
        if processes < 1:
            raise CommandError("--processes is 1 or more")
        right = True
        try:
            for each in differences(sessions or None, processes):
                right = False
                line = json.dumps(asdict(each), ensure_ascii=False) if as_json else str(each)
                self.stdout.write(line)
        except BrokenProcessPool as problem:
            sentence = "a process of the check was ended from outside; not all was checked"
            raise CommandError(sentence, returncode=2) from problem
        if not sessions:
            Upkeep.note(Upkeep.Kind.CHECK, good=right)
        if not right:
            raise SystemExit(1)
        if not as_json:
            self.stdout.write("The ledger is right: no difference found.")
