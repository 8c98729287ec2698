"""A cap on the connections of one address, before they take the places of others."""

import os
import socket
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import sleep

from ledger.common.lan import network

MOST = 64
"""Connections of one address; whoever sits at a table has an address of his own."""
PAUSE, CALM_PAUSE = 0.005, 0.25
"""Seconds between two looks, after one that found too many and after one that did not."""

OPEN = next(filter(os.path.isdir, ("/proc/self/fd", "/dev/fd")), "")
"""Where a system lists the open files of who asks; a bare /dev has no list."""

File = tuple[int, int]
"""The number of an open file, and what tells it from the next one with that number."""


def keep_out_crowds(ports: Collection[int | None], apart: Collection[str]) -> None:
    """Look at this process's connections again and again, in a thread.

    Addresses `apart` are proxies' and this machine's own: many people come from there.
    """
    Thread(target=_look_on, args=(ports, apart), daemon=True).start()


def _look_on(ports: Collection[int | None], apart: Collection[str]) -> None:
    known: dict[File, str] = {}
    while True:
        sleep(PAUSE if _look(known, ports, apart) else CALM_PAUSE)


def _look(known: dict[File, str], ports: Collection[int | None], apart: Collection[str]) -> bool:
    """Take in what has come to our ports and end what is too much of it; whether anything was."""
    present = _open_files()
    for file in known.keys() - present:
        del known[file]
    count = Counter(known.values())
    surplus = False
    for file in present - known.keys():
        with suppress(OSError, IndexError), _connection(file[0]) as other:  # else it is none
            if other.getsockname()[1] in ports:
                known[file] = who = network(other.getpeername()[0])
                count[who] += 1
                if count[who] > MOST and who not in apart:
                    other.shutdown(socket.SHUT_RDWR)  # the server, whose it is, closes it then
                    surplus = True
    return surplus


@contextmanager
def _connection(number: int) -> Iterator[socket.socket]:
    """A connection, to be looked at where it is; raises OSError for any other file.

    Nothing is opened or closed: a process that closes any copy of a file loses all its locks on
    it, and SQLite would write beside its own database.
    """
    connection = socket.socket(fileno=number)
    try:
        yield connection
    finally:
        connection.detach()


def _open_files() -> set[File]:
    files = set()
    for number in map(int, os.listdir(OPEN)):
        with suppress(OSError):
            files.add((number, os.fstat(number).st_ino))
    return files
