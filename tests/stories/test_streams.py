"""Streams of a real server: with one worker and with two, and when one of them dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.running.server import PATIENCE, serving
from tests.running.viewers import Viewer, Watched, workers

pytestmark = pytest.mark.full
VIEWERS = 12


@asynccontextmanager
async def watching(watched: Watched, number: int) -> AsyncIterator[list[Viewer]]:
    """So many viewers, all with a stream open."""
    viewers = [Viewer(watched) for _ in range(number)]
    tasks = [asyncio.ensure_future(viewer.watch()) for viewer in viewers]
    try:
        await asyncio.gather(*(viewer.hears(0) for viewer in viewers))
        yield viewers
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def play(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), PATIENCE))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", ["1", "2"])
def test_every_viewer_hears_of_every_round_until_its_link_is_renewed(
    tmp_path: Path, fresh_database: str, number: str
) -> None:
    with serving(tmp_path, "--workers", number, DATABASE_URL=fresh_database) as server:
        watched = Watched.opened(server)

        async def story() -> None:
            async with watching(watched, VIEWERS) as viewers:
                before = viewers[0].heard[-1]
                for added in (1, 2, 3):
                    await asyncio.to_thread(watched.record)
                    await asyncio.gather(*(viewer.hears(before + added) for viewer in viewers))
                for viewer in viewers:
                    assert viewer.heard == sorted(viewer.heard)
                    assert viewer.heard[-1] == before + 3
                    assert viewer.opened == 1
                await asyncio.to_thread(watched.renew)
                while not all(viewer.gone for viewer in viewers):
                    await asyncio.sleep(0.05)

        play(story)


def test_a_worker_that_is_killed_loses_nobody_and_no_round(
    tmp_path: Path, fresh_database: str
) -> None:
    with serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_database) as server:
        watched = Watched.opened(server)

        async def story() -> None:
            async with watching(watched, VIEWERS) as viewers:
                before = viewers[0].heard[-1]
                os.kill(workers(server)[0], signal.SIGKILL)
                await _recorded(watched)
                await asyncio.gather(*(viewer.hears(before + 1) for viewer in viewers))
                assert all(viewer.is_open for viewer in viewers)

        play(story)


async def _recorded(watched: Watched) -> None:
    """A round more, however often it takes while the workers come back."""
    while True:
        try:
            return await asyncio.to_thread(lambda: watched.record() and None)
        except OSError:
            await asyncio.sleep(0.2)


def test_told_to_stop_the_server_ends_its_streams_at_once(
    tmp_path: Path, fresh_database: str
) -> None:
    with serving(tmp_path, DATABASE_URL=fresh_database) as server:
        watched = Watched.opened(server)

        async def story() -> None:
            async with watching(watched, VIEWERS):
                assert await asyncio.to_thread(server.stop, signal.SIGTERM) == 0
                assert not any("ERROR" in line for line in server.lines)

        play(story)


def test_ctrl_c_ends_it_quietly_with_https_beside_and_open_pages(
    tmp_path: Path, fresh_database: str
) -> None:
    """A terminal tells every process to stop, and the first one tells the others."""
    words = ("--bind", "0.0.0.0", "--https-port", "0")
    with serving(tmp_path, *words, DATABASE_URL=fresh_database) as server:
        watched = Watched.opened(server)

        async def story() -> None:
            async with watching(watched, 4):
                before = len(server.lines)
                assert await asyncio.to_thread(server.stop, signal.SIGINT) == 0
                assert [line for line in server.lines[before:] if line] == []

        play(story)
