"""What a load balancer asks: does the service live, does it take writes."""

import pytest
from django.db import connection
from django.test import Client

from tests.databases import connected_to


def asked(path: str) -> int:
    return Client(headers={"host": "10.0.0.7"}).get(path).status_code


@pytest.mark.django_db
def test_a_service_that_is_up_is_alive_and_ready() -> None:
    for path in ("/health/live", "/health/ready"):
        answer = Client(headers={"host": "10.0.0.7"}).get(path)
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert "no-store" in answer["Cache-Control"]
        assert not answer.cookies


@pytest.mark.usefixtures("fresh_ledger")
def test_a_database_that_takes_no_writes_is_not_ready() -> None:
    asked("/health/ready")
    only_reading = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET default_transaction_read_only = on",
            "SET default_transaction_read_only = off",
        ),
    }
    begin, end = only_reading[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(begin)
        assert (asked("/health/live"), asked("/health/ready")) == (200, 503)
        cursor.execute(end)
    assert asked("/health/ready") == 200


@pytest.mark.usefixtures("fresh_ledger")
def test_a_database_that_cannot_be_reached_is_not_ready() -> None:
    gone = "sqlite:////nowhere/at/all.sqlite3"
    other = gone if connection.vendor == "sqlite" else "postgres:///nowhere"
    with connected_to(other):
        assert asked("/health/ready") == 503
    assert asked("/health/ready") == 200
