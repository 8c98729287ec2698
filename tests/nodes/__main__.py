"""The story at length, with figures: python -m tests.nodes [KILLS] [SEED]."""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.nodes.story import KINDS, Report, play, stage


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    kinds = [KINDS[number % len(KINDS)] for number in range(kills)]
    random.Random(seed).shuffle(kinds)
    print("seed", seed, flush=True)
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder)) as actors:
        began = time.monotonic()
        report = play(*actors, kinds, seed=seed)
        minutes = (time.monotonic() - began) / 60
        print(f"{kills} kills in {minutes:.0f} min:", *lines(report), sep="\n  ", flush=True)
        actors[0].becomes_whole()
        actors[0].change(synchronous=False)
        control = play(*actors, ["machine", "database"], seed=seed, aim=1)
        print("control, synchronous_mode false:", *lines(control), sep="\n  ", flush=True)
    return int((report.is_right, bool(control.lost)) != (True, True))


def lines(report: Report) -> list[str]:
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(report.answers.items()))
    before, after = max(report.delays[:3]), max(report.delays[3:])
    return [
        f"{report.sent} rounds sent, {report.saved} answered as saved",
        f"before {sum(kill.cut for kill in report.kills)} of the kills nothing reached the copies"
        f" for a second, and {report.cancelled} COMMITs were told to wait no longer",
        f"{report.lost} lost, {report.doubled} doubled",
        f"answers: {answers}; refused rightly: {report.refused_rightly}",
        *pauses(report),
        f"the other node told of a round within {before:.2f} s before, {after:.2f} s after",
        f"check_ledger: {report.differences.strip() or 'no differences'}",
    ]


def pauses(report: Report) -> list[str]:
    """The longest time without a saved round, by what was killed."""
    by_kind: dict[str, list[float]] = {}
    for kill, gap in zip(report.kills, report.gaps, strict=True):
        by_kind.setdefault(f"{kill.kind}{' of the leader' * kill.led}", []).append(gap)
    by_kind["anything"] = list(report.gaps)
    return [
        f"{len(gaps)} × {kind}: nothing saved for at most {max(gaps):.1f} s,"
        f" mostly {statistics.median(gaps):.1f} s"
        for kind, gaps in sorted(by_kind.items())
    ]


if __name__ == "__main__":
    sys.exit(main())
