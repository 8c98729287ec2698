"""House rules on one phone: edited, tried, saved, played by, sent around as a card."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.phone import Phone

PAGES_OF_PAPER = 2

SMALL = """
[...document.querySelectorAll("main :is(a, button, summary, select, input:not([type=hidden]))")]
  .filter((each) => each.checkVisibility() && !each.closest(".errorlist, .visually-hidden"))
  .map((each) => each.closest("label.choice") ?? each)
  .filter((each) => each.getBoundingClientRect().height < 43.9)
  .map((each) => each.outerHTML.slice(0, 90))
"""
"""What a thumb would miss; links inside a sentence apart."""


def line(page: Page, name: str) -> str:
    return page.locator(f"#set-{name}").input_value()


def row(page: Page, name: str) -> str:
    """A selector of the row that holds this setting."""
    return f".rule:has(#set-{name})"


def unfold(page: Page, name: str) -> None:
    """Open the part of the page that holds this setting."""
    page.locator(f".rules-part:not([open]):has(#set-{name}) > summary").tap()


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    phone = Phone.of(open_phone(accept_downloads=True))
    phone.open_table("tien_len")
    return phone


def test_a_rule_is_edited_tried_saved_and_played_by(phone: Phone) -> None:
    page = phone.page
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    page.get_by_role("link", name="Luật", exact=True).tap()
    page.locator("#set-place_4_bet_nhat").fill("3")
    page.locator(".bar button").first.tap()
    expect(page.locator("#preview")).to_contain_text("+6.000")
    expect(page.locator("#preview")).to_contain_text("1 ván trả khác đi")
    page.locator(".bar button").last.tap()
    page.wait_for_url(re.compile(r"/t/\w+/$"))
    assert phone.balances() == {"An": 2000, "Bình": 1000, "Cường": -1000, "Dũng": -2000}
    phone.do("An", "Bình", "Cường")
    phone.record(2)
    assert phone.balances() == {"An": 8000, "Bình": 2000, "Cường": -2000, "Dũng": -8000}
    table = page.url
    for number, paid in ((1, "1 × 2.000"), (2, "3 × 2.000")):
        page.goto(f"{table}rounds/{number}/")
        expect(page.locator(".why").first).to_contain_text(f"về bét: {paid}")


def test_what_differs_shows_as_it_is_typed_and_goes_back_at_a_tap(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{page.url}rules/")
    changed, count = page.locator(".rule[data-changed]"), page.locator(".count")
    expect(changed).to_have_count(0)
    page.locator("#set-heo_do").fill("2")
    unfold(page, "dem_heo")
    page.locator(row(page, "dem_heo")).get_by_role("radio", name="Có", exact=True).tap()
    expect(count).to_have_text("2")
    page.locator("label[for=only-changed]").tap()
    assert page.locator(".rule:visible").count() == 2
    page.locator(row(page, "heo_do")).get_by_role("button").tap()
    assert line(page, "heo_do") == "1"
    expect(count).to_have_text("1")
    page.locator("label[for=only-changed]").tap()
    page.locator("[data-reset-all]").tap()
    expect(changed).to_have_count(0)
    page.locator("#set-heo_den").fill("0,5")
    expect(changed).to_have_count(0)


def test_a_rule_is_found_without_its_accents(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{page.url}rules/")
    page.locator("#find").fill("bi phat thua 2 van")
    expect(page.locator("#none")).to_be_hidden()
    page.locator("#find").fill("heo do (")
    expect(page.locator(".rule:visible")).to_have_count(1)
    page.locator("#find").fill("không có gì như vậy")
    expect(page.locator("#none")).to_be_visible()


def test_enter_in_a_field_tries_the_rules_and_resets_nothing(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{page.url}rules/")
    page.locator("#set-cong").fill("4")
    page.locator("#set-heo_do").fill("2")
    page.locator("#set-heo_do").press("Enter")
    page.wait_for_url("**/rules/preview/")
    assert (line(page, "heo_do"), line(page, "cong")) == ("2", "4")


def test_saved_rules_open_the_next_table(phone: Phone) -> None:
    page = phone.page
    page.goto(f"{page.url}rules/")
    page.locator("#set-heo_do").fill("2")
    for name in ("", "Luật nhà An", "Luật nhà An"):
        page.locator("[name=name]").fill(name)
        page.get_by_role("button", name="Lưu", exact=True).tap()
        page.wait_for_url("**/keep/")
        notice = page.locator("main .notice" if name else "main [role=alert]").first
        expect(notice).to_contain_text(name)
        expect(notice).to_be_in_viewport()
    page.goto("/?new")
    page.locator(".choice", has_text="Luật nhà An").tap()
    for at, name in enumerate(("Em", "Giang"), 1):
        page.locator(f"[name=player_{at}]").fill(name)
    page.locator(".bar .button").first.tap()
    page.wait_for_url("**/t/*/")
    page.goto(f"{page.url}rules/")
    assert line(page, "heo_do") == "2"


def test_a_shared_card_opens_on_another_phone_and_only_reads(
    phone: Phone, open_phone: OpenPhone
) -> None:
    page = phone.page
    page.goto(f"{page.url}card/")
    fragment = page.locator("[data-link]").input_value().partition("#")[2]
    other = Phone.of(open_phone()).page
    other.goto(f"/join/#{fragment}")
    other.wait_for_url("**/card/")
    expect(other.locator("#examples")).to_be_visible()
    other.goto(other.url.replace("/card/", "/rules/"))
    expect(other.locator("main")).to_contain_text("Máy này chỉ xem")
    expect(other.locator(".rule input")).to_have_count(0)


@pytest.mark.parametrize("game", ["tien_len", "dem_la", "phom", "binh"])
def test_a_card_prints_on_two_sheets_at_most(game: str, open_phone: OpenPhone) -> None:
    page = (phone := Phone.of(open_phone())).page
    phone.open_table(game)
    page.goto(f"{page.url}card/")
    for font in in_each_font(page):
        printed = page.pdf(format="A4", print_background=True)
        sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
        assert 1 <= sheets <= PAGES_OF_PAPER, font
    page.emulate_media(media="print", color_scheme="dark")
    paper = page.locator("body")
    expect(paper).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(paper).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator(".top")).to_be_hidden()


OUTSIDE = """
[...document.querySelectorAll(".card dt, .card dd, .card dd > *")]
  .filter((each) => {
    const line = each.closest("section").getBoundingClientRect();
    const box = each.getBoundingClientRect();
    const cut = each.clientWidth && each.scrollWidth > each.clientWidth + 1;
    return cut || box.left < line.left - 1 || box.right > line.right + 1;
  })
  .map((each) => each.textContent)
