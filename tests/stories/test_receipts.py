"""A receipt opened from a phone's files, without a network, says whether it is as it was made."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils.translation import override
from playwright.sync_api import Page, expect, sync_playwright

from ledger.access.actor import ON_THE_MACHINE
from ledger.common.signature import fingerprint
from ledger.exports.receipt import page, receipt
from ledger.tables import sessions
from tests.browser.fonts import launch
from tests.exports.receipts import TAMPERED, an_evening
from tests.stories.evenings import RandomEvening

pytestmark = [pytest.mark.full, pytest.mark.django_db]

Open = Callable[[str], Page]

LINES = """text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getClientRects().length;
}"""
LETTERS = "rows => getComputedStyle(rows).fontSize"

HOSTILE = ("</script><b>", "<!--<script>", "\"'><img src=x>", "&lt;\u2028")


@contextmanager
def opened(folder: Path) -> Iterator[Open]:
    """Pages of a phone without a network, each a file; nothing of ours is asked meanwhile."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        errors: list[object] = []
        size = {"width": 360, "height": 640}
        context = browser.new_context(viewport=size, offline=True)  # type: ignore[arg-type]

        def open(text: str) -> Page:
            file, shown = folder / "receipt.html", context.new_page()
            file.write_text(text)
            shown.on("pageerror", lambda error: errors.append(error))
            shown.goto(file.as_uri())
            return shown

        yield open
        browser.close()
        assert errors == []


def verdict(shown: Page) -> Any:
    return shown.locator("#check .good, #check .bad").first


def test_what_was_changed_is_refused(tmp_path: Path) -> None:
    made = receipt(an_evening())
    with opened(tmp_path) as open:
        expect(verdict(open(made))).to_have_class("good")
        for what, (tamper, _problem) in TAMPERED.items():
            if what in ("the script", "the end"):
                expect(open(tamper(made)).locator("#check")).to_contain_text("bị cắt hay bị sửa")
                continue
            shown = open(tamper(made))
            expect(verdict(shown), what).to_have_class("bad")
            expect(verdict(shown)).to_contain_text("Không khớp: ")
            shown.close()


def test_the_key_is_compared_with_what_another_phone_keeps(tmp_path: Path, settings: Any) -> None:
    table, known = an_evening(), fingerprint()
    made = [receipt(table)]
    settings.SECRET_KEY = "another service"
    made.append(receipt(table))
    with opened(tmp_path) as open:
        for text, outcome in zip(made, ("good", "bad"), strict=True):
            shown = open(text)
            expect(verdict(shown)).to_have_class("good")  # each is signed by its own key
            groups = "-".join(known[at : at + 4] for at in range(0, 20, 4))
            shown.locator("input").fill(f"Vân tay khoá ký dấu sổ {groups.upper()}")
            expect(shown.locator("[role=status]")).to_have_class(outcome)
            for scheme, letters in (("light", "rgb(0, 0, 0)"), ("dark", "rgb(255, 255, 255)")):
                shown.emulate_media(color_scheme=scheme)
                expect(shown.locator("h1")).to_have_css("color", letters)
                assert not Axe().run(shown).response["violations"]


def test_whatever_happened_it_checks_itself(tmp_path: Path) -> None:
    made = []
    for seed in range(3):
        evening = RandomEvening(Random(seed))
        evening.change_each()
        with override(("vi", "en")[seed % 2]):
            made += map(receipt, evening.tables())
    for rules in ("xi_dach", "ba_cay", "lieng", "khac"):
        made.append(receipt(an_evening(20, rules=rules, players=5)))
    made.append(receipt(long := an_evening(130)))
    sessions.rename_players(long.pk, dict(enumerate(HOSTILE, 1)), by=ON_THE_MACHINE)
    long.refresh_from_db()
    made.append(receipt(long))
    with opened(tmp_path) as open:
        for text in made:
            shown = open(text)
            expect(verdict(shown)).to_have_class("good")
            assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
            shown.close()


def test_on_a_small_phone_it_is_read_with_eight_and_long_names(tmp_path: Path) -> None:
    table = an_evening(6, rules="xi_dach", players=8)
    sessions.rename_players(table.pk, {1: "Nguyễn Thị Hoàng Phương Thảo"}, by=ON_THE_MACHINE)
    table.refresh_from_db()
    made = receipt(table)
    with opened(tmp_path) as open:
        shown = open(made)
        shown.set_viewport_size({"width": 320, "height": 568})
        expect(verdict(shown)).to_have_class("good")
        for balance in shown.locator("#people b").all():
            assert balance.evaluate(LINES) == 1, balance.inner_text()
        rows = shown.locator("#rows")
        assert float(rows.evaluate(LETTERS).removesuffix("px")) >= 11
        expect(rows).to_have_css("background-image", re.compile("gradient"))  # more to the right
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not Axe().run(shown).response["violations"]


def test_it_is_read_without_scripts(tmp_path: Path) -> None:
    made = receipt(an_evening())
    for name in ("script-src", "(async"):
        assert name in made
    with opened(tmp_path) as open:
        # The policy of the page knows no such script.
        shown = open(made.replace("(async", "(() => {})(async", 1))
        expect(shown.locator("#check")).to_contain_text("Máy này không chạy được phần kiểm")
        expect(shown.locator("#people li").first).to_contain_text("An")
        assert len(shown.locator("#rows").inner_text().splitlines()) == 9


def test_without_its_checks_it_would_believe_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    text, pattern = page._text, r'return [^;]+\?"good":"words"'

    def blind(name: str) -> str:
        script = text(name)
        return re.sub(
            r'return"(chain|names|rows|mark)"',
            'return"good"',
            re.sub(pattern, 'return"good"', script),
        )

    page._files.cache_clear()
    monkeypatch.setattr(page, "_text", blind)
    made = receipt(an_evening())
    page._files.cache_clear()
    with opened(tmp_path) as open:
        for what in ("an amount", "words", "the signature"):
            expect(verdict(open(TAMPERED[what][0](made)))).to_have_class("good")
