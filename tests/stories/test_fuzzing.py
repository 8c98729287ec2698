"""Every call keeps to the schema, whatever is sent, and one session's key opens no other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.fuzzing import GENEROUS, call, fuzz, open_table, staff_token, tables
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.running.server import Server, serving
from tests.trust import Tell


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def own(databases: SqliteDatabases | PostgresDatabases) -> Iterator[dict[str, str]]:
    """The settings of the server: a database of its own, and no limits."""
    with databases.fresh() as url:
        yield GENEROUS | {"DATABASE_URL": url}


@pytest.fixture(scope="module")
def server(data: Path, own: dict[str, str]) -> Iterator[Server]:
    with serving(data, **own) as server:
        yield server


OPEN_ONES = ("--exclude-operation-id", "close_session", "--exclude-operation-id", "renew_key")


@pytest.mark.full
@pytest.mark.trust("S8")
@pytest.mark.parametrize(
    ("phases", "options"),
    [  # in one run of all phases each takes over what the others sent
        ("examples", OPEN_ONES),
        ("coverage", (*OPEN_ONES, "--include-method", "POST")),
        ("coverage", (*OPEN_ONES, "--exclude-method", "POST")),
        ("fuzzing", OPEN_ONES),
        ("stateful", OPEN_ONES),
        ("coverage,fuzzing", ("--include-operation-id", "close_session")),
        ("coverage,fuzzing", ("--include-operation-id", "renew_key")),
    ],
)
def test_all_checks_hold_over_the_whole_api(
    phases: str,
    options: tuple[str, ...],
    server: Server,
    data: Path,
    own: dict[str, str],
    tmp_path: Path,
    tell: Tell,
) -> None:
    token, table = staff_token(data, **own), open_table(server)
    words = ("-n", "4", "--phases", phases, *options)
    result = fuzz(server, tmp_path, table, table.key, token, *words)
    assert result.returncode == 0, result.stdout
    passed = re.search(r"(\d+) generated, \1 passed", result.stdout)
    assert passed, result.stdout
    tell(f"{phases}: {passed[0]}")
    assert [line for line in server.lines if "Traceback" in line] == []


@pytest.mark.full
@pytest.mark.trust("S8")
def test_another_sessions_key_changes_and_reads_nothing(
    server: Server, data: Path, own: dict[str, str], tmp_path: Path
) -> None:
    token, ours, theirs = staff_token(data, **own), open_table(server), open_table(server)
    before = call(server, "GET", f"/api/v1/sessions/{ours.id}/ledger/", key=ours.key)
    report = tmp_path / "calls.ndjson"
    options = ("--report", "ndjson", "--report-ndjson-path", str(report), "-n", "2")
    result = fuzz(
        server, tmp_path, ours, theirs.key, token, *options, "--include-path-regex", "session_id"
    )
    assert result.returncode == 0, result.stdout
    assert call(server, "GET", f"/api/v1/sessions/{ours.id}/ledger/", key=ours.key) == before
    assert tables(server, token)[ours.id]["state"] == "open"


@pytest.mark.full
@pytest.mark.trust("S8", control=True)
def test_an_answer_that_breaks_the_schema_is_found(
    data: Path, own: dict[str, str], tmp_path: Path
) -> None:
    careless = ("-m", "tests.running.faulty", "careless")
    with serving(data, program=careless, **own) as server:
        table = open_table(server)
        only = ("-n", "2", "--include-operation-id", "get_session")
        result = fuzz(server, tmp_path, table, table.key, "", *only)
    assert result.returncode == 1
    assert "Response violates schema" in result.stdout
