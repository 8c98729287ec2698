"""A game with a memory of its own needs only its own folders."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

from tests.architecture.source import ROOT

GAME = Path(__file__).parent / "bet_ba"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What an evening came to in a copy of the project that has the game's folders too."""
    copy = tmp_path_factory.mktemp("project")
    for folder in ("scoring", "ledger", "templates", "tests"):
        copytree(ROOT / folder, copy / folder, ignore=ignore_patterns("__pycache__"))
    copytree(GAME / "scoring", copy / "scoring/bet_ba")
    copytree(GAME / "form", copy / "ledger/web/games/bet_ba")
    settings = {
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "DATABASE_URL": f"sqlite:///{copy}/ledger.sqlite3",
        "PYTHONPATH": str(copy),
    }
    for command in (["django", "migrate", "-v", "0"], ["tests.stories.bet_ba.evening"]):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=copy,
            env=os.environ | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_a_round_hands_on_makes_the_next_one_pay_otherwise(evening: Any) -> None:
    assert evening["bet pays"] == ["-3", "-3", "-3", "-6"]


def test_it_is_there_after_another_game_and_in_the_api(evening: Any) -> None:
    assert json.loads(evening["after another game"]) == {"row": {"4": 3}}
    assert evening["api"] == {"row": {"4": 3}}


def test_a_round_that_starts_with_something_else_is_warned(evening: Any) -> None:
    assert "Ván trước để lại bét liền Dũng 3." in evening["warned"]


def test_a_correction_says_how_a_later_round_began_and_leaves_it(evening: Any) -> None:
    words = "Ván 4 bắt đầu với bét liền Dũng 3, theo ván 3 bây giờ thì là bét liền Bình 1."
    assert words in evening["seen later"]
    assert evening["round 4"] == {"1": "2", "2": "2", "3": "2", "4": "-6"}


def test_a_void_round_hands_on_nothing(evening: Any) -> None:
    assert json.loads(evening["after it"]) == {"row": {"2": 1}}
    assert "bắt đầu với" not in evening["voided"]
