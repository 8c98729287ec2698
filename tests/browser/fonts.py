"""The letters of the tests' browsers: those named here, whatever else a machine has."""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from tests.running.needs import chromium_path, lacking

FAMILIES = {
    "DejaVu Sans": ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    "Roboto": ("Roboto-Regular.ttf", "Roboto-Bold.ttf"),
    "Noto Sans": ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    "Inter": ("Inter-Regular.otf", "Inter-Bold.otf"),
}
"""Of Linux, of Android, and near an iPhone's; a page that names none gets the first."""

FIRST = next(iter(FAMILIES))

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SIGNS = {
    "Noto Sans Symbols": ("NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Bold.ttf"),
    "Noto Sans Symbols2": ("NotoSansSymbols2-Regular.ttf",),
}
"""Suits, arrows and flags, which all but the first lack, and Android has in fonts like these."""

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <match><edit name="family" mode="append_last"><string>{first}</string></edit></match>
</fontconfig>
"""

SET = """async family => {
    await new Promise(requestAnimationFrame);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after { font-family: ${family} !important }`);
    document.adoptedStyleSheets = [sheet];
    dispatchEvent(new Event("resize"));
    return document.body.offsetHeight;
}"""
"""A style element would be refused by the policy of the page; asked for a height, it lays out.

What a page fits to its window it fits to other letters too; a new size of the window is told
before the next frame.
"""


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start the system's Chromium, in which pages have the named fonts and no others."""
    return playwright.chromium.launch(**ways(*flags))


def ways(*flags: str, **variables: str) -> dict[str, Any]:
    """Return how to launch it, with more flags and variables of its environment."""
    environment = own_fonts() | variables
    return {"executable_path": chromium_path(), "args": [*FLAGS, *flags], "env": environment}


def own_fonts() -> dict[str, str]:
    """Return the environment in which a Chromium has the named fonts and no others."""
    _need(FIRST)
    return {**os.environ, "FONTCONFIG_FILE": str(Path(_folder().name) / "fonts.conf")}


def in_each_font(page: Page, families: Iterable[str] = FAMILIES) -> Iterator[str]:
    """Set the open page in one family after another, the first one last; give each one's name."""
    for family in reversed([*families]):
        names = (family, *SIGNS)
        _need(*names)
        page.evaluate(SET, ", ".join(f"'{name}'" for name in names))
        yield family


def _need(*families: str) -> None:
    for family in families:
        if not _files(family):
            lacking(f"there is no {family} on this machine")


@cache
def _folder() -> TemporaryDirectory[str]:
    """Links to the named fonts, and a configuration that knows only those; made once a process."""
    folder = TemporaryDirectory(prefix="fonts")
    for family in (*FAMILIES, *SIGNS):
        for file in _files(family):
            (Path(folder.name) / file.name).symlink_to(file)
    config = CONFIG.format(folder=folder.name, first=FIRST)
    (Path(folder.name) / "fonts.conf").write_text(config)
    return folder


@cache
def _files(family: str) -> list[Path]:
    """Where the files of a family are; none if one of them is nowhere."""
    places = [Path(each).expanduser() for each in FOLDERS]
    files = [
        next((file for place in places for file in sorted(place.rglob(name))), None)
        for name in (FAMILIES | SIGNS)[family]
    ]
    return [file for file in files if file] if all(files) else []
