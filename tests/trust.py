"""What the ledger promises, and the report of how each promise was shown.

A test that shows one has the mark `trust("R4")`; one that breaks what keeps it, and sees that
this is found, has `trust("R4", control=True)`. `pytest -m trust` runs them all, the full ring
too, and ends with a table of what each came to.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.db import connection

PROMISES: Mapping[str, str] = {
    "R1": "the database itself refuses whatever would falsify the journal",
    "R2": "every round that can be dealt is scored exactly, adds up to zero, whoever sits where",
    "R3": "the service, asked over HTTP, never differs from a model of a few lines",
    "R4": "rounds that many phones send at once are recorded once each",
    "R5": "every look at all balances adds up to zero, also while eight people write",
    "R6": "a service that is killed loses no round it called saved, and doubles none",
    "R7": "a power cut loses no round that was called saved",
    "R8": "when the database fails nothing is half written, nor called saved when it is not",
    "R9": "a check of the books finds every kind of damage, and none where there is none",
    "R10": "whichever machine dies, rounds are soon saved again: none is lost, none doubled",
    "R11": "a copy taken while phones record is a moment of the evening",
    "R12": "who saw the book says that it was rewritten, and of an honest one nothing",
    "R13": "whatever goes wrong on a phone, a round ends up recorded exactly once",
    "S2": "nobody reads or writes at an address that is not theirs",
    "S4": "every answer tells browsers what they may load, and no page breaks it",
    "S7": "many who guess keys and passwords at once are let through as often as one may",
    "S8": "nothing that is sent makes the API or a form fail or break the schema",
    "S9": "a name is text wherever it is read, whatever somebody calls himself",
}

Tell = Callable[[str], None]


def sizes(name: str, brief: object, whole: object, *more: object) -> pytest.MarkDecorator:
    """Run a test at each change with `brief`, and in full with `whole`, which takes longer.

    With `more`, which takes minutes, it is run where "long" is asked for.
    """
    small = pytest.param(brief, marks=pytest.mark.brief)
    return pytest.mark.parametrize(name, [small, *_sized(whole, *more)])


def in_full(name: str, whole: object, *more: object) -> pytest.MarkDecorator:
    """Run a test in full with `whole`, and with `more` where "long" is asked for."""
    return pytest.mark.parametrize(name, _sized(whole, *more))


def _sized(whole: object, *more: object) -> list[Any]:
    long = (pytest.mark.full, pytest.mark.long)
    return [
        pytest.param(whole, marks=pytest.mark.full),
        *(pytest.param(each, marks=long) for each in more),
    ]


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Tell:
    """Says in the report what a test came to, in figures."""
    return lambda figure: request.node.user_properties.append(("figure", figure))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Write down what each test shows where it travels to the report, also between processes."""
    for item in items:
        marks = list(item.iter_markers("trust"))
        # The nearest mark speaks: a control among tests that all have the mark is one.
        shown = {id: bool(mark.kwargs.get("control")) for mark in marks[::-1] for id in mark.args}
        if unknown := shown.keys() - PROMISES.keys():
            raise pytest.UsageError(f"{item.nodeid} shows what nobody promised: {unknown}")
        in_full = item.get_closest_marker("full") is not None
        item.user_properties += [("trust", (id, its, in_full)) for id, its in shown.items()]


Line = tuple[str, str]
"""Whether it is a control, in full or at each change; and the test's name."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line for each test that shows something, with its figures, under what it shows."""
    found: dict[str, dict[Line, list[Any]]] = {}
    for report in _reports(terminalreporter.stats):
        for id, control, in_full in (v for name, v in report.user_properties if name == "trust"):
            kind = "control" if control else "shows"
            line = (f"{kind:<7} {'in full' if in_full else 'always'}", _name(report))
            found.setdefault(id, {}).setdefault(line, []).append(report)
    if not found:
        return
    terminalreporter.section(f"trust, on {_engine()}, {os.cpu_count()} processors")
    for id, promise in PROMISES.items():
        if id in found:
            terminalreporter.write_line(f"{id}: {promise}")
            for line, reports in sorted(found[id].items(), reverse=True):
                terminalreporter.write_line("    " + _told(*line, reports))


def _reports(stats: Mapping[str, Sequence[Any]]) -> Iterator[pytest.TestReport]:
    """What each test came to: its own run, or why it did not get there.

    A module that cannot be imported has a report of its own, which shows no promise.
    """
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in stats.get(outcome, ()):
            ran = outcome in ("error", "skipped") or report.when == "call"
            if ran and isinstance(report, pytest.TestReport):
                yield report


def _name(report: Any) -> str:
    return str(report.nodeid.rpartition("::")[2].partition("[")[0])


def _told(kind: str, name: str, reports: Sequence[Any]) -> str:
    """The tests of one name in one line: how many passed, failed or were left out."""
    reports = sorted(reports, key=lambda report: report.nodeid)
    outcomes = [report.outcome for report in reports]
    counts = ", ".join(f"{outcomes.count(each)} {each}" for each in sorted(set(outcomes)))
    outcome = outcomes[0] if len(outcomes) == 1 else counts
    figures = [v for each in reports for name, v in each.user_properties if name == "figure"]
    return f"{kind}  {outcome}  {name}" + "".join(f"\n        {figure}" for figure in figures)


def _engine() -> str:
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    return str(connection.display_name)
