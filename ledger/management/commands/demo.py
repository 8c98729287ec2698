"""`manage.py demo [--port N]`: tables with an evening already played, to look at.

The evening of a game is its `demo.json`, written like any other evening; without one its
table has no round yet.
"""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from uuid import uuid4

from django.core.management.base import BaseCommand

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, link_fragment
from ledger.common.lan import EVERYWHERE_IPV4
from ledger.common.strict_json import Object
from ledger.management.greeting import home
from ledger.management.upgrade import bring_up_to_date
from ledger.models import Session
from ledger.tables import sessions
from scoring import RULE_SETS

TABLE: Object = {"settings": {}, "bet_unit": 2000, "name": "Bàn chơi thử"}
PLAYERS = ("An", "Bình", "Chi", "Dũng")

STEPS: Mapping[str, Callable[..., object]] = {
    "record": books.record,
    "void": books.void,
    "sit": sessions.sit,
    "change_bet_unit": sessions.change_bet_unit,
}
"""What happens on an evening, by the word of `do`; the rest of a step are its arguments."""


class Command(BaseCommand):
    help = "Bàn chơi thử cho mỗi trò. / Opens a table for every game with an evening played at it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="of the links (%(default)s)")

    def handle(self, *args: object, port: int, **options: object) -> None:
        bring_up_to_date()
        start = home(EVERYWHERE_IPV4, port) or f"http://localhost:{port}/"
        for session in open_tables():
            title = RULE_SETS[session.rule_versions.get().rules].title
            self.stdout.write(f"{title.vi} / {title.en}")
            for role, words in ((Role.SCORE, "ghi / score"), (Role.VIEW, "xem / view ")):
                self.stdout.write(f"  {words}  {start}join/#{link_fragment(session, role)}")


def open_tables() -> Iterator[Session]:
    """Open one table for each game there is and play its evening."""
    for rules in RULE_SETS:
        session = sessions.open_session(rules=rules, players=PLAYERS, **TABLE, by=ON_THE_MACHINE)
        evening = files("ledger.web.games") / rules / "demo.json"
        for step in json.loads(evening.read_text(encoding="utf-8")) if evening.is_file() else ():
            do = STEPS[step.pop("do")]
            id = {"submission_id": uuid4()} if "facts" in step else {}
            do(session.pk, **step, **id, by=ON_THE_MACHINE)
        yield session
