"""Ports of this machine: a free one for who must be given one, and whether one is taken."""

import random
import socket
from contextlib import suppress

PORTS = range(20_000, 32_768)
"""Never given to whoever asks for any port or connects: they would take it meanwhile."""


def free_port() -> int:
    """A port on which nothing listens."""
    for port in random.sample(PORTS, len(PORTS)):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no port is free")


def listens(port: int) -> bool:
    """Whether a program of this machine takes connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
