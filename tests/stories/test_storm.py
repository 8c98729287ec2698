"""Eight phones send the same rounds at once to a real server: each is recorded once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from ledger.database import guards
from ledger.models import Round
from tests.api.fuzzing import GENEROUS, call, open_table
from tests.api.storm import OTHER_ITEM, PHONES, storm
from tests.running.server import Server, manage, serving
from tests.trust import Tell, sizes

ROUNDS, IN_FULL, BEFORE = 40, 150, 3


@pytest.fixture
def server(fresh_database: str, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_database, **GENEROUS) as server:
        yield server


@pytest.mark.full
@pytest.mark.trust("R4")
@sizes("rounds", ROUNDS, IN_FULL)
def test_each_round_is_recorded_once(
    server: Server, fresh_database: str, tmp_path: Path, rounds: int, tell: Tell
) -> None:
    table = open_table(server)
    answers = storm(server, table, rounds)
    body = call(server, "GET", f"/api/v1/sessions/{table.id}/", key=table.key)
    added = body["round_count"] - BEFORE
    tell(f"{rounds} ids × {PHONES} at once: {added} rounds, answers {dict(answers.statuses)}")
    assert added == rounds
    assert answers.statuses == {201: rounds, 200: rounds * (PHONES - 1)}
    numbers = sorted(number for each in answers.numbers.values() for number in each)
    assert numbers == list(range(BEFORE + 1, BEFORE + rounds + 1))
    assert sum(player["balance"] for player in body["players"]) == 0
    assert manage(tmp_path, "check_ledger", DATABASE_URL=fresh_database).returncode == 0


@pytest.mark.full
@pytest.mark.trust("R4", control=True)
def test_phones_that_make_an_id_for_every_sending_double_their_rounds(
    server: Server, tell: Tell
) -> None:
    """It is the id that keeps a round from being recorded twice."""
    table = open_table(server)
    answers = storm(server, table, 3, lambda ids: [uuid4() for _ in ids])
    tell(f"3 rounds × {PHONES} at once: {answers.statuses[201]} recorded")
    assert answers.statuses == {201: 3 * PHONES}


@pytest.mark.full
@pytest.mark.trust("R4", control=True)
def test_a_service_that_forgets_the_id_doubles_rounds_where_the_database_lets_it(
    fresh_ledger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    no_unique_id(monkeypatch)
    own = GENEROUS | {"DATABASE_URL": fresh_ledger}
    with serving(tmp_path, program=("-m", "tests.running.faulty", "forgetful"), **own) as server:
        answers = storm(server, open_table(server), 3)
    tell(f"3 ids × {PHONES} at once: {answers.statuses[201]} rounds")
    assert answers.statuses[201] > 3


@pytest.mark.full
@pytest.mark.trust("R4")
@sizes("items", ROUNDS, 80)
def test_each_other_item_is_posted_once_while_rounds_are_recorded(
    server: Server, fresh_database: str, tmp_path: Path, items: int, tell: Tell
) -> None:
    table = open_table(server)
    path = f"/api/v1/sessions/{table.id}/"
    with ThreadPoolExecutor(1) as meanwhile:
        rounds = meanwhile.submit(storm, server, table, ROUNDS)
        answers = storm(server, table, items, what=OTHER_ITEM)
    assert rounds.result().statuses == {201: ROUNDS, 200: ROUNDS * (PHONES - 1)}
    tell(f"{items} ids × {PHONES} at once: answers {dict(answers.statuses)}")
    assert answers.statuses == {201: items, 200: items * (PHONES - 1)}
    numbers = sorted(number for each in answers.numbers.values() for number in each)
    assert numbers == list(range(1, items + 1))
    totals = call(server, "GET", f"{path}totals/", key=table.key)["players"]
    assert [each["by_reason"].get("manual", 0) for each in totals] == [
        *(-500 * items, 500 * items, 0, 0)
    ]
    body = call(server, "GET", path, key=table.key)
    assert sum(player["balance"] for player in body["players"]) == 0
    assert manage(tmp_path, "check_ledger", DATABASE_URL=fresh_database).returncode == 0


@pytest.mark.full
@pytest.mark.trust("R4", control=True)
def test_phones_that_make_an_id_for_every_sending_double_their_items(
    server: Server, tell: Tell
) -> None:
    table = open_table(server)
    answers = storm(server, table, 3, lambda ids: [uuid4() for _ in ids], OTHER_ITEM)
    tell(f"3 items × {PHONES} at once: {answers.statuses[201]} posted")
    assert answers.statuses == {201: 3 * PHONES}


def no_unique_id(patched: pytest.MonkeyPatch) -> None:
    """Let the database take a submission id twice: no key and no trigger refuses it."""
    guards.remove(connection)
    unique = next(each for each in Round._meta.constraints if each.name == "submission_once")
    others = [each for each in Round._meta.constraints if each != unique]
    patched.setattr(Round._meta, "constraints", others)  # SQLite makes the table anew from these
    with connection.schema_editor() as editor:
        editor.remove_constraint(Round, unique)
    connection.close()
