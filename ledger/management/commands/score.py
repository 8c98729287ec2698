"""``manage.py score``: rounds in as JSON lines, who pays whom out, without a database."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from decimal import Decimal

from django.core.management.base import BaseCommand, CommandError

from ledger.common import strict_json
from scoring import FactsError, Problem, SettingsError, Text, score

KEYS = ("id", "rules", "settings", "facts")

NO_JSON = Text("Dòng này không phải JSON hợp lệ.", "This line is no valid JSON.")
NO_OBJECT = Text("Mỗi dòng phải là một đối tượng JSON.", "Each line must be a JSON object.")
MISSING = Text("Dòng này thiếu {key}.", "This line lacks {key}.")
UNKNOWN = Text("Không có mục {key} ở đây.", "There is no {key} here.")


class Command(BaseCommand):
    help = "Scores rounds: JSON lines of rules, facts and settings in, one result line each out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help="JSON lines; standard input without it"
        )
        parser.add_argument("--language", choices=("vi", "en"), default="vi", help="of messages")

    def handle(self, *args: object, file: str, language: str, **options: object) -> None:
        if hasattr(self.stdout, "reconfigure"):
            # a lone surrogate written as \udc80 is still valid JSON
            self.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        refused = False
        if file != "-" and not os.access(file, os.R_OK):
            raise CommandError(f"Không đọc được {file}. / {file} cannot be read.")
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as lines:
            for line in lines:
                answer, is_scored = answer_to(line, language)
                refused |= not is_scored
                self.stdout.write(answer)
                self.stdout.flush()
        if refused:
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
