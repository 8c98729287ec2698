"""Scripts and style sheets made short: without comments and spaces, with short names inside.

A process of its own does it: the library runs threads that a server which forks must not have.
Where no wheel of it exists (macOS on ARM), names stay as they are.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

TYPES = {".css": "text/css", ".js": "application/javascript"}
WITH_NAMES_KEPT = {".css": cssmin, ".js": jsmin}
NEWEST = {"js-version": 2020}
"""No words of the language that the oldest browsers with scripts lack."""


def shorten(files: Mapping[str, str]) -> dict[str, str]:
    """Files by name, each as short as this system can make it."""
    if not find_spec("minify"):
        return {name: WITH_NAMES_KEPT[Path(name).suffix](text) for name, text in files.items()}
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    done = subprocess.run(
        command, input=json.dumps(files), capture_output=True, check=True, text=True
    )
    return dict(json.loads(done.stdout))


def main() -> None:
    """Shorten the files that come as JSON."""
    import minify

    minify.config(NEWEST)
    short = {
        name: minify.string(TYPES[Path(name).suffix], text)
        for name, text in json.load(sys.stdin).items()
    }
    json.dump(short, sys.stdout)
