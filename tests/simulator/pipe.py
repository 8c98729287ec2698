"""The phones of an evening: one program of node that runs their scripts."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).with_name("phones.mjs")

Changed = Sequence[tuple[str, str, str]]
"""A script, words of it, and what stands in their place."""


class Pipe:
    """Says what happens on the phones, and hears what they ask for."""

    def __init__(self, node: "subprocess.Popen[str]") -> None:
        self.node = node

    def say(self, what: str, now: float, **event: Any) -> Any:
        """What the phones ask for since, each with an `id`; of "show" what is seen of a page."""
        assert self.node.stdin
        assert self.node.stdout
        message = {"what": what, "now": round(now * 1000), **event}
        self.node.stdin.write(json.dumps(message) + "\n")
        self.node.stdin.flush()
        line = self.node.stdout.readline()
        if not line:
            raise RuntimeError(f"the phones stopped at {what} {event.get('page', '')}")
        return json.loads(line)


@contextmanager
def phones() -> Iterator[Pipe]:
    """Run the phones until the end of this: one evening, since node keeps each page that it had."""
    node = shutil.which("node")
    assert node, "the phones need node"
    words = [node, "--experimental-vm-modules", "--no-warnings", str(PROGRAM)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as run:
        try:
            yield Pipe(run)
        finally:
            run.kill()
