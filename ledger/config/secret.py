"""The secret that signs cookies and makes the key links, kept beside the data."""

import os
import secrets
from pathlib import Path


def read_or_make_secret(folder: Path) -> str:
    """The secret in `folder`, made on first use; "" where the folder cannot be written.

    Django refuses an empty secret when something first needs one, so a command
    that signs nothing still runs in a read-only place.
    """
    path = secret_path(folder)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
    except OSError:
        if not path.is_file():
            return ""
    return path.read_text().strip()


def secret_path(folder: Path) -> Path:
    """Where the secret lies in the data folder."""
    return folder / "secret_key"


def _make(path: Path) -> None:
    """Write a new secret whole or not at all: two starts at once agree on one."""
    if path.exists():
        return
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(secrets.token_urlsafe(50))
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
