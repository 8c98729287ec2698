"""A way to a server that holds event streams back: none of their bytes arrives before their end.

Everything else passes as it is, one request a connection.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

END = b"\r\n\r\n"
STREAM = b"content-type: text/event-stream"
PIECE = 64 * 1024


@dataclass
class Tunnel:
    """`holds` streams back, their heads too unless it `passes_heads`; `cut`, nothing passes."""

    server: int
    holds: bool = True
    passes_heads: bool = False
    cut: bool = False
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("", 0)))
    open: set[socket.socket] = field(default_factory=set)

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def run(self) -> None:
        """Take connections until it is closed."""
        with suppress(OSError):
            while True:
                phone, _address = self.listener.accept()
                threading.Thread(target=self._serve, args=(phone,), daemon=True).start()

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.cut_off()

    def cut_off(self) -> None:
        """End all that is open, and let nothing more through."""
        self.cut = True
        for each in tuple(self.open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _serve(self, phone: socket.socket) -> None:
        with phone, suppress(OSError):
            if self.cut:
                return
            with socket.create_connection(("localhost", self.server)) as server:
                self.open |= {phone, server}
                asked = _head(phone)
                server.sendall(asked.replace(b"keep-alive", b"close"))
                threading.Thread(target=_pass, args=(phone, server), daemon=True).start()
                self._answer(server, phone)
                self.open -= {phone, server}

    def _answer(self, server: socket.socket, phone: socket.socket) -> None:
        answer = _head(server)
        if STREAM not in answer.lower() or not self.holds:
            phone.sendall(answer)
            _pass(server, phone)
            return
        head, _end, body = answer.partition(END)
        if self.passes_heads:
            phone.sendall(head + END)
            answer = body
        while piece := server.recv(PIECE):
            answer += piece
        if not self.cut:
            phone.sendall(answer)
        # To close it would not end it while another thread reads from it.
        phone.shutdown(socket.SHUT_RDWR)


def _head(source: socket.socket) -> bytes:
    """What came up to the end of the headers, and what of the body came with it."""
    read = b""
    while END not in read and (piece := source.recv(PIECE)):
        read += piece
    return read


def _pass(source: socket.socket, target: socket.socket) -> None:
    """Hand on every byte until the source ends or the target is gone."""
    with suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def tunnel_to(server: int) -> Iterator[Tunnel]:
    """A tunnel to the server at this port of this machine."""
    tunnel = Tunnel(server)
    threading.Thread(target=tunnel.run, daemon=True).start()
    yield tunnel
    tunnel.close()
