"""Rounds as JSON lines: one answer a line, in order, whatever the line is."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.json_lines import answer_to, main
from tests.databases import ROOT

GOOD: dict[str, Any] = {"rules": "tien_len", "facts": {"players": [1, 2], "places": [2]}}


def answer(line: Any, language: str = "vi") -> dict[str, Any]:
    text = line if isinstance(line, bytes) else json.dumps(line).encode()
    output, is_scored = answer_to(text, language)
    result: dict[str, Any] = json.loads(output)
    assert is_scored == ("error" not in result)
    assert "\n" not in output
    return result


Scored = Callable[..., tuple[list[dict[str, Any]], int]]


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Scored:
    """The program in this process: the lines it answers to a text, and its exit status."""

    def score(given: str, *words: str) -> tuple[list[dict[str, Any]], int]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        status = 0
        try:
            main(words)
        except SystemExit as end:
            status = int(end.code or 0)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status

    return score


def test_a_scored_line_is_the_result_of_the_contract() -> None:
    assert answer(GOOD) == {
        "transfers": [
            {
                "payer": 1,
                "payee": 2,
                "units": "1",
                "reason": "place",
                "rule": "TL-42",
                "detail": {"parts": [{"what": "bet", "units": "1"}]},
            }
        ],
        "net": {"1": "-1", "2": "1"},
        "next_leader": 2,
        "opening": False,
        "next": {},
        "warnings": [],
    }


def test_the_round_of_the_contract() -> None:
    facts = {
        "players": [1, 2, 3, 4],
        "opening": False,
        "places": [2, 1, 4, 3],
        "cong": [],
        "den": None,
        "thoi": {"3": ["2S", "tu_quy"]},
        "chat": [
            {
                "plays": [
                    {"player": 1, "cards": ["2H"]},
                    {"player": 3, "cards": ["ba_doi_thong"]},
                    {"player": 2, "cards": ["tu_quy"]},
                ],
                "victim_went_out": False,
            }
        ],
        "toi_trang": None,
    }
    result = answer({"rules": "tien_len", "facts": facts})
    assert result["net"] == {"1": "0.5", "2": "3", "3": "-5", "4": "1.5"}
    assert result["next_leader"] == 2
    chop = result["transfers"][-1]
    assert (chop["payer"], chop["payee"], chop["units"]) == (3, 2, "2")
    assert (chop["reason"], chop["rule"]) == ("chat", "TL-38")
    parts = [(part["what"], part["units"]) for part in chop["detail"]["parts"]]
    assert parts == [("2H", "1"), ("ba_doi_thong", "1")]


def test_a_refusal_names_field_player_and_rule() -> None:
    chain = {
        "plays": [{"player": 1, "cards": ["2S", "2C"]}, {"player": 2, "cards": ["ba_doi_thong"]}]
    }
    error = answer({**GOOD, "facts": {**GOOD["facts"], "chat": [chain]}}, "en")["error"]
    problem = {
        "code": "illegal_chop",
        "field": "chat[0].plays[1].cards",
        "message": "Seat 2: 3 consecutive pairs cannot chop a pair of 2s.",
        "player": 2,
        "rule": "TL-36",
    }
    assert error == {**problem, "problems": [problem]}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"  \r\n",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'\xef\xbb\xbf{"rules": "tien_len"}',
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1, "id": 1}',
        b'{"rules": "tien_len", "facts": {"players": [1, 2], "players": [1, 2]}}',
        b"9" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"id": 1e99999999999999999999}',
    ],
)
def test_what_is_no_json_is_answered_so(line: bytes) -> None:
    assert answer(line)["error"]["code"] == "json"


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ([], "type", ""),
        (1, "type", ""),
        (None, "type", ""),
        ({}, "missing", "rules"),
        ({"rules": "tien_len"}, "missing", "facts"),
        ({**GOOD, "rules": "poker"}, "unknown_rules", "rules"),
        ({**GOOD, "rules": []}, "unknown_rules", "rules"),
        ({**GOOD, "rule": 1}, "unknown_field", "rule"),
        ({**GOOD, "settings": []}, "type", "settings"),
        ({**GOOD, "settings": {"cong": -1}}, "setting_value", "settings.cong"),
        ({**GOOD, "settings": {"x": 1}}, "unknown_setting", "settings.x"),
        ({**GOOD, "facts": []}, "type", ""),
        ({**GOOD, "facts": {"players": [1, 2.0]}}, "type", "players[1]"),
        ({**GOOD, "facts": {"players": [1, 2], "places": [10**30]}}, "unknown_player", "places[0]"),
    ],
)
def test_a_line_that_asks_for_something_else_is_refused(line: Any, code: str, field: str) -> None:
    error = answer(line)["error"]
    assert (error["code"], error["field"]) == (code, field)


@pytest.mark.parametrize("value", [0, "x", None, 1.5, [1, {"a": "\ud800"}], 10**30, ""])
def test_an_id_is_echoed(value: Any) -> None:
    assert answer({**GOOD, "id": value})["id"] == value
    assert answer({"id": value, "rules": "x"})["id"] == value


def test_settings_left_out_or_null_are_the_defaults() -> None:
    assert answer({**GOOD, "settings": None}) == answer({**GOOD, "settings": {}}) == answer(GOOD)
    halved = answer({**GOOD, "settings": {"place_2_bet_nhat": 0.25}})
    assert halved["net"] == {"1": "-0.25", "2": "0.25"}


def test_a_long_seat_is_a_seat() -> None:
    seat = 10**30
    assert (
        answer({**GOOD, "facts": {"players": [seat, 2], "places": [2]}})["net"][str(seat)] == "-1"
    )


@given(st.binary(max_size=60))
def test_any_bytes_are_answered(line: bytes) -> None:
    answer(line)


def test_answers_come_in_order_and_the_exit_status_tells_refusals(scored: Scored) -> None:
    given = "\n".join(json.dumps({**GOOD, "id": number}) for number in range(3))
    answers, status = scored(given)
    assert ([line["id"] for line in answers], status) == ([0, 1, 2], 0)
    answers, status = scored(f"{given}\n\n{given}", "--language", "en")
    assert ([line.get("id") for line in answers], status) == ([0, 1, 2, None, 0, 1, 2], 1)
    assert answers[3]["error"]["message"] == "This line is no valid JSON."
    assert scored("") == ([], 0)


def test_it_needs_nothing_but_python_and_no_utf_8_terminal() -> None:
    line = json.dumps({**GOOD, "rules": "x\ud800"}).encode()
    process = subprocess.run(
        [sys.executable, "-S", "-m", "scoring"],  # -S: without what is installed
        cwd=ROOT,
        input=line,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert (process.returncode, process.stderr) == (1, b"")
    assert "Kiểu chơi" in json.loads(process.stdout.decode())["error"]["message"]


def test_it_reads_a_file(tmp_path: Path, scored: Scored) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(GOOD))
    answers, status = scored("", str(path))
    assert (len(answers), status) == (1, 0)
    with pytest.raises(SystemExit, match=r"none\.jsonl cannot be read"):
        main([str(tmp_path / "none.jsonl")])
