"""Evenings as this version keeps them, for versions to come: python -m tests.ledger.evening FILE.

Each file in `evenings/` was written by a version whose newest migration has that number.
Whoever adds a migration writes the file of the state before it first, if there is none yet.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

EATEN = {"players": [1, 2, 5], "winner": 1, "cards_left": {"2": 5, "5": 13}, "thoi": {"2": ["2D"]}}


def play_on() -> None:
    """A table whose game changes, with a round made void, one corrected and one called wrong."""
    from ledger import changes, flags, posting
    from tests.ledger.tables import a_table, play, redo

    table = a_table()
    for places in (2, 1, 4, 3), (1, 2, 3, 4), (4, 3, 2, 1):
        play(table, *places)
    posting.void(table.pk, 2, reason="nhầm")
    redo(table, 3, 1, 4, 3, 2)
    posting.add_player(table.pk, "Em")
    posting.change_bet_unit(table.pk, 5000)
    posting.change_rules(table.pk, "dem_la", {})
    posting.record(table.pk, submission_id=uuid4(), facts=EATEN)
    flags.flag(table.pk, 4, "phone", word="sai", by=changes.ON_THE_MACHINE)


def settle() -> None:
    """A closed table with payments, whose rest is carried into a new one."""
    from ledger import carrying, groups, payments, posting
    from tests.ledger.tables import a_table, play

    table = a_table(3)
    play(table, 2, 1, 3)
    posting.close(table.pk)
    for amount in (500, 100):
        paid = payments.pay(
            table.pk, debtor=3, creditor=2, amount=amount, submission_id=uuid4()
        ).payment
    payments.unmark(table.pk, paid.number)
    first = carrying.carry(table.pk, submission_id=uuid4()).session
    carrying.take_back(table.pk, first.pk)
    away = carrying.carry(table.pk, submission_id=uuid4()).session
    play(away, *range(1, away.seats.count() + 1))
    groups.make("Bàn nhà", table, submission_id=uuid4())


def keep_beside() -> None:
    """What no round is made of: a seat held by a phone, a token, rules for every table."""
    from ledger import parts, posting, staff

    table = posting.open_session(rules="binh", settings={}, bet_unit=1000, players=["An", "Bình"])
    parts.claim(table.pk, 1, "phone")
    staff.make("sổ")


def number_from(first: int) -> None:
    """Let rows be numbered from there on, so that the evenings of all states fit one database."""
    from django.apps import apps
    from django.db import connection

    with connection.cursor() as cursor:
        for model in apps.get_app_config("ledger").get_models():
            if model._meta.auto_field:
                name = model._meta.db_table
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [name, first])


def lines() -> Iterator[str]:
    """Every row of the ledger, with its moments to the microsecond: the hashes are made of them."""
    from django.apps import apps

    for model in apps.get_app_config("ledger").get_models():
        for row in model._base_manager.order_by("pk"):
            names = {field.name: field.attname for field in model._meta.local_concrete_fields}
            fields = {name: getattr(row, attribute) for name, attribute in names.items()}
            told = {"model": model._meta.label_lower, "pk": row.pk, "fields": fields}
            yield json.dumps(told, ensure_ascii=False, default=str)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/evening.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        number_from(int(Path(sys.argv[1]).stem) * 1000)
        for evening in (play_on, settle, keep_beside):
            evening()
        call_command("check_ledger")
        Path(sys.argv[1]).write_text("".join(f"{line}\n" for line in lines()))


if __name__ == "__main__":
    main()
