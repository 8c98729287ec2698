"""`manage.py demo`: tables with an evening already played, to look at."""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ledger.access.keys import Role, link_fragment
from ledger.common.lan import EVERYWHERE_IPV4
from ledger.management.demo import open_tables
from ledger.management.greeting import home
from scoring import RULE_SETS

ROUNDS = range(1, 1001)


class Command(BaseCommand):
    help = "Bàn chơi thử cho mỗi trò. / Opens a table for every game with an evening played at it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=30, help="rounds a table (%(default)s)")
        parser.add_argument("--seed", type=int, help="the same evening again, at new tables")
        parser.add_argument("--port", type=int, default=8000, help="of the links (%(default)s)")

    def handle(self, *args: Any, rounds: int, seed: int | None, port: int, **options: Any) -> None:
        if rounds not in ROUNDS:
            raise CommandError(f"--rounds must be {ROUNDS[0]} to {ROUNDS[-1]}, not {rounds}.")
        call_command("migrate", interactive=False, verbosity=0)
        start = home(EVERYWHERE_IPV4, port) or f"http://localhost:{port}/"
        for session in open_tables(Random(seed), rounds):
            title = RULE_SETS[session.rule_versions.get().rules].title
            self.stdout.write(f"{title.vi}: {rounds} ván / rounds")
            for role, words in ((Role.SCORE, "ghi / score"), (Role.VIEW, "xem / view ")):
                self.stdout.write(f"  {words}  {start}join/#{link_fragment(session, role)}")
