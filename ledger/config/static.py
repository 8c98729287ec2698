"""Static files: joined, hashed, compressed once, collected again only when one has changed."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = ["select2*", "gis", "redoc", "rest_framework"]
"""Parts of the admin and of the API's docs that nobody asks for; compressing them takes seconds."""

DOCS = "drf_spectacular_sidecar/"

_TAPS = sorted(path.name for path in Path(__file__).parent.glob("../static/ledger/taps/*.js"))
_TABLE = ("ledger/keep.js", "ledger/round.js")
_AFTER = ("ledger/kept.js", "ledger/waiting.js", "ledger/awake.js", "ledger/live.js")

JOINED: dict[str, tuple[str, ...]] = {
    "ledger/pages.css": ("ledger/tokens.css", "ledger/app.css"),
    "ledger/htmx.js": (
        "django_htmx/htmx-4.min.js",
        "django_htmx/ext/hx-sse-4.min.js",
        "ledger/replace.js",
    ),
    "ledger/home.js": ("ledger/keep.js", "ledger/open.js"),
    "ledger/follow.js": ("ledger/awake.js", "ledger/live.js"),
    "ledger/table/watch.js": (*_TABLE, *_AFTER),
} | {
    f"ledger/table/{taps}": (*_TABLE, f"ledger/taps/{taps}", "ledger/picker.js", *_AFTER)
    for taps in _TAPS
}
"""What a page asks for as one file, and the files it is put together from, in order.

On a café's network every request of a first visit is felt, and every byte: comments and
spaces stay here. Nothing is renamed, so that an error reads like the line it came from. Our
own files stand first, for the "use strict" of the first one holds for the whole.
"""

SHORTENED: dict[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}
"""What leaves out the comments and spaces of a file, by its suffix."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, so a phone never asks for the same file twice."""

    def stored_name(self, name: str) -> str:
        """The hashed name; a file nobody has collected yet keeps its own, as in tests."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Joins what pages ask for as one, then hashes and compresses that like the rest."""
        if not dry_run:
            paths |= {name: (self, name) for name in JOINED}
            for name, parts in JOINED.items():
                self._join(name, parts)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _join(self, name: str, parts: tuple[str, ...]) -> None:
        """Each part under its name."""
        shortened = SHORTENED[Path(name).suffix]
        texts = [
            f"/* {part} */\n{shortened(Path(self.path(part)).read_text('utf-8'))}" for part in parts
        ]
        self.delete(name)
        self.save(name, ContentFile("\n".join(texts).encode()))

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """All but what only the API's docs load: a quick first start is worth more."""
        mine = {path for path in paths if not path.startswith(DOCS)}
        yield from super().compress_files(mine)


def collect_static() -> bool:
    """Collect, hash and compress the static files; False where nothing has changed."""
    stamp = settings.STATIC_ROOT / "stamp"
    wanted = _fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(wanted)
    return True


def _fingerprint() -> str:
    """Changes whenever a static file does."""
    digest = hashlib.sha256(f"{UNUSED} {JOINED}".encode())
    for line in sorted(_sources()):
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            found = Path(storage.path(name)).stat()
            yield f"{name}\0{storage.path(name)}\0{found.st_size}\0{found.st_mtime_ns}\n"
