"""`manage.py check_ledger [--processes N] [SESSION…]`: whether the books are right."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.checking import differences


class Command(BaseCommand):
    """Prints every difference, one a line; exit status 1 if there is any."""

    help = "Works out the whole journal again and prints every difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sessions", nargs="*", metavar="SESSION", help="default: all")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument(
            "--processes", type=int, default=1, metavar="N", help="that share the sessions"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["processes"] < 1:
            raise CommandError("--processes is 1 or more")
        right = True
        for found in differences(options["sessions"] or None, options["processes"]):
            right = False
            line = json.dumps(asdict(found), ensure_ascii=False) if options["json"] else str(found)
            self.stdout.write(line)
        if not right:
            raise SystemExit(1)
        if not options["json"]:
            self.stdout.write("The ledger is right: no difference found.")
