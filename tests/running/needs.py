"""What some tests need and a machine may lack: skipped with the reason, failed under CI."""

import os
import shutil
from typing import NoReturn

import pytest


def chromium_path() -> str:
    """The system's Chromium; without a window of its own where that is installed: it is quicker."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return lacking("there is no Chromium on this machine")


def program_path(name: str) -> str:
    """A program of the system."""
    return shutil.which(name) or lacking(f"there is no {name} on this machine")


def uv_path() -> str:
    """The uv that made the environment these tests run in."""
    return os.environ.get("UV") or shutil.which("uv") or lacking("uv did not start these tests")


def postgres_url() -> str:
    """A PostgreSQL server for the tests: POSTGRES_URL, or DATABASE_URL where it is one."""
    for name in ("POSTGRES_URL", "DATABASE_URL"):
        if (url := os.environ.get(name, "")).startswith("postgres"):
            return url
    return lacking("POSTGRES_URL names no PostgreSQL server")


def lacking(reason: str) -> NoReturn:
    """Skip the running test; under CI a machine that lacks something is a failure."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
