"""Static files: joined, hashed, compressed once, collected again only when one has changed."""

import hashlib
import posixpath
import re
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

JOINED: dict[str, tuple[str, ...]] = {
    "ledger/pages.css": ("ledger/tokens.css", "ledger/app.css"),
    "ledger/htmx.js": ("django_htmx/htmx-4.min.js", "django_htmx/ext/hx-sse-4.min.js"),
}
"""What a page asks for as one file, and the files it is put together from, in order.

On a café's network every request of a first visit is felt, and every byte. So one of our modules
comes with all that it imports, and without comments. Nothing is renamed: an error reads like the
line it came from.
"""

SHORTENED: dict[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}
"""What leaves out the comments and spaces of a file, by its suffix."""

IMPORT = re.compile(r"""^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";$""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|function|async function) (\w+))", re.MULTILINE)


def imported_path(importer: str, path: str) -> str:
    """The name of a static file that another one imports by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def modules(name: str, read: Callable[[str], str]) -> dict[str, str]:
    """The sources of a module and of all it imports, each after those that it imports."""
    source = read(name)
    found: dict[str, str] = {}
    for _names, path in IMPORT.findall(source):
        found |= modules(imported_path(name, path), read)
    return found | {name: source}


def joined_module(name: str, read: Callable[[str], str]) -> str:
    """A module and all it imports as one file, in which each keeps its names to itself."""
    sources = modules(name, read)
    if len(sources) == 1:
        return sources[name]
    return "\n".join(["const modules = {};", *map(_as_function, sources, sources.values())])


def _as_function(name: str, source: str) -> str:
    def given(match: re.Match[str]) -> str:
        names, path = match.groups()
        return f'const {names} = modules["{imported_path(name, path)}"];' if names else ""

    exported = ", ".join(EXPORT.findall(source))
    text = EXPORT.sub("", IMPORT.sub(given, source)).replace("export {};", "")
    return f'modules["{name}"] = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();'


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
            joined = self._joined(paths)
            for name, text in joined.items():
                self.delete(name)
                self.save(name, ContentFile(SHORTENED[Path(name).suffix](text).encode()))
            paths |= {name: (self, name) for name in joined}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _joined(self, paths: dict[str, Any]) -> dict[str, str]:
        """The text of each file that pages ask for as one."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        scripts = [name for name in paths if name.startswith("ledger/") and name.endswith(".js")]
        files = {name: "\n".join(map(read, parts)) for name, parts in JOINED.items()}
        return files | {name: joined_module(name, read) for name in scripts}

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
