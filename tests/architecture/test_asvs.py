"""The security standard's table names tests that are there, and leaves out no requirement."""

import re

from tests.architecture.source import ROOT

TABLE = (ROOT / "ledger" / "docs" / "asvs.md").read_text()
SHOWN, *OTHERS = re.split(r"^## ", TABLE, flags=re.MULTILINE)[1:]
ROW = re.compile(r"^\| ([0-9][0-9., ]*) \|(.*)\|$", re.MULTILINE)
REQUIREMENTS = 253
"""Of levels 1 and 2 in version 5.0.0."""


def numbers(text: str) -> list[str]:
    return [number for match in ROW.finditer(text) for number in match[1].split(", ")]


def named(text: str) -> set[str]:
    return set(re.findall(r"`(test_\w+)`", text))


def test_every_test_that_the_table_names_is_there() -> None:
    sources = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    sources += (ROOT / "tests" / "api" / "questions.py").read_text()
    there = set(re.findall(r"^ *def (test_\w+)\(", sources, flags=re.MULTILINE))
    assert named(TABLE) - there == set()


def test_every_answer_that_is_shown_names_a_test() -> None:
    assert [row[1] for row in ROW.finditer(SHOWN) if not named(row[2])] == []
    assert not any(named(other) for other in OTHERS)


def test_every_requirement_stands_in_the_table_once() -> None:
    ids = numbers(TABLE)
    assert sorted(number for number in set(ids) if ids.count(number) > 1) == []
    assert len(ids) == REQUIREMENTS
