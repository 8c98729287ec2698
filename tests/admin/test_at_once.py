"""Two of the staff at the same moment: what the log tells is what happened, and nothing twice."""

import re
from functools import partial
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import sessions
from tests.admin.people import browser, lines_of, superuser
from tests.sample_tables import a_table
from tests.stories.at_once import together

LIST = "/admin/ledger/session/"
TABLES = 3


def two() -> list[Client]:
    return [browser(superuser(name)) for name in ("chu", "co")]


def noted(session: Session) -> list[str]:
    entries = LogEntry.objects.filter(object_id=session.pk)
    return sorted(line for entry in entries for line in lines_of(entry))


@pytest.mark.parametrize(
    ("action", "line"), [("close", "đang mở → đã chốt sổ"), ("reopen", "đã chốt sổ → đang mở")]
)
def test_tables_closed_or_reopened_by_two_are_written_down_once(
    fresh_ledger: str, action: str, line: str
) -> None:
    tables, clients = [a_table() for _ in range(TABLES)], two()
    for table in tables if action == "reopen" else []:
        sessions.close(table.pk, by=ON_THE_MACHINE)
    form = {"action": action, "_selected_action": [table.pk for table in tables]}
    together([partial(client.post, LIST, form) for client in clients])
    assert [noted(table) for table in tables] == [[f"tình trạng: {line}"]] * TABLES
    pages = [client.get(LIST).content.decode() for client in clients]
    counts = [int(count) for page in pages for count in re.findall(r">Đã \D*(\d+) bàn", page)]
    assert sum(counts) == TABLES


def test_names_cleared_by_two_are_written_down_once(fresh_ledger: str) -> None:
    tables, clients = [a_table() for _ in range(TABLES)], two()
    form: dict[str, Any] = {"seats": ["1", "2"]}
    for table in tables:
        page = f"{LIST}{table.pk}/names/"
        together([partial(client.post, page, form) for client in clients])
    lines = [f"tên: đã xoá, ghế {seat}" for seat in (1, 2)]
    assert [noted(table) for table in tables] == [lines] * TABLES
