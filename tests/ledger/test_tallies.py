"""What is kept beside the journal is counted for ledgers from before too."""

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ledger import books
from ledger.books import balances
from ledger.books.audit import differences
from ledger.database import guards
from ledger.models import Posting
from tests.ledger.tables import a_table, play, redo

BEFORE, AFTER = ("ledger", "0007_api_limits"), ("ledger", "0008_tallies")


def test_an_older_ledger_is_counted_when_it_is_brought_up_to_date(fresh_ledger: str) -> None:
    table = a_table()
    for places in ((2, 1, 4, 3), (1, 2, 3, 4), (3, 1), (4, 3, 2, 1)):
        play(table, *places)
    books.void(table.pk, 2)
    redo(table, 1, 4, 1, 2, 3)
    expected = balances.totals(table)
    kept = sorted(Posting.objects.values_list("pk", "entries_so_far", "balances"))
    assert any(total.by_reason for total in expected)
    assert any(after for _key, _entries, after in kept)
    MigrationExecutor(connection).migrate([BEFORE])
    MigrationExecutor(connection).migrate([AFTER])
    call_command("migrate", verbosity=0)
    assert balances.totals(table) == expected
    assert sorted(Posting.objects.values_list("pk", "entries_so_far", "balances")) == kept
    assert list(differences()) == []
    assert guards.missing(apps, connection) == ()
