"""How often a round and a page ask the database, BEGIN and COMMIT among it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.calls import scorer
from tests.sample_tables import finishing, play
from tests.web.tables import HTMX, by_place, open_table, phone

API_ROUND, FORM_ROUND, PAGE, UNCHANGED = 11, 12, 9, 1


def statements(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert ask().status_code in (200, 201)
    return len(asked)


def test_no_round_and_no_page_asks_more_often_than_this(fresh_ledger: str) -> None:
    table = open_table()
    play(table)
    client, program, address = phone(table), scorer(table), f"/t/{table.pk}/"

    def call() -> Any:
        return program.post("rounds/", {"id": str(uuid4()), "facts": finishing(1, 2, 3, 4)})

    def tap() -> Any:
        return client.post(f"{address}rounds/", by_place(1, 2, 3, newest=3), headers=HTMX)

    def page() -> Any:
        return client.get(address)

    call()  # the first one makes the row by which calls are limited
    asked = [statements(each) for each in (call, tap, page, page)]
    patience = connection.vendor == "postgresql"  # a statement says how long a lock may take
    assert asked == [API_ROUND + patience, FORM_ROUND + patience, PAGE, UNCHANGED]
