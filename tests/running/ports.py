"""A port for a program that must be given one, or that starts again on the one it had."""

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
