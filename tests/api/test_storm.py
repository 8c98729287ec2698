"""Eight phones send the same rounds at once to a real server: each is recorded once.

The whole thing, a thousand rounds: `python -m tests.benchmarks.storm 1000`.
"""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.api.fuzzing import call, open_table
from tests.api.storm import PHONES, storm
from tests.api.test_fuzzing import GENEROUS
from tests.running.server import Server, manage, serving

ROUNDS, BEFORE = 40, 3


@pytest.fixture
def server(fresh_database: str, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_database, **GENEROUS) as server:
        yield server


def test_each_round_is_recorded_once(server: Server, fresh_database: str, tmp_path: Path) -> None:
    table = open_table(server)
    found = storm(server, table, ROUNDS)
    assert found.statuses == {201: ROUNDS, 200: ROUNDS * (PHONES - 1)}
    numbers = sorted(number for told in found.numbers.values() for number in told)
    assert numbers == list(range(BEFORE + 1, BEFORE + ROUNDS + 1))
    told = call(server, "GET", f"/api/v1/sessions/{table.id}/", key=table.key)
    assert told["round_count"] == BEFORE + ROUNDS
    assert sum(player["balance"] for player in told["players"]) == 0
    assert manage(tmp_path, "check_ledger", DATABASE_URL=fresh_database).returncode == 0


def test_phones_that_make_an_id_for_every_sending_double_their_rounds(server: Server) -> None:
    """The control: it is the id that keeps a round from being recorded twice."""
    table = open_table(server)
    found = storm(server, table, 3, lambda ids: [uuid4() for _ in ids])
    assert found.statuses == {201: 3 * PHONES}
