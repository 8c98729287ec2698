"""Commands that need a ledger say so where there is none, and make nothing."""

from pathlib import Path

import pytest
from django.db import connection

from ledger.management.command_line import OF_A_LEDGER, CommandLine
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to

Databases = SqliteDatabases | PostgresDatabases


@pytest.mark.parametrize("name", OF_A_LEDGER)
def test_it_is_said_that_there_is_no_ledger_yet(
    name: str, fresh_ledger: str, databases: Databases, capsys: pytest.CaptureFixture[str]
) -> None:
    with databases.empty() as url, connected_to(url):
        with pytest.raises(SystemExit) as end:
            CommandLine(["manage.py", name, "x"]).execute()
        assert end.value.code == (2 if name == "check_ledger" else 1)
        assert "There is no ledger yet: run `manage.py serve` first" in capsys.readouterr().err
        if connection.vendor == "sqlite":
            assert not Path(connection.settings_dict["NAME"]).exists()


def test_a_later_ledger_is_left_to_its_release(
    fresh_ledger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('ledger', '9999_later', '2030-01-01')"
        )
    with pytest.raises(SystemExit):
        CommandLine(["manage.py", "reset_limits"]).execute()
    assert "a later release" in capsys.readouterr().err


def test_help_needs_no_ledger(
    fresh_ledger: str, databases: Databases, capsys: pytest.CaptureFixture[str]
) -> None:
    with databases.empty() as url, connected_to(url), pytest.raises(SystemExit) as end:
        CommandLine(["manage.py", "backup", "--help"]).execute()
    assert end.value.code == 0
    assert "Copies the ledger" in capsys.readouterr().out
