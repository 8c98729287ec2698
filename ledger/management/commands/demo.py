"""`manage.py demo`: tables with an evening already played, to look at."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from ledger.access.keys import Role, link_fragment
from ledger.common.lan import EVERYWHERE_IPV4
from ledger.management.demo import open_tables
from ledger.management.greeting import home
from scoring import RULE_SETS


class Command(BaseCommand):
    help = "Bàn chơi thử cho mỗi trò. / Opens a table for every game with an evening played at it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="of the links (%(default)s)")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        start = home(EVERYWHERE_IPV4, port) or f"http://localhost:{port}/"
        for session in open_tables():
            title = RULE_SETS[session.rule_versions.get().rules].title
            self.stdout.write(f"{title.vi} / {title.en}")
            for role, words in ((Role.SCORE, "ghi / score"), (Role.VIEW, "xem / view ")):
                self.stdout.write(f"  {words}  {start}join/#{link_fragment(session, role)}")
