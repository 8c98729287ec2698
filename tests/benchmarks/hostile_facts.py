"""Milliseconds a KiB of JSON in which facts hold far more than any table could tell.

python -m tests.benchmarks.hostile_facts
"""

import json
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from scoring import RULE_SETS, RefusedError, score
from tests.scoring.hostile_facts import HOSTILE

SIZES = (200, 2_000, 20_000, 200_000)
TIMES = 20


def cost(rules: str, facts: dict[str, Any]) -> float:
    """Milliseconds of a core until the facts are refused."""
    start = process_time()
    for _ in range(TIMES):
        try:
            score(rules, facts)
        except RefusedError:
            continue
    return (process_time() - start) * 1000 / TIMES


def lines() -> Iterator[str]:
    for name, (rules, made) in HOSTILE.items():
        yield f"{rules}, {name}: " + ", ".join(line(rules, made, size) for size in SIZES)


def line(rules: str, made: Callable[[int], dict[str, Any]], size: int) -> str:
    facts = made(size)
    spent, length = cost(rules, facts), len(json.dumps(facts)) / 1024
    return f"{size:,}: {spent:.2f} ms, {spent / length:.4f} ms/KiB"


if __name__ == "__main__":
    assert RULE_SETS
    print(*lines(), sep="\n")
