"""Rounds scored in a second on one core, for each rule set: the median of several runs.

python -m tests.benchmarks.rounds [rounds] [runs]
"""

import gc
import sys
from random import Random
from statistics import median
from time import process_time
from typing import Any

from scoring import RULE_SETS, score
from tests.random_rounds import deal


def dealt(name: str, rounds: int) -> list[dict[str, Any]]:
    """Random rounds of two to four players."""
    rng = Random(2026)
    tables = [rng.sample(range(1, 9), rng.choice((2, 3, 4, 4, 4))) for _ in range(rounds)]
    return [deal(name, rng, seats) for seats in tables]


def rounds_per_second(name: str, facts: list[dict[str, Any]]) -> float:
    """Score all of them once: reading, checks, transfers, outcome."""
    start = process_time()
    for each in facts:
        score(name, each)
    return len(facts) / (process_time() - start)


def main() -> None:
    rounds, runs = (int(each) for each in [*sys.argv[1:], "20000", "5"][:2])
    for name in RULE_SETS:
        facts = dealt(name, rounds)
        gc.collect()
        gc.freeze()  # the rounds that wait are the benchmark's, not the scoring's
        speeds = [rounds_per_second(name, facts) for _ in range(runs)]
        print(f"{name}: {median(speeds):,.0f} rounds/s (median of {runs} × {rounds:,})")


if __name__ == "__main__":
    main()
