"""The pages that are read and scrolled, on the narrowest phone with the longest names and sums."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring import RULE_SETS
from tests.api.fuzzing import call
from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import CUT, FONTS, LONG, OPEN, SIDEWAYS
from tests.running.server import Server

MORE = ("Bác Sáu Lành", "Dì Út", "Nguyễn Thị Hồng Nhung Ánh Ở Hà", "Ông Nghiêng")
ROUND = {"players": [1, 2, 3, 4], "points": {"1": "10", "2": "-8.4", "3": "-2"}}
UPS_AND_DOWNS = (
    {"1": "11", "2": "-11", "3": "11"},
    {"1": "-11", "2": "11", "3": "-11"},
    {"1": "-22", "2": "11", "3": "11"},
)
OTHER = {"pays": [{"payer": 1, "payee": 3, "amount": 1_250_500}], "text": "x" * 60}

TABLE_PAGES = (
    *("house/", "settle/", "settle/leave/2/", "people/1/", "rounds/1/", "history/", "log/"),
    *("figures/", "other/", "other/1/", "groups/", "rules/", "card/", "share/", "privacy/"),
)
SPILT = "each => each.scrollWidth - each.clientWidth"
ALL_SPILT = f"all => all.map({SPILT})"
WIDTHS = (320, 360, 390, 412)

BROKEN = """table => {
    const text = document.createTreeWalker(table, NodeFilter.SHOW_TEXT), broken = [];
    while (text.nextNode()) for (const word of text.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text.currentNode, word.index);
        range.setEnd(text.currentNode, word.index + word[0].length);
        const [first, ...more] = range.getClientRects();
        if (more.some((each) => each.top > first.bottom - 1)) broken.push(word[0]);
    }
    return broken;
}"""
"""The words that go on in another line."""

BEFORE_SENTENCE = """number => {
    const digits = document.createRange();
    digits.selectNodeContents(number);
    const sentence = number.nextElementSibling.getBoundingClientRect();
    return sentence.left - digits.getBoundingClientRect().right;
}"""
SAYS_WHAT_FOR = (
    "field => { field.value = field.placeholder; return field.scrollWidth - field.clientWidth; }"
)
HEIGHTS = "all => all.map((each) => each.offsetHeight)"


BELOW = "document.documentElement.scrollHeight - innerHeight"


@pytest.fixture
def page(open_phone: OpenPhone) -> Page:
    return open_phone(viewport={"width": 320, "height": 640}).new_page()


def opened(
    server: Server,
    page: Page,
    game: str,
    names: tuple[str, ...] = LONG,
    bet_unit: int = 125_050,
) -> dict[str, str]:
    """A new table, of people with long names, on this phone; the page shows it."""
    terms = {"rules": game, "bet_unit": bet_unit, "players": names}
    table: dict[str, str] = call(server, "POST", "/api/v1/sessions/", terms)
    page.goto(f"/join/#{table['id']}.{table['score_key']}")
    page.wait_for_url("**/t/*/")
    return table


def fits(page: Page, path: str) -> None:
    answer = page.goto(path)
    assert answer, path
    assert answer.ok, path
    page.evaluate(OPEN)
    assert page.evaluate(CUT) == [], path
    assert page.evaluate(SIDEWAYS) <= 0, path


@pytest.mark.parametrize("names", [LONG, LONG + MORE])
def test_nothing_in_a_card_is_cut_off(names: tuple[str, ...], server: Server, page: Page) -> None:
    table = opened(server, page, "khac", names)
    api, address = f"/api/v1/sessions/{table['id']}/", page.url
    for path, fields in (("rounds/", {"facts": ROUND}), ("other/", OTHER)):
        sent = {"id": str(uuid4())} | fields
        assert "number" in call(server, "POST", api + path, sent, table["score_key"])
    for path in TABLE_PAGES:
        fits(page, address + path)
    fits(page, "/")


@pytest.mark.parametrize("language", ["vi-VN", "en-US"])
def test_a_table_for_one_of_all_games_is_opened_without_scrolling(
    language: str, open_phone: OpenPhone
) -> None:
    page = open_phone(locale=language).new_page()
    page.goto("/")
    names = page.locator(".choices b")
    expect(names).to_have_count(len(RULE_SETS))
    for width, height in ((390, 664), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for family in in_each_font(page, FONTS):
            assert page.evaluate(BELOW) <= 0, (width, family)
            assert max(names.evaluate_all(ALL_SPILT)) <= 0, (width, family)


def test_long_names_leave_room_to_say_who_one_is(server: Server, page: Page) -> None:
    opened(server, page, "binh")
    fits(page, f"{page.url}hand/")
    assert max(page.locator(".row b").evaluate_all(HEIGHTS)) < 90


@pytest.mark.parametrize("language", ["vi-VN", "en-US"])
def test_what_a_field_wants_is_read_whole(
    language: str, server: Server, open_phone: OpenPhone
) -> None:
    page = open_phone(locale=language, viewport={"width": 320, "height": 568}).new_page()
    opened(server, page, "tien_len")
    table = page.url
    for path, field in (("log/", "#compare input"), ("house/", "#nod-from input[name=amount]")):
        page.goto(table + path)
        expect(page.locator(field)).to_be_visible()
        assert page.locator(field).evaluate(SAYS_WHAT_FOR) <= 0, path


@pytest.mark.parametrize("language", ["vi-VN", "en-US"])
def test_four_players_are_compared_without_scrolling(
    language: str, server: Server, open_phone: OpenPhone
) -> None:
    page = open_phone(locale=language).new_page()
    table = opened(server, page, "khac", ("Bình", "Cường", "Hương", "Dũng"), 125_050)
    for points in UPS_AND_DOWNS:
        body = {"id": str(uuid4()), "facts": ROUND | {"points": points}}
        rounds = f"/api/v1/sessions/{table['id']}/rounds/"
        assert "number" in call(server, "POST", rounds, body, table["score_key"])
    page.goto(f"{page.url}figures/")
    compared = page.locator(".compared")
    expect(compared).to_contain_text(re.compile("−1[.,]375[.,]550"))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        for family in in_each_font(page):
            assert compared.evaluate(SPILT) <= 0, (width, family)
            assert compared.evaluate(BROKEN) == [], (width, family)


def test_a_round_of_three_digits_lies_apart_from_its_sentence(server: Server, page: Page) -> None:
    table = opened(server, page, "khac", ("An", "Bình", "Cường", "Dũng"))
    for _ in range(100):
        body = {"id": str(uuid4()), "facts": ROUND}
        rounds = f"/api/v1/sessions/{table['id']}/rounds/"
        assert "number" in call(server, "POST", rounds, body, table["score_key"])
    page.goto(f"{page.url}history/")
    number = page.locator("#round-100 .number")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        for family in in_each_font(page):
            assert number.evaluate(BEFORE_SENTENCE) >= 8, (width, family)


@pytest.mark.parametrize("language", ["vi-VN", "en-US"])
def test_nothing_of_a_year_is_cut_off_and_it_needs_no_script(
    language: str, server: Server, open_phone: OpenPhone
) -> None:
    page = open_phone(locale=language).new_page()
    table = opened(server, page, "khac", (*LONG, *MORE[:-1], "דנה בת־שבע לוי"))
    body = {"id": str(uuid4()), "facts": ROUND}
    assert "number" in call(
        server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", body, table["score_key"]
    )
    page.goto(f"{page.url}groups/")
    page.locator("[name=name]").fill("W" * 60)
    page.locator("[action$='/make/'] button").tap()
    page.wait_for_url("**/g/*/")
    page.locator("main .row[href*='/year/']").tap()
    page.wait_for_url("**/g/*/year/*/")
    assert page.evaluate("document.scripts.length") == 0
    address = page.url
    for width in (320, 390, 1920):
        page.set_viewport_size({"width": width, "height": 640})
        fits(page, address)
        for family in in_each_font(page):
            assert page.evaluate(CUT) == [], (width, family)
            assert page.evaluate(SIDEWAYS) <= 0, (width, family)
    page.get_by_role("link", name=re.compile("Xem ván này|See this round")).tap()
    page.wait_for_url("**/rounds/1/")


def test_a_button_leaves_a_page_without_a_table_where_it_was(server: Server, page: Page) -> None:
    """The page of a group, which has the other language beside its way home."""
    opened(server, page, "khac")
    page.goto(f"{page.url}groups/")
    page.get_by_label("Tên nhóm").fill("W" * 60)
    page.get_by_role("button", name="Lập nhóm").tap()
    page.wait_for_url("**/g/*/")
    renew = page.get_by_role("button", name="Mã mới").last
    renew.evaluate("each => each.scrollIntoView({ block: 'center' })")
    place = page.evaluate("scrollY")
    assert place > 0
    with page.expect_navigation():
        renew.tap()
    expect(page.locator(".done")).to_be_in_viewport()
    assert page.evaluate("scrollY") == place
    fits(page, page.url)
    language = page.locator(".top [name=language]")
    expect(language).to_be_in_viewport(ratio=1)
    language.tap()
    expect(language).to_have_text("Tiếng Việt")
    with page.expect_navigation():
        page.get_by_role("button", name="New code").last.tap()
    done, ways = (page.locator(each).bounding_box() for each in (".done", ".ways"))
    assert done
    assert ways
    assert done["x"] + done["width"] <= ways["x"]
