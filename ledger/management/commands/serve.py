"""`manage.py serve`: from an empty folder to a table that phones can join."""

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ledger.config.greeting import EVERYWHERE_IPV4, announcement, greeting
from ledger.config.safety import StartError, Where
from ledger.config.serving import check, inherited, listen, place_of, prepare, run


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
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)
        try:
            opened = inherited()
            where = place_of(opened, workers) if opened else Where(bind, port, workers)
            check(where)
            self.check(fail_level=40)
            with opened or listen(where) as door:
                self._greet(where.bind, door.getsockname()[1], staffed=prepare())
                sys.exit(run(door, workers))
        except StartError as problem:
            raise CommandError(str(problem)) from problem

    def _greet(self, bind: str, port: int, *, staffed: bool) -> None:
        for line in self._lines(bind, port, staffed=staffed):
            self.stdout.write(line)
        self.stdout.flush()

    def _lines(self, bind: str, port: int, *, staffed: bool) -> Iterable[str]:
        if settings.LOG_FORMAT == "json":
            return [announcement(bind, port)]
        return greeting(bind, port, colour=self.stdout.isatty(), staffed=staffed)


def _leave(signum: int, frame: object) -> None:
    """Being told to stop is no failure, whether it comes early or after the last request."""
    sys.exit(0)
