"""Playing evenings, each on books of its own."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.cache import caches
from django.db import connection
from django.test import override_settings
from django.urls import resolve

from tests.databases import SqliteDatabases, connected_to
from tests.simulator.evening import Evening
from tests.simulator.judge import wrongs
from tests.simulator.pipe import Changed, phones
from tests.simulator.story import run
from tests.simulator.virtual import virtual

STEPS = (5, 8, 12, 16, 30)
"""How much may be done in an evening; what goes wrong by chance does so in short ones, too."""

LIMITS = ("API_WRITES", "API_OPENINGS", "API_WRONG_KEYS")

MEMORY = Path("/dev/shm")
"""Where a disk is only remembered: what is asked of a real one is another test's."""


@contextmanager
def books_of_tests() -> Iterator[SqliteDatabases]:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield SqliteDatabases(Path(folder))


@contextmanager
def undisturbed() -> Iterator[None]:
    """No limits of calls an hour, and no lines about answers that an evening is full of."""
    logging.disable(logging.ERROR)
    try:
        with override_settings(**dict.fromkeys(LIMITS, (10**9, 3600))):
            yield
    finally:
        logging.disable(logging.NOTSET)


def play(seed: int, books: SqliteDatabases, changed: Changed = ()) -> tuple[Evening, list[str]]:
    """One evening, and all that is wrong with it in words; what stops it is wrong, too."""
    for cache in caches.all():
        cache.clear()
    resolve("/")  # views draw a name for their process as they are imported
    with books.fresh() as url, connected_to(url), undisturbed(), phones() as pipe:
        evening = Evening(seed, pipe, changed)
        with virtual(seed, evening.clock):
            try:
                run(evening, evening.rng.choice(STEPS))
                wrong = list(wrongs(evening))
            except Exception as problem:
                wrong = [f"{type(problem).__name__}: {problem}"]
                evening.trace.append(traceback.format_exc())
        connection.close()
    return evening, wrong
