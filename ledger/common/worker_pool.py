"""Work shared among processes, which end with the one that began them.

It imports nothing that Django must be set up for.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

import django

STOP_SIGNALS = signal.SIGINT, signal.SIGTERM
"""What asks a process of the service to stop: a Ctrl-C, and whoever supervises it."""

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


def shared(
    work: Callable[[Piece], Answer], pieces: Iterable[Piece], processes: int
) -> Iterator[Answer]:
    """What `work` makes of each piece, in order; BrokenProcessPool where a process is killed.

    The processes read the database that the settings name, and what is committed there.
    """
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin) as pool:
        yield from pool.map(work, pieces)


def _begin() -> None:
    stop_with_parent()
    django.setup()


def stop_with_parent() -> None:
    """Stop this process once the one that started it is gone, whatever ended that.

    A process whose parent was killed would wait for work for ever, a worker of the service
    would keep the door and the old program.
    """
    parent = parent_process()
    if parent is not None:
        Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    signal.alarm(30)  # ends one, too, that is stuck and hears nothing else
    os.kill(os.getpid(), signal.SIGTERM)
