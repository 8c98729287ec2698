"""Whatever is done, while the n-th call of the system that it makes is refused.

python -m tests.stories.failing_calls WAL                          everything, each call
python -m tests.stories.failing_calls WAL record void              each call of these
python -m tests.stories.failing_calls WAL --sample 100 --seed 7    some of them
python -m tests.stories.failing_calls WAL record EIO once 17       one
"""

import os
import sys
from argparse import ArgumentParser
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory


def prepare(folder: Path, journal: str) -> None:
    """Set up the service with this data folder, and the SQLite that keeps such a journal."""
    os.environ.pop("DATABASE_URL", None)
    os.environ |= {"DATA_DIR": str(folder), "LOG_LEVEL": "CRITICAL"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    if journal == "DELETE":
        sys.modules["pysqlite3"] = None  # type: ignore[assignment]
    import django
    import sqlparse

    django.setup()
    sqlparse.parse = cache(sqlparse.parse)  # a check of the guards reads the same tables each time
    from django.conf import settings

    settings.STATIC_ROOT = folder.parent / "static"
    settings.STATIC_ROOT.mkdir()
    settings.API_WRITES = settings.API_OPENINGS = (1_000_000, 3600)


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.stories.failing_calls", description=__doc__)
    parser.add_argument("journal", choices=("WAL", "DELETE"))
    parser.add_argument("words", nargs="*", help="what is done; or a case: what, how, number")
    parser.add_argument("--sample", type=int, help="so many by chance, not all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fault", default="")
    asked = parser.parse_args()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve() / "data"
        prepare(folder, asked.journal)
        from tests.stories.failing_calls.plan import Plan

        return Plan(folder, asked).run()


if __name__ == "__main__":
    sys.exit(main())
