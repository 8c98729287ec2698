"""Figures for Prometheus: the same whichever process is asked, and for nobody else."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.databases import PostgresDatabases, SqliteDatabases
from tests.running.server import Server, serving, until
from tests.running.viewers import Viewer, Watched

TOKEN = "a-token-for-prometheus"


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, databases: SqliteDatabases | PostgresDatabases
) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("metrics")
    with (
        databases.fresh() as url,
        serving(data, "--workers", "2", DATABASE_URL=url, METRICS="1") as server,
    ):
        yield server


def figures(server: Server, **headers: str) -> dict[tuple[str, ...], float]:
    """What is told: the value of each name with its labels."""
    answer = server.get("/metrics", **headers)
    assert answer.status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def test_all_processes_tell_the_figures_of_all(server: Server) -> None:
    watched = Watched.opened(server)
    for _ in range(6):
        watched.record()
    route = "api/v1/sessions/<str:session_id>/rounds/"
    # A request is counted once it is answered; another process may be asked before that.
    assert until(lambda: figures(server).get(("ledger_request_seconds_count", route)) == 6)
    for _ in range(6):
        told = figures(server)
        assert told["ledger_rounds_recorded_total",] == 6
        assert told["ledger_requests_total", "POST", route, "201"] == 6
        assert told["ledger_request_seconds_count", route] == 6
    assert not any(watched.id in label for key in told for label in key)
    followed(server, watched)


def followed(server: Server, watched: Watched) -> None:
    """The phones that follow are counted while they do."""

    async def story() -> None:
        phones = [Viewer(watched) for _ in range(3)]
        watching = [asyncio.create_task(phone.watch()) for phone in phones]
        assert await asyncio.to_thread(until, lambda: viewers(server) == 3)
        for task in watching:
            task.cancel()
        assert await asyncio.to_thread(until, lambda: viewers(server) == 0)

    asyncio.run(story())


def viewers(server: Server) -> float:
    return figures(server)["ledger_live_viewers",]


def test_a_proxy_on_this_machine_is_told_nothing(server: Server) -> None:
    assert server.get("/metrics").status == 200
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert server.get("/metrics", **{header: "198.51.100.7"}).status == 404


def test_where_there_is_a_token_it_is_needed(tmp_path: Path, fresh_database: str) -> None:
    asked = {"METRICS": "1", "METRICS_TOKEN": TOKEN, "DATABASE_URL": fresh_database}
    with serving(tmp_path, **asked) as server:
        bearer = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "198.51.100.7"}
        assert ("ledger_rounds_recorded_total",) in figures(server, **bearer)
        for wrong in ("", f"Bearer {TOKEN}x", TOKEN):
            assert server.get("/metrics", Authorization=wrong).status == 404
        assert server.stop(signal.SIGTERM) == 0