"""
"""What runs past its column on the card."""


@pytest.mark.parametrize(("game", "width"), [("tien_len", 390), ("dem_la", 320), ("phom", 710)])
def test_a_long_value_wraps_inside_its_column_of_the_card(
    game: str, width: int, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(viewport={"width": width, "height": 844}, locale="en-GB"))
    page = phone.page
    phone.open_table(game)
    table = page.url
    page.goto(f"{table}rules/")
    for folded in page.locator(".rules-part:not([open]) > summary").all()[::-1]:
        folded.tap()
    for group in page.locator("[role=radiogroup]").all():
        group.locator("label").last.tap()
    page.locator(".bar button").last.tap()
    page.wait_for_url(table)
    page.goto(f"{table}card/")
    for media in ("screen", "print"):
        page.emulate_media(media=media)  # type: ignore[arg-type]
        for font in in_each_font(page):
            assert page.evaluate(OUTSIDE) == [], (media, font)


def test_what_was_typed_outlives_another_language_a_reload_and_a_trial(phone: Phone) -> None:
    page, table = phone.page, phone.page.url
    page.goto(f"{table}rules/")
    expect(page.locator("#draft")).to_be_hidden()
    page.locator("#set-heo_do").fill("7")
    unfold(page, "dem_heo")
    page.locator(row(page, "dem_heo")).get_by_role("radio", name="Có", exact=True).tap()
    page.locator("[name=reason]").fill("cả bàn đồng ý")
    page.goto(table)
    phone.do("open more")
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(f"{table}rules/")
    for _ in range(2):
        expect(page.locator("#draft")).to_be_visible()
        assert line(page, "heo_do") == "7"
        assert page.locator("[name=reason]").input_value() == "cả bàn đồng ý"
        expect(page.locator(row(page, "dem_heo"))).to_have_attribute("data-changed", "")
        page.reload()
    page.locator("#set-cong").fill("9")
    page.locator(".bar button").first.tap()
    page.wait_for_url("**/preview/")
    expect(page.locator("#draft")).to_be_hidden()
    page.goto(f"{table}rules/")
    assert (line(page, "heo_do"), line(page, "cong")) == ("7", "9")


def test_a_draft_goes_when_it_is_dropped_and_when_the_rules_are_saved(phone: Phone) -> None:
    page, table = phone.page, phone.page.url
    page.goto(f"{table}rules/")
    page.locator("#set-heo_do").fill("7")
    page.goto(f"{table}rules/?game=phom")
    expect(page.locator("#draft")).to_be_hidden()
    page.goto(f"{table}rules/")
    page.locator("#forget").tap()
    expect(page.locator("#draft")).to_be_hidden()
    assert line(page, "heo_do") == "1"
    page.reload()
    assert line(page, "heo_do") == "1"
    page.locator("#set-heo_do").fill("8")
    page.locator(".bar button").last.tap()
    page.wait_for_url(table)
    page.goto(f"{table}rules/")
    expect(page.locator("#draft")).to_be_hidden()
    assert line(page, "heo_do") == "8"
    page.get_by_role("button", name="Đặt lại theo luật gốc").tap()
    page.reload()
    assert line(page, "heo_do") == "1"


def test_without_javascript_the_rules_are_edited_all_the_same(
    phone: Phone, open_phone: OpenPhone
) -> None:
    context = open_phone(java_script_enabled=False)
    context.add_cookies(phone.page.context.cookies())  # type: ignore[arg-type]
    page, table = context.new_page(), phone.page.url
    page.goto(f"{table}rules/")
    expect(page.locator("#find")).to_be_hidden()
    expect(page.locator("label[for=only-changed]")).to_be_visible()
    page.locator("#set-heo_do").fill("2")
    page.locator("#set-cong").fill("9")
    page.locator(".bar button").first.tap()
    expect(page.locator(".differences").first).to_contain_text("1 → 2")
    page.locator(row(page, "cong")).locator("[name=reset]").tap()
    expect(page.locator("#set-cong")).to_have_value("2")
    assert line(page, "heo_do") == "2"
    page.locator(".bar button").last.tap()
    page.wait_for_url(table)
    page.goto(f"{table}rules/")
    assert line(page, "heo_do") == "2"


@pytest.mark.parametrize("locale", ["vi-VN", "en-GB"])
def test_nothing_sticks_out_of_a_narrow_phone_and_every_target_is_a_thumb_wide(
    locale: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(viewport={"width": 320, "height": 640}, locale=locale))
    page = phone.page
    phone.open_table("binh")
    table = page.url
    page.goto(f"{table}rules/")
    page.locator("#set-chi").fill("x")
    page.locator(".bar button").first.tap()
    page.wait_for_url("**/preview/")
    for address in (None, f"{table}rules/", f"{table}card/", "/rules/"):
        if address:
            page.goto(address)
        for font in in_each_font(page):
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (address, font)
            assert page.evaluate(SMALL) == [], (address, font)
