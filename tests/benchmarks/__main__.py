"""Runs the benchmarks one after the other: python -m tests.benchmarks [short]."""

import subprocess
import sys

WHOLE = {
    "rounds": (),
    "posting": ("1000000",),
    "recording": (),
    "depth": ("10", "1000", "10000"),
    "pages": ("10", "1000", "10000"),
    "exports": (),
}
SHORT = {
    "rounds": ("2000", "3"),
    "posting": ("20000", "50", "3"),
    "recording": ("1", "20", "3"),
    "depth": ("10", "1000"),
    "pages": ("10", "200"),
    "exports": ("2500", "5000"),
}


def main(chosen: dict[str, tuple[str, ...]]) -> int:
    failed = 0
    for name, words in chosen.items():
        print(f"— {name}", flush=True)
        command = [sys.executable, "-m", f"tests.benchmarks.{name}", *words]
        failed |= subprocess.run(command, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(SHORT if "short" in sys.argv[1:] else WHOLE))
