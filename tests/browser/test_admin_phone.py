"""The admin on a phone: nothing is wider than the screen, and the point of each list is on it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.office import a_table_with_one_round

INSIDE = "(cell) => cell.getBoundingClientRect().right <= window.innerWidth"


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_table_and_the_lists_fit_a_phone(
    office: Page, open_phone: OpenPhone, language: str
) -> None:
    phone = a_table_with_one_round(open_phone)
    here = f"/admin/ledger/session/{phone.page.url.rstrip('/').rpartition('/')[2]}"
    office.goto(f"{here}/rules/")
    office.fill("[name=set-heo_do]", "2")
    office.fill("[name=reason]", "luật nhà An, cả bàn đã nhất trí từ lúc đầu buổi")
    office.get_by_role("button", name="Dùng luật này từ ván sau").click()
    if language == "en":
        office.get_by_role("button", name="EN", exact=False).first.click()
        expect(office.locator("html")).to_have_attribute("lang", "en")
    office.set_viewport_size({"width": 390, "height": 844})
    for page in ("change", "history", "rules", "bet-unit", "names"):
        office.goto(f"{here}/{page}/")
        for font in in_each_font(office):
            assert office.evaluate("document.documentElement.scrollWidth") <= 390, (page, font)
    for page, column in (("ledger/session", "people"), ("admin/logentry", "change")):
        office.goto(f"/admin/{page}/")
        cell = office.locator(f"#result_list .field-{column}").first
        assert all(cell.evaluate(INSIDE) for _font in in_each_font(office)), page
