"""A ledger with an evening of every game, made once by the code of each release.

    DATA_DIR=EMPTY_FOLDER python -m tests.upgrades.make FILE

FILE is a copy as `manage.py backup` makes it, on the engine that DATABASE_URL names.
"""

import os
import sys
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID

NAME = "Đọc khác"
READ_OTHERWISE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "dem_la",
        {"doi_thong": False},
        {
            "players": [1, 2, 3],
            "winner": 2,
            "cards_left": {"1": 2, "3": 12},
            "thoi": {"3": ["tu_quy", "bon_doi_thong"]},
            "dut_ba_bich": True,
        },
    ),
    (
        "binh",
        {"tu_quy_chi_cuoi": "4", "thung_pha_sanh_chi_cuoi": "5", "tu_quy_chi_giua": "8"},
        {
            "players": [1, 2],
            "chi": {"dau": [[1], [2]], "giua": [[1], [2]], "cuoi": [[1], [2]]},
            "kinds": {"1": {"giua": "tu_quy"}},
        },
    ),
]
"""Rules, settings and facts that 0.2.0 paid otherwise than later releases, or that they refuse."""


def make() -> None:
    """Play the evenings in the empty database that the settings name."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from ledger.access.actor import ON_THE_MACHINE
    from ledger.management.commands.demo import open_tables
    from ledger.tables import sessions
    from scoring import RULE_SETS
    from tests.stories.evenings import RandomEvening, correct, flag, group, record

    call_command("migrate", interactive=False, verbosity=0)
    get_user_model().objects.create_superuser("chu-nha", password="mat-khau-chu-nha")
    assert len(list(open_tables())) == len(RULE_SETS)
    for seed, rules in enumerate(RULE_SETS):
        evening = RandomEvening(Random(seed))
        sessions.change_rules(evening.id, rules, {}, by=ON_THE_MACHINE)
        evening.now()
        for step in (*[record] * 5, correct, flag, group):
            evening.did(step)
        evening.change_each()
        for _change in range(10):
            evening.change()
    play_what_is_read_otherwise()


def play_what_is_read_otherwise() -> None:
    from ledger import books
    from ledger.access.actor import ON_THE_MACHINE
    from ledger.tables import sessions
    from scoring import FactsError

    for at, (rules, settings, facts) in enumerate(READ_OTHERWISE, start=1):
        table = sessions.open_session(
            rules=rules,
            settings=settings,
            bet_unit=1000,
            players=["An", "Bình", "Cúc"],
            name=NAME,
            by=ON_THE_MACHINE,
        )
        with suppress(FactsError):
            books.record(table.pk, submission_id=UUID(int=at), facts=facts, by=ON_THE_MACHINE)


def main(file: str) -> None:
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    make()
    call_command("backup", file)


if __name__ == "__main__":
    main(*sys.argv[1:])
