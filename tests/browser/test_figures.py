"""The chart is really drawn, on the narrowest phone, light and dark, and follows the table."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.phone import Phone

NARROW = {"viewport": {"width": 320, "height": 640}}

COLOURS_DRAWN = """chart => [...chart.querySelectorAll("polyline")]
  .filter(line => line.getTotalLength() > 20 && line.getBoundingClientRect().width > 20)
  .map(line => getComputedStyle(line).stroke)"""
"""The colours of the lines that are there to be seen."""


def drawn(page: Page) -> list[str]:
    colours: list[str] = page.locator(".chart").evaluate(COLOURS_DRAWN)
    return colours


def fits(page: Page) -> bool:
    inside = "document.documentElement.scrollWidth <= innerWidth"
    return all(page.evaluate(inside) for _font in in_each_font(page))


def test_the_chart_is_drawn_on_a_narrow_phone_light_and_dark(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(**NARROW, color_scheme="light"))
    phone.open_table("tien_len")
    for number, order in enumerate((("An", "Bình", "Cường"), ("Dũng", "An", "Bình")), 1):
        phone.do(*order)
        phone.record(number)
    page = phone.page
    phone.do("open more")
    page.get_by_role("link", name="Thống kê").tap()
    page.wait_for_url("**/figures/")
    page.emulate_media(color_scheme="light")
    light = drawn(page)
    assert fits(page)
    page.emulate_media(color_scheme="dark")
    assert len({*light, *drawn(page)}) == 8, "four lines, each in a colour of its own"
    page.get_by_text("Xem bằng số").tap()
    expect(page.get_by_role("row", name="Hiện tại +3.000 0 −3.000 0")).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="ván 2").first.tap()
    page.wait_for_url("**/rounds/2/")


def test_the_page_follows_the_table(open_phone: OpenPhone) -> None:
    context = open_phone()
    phone = Phone.of(context)
    phone.open_table("tien_len")
    watching = Phone.of(context).page
    watching.goto(f"{phone.page.url}figures/")
    expect(watching.get_by_text("Chưa có ván nào.")).to_be_visible()
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    line = watching.locator(".chart polyline").first
    expect(line).to_be_visible()
    before = line.get_attribute("points")
    watching.get_by_text("Xem bằng số").tap()
    phone.do("An", "Bình", "Cường")
    phone.record(2)
    expect(watching.get_by_role("row", name="Hiện tại +4.000 +2.000 −2.000 −4.000")).to_be_visible()
    assert line.get_attribute("points") != before


def test_a_group_is_made_at_the_table_and_draws_its_evenings(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(**NARROW, color_scheme="dark"))
    phone.open_table("tien_len")
    table = phone.page.url
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    page = phone.page
    page.goto(f"{table}house/")
    page.get_by_role("link", name="Nhóm, nhiều buổi").tap()
    page.get_by_label("Tên nhóm").fill("Tối thứ sáu")
    page.get_by_role("button", name="Lập nhóm").tap()
    page.wait_for_url("**/g/*/")
    assert len(set(drawn(page))) == 4
    assert fits(page)
    page.get_by_role("link", name="Mở bàn mới cho nhóm này").tap()
    expect(page.locator("[name=player_4]")).to_have_value("Dũng")
    page.get_by_role("button", name="Mở bàn").tap()
    page.wait_for_url("**/t/*/")
    page.goto(f"{page.url}groups/")
    expect(page.locator("[name=seat-3] option:checked")).to_have_text("Cường")
    page.get_by_role("button", name="Thêm bàn này vào nhóm").tap()
    page.wait_for_url("**/g/*/")
    expect(page.locator("#evenings + ul li")).to_have_count(2)
    assert fits(page)
