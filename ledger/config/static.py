"""Static files: hashed, compressed once, and collected again only when one has changed."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from servestatic.storage import CompressedManifestStaticFilesStorage

UNUSED = ["select2*", "gis", "redoc", "rest_framework"]
"""Parts of the admin and of the API's docs that nobody asks for; compressing them takes seconds."""

DOCS = "drf_spectacular_sidecar/"


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, so a phone never asks for the same file twice."""

    def stored_name(self, name: str) -> str:
        """The hashed name; a file nobody has collected yet keeps its own, as in tests."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """All but what only the API's docs load: a quick first start is worth more."""
        mine = {path for path in paths if not path.startswith(DOCS)}
        yield from super().compress_files(mine)


def collect_static() -> bool:
    """Collect, hash and compress the static files; False where nothing has changed."""
    stamp = Path(settings.DATA_DIR, "static.stamp")
    wanted = _fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(wanted)
    return True


def add_headers(headers: Headers, path: str, url: str) -> None:
    """What Django's middleware would have added; static files never get there."""
    headers["X-Content-Type-Options"] = "nosniff"


def _fingerprint() -> str:
    """Changes whenever a static file, or where they are collected to, does."""
    digest = hashlib.sha256(f"{settings.STATIC_ROOT} {UNUSED}".encode())
    for line in sorted(_sources()):
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            found = Path(storage.path(name)).stat()
            yield f"{name}\0{storage.path(name)}\0{found.st_size}\0{found.st_mtime_ns}\n"
