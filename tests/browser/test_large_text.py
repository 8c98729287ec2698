"""Letters twice as large: no page scrolls sideways, and no words lie on others."""

import pytest
from playwright.sync_api import Page, expect

from scoring import RULE_SETS
from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import large_letters
from tests.browser.phone import Phone

PAGES = ("", "house/", "rules/", "figures/", "settle/", "share/", "log/", "other/", "card/")

WIDER = "document.documentElement.scrollWidth - innerWidth"

SIZE = "parseFloat(getComputedStyle(document.querySelector('.line .figure')).fontSize)"

SPILT = """
[...document.querySelectorAll("main :is(a, button, summary, .choice)")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim())
"""
"""What is wider than the button it stands on."""


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", RULE_SETS)
def test_letters_twice_as_large_fit_every_page(open_phone: OpenPhone, game: str) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    page, table = phone.page, phone.page.url
    with large_letters(page):
        for path in PAGES:
            page.goto(table + path)
            for tool in page.locator("#tools [aria-expanded]:enabled, [data-open=more]").all():
                tool.tap()
                fits(page, path)
            fits(page, path)


def test_a_question_opens_in_sight_of_large_letters(open_phone: OpenPhone) -> None:
    """The tools lie far below the questions there."""
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    first = phone.page.locator("#panel [data-answer]").first
    with large_letters(phone.page):
        phone.do("open chat")
        expect(first).to_be_in_viewport(ratio=1)
        phone.do("shut", "An", "Bình", "Cường")
        expect(first).to_be_in_viewport(ratio=1)


def test_figures_of_the_sheet_grow_with_the_letters(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    usual = phone.page.evaluate(SIZE)
    with large_letters(phone.page):
        assert phone.page.evaluate(SIZE) >= 1.9 * usual
        fits(phone.page, "")
        assert phone.page.evaluate(SIZE) >= 1.5 * usual  # 320 px wide


def fits(page: Page, path: str) -> None:
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for font in in_each_font(page):
            assert page.evaluate(WIDER) <= 0, (path, width, font)
            assert page.evaluate(SPILT) == [], (path, width, font)
