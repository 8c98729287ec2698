"""The threads that answer stay, with their connections: nobody waits, nothing goes astray."""

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.running.server import PROBE, serving
from tests.running.viewers import Watched

MORE_THAN_TURNS = 5


def test_requests_that_take_long_hold_up_nobody_else(tmp_path: Path) -> None:
    with (
        serving(tmp_path, program=PROBE) as server,
        ThreadPoolExecutor(MORE_THAN_TURNS) as phones,
    ):
        waiting = [phones.submit(server.get, "/held") for _ in range(MORE_THAN_TURNS)]
        assert server.get("/release").body == b"done"
        assert {phone.result().body for phone in waiting} == {b"released"}


def test_a_database_put_in_the_place_of_another_is_written_to(tmp_path: Path) -> None:
    here, other = tmp_path / "ledger.sqlite3", tmp_path / "other.sqlite3"
    with serving(tmp_path) as server:
        table = Watched.opened(server)
        assert table.record() == 1
        shutil.copy(here, other)
        os.replace(other, here)
        assert table.record() == 2
        assert rounds_in(here) == 2


def test_what_is_written_on_the_way_out_is_in_the_readers_language(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = Watched.opened(server)
        for language, word in (("en", "Table"), ("vi", "Bàn")):
            headers = {"Cookie": table.cookie, "Accept-Language": language}
            told = server.get(f"/t/{table.id}/files/totals.csv", **headers).body
            assert told.decode("utf-8-sig").startswith(f"{word},")


def rounds_in(path: Path) -> int:
    """As another program finds them in the file of this name."""
    kept = sqlite3.connect(path)
    (count,) = kept.execute("SELECT count(*) FROM ledger_round").fetchone()
    kept.close()
    return int(count)
