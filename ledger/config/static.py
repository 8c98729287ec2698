"""Static files: joined, hashed, compressed once, collected again only when one has changed."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find, get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = ["select2*", "gis", "redoc", "rest_framework"]
"""Parts of the admin and of the API's docs that nobody asks for; compressing them takes seconds."""

DOCS = "drf_spectacular_sidecar/"

TABLE = ("tokens", "base", "page", "lines", "console", "panel", "picker", "sizes")
BOARD = ("tokens", "base", "lines", "board")
"""The style sheets of the table page and of the board, in order."""

JOINED: dict[str, tuple[str, ...]] = {
    "ledger/table.css": tuple(f"ledger/table/{part}.css" for part in TABLE),
    "ledger/board.css": tuple(f"ledger/table/{part}.css" for part in BOARD),
    "ledger/lists.css": ("ledger/table/tokens.css", "ledger/table/base.css", "ledger/list.css"),
    "ledger/own_hand.css": ("ledger/table/picker.css", "ledger/hand.css"),
}
"""What a page asks for as one file, and the files it is put together from, in order."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, so a phone never asks for the same file twice."""

    def stored_name(self, name: str) -> str:
        """The hashed name; a file nobody has collected yet keeps its own, as in tests."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name

    def text(self, name: str) -> str:
        """A script with all it imports, or a style sheet, as pages get it."""
        if (stored := self.stored_name(name)) != name:
            with self.open(stored) as file:
                return str(file.read().decode())

        def read(name: str) -> str:
            return Path(str(find(name))).read_text(encoding="utf-8")

        is_script = name.endswith(".js")
        return shorten({name: _joined([name], read)[name] if is_script else read(name)})[name]

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Join what pages ask for as one, then hash and compress that like the rest."""
        joined = self._joined(paths)
        for name, text in shorten(joined).items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(paths | {name: (self, name) for name in joined}, **options)

    def _joined(self, paths: dict[str, Any]) -> dict[str, str]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        scripts = [name for name in paths if name.startswith("ledger/") and name.endswith(".js")]
        files = {name: "\n".join(map(read, parts)) for name, parts in JOINED.items()}
        return files | _joined(scripts, read)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """All but what only the API's docs load: a quick first start is worth more."""
        yield from super().compress_files({path for path in paths if not path.startswith(DOCS)})


def _joined(names: Iterable[str], read: Callable[[str], str]) -> dict[str, str]:
    from ledger.config.scripts import joined_scripts  # who only serves needs no parser

    return joined_scripts(names, read)


def shorten(files: Mapping[str, str]) -> dict[str, str]:
    """Scripts and style sheets without comments and spaces, with short names inside.

    They stay as they are where no wheel of the library exists (macOS). It runs threads, which a
    server that forks must not have: who collects for one does it in a process that ends.
    """
    if not find_spec("minify"):
        return dict(files)
    import minify

    minify.config({"js-version": 2020})  # no words that the oldest browsers with scripts lack
    kinds = {"css": "text/css", ".js": "application/javascript"}
    return {name: minify.string(kinds[name[-3:]], text) for name, text in files.items()}


def collect_static() -> None:
    """Collect, hash and compress the static files where any has changed."""
    stamp, wanted = settings.STATIC_ROOT / "stamp", _fingerprint()
    if not stamp.is_file() or stamp.read_text() != wanted:
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
        stamp.write_text(wanted)


def _fingerprint() -> str:
    """Changes whenever a static file does."""
    paths = (storage.path(name) for finder in get_finders() for name, storage in finder.list([]))
    files = [(path, os.stat(path).st_mtime_ns) for path in sorted(paths)]
    return hashlib.sha256(repr((UNUSED, JOINED, files)).encode()).hexdigest()
