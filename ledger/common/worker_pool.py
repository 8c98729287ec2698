"""Work of other processes, which end with the one that began them.

It imports nothing that Django must be set up for.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import Pipe, get_context, get_start_method, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

import django
from django.core.management.base import CommandError
from django.utils.module_loading import import_string

STOP_SIGNALS = signal.SIGINT, signal.SIGTERM
"""What asks a process of the service to stop: a Ctrl-C, and whoever supervises it."""

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


def shared(
    work: Callable[[Piece], Answer], pieces: Iterable[Piece], processes: int
) -> Iterator[Answer]:
    """What `work` makes of each piece, in order; BrokenProcessPool where a process is killed.

    The processes read the database that the settings name, and what is committed there. This
    one works alone where a pool cannot be: its semaphores lie in /dev/shm, which Android has not.
    """
    try:
        pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin)
    except (NotImplementedError, OSError):
        yield from map(work, pieces)
        return
    with pool:
        yield from pool.map(work, pieces)


def _begin() -> None:
    stop_with_parent()
    django.setup()


def apart(function: str, seconds: float) -> Iterator[None]:
    """Call the function of this dotted path in a process of its own; yields every so many seconds.

    Raises CommandError as the function does, and EOFError where it ends in any other way. It
    needs no semaphore, and forks only where the system's Python does so by itself: macOS does
    not bear it.
    """
    system = get_context("fork") if get_start_method() == "fork" else get_context("spawn")
    ours, theirs = Pipe(duplex=False)
    process = system.Process(target=_tell, args=(theirs, function), daemon=True)
    with closing(ours):
        with closing(theirs):
            start(process)
        while not ours.poll(seconds):
            yield
        if problem := ours.recv():
            raise problem
    process.join()


def _tell(pipe: Connection, function: str) -> None:
    die_when_told()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    django.setup()
    try:
        pipe.send(import_string(function)())
    except CommandError as problem:
        pipe.send(problem)


def start(process: BaseProcess) -> None:
    """Start it; a terminal's Ctrl-C would end it with a traceback meanwhile, so that is kept."""
    if isinstance(process, SpawnProcess):
        resource_tracker.ensure_running()  # as it begins it lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    process.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def die_when_told() -> None:
    """Let a signal end this process at once, and the end of the one that began it too."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    stop_with_parent()


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
