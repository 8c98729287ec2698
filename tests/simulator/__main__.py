"""Play evenings: `python -m tests.simulator SEED [FAULT]`, or FIRST-LAST for many of them.

Of one evening all is told that happened; of many, what went wrong. Many go on where they ended,
with a file that keeps how far they are: `python -m tests.simulator 1-20000 --kept FILE`.
"""

import argparse
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator")
    parser.add_argument("seeds", help="of one evening, or FIRST-LAST")
    parser.add_argument("fault", nargs="?", default="", help="named in tests/simulator/faults.py")
    parser.add_argument("--kept", type=Path, help="a file with the seeds that are played")
    return parser.parse_args()


def main() -> int:
    import django

    django.setup()
    from tests.simulator.faults import FAULTS, Fault
    from tests.simulator.play import books_of_tests, play

    words = asked()
    first, _dash, last = words.seeds.partition("-")
    fault = FAULTS[words.fault] if words.fault else Fault()
    played = words.kept.read_text().split() if words.kept and words.kept.exists() else []
    begin = max(int(first), int(played[-1]) + 1 if played else 0)
    wrong_seeds, rounds = 0, 0
    with books_of_tests() as books, fault.planted():
        for seed in range(begin, int(last or first) + 1):
            evening, wrong = play(seed, books, fault.scripts)
            wrong_seeds, rounds = wrong_seeds + bool(wrong), rounds + len(evening.typed)
            lines = [f"{seed} is wrong: {each}" for each in wrong]
            print("\n".join([*([] if last else evening.trace), *lines]), flush=True)
            if words.kept:
                with words.kept.open("a") as file:
                    file.write(f"{seed}\n")
    spent = time.process_time()
    print(f"{first}-{last}: {rounds} rounds typed, {wrong_seeds} evenings wrong, {spent:.0f} s")
    return bool(wrong_seeds)


if __name__ == "__main__":
    sys.exit(main())
