"""Two nodes on a primary with a standby, short: python -m tests.nodes tells it at length."""

import os
from pathlib import Path

import pytest

from tests.nodes.servers import programs
from tests.nodes.story import play

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def postgresql() -> None:
    """Told once, where the tests run on PostgreSQL: both servers are made for it."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        pytest.skip("told where the tests run on PostgreSQL")
    programs()


def test_what_was_saved_outlives_the_primary_and_is_told_at_the_other_node(tmp_path: Path) -> None:
    report = play(tmp_path, tables=2, rounds=20, apart=1)
    assert report.cancelled > 0
    assert report.answers.keys() <= {200, 201, 503}
    assert report.kept, report
    assert len(report.told) == 6


def test_a_standby_that_is_not_waited_for_loses_rounds(tmp_path: Path) -> None:
    """The control: the same story is found out where nothing was promised."""
    report = play(tmp_path, synchronous=False, tables=2, rounds=20, apart=1)
    assert report.lost > 0
    assert not report.kept
