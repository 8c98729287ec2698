"""The board on a tablet or TV: it follows the table, and fits the screen at once."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from ledger.access.keys import Role
from tests.api.fuzzing import call
from tests.browser.conftest import OpenPhone
from tests.browser.following import live
from tests.browser.fonts import FIRST, in_each_font
from tests.browser.layout import FONTS, axe_problems, large_letters
from tests.browser.phone import COUNTS_WAKING, NAMES, Phone
from tests.browser.wire import KB, wire
from tests.running.server import Server

USUAL = ("Hùng", "Bác Sáu Lành", "Tí", "Đạt", "Mỹ Linh", "Dì Út", "Cường", "Ông Nghiêng")
LONG = (
    *("Nguyễn Trần Hoàng Phương Thảo", "Phạm Huỳnh Công Tôn Nữ Ngọc Hà"),
    *("Trương Đặng Quỳnh Như Khánh Vy", "Lê Thị Hồng Nhung Ở Cầu Giấy"),
    *("Vũ Đình Trọng Nghĩa Bắc Giang", "Đỗ Mạnh Cường Thịnh Vượng Phát"),
    *("Bùi Nguyễn Anh Thư Ở Sài Gòn 7", "W" * 30),
)
SCREENS = ((1920, 1080), (1280, 800), (1280, 720), (1024, 768), (768, 1024), (800, 1280))
PHONES = ((390, 844), (360, 640), (320, 568), (844, 390))

LARGE = {2: ["10", "-10"], 3: ["10", "-8.4", "-1.6"], 4: ["10", "-6.4", "-2", "-1.6"]}
"""Points that make balances of +1.250.500 and −200.080, by how many play."""

CHAT = (
    [(1, "2H"), (4, "ba_doi_thong"), (2, "tu_quy"), (1, "bon_doi_thong")],
    [(3, "2D"), (2, "tu_quy")],
    [(4, "2C"), (3, "ba_doi_thong")],
)
MUCH_TO_TELL = {
    "players": [1, 2, 3, 4],
    "places": [2, 1, 4, 3],
    "chat": [{"plays": [{"player": who, "cards": [what]} for who, what in each]} for each in CHAT],
    "thoi": {"3": ["2S", "tu_quy"]},
}

CUT = """() => [...document.querySelectorAll("#main *:not(svg *):not(.rounds)")]
    .filter((one) => getComputedStyle(one).display !== "inline")
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""What is wider than its cell; lines for which there is no room stand out of sight."""

ASIDE = """() => {
    const middle = (one) => (({ left, width }) => left + width / 2)(one.getBoundingClientRect());
    const of = (css) => [...document.querySelectorAll(css)].map(middle);
    const [heads, figures] = [of(".seat"), of(".line:first-child .figure")];
    return heads.filter((at, column) => !(Math.abs(at - figures[column]) < 1));
}"""
"""Heads that stand elsewhere than the figures under them."""

IN_SIGHT = """all => all.map((one) => one.getBoundingClientRect())
    .filter((line) => line.left < innerWidth / 2 && line.top < innerHeight)
    .map((line) => line.bottom <= innerHeight)"""
"""Of each line of which anything is in sight, whether it is whole."""

SIZES = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


def board_of(open_phone: OpenPhone, scorer: Phone, **options: object) -> Phone:
    """A screen that came by the view link, with the board open."""
    screen = Phone.of(open_phone(has_touch=False, **options))
    screen.page.goto(f"{scorer.link(Role.VIEW)}.board")
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
        expect(board.locator(".now")).to_contain_text(f"{first} nhất")
        expect(board.locator(".seat[data-state=leads] .name")).to_have_text(first)
        for at, name in enumerate(NAMES):
            balance = scorer.seat(name).locator(".balance").inner_text()
            expect(board.locator(".balance").nth(at)).to_have_text(balance)
    scorer.page.get_by_role("button", name="Hoàn tác").tap()
    expect(board.locator(".now[data-state=void]")).to_be_visible()


def played(
    server: Server, game: str, names: tuple[str, ...], unit: int, *rounds: dict[str, object]
) -> str:
    """The link to the board of a table where these rounds were played."""
    terms = {"rules": game, "bet_unit": unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", terms)
    for facts in rounds:
        path, sent = f"/api/v1/sessions/{table['id']}/rounds/", {"id": str(uuid4()), "facts": facts}
        assert "number" in call(server, "POST", path, sent, table["score_key"])
    return f"/join/#{table['id']}.{table['view_key']}.board"


def opened(open_phone: OpenPhone, address: str) -> Page:
    board = open_phone(has_touch=False).new_page()
    board.goto(address)
    board.wait_for_url("**/board/")
    live(board)
    return board


def large_sums(people: int) -> Iterator[dict[str, object]]:
    """Thirteen rounds, won and lost in turn."""
    points = LARGE[min(people, 4)]
    for number in range(13):
        sign = -1 if number % 2 else 1
        sums = {str(seat): str(sign * float(each)) for seat, each in enumerate(points, 1)}
        yield {"players": list(range(1, len(points) + 1)), "points": sums}


def at_every_size(board: Page) -> None:
    """Nothing is cut at any size and in any font, and nothing but a phone scrolls, and down."""
    for width, height in (*SCREENS, *PHONES):
        board.set_viewport_size({"width": width, "height": height})
        for font in in_each_font(board):
            look = (width, height, font)
            assert board.evaluate(CUT) == [], look
            assert sizes(board)[0] == width, look
            if (width, height) in SCREENS:
                assert sizes(board)[1] == height, look
                assert all(board.locator(".line").evaluate_all(IN_SIGHT)), look
            if (width, height) in SCREENS and board.locator(".line").count():
                assert board.evaluate(ASIDE) == [], look


@pytest.mark.drawn(3)
@pytest.mark.parametrize("people", range(2, 9))
def test_everything_is_on_the_screen_at_once(
    people: int, server: Server, open_phone: OpenPhone
) -> None:
    address = played(server, "khac", USUAL[:people], 125_050, *large_sums(people))
    board = opened(open_phone, address)
    expect(board.locator(".balance").first).to_have_text("+1.250.500")
    at_every_size(board)
    assert axe_problems(board) == []


@pytest.mark.parametrize("people", [2, 8])
def test_before_the_first_round_too(people: int, server: Server, open_phone: OpenPhone) -> None:
    board = opened(open_phone, played(server, "tien_len", LONG[-people:], 2000))
    expect(board.locator(".line")).to_have_count(0)
    at_every_size(board)


@pytest.mark.parametrize("people", [4, 8])
def test_a_long_round_is_told_in_large_letters(
    people: int, server: Server, open_phone: OpenPhone
) -> None:
    address = played(server, "tien_len", LONG[-people:], 2000, MUCH_TO_TELL)
    board = opened(open_phone, address)
    words = board.locator(".now .words")
    assert len(words.inner_text()) > 240
    expect(board.locator(".great")).to_be_visible()
    at_every_size(board)
    for width, height in SCREENS:
        board.set_viewport_size({"width": width, "height": height})
        assert words.evaluate_all(SIZES)[0] >= 24, (width, height)


@pytest.mark.parametrize("unit", [2, 2000])
def test_four_people_are_read_from_three_metres(
    unit: int, server: Server, open_phone: OpenPhone
) -> None:
    order = [[1, 2, 3, 4], [4, 3, 2, 1]] * 6
    rounds = ({"players": [1, 2, 3, 4], "places": each} for each in [*order, [1, 2, 3, 4]])
    board = opened(open_phone, played(server, "tien_len", USUAL[:4], unit, *rounds))
    board.set_viewport_size({"width": 1920, "height": 1080})
    for font in in_each_font(board, FONTS):
        assert board.locator(".line").evaluate_all(IN_SIGHT) == [True] * 9, font
        assert min(board.locator(".name").evaluate_all(SIZES)) >= 54, font
        assert min(board.locator(".balance").evaluate_all(SIZES)) >= 84, font


@pytest.mark.parametrize("people", [4, 8])
def test_with_text_twice_as_large_nothing_is_cut(
    people: int, server: Server, open_phone: OpenPhone
) -> None:
    """Then it may scroll, down."""
    address = played(server, "khac", LONG[-people:], 125_050, *large_sums(people))
    board = opened(open_phone, address)
    texts = board.locator(".now p, .number, .terms")
    board.set_viewport_size({"width": 360, "height": 640})
    usual = texts.evaluate_all(SIZES)
    with large_letters(board):
        for width, height in (*SCREENS, *PHONES):
            board.set_viewport_size({"width": width, "height": height})
            assert texts.evaluate_all(SIZES) == [2 * each for each in usual], (width, height)
            for font in in_each_font(board):
                assert board.evaluate(CUT) == [], (width, height, font)
                assert sizes(board)[0] == width, (width, height, font)


def test_the_state_of_the_line_moves_nothing(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    screen = board_of(open_phone, scorer, viewport={"width": 1024, "height": 768})
    board = screen.page
    table = board.locator("#main")
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
    address = scorer.link(Role.VIEW)
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
