"""Rounds as JSON lines in, who pays whom as JSON lines out.

``python -m scoring`` is this program, and ``manage.py score`` is too.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from decimal import Decimal
from io import TextIOWrapper

from scoring import FactsError, Problem, SettingsError, Text, score
from scoring.common import strict_json

KEYS = ("id", "rules", "settings", "facts")
WHAT = "Scores rounds: JSON lines of rules, facts and settings in, one result line each out."

NO_JSON = Text("Dòng này không phải JSON hợp lệ.", "This line is no valid JSON.")
NO_OBJECT = Text("Mỗi dòng phải là một đối tượng JSON.", "Each line must be a JSON object.")
MISSING = Text("Dòng này thiếu {key}.", "This line lacks {key}.")
UNKNOWN = Text("Không có mục {key} ở đây.", "There is no {key} here.")


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the program can be asked."""
    parser.add_argument(
        "file", nargs="?", default="-", help="JSON lines; standard input without it"
    )
    parser.add_argument("--language", choices=("vi", "en"), default="vi", help="of messages")


def main(words: Sequence[str] | None = None, program: str = "card-table-scoring") -> None:
    """Run the program with the ``words`` of a command line, by default this process's own."""
    parser = ArgumentParser(program, description=WHAT)
    add_arguments(parser)
    asked = parser.parse_args(words)
    answer_all(asked.file, asked.language)


def answer_all(file: str, language: str) -> None:
    """Write a line for each line of a file, "-" for standard input.

    Raises SystemExit with status 1 if a line was refused or there is no such file.
    """
    if file != "-" and not os.access(file, os.R_OK):
        sys.exit(f"Không đọc được {file}. / {file} cannot be read.")
    if isinstance(sys.stdout, TextIOWrapper):
        # a lone surrogate written as \udc80 is still valid JSON
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    is_refused = False
    with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as lines:
        for line in lines:
            answer, is_scored = answer_to(line, language)
            is_refused |= not is_scored
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
    if is_refused:
        sys.exit(1)


def answer_to(line: bytes, language: str = "vi") -> tuple[str, bool]:
    """The result or error line for one line of input, and whether it was scored."""
    try:
        answer, is_scored = _scored(strict_json.parse(line, Decimal), language)
        return json.dumps(answer, ensure_ascii=False, default=_number), is_scored
    except (ValueError, ArithmeticError, RecursionError):
        answer = FactsError([Problem("json", "", NO_JSON)]).as_json(language)
        return json.dumps(answer, ensure_ascii=False), False


def _scored(asked: object, language: str) -> tuple[Mapping[str, object], bool]:
    if not isinstance(asked, dict):
        return FactsError([Problem("type", "", NO_OBJECT)]).as_json(language), False
    echoed = {"id": asked["id"]} if "id" in asked else {}
    try:
        if problems := list(_problems(asked)):
            raise FactsError(problems)
        outcome = score(asked["rules"], asked["facts"], asked.get("settings"))
    except (FactsError, SettingsError) as refused:
        return {**echoed, **refused.as_json(language)}, False
    return {**echoed, **outcome.as_json(language)}, True


def _problems(asked: Mapping[str, object]) -> Iterable[Problem]:
    for key in asked:
        if key not in KEYS:
            yield Problem("unknown_field", key[:40], UNKNOWN, args={"key": key[:40]})
    for key in ("rules", "facts"):
        if asked.get(key) is None:
            yield Problem("missing", key, MISSING, args={"key": key})


def _number(value: object) -> float | str:
    """A decimal fraction of an ``id``, which alone is echoed as it came."""
    assert isinstance(value, Decimal)
    as_float = float(value)
    return as_float if abs(as_float) < float("inf") else str(value)
