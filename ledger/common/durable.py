"""What is written once and must be there after a power cut."""

import os
from collections.abc import Iterable
from pathlib import Path


def put_in_place(file: Path, pieces: Iterable[bytes]) -> None:
    """Write a file whole, for its owner alone; until it is on the disk the one before stays."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.touch(mode=0o600)
        with part.open("wb") as target:
            target.writelines(pieces)
        sync(part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    sync(file.parent)


def sync(path: Path) -> None:
    """Have a file's content, or a folder's list of names, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
