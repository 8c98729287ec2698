"""A node of the service that can be killed and started again on the port it had."""

from contextlib import ExitStack
from pathlib import Path

from tests.running.ports import free_port
from tests.running.server import Server, serving


class Node:
    def __init__(self, data: Path, **environment: str) -> None:
        data.mkdir()
        self.data, self.environment = data, environment
        self.port = free_port()
        self.running = ExitStack()
        self.server = self.start()

    def start(self) -> Server:
        words = ("--port", str(self.port), "--https-port", "-1")
        return self.running.enter_context(serving(self.data, *words, **self.environment))

    def kill(self) -> None:
        """Kill all of its processes."""
        self.running.close()
