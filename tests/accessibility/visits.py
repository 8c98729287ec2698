"""A real server with an evening played at it, and every page to visit there."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.running.server import PATIENCE, ROOT, environment, serving

LANGUAGES = ("vi", "en")
PLAY = "import django; django.setup(); from tests.accessibility.pages import main; main()"
"""In a process of its own: whoever drives a browser cannot ask the database."""

QUIET = {"DJANGO_SETTINGS_MODULE": "ledger.config.settings", "LOG_LEVEL": "ERROR"}


@dataclass(frozen=True, slots=True)
class Place:
    """One address, and in whose browser."""

    name: str
    address: str
    who: str = "host"


@dataclass(frozen=True, slots=True)
class Visit:
    """Where the server is, every page it has, and the cookies of who opens it."""

    start: str
    places: list[Place]
    cookies: dict[str, dict[str, str]]

    def by_browser(self) -> Iterator[tuple[dict[str, str], str, list[Place]]]:
        """The cookies of somebody with a language, that language, and the pages to open."""
        for who, cookies in self.cookies.items():
            for language in LANGUAGES:
                mine = [place for place in self.places if place.who == who]
                yield cookies | {"django_language": language}, language, mine


@contextmanager
def visit(data: Path, **variables: str) -> Iterator[Visit]:
    """A server on a free port, its database filled with an evening at every game."""
    with serving(data, **variables) as server:
        output = subprocess.run(
            [sys.executable, "-c", PLAY],
            cwd=ROOT,
            env=environment(data, **(QUIET | variables)),
            stdout=subprocess.PIPE,
            text=True,
            timeout=5 * PATIENCE,
            check=True,
        ).stdout
        plan = json.loads(output)
        places = [Place(**each) for each in plan["places"]]
        yield Visit(f"http://localhost:{server.port}", places, plan["cookies"])
