"""An evening of many tables at a plausible pace, and what the service holds meanwhile.

    python -m tests.benchmarks.soak [MINUTES] [PHONES] [WORKERS]

On the empty database that DATABASE_URL names, else on a SQLite file of its own. Each minute a line:
memory (RSS and PSS of all processes, in MiB), open files, sockets, threads, connections to the
database, files and MiB in the data folder; at the end what changes in an hour, from the second
quarter on, and what is left once all phones are gone.
"""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.running.guests import Guests, Pace, evening, open_tables
from tests.running.processes import MEBIBYTE, Usage, connected
from tests.running.server import Server, manage, serving, until
from tests.running.viewers import processor_time, workers

PHONES_OF_A_TABLE = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """What is held at one moment; memory in MiB."""

    rss: float
    pss: float
    files: int
    """Open files that are no sockets."""
    sockets: int
    """A phone that follows has one."""
    threads: int
    database: int
    """Connections to the database."""
    folder: int
    """Files in the data folder."""
    size: float
    """MiB in the data folder."""

    @classmethod
    def of(cls, server: Server, data: Path, url: str) -> "Sample":
        usage = Usage.by(server.process.pid)
        inside = [each.stat().st_size for each in data.iterdir() if each.is_file()]
        return cls(
            round(usage.rss / MEBIBYTE, 1),
            round(usage.pss / MEBIBYTE, 1),
            usage.files - usage.sockets,
            usage.sockets,
            usage.threads,
            connections(url) if url else usage.connections,
            len(inside),
            round(sum(inside) / MEBIBYTE, 1),
        )

    def __str__(self) -> str:
        return " ".join(f"{getattr(self, name):>8}" for name in NAMES)


NAMES = tuple(Sample.__dataclass_fields__)


def connections(url: str) -> int:
    """How many connections PostgreSQL has to this database, but the one that asks."""
    import psycopg

    count = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(url) as asking:
        row = asking.execute(count).fetchone()
    return int(row[0]) if row else 0


def slope(values: list[float], apart: float) -> float:
    """What one of them becomes more by in an hour, by least squares; `apart` is in seconds."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    weights = [place - middle for place in range(len(values))]
    over = sum(weight**2 for weight in weights) or 1
    rise = sum(weight * (value - mean) for weight, value in zip(weights, values, strict=True))
    return rise / over * 3600 / apart


def main(minutes: float, phones: int, number: str) -> int:
    url = os.environ.get("DATABASE_URL", "")
    own = {"API_LIMIT_FACTOR": "1000"} | ({"DATABASE_URL": url} if url else {})
    with TemporaryDirectory() as folder:
        data = Path(folder)
        with serving(data, "--workers", number, **own) as server:
            right = watch(server, data, url, minutes, phones)
        checked = manage(data, "check_ledger", **own)
        print(checked.stdout.strip(), checked.stderr.strip())
    return int(not right or checked.returncode != 0)


def watch(server: Server, data: Path, url: str, minutes: float, phones: int) -> bool:
    """Whether every phone was answered, and nothing but memory differs once all have left."""
    tables = open_tables(server, max(1, phones // PHONES_OF_A_TABLE))
    with evening(server, tables, phones, Pace(round=5, stay=5, away=5, look=5)) as guests:
        assert until(lambda: guests.done["followed"] >= phones)
    assert until(lambda: not connected(server.port))
    before, apart = Sample.of(server, data, url), min(60.0, minutes * 60 / 4)
    print("minute", *(f"{name:>8}" for name in NAMES))
    print(f"{'before':6} {before}", flush=True)
    samples: list[Sample] = []
    used, began = of_a_core(server), time.monotonic()
    with evening(server, tables, phones, Pace()) as guests:
        while time.monotonic() - began < minutes * 60:
            time.sleep(apart)
            samples.append(Sample.of(server, data, url))
            minute = (time.monotonic() - began) / 60
            print(f"{minute:6.1f} {samples[-1]}  {guests.following} follow", flush=True)
        share = (of_a_core(server) - used) / (time.monotonic() - began) / 100
    assert until(lambda: not connected(server.port))
    after = Sample.of(server, data, url)
    print(f"{'after':6} {after}")
    report(guests, samples, apart, share)
    counted = ("files", "sockets", "threads", "database")
    same = all(getattr(before, name) == getattr(after, name) for name in counted)
    return same and not guests.failed


def of_a_core(server: Server) -> int:
    """Hundredths of a second that the processes have used."""
    return sum(map(processor_time, [server.process.pid, *workers(server)]))


def report(guests: Guests, samples: list[Sample], apart: float, share: float) -> None:
    later = samples[len(samples) // 4 :]
    for name in NAMES:
        values = [float(getattr(each, name)) for each in samples]
        rise = slope([float(getattr(each, name)) for each in later], apart)
        print(
            f"{name}: first {values[0]:g}, last {values[-1]:g}, between {min(values):g} and"
            f" {max(values):g}; {rise:+.1f} an hour"
        )
    print(f"phones did {dict(guests.done)}; failed: {dict(guests.failed)}")
    print(f"the service used {share:.0%} of a core")


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    sys.exit(main(float(words.get(1, "30")), int(words.get(2, "200")), words.get(3, "1")))
