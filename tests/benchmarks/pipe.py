"""Pipes random rounds through ``manage.py score``: all scored, sums zero, memory flat.

python -m tests.benchmarks.pipe [rounds]
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter
from typing import IO

from scoring import RULE_SETS
from tests.random_rounds import deal

ROOT = Path(__file__).resolve().parents[2]
MEASURED = """
import resource, runpy, sys
sys.argv = ["manage.py", "score"]
try:
    runpy.run_path("manage.py", run_name="__main__")
except SystemExit as end:
    status = end.code or 0
else:
    status = 0
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
raise SystemExit(status)
"""


@dataclass(frozen=True, slots=True)
class Piped:
    """What came out: lines, how many were scored with a zero sum, peak memory, time, status."""

    lines: int
    balanced: int
    peak_kib: int
    seconds: float
    status: int


def lines(name: str, rounds: int) -> Iterator[str]:
    """Random rounds as lines of input."""
    rng = Random(rounds)
    for number in range(rounds):
        seats = rng.sample(range(1, 9), rng.choice((2, 3, 4)))
        facts = deal(name, rng, seats)
        yield json.dumps({"id": number, "rules": name, "facts": facts}) + "\n"


def pipe(name: str, rounds: int) -> Piped:
    """Run them all through one process."""
    start = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURED],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    writer = Thread(target=_write, args=(process.stdin, lines(name, rounds)))
    writer.start()
    balances = [_balances(line, number) for number, line in enumerate(process.stdout)]
    writer.join()
    peak = int(process.stderr.read().split()[-1])
    return Piped(len(balances), sum(balances), peak, perf_counter() - start, process.wait())


def _write(stream: IO[str], lines: Iterator[str]) -> None:
    with stream:
        stream.writelines(lines)


def _balances(line: str, number: int) -> bool:
    answer = json.loads(line)
    sums = sum(Decimal(units) for units in answer.get("net", {"": "1"}).values())
    return answer["id"] == number and sums == 0


def main() -> None:
    rounds = int([*sys.argv[1:], "100000"][0])
    for name in RULE_SETS:
        few, many = pipe(name, rounds // 10), pipe(name, rounds)
        assert few.balanced == few.lines == rounds // 10
        assert many.balanced == many.lines == rounds
        print(
            f"{name}: {many.lines:,} lines, all scored, all sums zero, status {many.status}, "
            f"{many.seconds:.1f} s; peak {few.peak_kib / 1024:.1f} MiB at {few.lines:,} lines, "
            f"{many.peak_kib / 1024:.1f} MiB at {many.lines:,}"
        )


if __name__ == "__main__":
    main()
