"""`manage.py serve`: from an empty folder to a table that phones can join."""

import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.config.greeting import EVERYWHERE_IPV4, greeting
from ledger.config.serving import StartError, Where, check, listen, prepare, run


class Command(BaseCommand):
    help = "Mở dịch vụ cho cả bàn. / Makes what is missing, then serves phones in the same network."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bind", default=EVERYWHERE_IPV4, help="address to listen on (%(default)s)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port, 0 for any (%(default)s)")
        parser.add_argument("--workers", type=int, default=1, help="processes (%(default)s)")

    def handle(self, *args: Any, bind: str, port: int, workers: int, **options: Any) -> None:
        where = Where(bind=bind, port=port, workers=workers)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)
        try:
            check(where)
            self.check(fail_level=40)
            with listen(where) as door:
                self._greet(where.bind, door.getsockname()[1], staffed=prepare())
                sys.exit(run(door, workers))
        except StartError as problem:
            raise CommandError(str(problem)) from problem

    def _greet(self, bind: str, port: int, *, staffed: bool) -> None:
        for line in greeting(bind, port, colour=self.stdout.isatty(), staffed=staffed):
            self.stdout.write(line)
        self.stdout.flush()


def _leave(signum: int, frame: object) -> None:
    """Being told to stop is no failure, whether it comes early or after the last request."""
    sys.exit(0)
