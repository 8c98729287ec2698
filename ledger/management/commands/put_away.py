"""`manage.py put_away DAYS`: close tables that nobody opens any more, their books as files."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ledger.common.refusals import ServiceBusy
from ledger.database.transactions import in_a_line
from ledger.exports.put_away import alone, announce, put_away, unused
from ledger.models import Upkeep

LONGEST = 3650


class Command(BaseCommand):
    help = "Puts tables away that nobody opened for DAYS days; their links open them as before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("days", type=int, metavar="DAYS", help="0: no table, from now on")

    def handle(self, *args: object, days: int, **options: object) -> None:
        if not 0 <= days <= LONGEST:
            raise CommandError(f"DAYS is from 0 to {LONGEST}")
        good = False
        try:
            left = announce(days)
            if not days:
                self.stdout.write("No table is put away.")
            elif left:
                self.stdout.write(f"Tables say so. The first are put away in {left} days.")
            else:
                self._put_away(days, settings.DATA_DIR / "put_away")
            good = True
        except (OSError, ServiceBusy) as problem:
            reason = in_a_line(problem)
            sentence = f"Không cất được bàn: {reason} / Tables cannot be put away: {reason}"
            raise CommandError(sentence) from problem
        finally:
            Upkeep.note(Upkeep.Kind.PUT_AWAY, good=good)

    def _put_away(self, days: int, folder: Path) -> None:
        with alone(folder) as is_alone:
            if not is_alone:
                self.stdout.write("Another run puts tables away.")
                return
            for session in list(unused(days)):
                if file := put_away(session, days, folder):
                    self.stdout.write(str(file))
