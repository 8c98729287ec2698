"""Every call keeps to the schema, whatever is sent, and one session's key opens no other.

A longer run: `python -m tests.benchmarks.fuzz_the_api 300`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.fuzzing import call, fuzz, open_table, staff_token, tables
from tests.running.server import Server, serving

GENEROUS = {f"API_{name}": "100000000/hour" for name in ("WRITES", "OPENINGS", "WRONG_KEYS")}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with serving(data, **GENEROUS) as server:
        yield server


def test_all_checks_hold_over_the_whole_api(server: Server, data: Path, tmp_path: Path) -> None:
    token, table = staff_token(data, **GENEROUS), open_table(server)
    for options in (
        ("--exclude-operation-id", "close_session"),
        ("--include-operation-id", "close_session"),
    ):
        found = fuzz(server, tmp_path, table, table.key, token, "-n", "8", *options)
        assert found.returncode == 0, found.stdout
        assert re.search(r"(\d+) generated, \1 passed", found.stdout), found.stdout
    assert [line for line in server.lines if "Traceback" in line] == []


def test_another_sessions_key_changes_and_reads_nothing(
    server: Server, data: Path, tmp_path: Path
) -> None:
    token, ours, theirs = staff_token(data, **GENEROUS), open_table(server), open_table(server)
    before = call(server, "GET", f"/api/v1/sessions/{ours.id}/ledger/", key=ours.key)
    report = tmp_path / "calls.ndjson"
    options = ("--report", "ndjson", "--report-ndjson-path", str(report), "-n", "4")
    found = fuzz(
        server, tmp_path, ours, theirs.key, token, *options, "--include-path-regex", "session_id"
    )
    assert found.returncode == 0, found.stdout
    assert call(server, "GET", f"/api/v1/sessions/{ours.id}/ledger/", key=ours.key) == before
    assert tables(server, token)[ours.id]["state"] == "open"
