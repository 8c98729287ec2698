"""The board on a tablet or TV: it follows the table, and fits the screen at once."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.following import link, live
from tests.browser.fonts import FIRST, in_each_font
from tests.browser.phone import COUNTS_WAKING, NAMES, Phone
from tests.browser.wire import KB, wire

LONG = (
    *("Nguyễn Trần Hoàng Phương Thảo", "Phạm Huỳnh Công Tôn Nữ Ngọc Hà"),
    *("Trương Đặng Quỳnh Như Khánh Vy", "Lê Thị Hồng Nhung Ở Cầu Giấy"),
    *("Vũ Đình Trọng Nghĩa Bắc Giang", "Đỗ Mạnh Cường Thịnh Vượng Phát"),
    *("Bùi Nguyễn Anh Thư Ở Sài Gòn 7", "W" * 30),
)
SCREENS = [(1920, 1080), (1280, 800), (1280, 720), (1024, 768), (768, 1024), (800, 1280)]
PHONES = [(390, 844), (320, 640)]

CUT = """() => [...document.querySelectorAll("#main *:not(svg *)")]
    .filter((one) => getComputedStyle(one).display !== "inline")
    .filter((one) => one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.outerHTML.slice(0, 80))"""

FONTS = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


def board_of(open_phone: OpenPhone, scorer: Phone, **options: object) -> Phone:
    """A screen that came by the view link, with the board open."""
    screen = Phone.of(open_phone(has_touch=False, **options))
    screen.page.goto(f"{link(scorer, Role.VIEW)}.board")
    screen.page.wait_for_url("**/board/")
    live(screen.page)
    return screen


def sizes(page: Page) -> tuple[int, int]:
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    return width, height


def test_it_follows_a_scorer(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    board = board_of(open_phone, scorer).page
    expect(board.locator(".number")).to_have_text("Ván 1")
    for number, first in enumerate(("Bình", "Cường"), 1):
        scorer.do(first, *[name for name in NAMES if name != first][:2])
        scorer.record(number)
        expect(board.locator(".number")).to_have_text(f"Ván {number + 1}")
        expect(board.locator(".last")).to_contain_text(f"{first} nhất")
        expect(board.locator(".place[data-state=leads] .who")).to_have_text(first)
        for at, name in enumerate(NAMES):
            balance = scorer.seat(name).locator(".balance").inner_text()
            expect(board.locator(".figure").nth(at)).to_have_text(balance)
    scorer.page.get_by_role("button", name="Hoàn tác").tap()
    expect(board.locator(".last[data-state=void]")).to_be_visible()


def at_every_size(board: Page) -> None:
    """Nothing is cut at any size and in any font, and nothing but a phone scrolls."""
    for width, height in [*SCREENS, *PHONES]:
        board.set_viewport_size({"width": width, "height": height})
        for font in in_each_font(board):
            assert board.evaluate(CUT) == [], (width, height, font)
            assert sizes(board)[0] == width, font
            assert (width, height) in PHONES or sizes(board)[1] == height, (width, height, font)


def test_everything_is_on_the_screen_at_once(open_phone: OpenPhone) -> None:
    for players in (2, 3, 5, 8):
        scorer = Phone.of(open_phone())
        names = LONG[-players:]
        scorer.open_table("tien_len", names)
        board = board_of(open_phone, scorer).page
        at_every_size(board)
        scorer.do(*names[: min(players, 4) - 1])
        scorer.record(1)
        expect(board.locator(".number")).to_have_text("Ván 2")
        at_every_size(board)


def a_long_round(open_phone: OpenPhone, players: int) -> Page:
    """The board after a round of which there is as much to tell as there can well be."""
    context = open_phone()
    plays = [
        [(1, "2H"), (4, "ba_doi_thong"), (2, "tu_quy"), (1, "bon_doi_thong")],
        [(3, "2D"), (2, "tu_quy")],
        [(4, "2C"), (3, "ba_doi_thong")],
    ]
    chat = [{"plays": [{"player": who, "cards": [what]} for who, what in each]} for each in plays]
    thoi = {"3": ["2S", "tu_quy"]}
    facts = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3], "chat": chat, "thoi": thoi}
    terms = {"rules": "tien_len", "bet_unit": 2000, "players": LONG[-players:]}
    table = context.request.post("/api/v1/sessions/", data=terms).json()
    recorded = context.request.post(
        f"/api/v1/sessions/{table['id']}/rounds/",
        data={"id": str(uuid4()), "facts": facts},
        headers={"Authorization": f"Bearer {table['score_key']}"},
    )
    assert recorded.status == 201
    board = context.new_page()
    board.goto(f"/join/#{table['id']}.{table['view_key']}.board")
    board.wait_for_url("**/board/")
    return board


@pytest.mark.parametrize("players", [4, 8])
def test_a_long_round_is_told_in_large_letters(open_phone: OpenPhone, players: int) -> None:
    board = a_long_round(open_phone, players)
    words = board.locator(".last .words")
    assert len(words.inner_text()) > 300
    at_every_size(board)
    for width, height in SCREENS:
        board.set_viewport_size({"width": width, "height": height})
        assert words.evaluate_all(FONTS)[0] >= 24, (width, height)


def test_with_text_twice_as_large_nothing_is_cut(open_phone: OpenPhone) -> None:
    """Then it may scroll."""
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len", LONG[:4])
    board = board_of(open_phone, scorer, bypass_csp=True).page
    for width, height in [*SCREENS, *PHONES]:
        board.set_viewport_size({"width": width, "height": height})
        style = board.add_style_tag(content="html { font-size: 200% }")
        assert min(board.locator("#board p").evaluate_all(FONTS)) >= 32
        for font in in_each_font(board):
            assert board.evaluate(CUT) == [], (width, height, font)
            assert sizes(board)[0] == width, font
        style.evaluate("one => one.remove()")
    board.add_style_tag(content=".who { white-space: nowrap; overflow: hidden }")
    assert board.evaluate(CUT) != [], "the control: what is cut is found"


def test_the_state_of_the_line_moves_nothing(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    screen = board_of(open_phone, scorer, viewport={"width": 1024, "height": 768})
    board = screen.page
    table = board.locator("#board")
    places = {font: table.bounding_box() for font in in_each_font(board)}
    board.context.set_offline(True)
    expect(board.locator("#state")).to_have_attribute("data-state", "away")
    expect(board.locator("#state")).to_contain_text("Mất mạng từ")
    for font in in_each_font(board):
        assert table.bounding_box() == places[font], font
        assert sizes(board) == (1024, 768), font
    board.context.set_offline(False)
    live(board)
    assert table.bounding_box() == places[FIRST]


def test_it_asks_to_stay_awake_without_a_tap_and_promises_nothing(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    address = link(scorer, Role.VIEW)
    context = open_phone()
    context.add_init_script(COUNTS_WAKING)
    screen = Phone.of(context)
    screen.page.goto(f"{address}.board")
    screen.page.wait_for_url("**/board/")
    live(screen.page)
    assert screen.page.evaluate("window.asked") == 1
    screen.page.goto(screen.page.url.replace("board/", "share/"))
    assert screen.page.evaluate("window.asked") == 0


def test_a_first_visit_is_light(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len", LONG)
    for number in range(1, 4):
        scorer.do(*LONG[:3])
        scorer.record(number)
    context = open_phone()
    cookies = scorer.page.context.cookies()
    context.add_cookies([cookie for cookie in cookies if cookie["name"] == "tables"])  # type: ignore[misc]
    board = Phone.of(context).page
    visit = wire(context, board)
    board.goto(f"{scorer.page.url}board/")
    live(board)
    board.wait_for_timeout(1000)
    stream = 1  # it is a request too, but one that never ends
    assert len(visit) + stream <= 8
    assert sum(visit.values()) <= 40 * KB
