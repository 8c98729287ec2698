"""The admin on a phone: nothing is wider than the screen, and the point of each list is on it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.office import a_table_with_one_round
from tests.browser.phone import Phone

LISTS = (
    *("ledger/session/", "ledger/round/", "ledger/posting/", "ledger/entry/", "ledger/group/"),
    *("ledger/savedrules/", "ledger/stafftoken/", "admin/logentry/", "auth/user/"),
)
LONG = ("Nguyễn Thị Thanh Hằng", "Bác Sáu Lành", "Phương", "Thuỳ Dương")
CUT = """() => [...document.querySelectorAll("#content *")].filter((each) => {
    const {width, right} = each.getBoundingClientRect()
    const hides = getComputedStyle(each).overflowX !== "visible" && width > 1
    return each.checkVisibility() && width > 1
        && (right > innerWidth || hides && each.scrollWidth > each.clientWidth + 1)
}).map((each) => `${each.tagName}.${each.className} ${each.innerText}`.slice(0, 80))"""
"""What a phone shows in part only, also where a list would have to be moved aside."""

INSIDE = "(cell) => cell.getBoundingClientRect().right <= window.innerWidth"


@pytest.mark.drawn(1)
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


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", ["vi", "en"])
def test_no_list_is_cut_on_any_phone(office: Page, open_phone: OpenPhone, language: str) -> None:
    phone = Phone.of(open_phone())
    occasion = "Giỗ ông nội ở quê ngoại năm Bính Ngọ"
    phone.open_table("tien_len", LONG, name=occasion, bet_unit=2_000_000)
    phone.do(*LONG[:3])
    phone.record(1)
    office.goto(f"/admin/ledger/session/{phone.page.url.rstrip('/').rpartition('/')[2]}/bet-unit/")
    office.fill("[name=amount]", "5.000.000")
    office.fill("[name=reason]", "khuya rồi, cả bàn đã nhất trí từ lúc đầu buổi")
    office.get_by_role("button", name="Đổi mức cược").click()
    expect(office.locator(".messagelist")).to_be_visible()
    if language == "en":
        office.get_by_role("button", name="EN", exact=False).first.click()
        expect(office.locator("html")).to_have_attribute("lang", "en")
    wrong = []
    for width, height in ((390, 664), (360, 640), (320, 568)):
        office.set_viewport_size({"width": width, "height": height})
        for address in LISTS:
            office.goto(f"/admin/{address}")
            for font in in_each_font(office):
                if cut := office.evaluate(CUT):
                    wrong.append((width, address, font, cut))
    assert wrong == []


def test_filters_are_one_tap_away_above_a_list(office: Page, open_phone: OpenPhone) -> None:
    a_table_with_one_round(open_phone)
    office.set_viewport_size({"width": 390, "height": 664})
    office.goto("/admin/ledger/session/")
    choices = office.get_by_role("link", name="đã chốt sổ", exact=True)
    expect(choices).to_be_hidden()
    way = office.get_by_text("Lọc", exact=True)
    expect(way).to_be_in_viewport()
    expect(office.locator("#result_list tbody tr").first).to_be_in_viewport()
    way.click()
    expect(choices).to_be_in_viewport()
    choices.click()
    office.wait_for_url("**closed_at__isnull=False**")
    expect(office.get_by_text("Đang lọc", exact=True)).to_be_in_viewport()
    expect(choices).to_be_hidden()
    office.get_by_label("Đang lọc").focus()
    office.keyboard.press("Space")
    expect(choices).to_be_visible()
    office.set_viewport_size({"width": 1280, "height": 800})
    expect(office.get_by_text("Đang lọc", exact=True)).to_be_hidden()
    expect(choices).to_be_visible()
