"""Runs axe over every page, light and dark, in both languages, and prints a table.

    python -m tests.accessibility.axe

The version is newer than the one the test suite brings along; it comes from npm. The exit
status is 1 where axe has anything against any page.
"""

import sys
import tempfile
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from tests.accessibility.looking import look
from tests.accessibility.npm import installed
from tests.accessibility.visits import visit
from tests.browser.fonts import launch

VERSION = "4.14.1"


def main() -> int:
    axe, failed = Axe.from_file(installed("axe-core", VERSION) / "axe-core" / "axe.min.js"), 0
    with (
        tempfile.TemporaryDirectory() as folder,
        visit(Path(folder)) as every,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for place, language, problems in look(axe, browser, every):
            failed += bool(problems)
            print(f"{len(problems):3}  {language}  {place.name:34} {place.address}", flush=True)
            for each in problems:
                print(f"       {each}")
        browser.close()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
