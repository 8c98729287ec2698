"""How far the owner's things are from the first page, and whether a finger hits them there."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.office import BELOW_A_TABLE, PAGES, a_table_with_one_round
from tests.browser.phone import Phone

COUNT = """addEventListener("pointerdown", () => {
    sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1
}, true)"""
"""Counts what is clicked, over all pages of a tab; keys are no clicks."""

SMALL = """() => [...document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])"
)].filter((each) => each.checkVisibility()).map((each) => {
    const ticked = ["checkbox", "radio"].includes(each.type)
    const {width, height} = (ticked && each.closest("label") || each).getBoundingClientRect()
    return [each.innerText || each.name, width, height]
}).filter(([, width, height]) => width > 1 && (width < 24 || height < 24))"""
"""Targets under 24 pixels (WCAG 2.2, 2.5.8); what is 1 pixel wide is for screen readers."""


def id_of(phone: Phone) -> str:
    return phone.page.url.rstrip("/").rpartition("/")[2]


def clicks(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.clicks || 0)"))


@pytest.mark.parametrize("size", [(1280, 800), (390, 664)], ids=["desk", "phone"])
def test_a_table_is_two_clicks_away_and_its_bet_unit_four(
    office: Page, open_phone: OpenPhone, size: tuple[int, int]
) -> None:
    table = id_of(a_table_with_one_round(open_phone))
    office.set_viewport_size({"width": size[0], "height": size[1]})
    office.add_init_script(COUNT)
    office.goto("/admin/")
    expect(office.locator("[name=q]")).to_be_focused()
    office.keyboard.type(f"dung {table}")
    office.get_by_role("button", name="Tìm bàn").click()
    office.get_by_role("link", name=table, exact=True).click()
    office.wait_for_url("**/change/**")
    assert clicks(office) == 2
    office.get_by_role("link", name="Đổi mức cược").click()
    expect(office.locator("[name=amount]")).to_be_focused()
    office.keyboard.type("7000")
    office.keyboard.press("Tab")
    office.keyboard.type("khuya rồi")
    office.get_by_role("button", name="Đổi mức cược").click()
    expect(office.locator(".messagelist")).to_contain_text("1 cược = 7.000")
    assert clicks(office) == 4


def test_from_the_list_a_bet_unit_is_two_clicks_away_without_a_key(
    office: Page, open_phone: OpenPhone
) -> None:
    table = id_of(a_table_with_one_round(open_phone))
    office.set_viewport_size({"width": 390, "height": 664})
    office.add_init_script(COUNT)
    office.goto("/admin/")
    expect(office.locator("[name=q]")).to_be_focused()
    office.keyboard.type(table)
    office.get_by_role("button", name="Tìm bàn").click()
    office.get_by_role("link", name="Đổi mức cược").click()
    expect(office.locator("[name=amount]")).to_be_focused()
    assert clicks(office) == 2


def test_a_round_is_made_void_and_recorded_again_in_the_admin(
    office: Page, open_phone: OpenPhone
) -> None:
    phone = a_table_with_one_round(open_phone)
    before = phone.balances()
    office.goto(f"/admin/ledger/round/?session__id__exact={id_of(phone)}")
    office.locator("#result_list tbody th a").first.click()
    office.get_by_role("link", name="Huỷ ván").click()
    expect(office.locator("[name=reason]")).to_be_focused()  # keys before that are lost
    office.keyboard.type("chia thiếu lá")
    expect(office.locator("[name=reason]")).to_have_value("chia thiếu lá")
    office.get_by_role("button", name="Huỷ ván 1").click()
    expect(office.locator(".messagelist")).to_contain_text("Đã huỷ ván 1.")
    phone.page.reload()
    assert set(phone.balances().values()) == {0}
    office.get_by_role("button", name="Ghi lại").click()
    expect(office.locator(".messagelist")).to_contain_text("Ván 1 lại như cũ.")
    phone.page.reload()
    assert phone.balances() == before


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", ["vi", "en"])
def test_each_page_fits_with_targets_for_a_finger_and_one_main_button(
    office: Page, open_phone: OpenPhone, language: str
) -> None:
    table = f"ledger/session/{id_of(a_table_with_one_round(open_phone))}"
    office.goto("/admin/ledger/round/")
    office.locator("#result_list tbody th a").first.click()
    office.wait_for_url("**/change/")
    round = office.url.partition("/admin/")[2].removesuffix("change/")
    if language == "en":
        office.get_by_role("button", name="EN", exact=False).first.click()
        expect(office.locator("html")).to_have_attribute("lang", "en")
    below, wrong = [f"{table}/{page}/" for page in BELOW_A_TABLE], []
    for width, height in ((1280, 800), (390, 664)):
        office.set_viewport_size({"width": width, "height": height})
        for address in ("", *PAGES, f"{round}change/", f"{round}void/", *below):
            office.goto(f"/admin/{address}")
            wide = office.evaluate("document.documentElement.scrollWidth") > width
            main = office.locator(".default:visible").count()
            if (small := office.evaluate(SMALL)) or wide or main > 1:
                wrong.append((width, address, wide, main, small))
    assert wrong == []
