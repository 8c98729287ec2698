"""Which version is this? Whatever people and programs get from the service answers alike."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from openpyxl import load_workbook

from ledger import __version__
from ledger.common.safe_address import Ports
from ledger.exports.files import as_xlsx
from ledger.exports.hledger import as_journal
from ledger.exports.sheets import evening_book
from ledger.management.greeting import greeting
from ledger.models import Session
from tests.admin.people import browser, superuser
from tests.running.server import ROOT, manage
from tests.sample_tables import a_table


def _command(*words: str) -> Callable[[Path], str]:
    return lambda folder: manage(folder, *words).stdout


def _page(path: str, client: Callable[[], Client] = Client) -> Callable[[Path], str]:
    return lambda _folder: client().get(path).content.decode()


def _spreadsheet(_folder: Path) -> str:
    book = evening_book(Session.objects.filter(pk=a_table().pk))
    return str(load_workbook(io.BytesIO(b"".join(as_xlsx(book)))).properties.description)


TELLS: dict[str, Callable[[Path], str]] = {
    "--version": _command("--version"),
    "version": _command("version"),
    "serve --version": _command("serve", "--version"),
    "help": _command("help"),
    "greeting": lambda _: "".join(greeting("127.0.0.1", Ports(8000, None), staffed=True)),
    "admin": _page("/admin/", lambda: browser(superuser())),
    "readiness": _page("/health/ready"),
    "API": _page("/api/v1/"),
    "schema": _page("/api/v1/schema/"),
    "spreadsheet": _spreadsheet,
    "journal": lambda _: next(as_journal(a_table())).decode(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("where", TELLS)
def test_it_says_its_version(where: str, tmp_path: Path) -> None:
    assert __version__ in TELLS[where](tmp_path)


def test_help_lists_what_a_service_needs(tmp_path: Path) -> None:
    (first, *lines) = manage(tmp_path, "help").stdout.splitlines()
    assert first.startswith(f"card-table-ledger {__version__}")
    listed = [line.split()[0] for line in lines]
    ours = sorted(each.stem for each in (ROOT / "ledger/management/commands").glob("[a-z]*.py"))
    assert listed == [*ours, "createsuperuser"]
    assert manage(tmp_path, "migrate", "--help").returncode == 0
