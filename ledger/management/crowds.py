"""A cap on the connections of one address, before they take the places of others."""

import os
import socket
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from threading import Thread
from time import sleep

from ledger.common.lan import network

MOST = 64
"""Connections of one address; whoever sits at a table has an address of his own."""
PAUSE, CALM_PAUSE = 0.005, 0.25
"""Seconds between two looks, after one that found too many and after one that did not."""

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
        with suppress(OSError, IndexError), _copied(file[0]) as copy:  # else it is no connection
            if copy.getsockname()[1] in ports:
                known[file] = who = network(copy.getpeername()[0])
                count[who] += 1
                if count[who] > MOST and who not in apart:
                    copy.shutdown(socket.SHUT_RDWR)  # the server, whose it is, closes it then
                    surplus = True
    return surplus


def _copied(number: int) -> socket.socket:
    """A copy of a connection; another file may have its number by now."""
    copy = os.dup(number)
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise


def _open_files() -> set[File]:
    files = set()
    for number in map(int, os.listdir("/dev/fd")):
        with suppress(OSError):
            files.add((number, os.fstat(number).st_ino))
    return files
