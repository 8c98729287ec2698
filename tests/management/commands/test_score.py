"""``manage.py score``: the engine's own program, started without Django."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.benchmarks.pipe import pipe
from tests.databases import ROOT

ROUND = json.dumps({"rules": "tien_len", "facts": {"players": [1, 2], "places": [2]}})


def manage(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """What a command of this project answers."""
    return subprocess.run(
        [sys.executable, "-X", "importtime", "manage.py", *words],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def test_it_needs_no_database_and_starts_without_django() -> None:
    unreachable = "postgres://nobody@127.0.0.1:1/nothing"
    scored = manage("score", given=ROUND, DATABASE_URL=unreachable)
    assert scored.returncode == 0, scored.stderr
    assert json.loads(scored.stdout)["net"] == {"1": "-1", "2": "1"}
    assert "scoring.json_lines" in scored.stderr
    assert "django" not in scored.stderr


def test_help_knows_it() -> None:
    assert "Scores rounds: JSON lines" in manage("help").stdout
    assert "usage: manage.py score " in manage("score", "--help").stdout


def test_a_program_of_django_can_call_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rounds.jsonl").write_text(f"{ROUND}\n{{}}\n")
    with pytest.raises(SystemExit, match="1"):
        call_command("score", str(tmp_path / "rounds.jsonl"), "--language", "en")
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["net"] == {"1": "-1", "2": "1"}
    assert second["error"]["message"] == "This line lacks rules."


@pytest.mark.full
@pytest.mark.parametrize("name", ["tien_len", "dem_la", "phom"])
def test_memory_does_not_grow_with_the_input(name: str) -> None:
    few, many = pipe(name, 500), pipe(name, 5000)
    assert (few.balanced, many.balanced) == (500, 5000)
    assert (few.status, many.status) == (0, 0)
    assert many.peak_kib < few.peak_kib + 8 * 1024
