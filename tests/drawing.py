"""With `--draw` a run takes some by chance of cases that are many and alike, other ones each time.

Without it all are run, and a case that fails is run again by its name.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from uuid import uuid4

import pytest

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
"""The same in all processes of a run, which have to run the same tests."""

Draw = Callable[[Sequence[Any], int], list[Any]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--draw", action="store_true", help="run some of many alike cases, by chance")


def _drawn(name: str, cases: Sequence[Any], most: int) -> list[Any]:
    """At most so many of these cases, in their order."""
    chosen = Random(f"{RUN} {name}").sample(range(len(cases)), min(most, len(cases)))
    return [cases[at] for at in sorted(chosen)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not drawn of a test that is marked `drawn(most)`."""
    if not config.option.draw:
        return
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("drawn"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left: set[pytest.Item] = set()
    for name, of in cases.items():
        (most,) = next(of[0].iter_markers("drawn")).args
        left |= {*of} - {*_drawn(name, of, most)}
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=[*left])


@pytest.fixture
def draw(request: pytest.FixtureRequest) -> Draw:
    """Draws among things inside a test likewise: at most so many of a sequence."""
    if request.config.option.draw:
        return lambda cases, most: _drawn(request.node.nodeid, cases, most)
    return lambda cases, _most: list(cases)
