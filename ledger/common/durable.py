"""What is written once and must be there after a power cut."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Have a file's content, or a folder's list of names, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
