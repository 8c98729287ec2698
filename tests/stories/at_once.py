"""Several threads of one test at the same moment, each with a connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import TypeVar

import pytest
from django.db import connection

from ledger.database import transactions
from ledger.models import Session

Answer = TypeVar("Answer")
WRITERS = 8


def together(tasks: Sequence[Callable[[], Answer]]) -> list[Answer | Exception]:
    """Run the tasks at the same moment, one thread each; what each answered or raised."""
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], Answer]) -> Answer | Exception:
        start.wait()
        try:
            return task()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def unlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes reads the session from now on, and holds nothing."""
    monkeypatch.setattr(transactions, "turn", nullcontext)
    monkeypatch.setattr(transactions, "locked", lambda id: Session.objects.get(pk=id))
