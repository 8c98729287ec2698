"""The table page under the thumb: at each size every answer can be hit, and nothing moves."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.api.fuzzing import call
from tests.browser.conftest import OpenPhone
from tests.browser.fonts import FAMILIES, in_each_font
from tests.browser.layout import (
    FONTS,
    SIZES,
    axe_problems,
    boxes,
    clipped,
    faults,
    in_each_size,
    lines_in_sight,
    moved,
    overlapping,
    questions,
    shifts,
    strip_in_sight,
    unreachable,
    watch_shifts,
)
from tests.browser.phone import Phone
from tests.running.server import Server

State = tuple[tuple[str, ...], str]
"""The taps that lead to it, and the question that is open then."""

COMMON: dict[str, State] = {
    "khác": (("open khac",), "khac"),
    "a sentence": (("open say",), ""),
    "more": (("open more",), ""),
}
STATES: dict[str, dict[str, State]] = {
    "tien_len": {
        "half": (("An",), ""),
        "thối": (("An", "Bình", "Cường"), "thoi"),
        "cóng": (("An", "cong Dũng"), "thoi"),
        "who is chopped": (("open chat",), "chat"),
        "what is chopped": (("open chat", "of Dũng"), "chat"),
        "who chops on": (
            ("open chat", "of Dũng", "answer heo_do", "of Bình", "answer ba_doi_thong"),
            "chat",
        ),
        "tới trắng": (("open toi-trang", "of An"), "toi-trang"),
    },
    "dem_la": {
        "whose number": (("An",), "la"),
        "heo, hàng": (("An", "hold"), "thoi"),
        "complete": (("An", "left 1", "left 5", "left 13"), ""),
        "who is chopped": (("open chat",), "chat"),
        "which tới trắng": (("open toi-trang", "of An"), "toi-trang"),
    },
    "phom": {
        "complete": (("An", "Bình", "Cường"), ""),
        "móm": (("An", "Bình", "mom Dũng"), ""),
        "ăn": (("open an", "eat Bình", "eat Cường chốt"), "an"),
        "ù": (("open u",), "u"),
        "points": (("open diem",), "diem"),
    },
    "binh": {
        "half": (("An", "Bình"), ""),
        "complete": (("An", "Bình", "Cường") * 3, ""),
        "lủng": (("lung Dũng",), ""),
        "mậu binh": (("open mau-binh",), "mau-binh"),
        "which mậu binh": (("open mau-binh", "of Bình"), "mau-binh"),
    },
    "khac": {
        "digits": (("An", "digits 15"), "so"),
        "complete": (
            ("An", "digits 15", "answer tiep", "digits 4", "answer tiep", "digits 7"),
            "so",
        ),
    },
}
MANY_LINES = {
    "dem_la": ("Bình", "An", "left 13", "Cường", "left 1", "Dũng", "left 2"),
    "binh": ("open mau-binh", "of Bình", "answer dong_mau_13", *("An", "Cường", "Dũng") * 3),
}
ORDER = [1, 2, 3, 4]
FACTS = {
    "tien_len": {"places": ORDER},
    "dem_la": {"winner": 1, "cards_left": {"2": 1, "3": 2, "4": 3}},
    "phom": {"points": {"1": 10, "2": 20, "3": 30, "4": 40}},
    "binh": {"chi": {row: [[1], [2], [3], [4]] for row in ("dau", "giua", "cuoi")}},
    "khac": {"points": {"1": "6", "2": "-1", "3": "-2"}},
}
HEIGHTS = "all => all.map((each) => each.getBoundingClientRect().top)"
ICON_AFTER_NUMBER = """line => {
    const number = document.createRange();
    number.selectNodeContents(line.firstElementChild);
    const icon = line.querySelector("svg").getBoundingClientRect();
    return icon.left - number.getBoundingClientRect().right;
}"""
BELOW_RANKS = """head => head.getBoundingClientRect().bottom
    - head.querySelector(".ranks").getBoundingClientRect().bottom"""
GROUND = "each => getComputedStyle(each).backgroundColor"
NAMES = ["An", "Bình", "Cường", "Dũng"]
LONG_NAMES = ["An", "Bác Sáu Lành", "Cường", "Mỹ Linh"]


def opened(
    server: Server,
    open_phone: OpenPhone,
    game: str,
    names: list[str] = NAMES,
    bet_unit: int = 2000,
) -> Phone:
    """A phone at a table after twelve rounds."""
    said = {"rules": game, "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", said)
    for _ in range(12):
        sent = {"id": str(uuid4()), "facts": {"players": ORDER} | FACTS[game]}
        call(server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", sent, table["score_key"])
    phone = Phone.of(open_phone())
    phone.join(table["links"]["score"])
    return phone


def long_evening(server: Server, players: int, bet_unit: int) -> str:
    """The link of a table after more than a hundred rounds, each turned over by the next."""
    names, seats = [*LONG_NAMES, "Hùng"][:players], list(range(1, players + 1))
    game, turn = ("tien_len", _chopped) if players == len(ORDER) else ("khac", _points)
    said = {"rules": game, "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", said)
    for number in range(101):
        order = seats if number % 2 else seats[::-1]
        sent = {"id": str(uuid4()), "facts": {"players": seats} | turn(order)}
        call(server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", sent, table["score_key"])
    return f"/join/{table['links']['score'].partition('/join/')[2]}"


def _chopped(order: list[int]) -> dict[str, Any]:
    first, *_others, last = order
    chain = [{"player": last, "cards": ["2H"]}, {"player": first, "cards": ["tu_quy"]}]
    return {"places": order, "chat": [{"plays": chain}]}


def _points(order: list[int]) -> dict[str, Any]:
    first, *others = order
    return {"points": {str(first): str(len(others)), **{str(seat): "-1" for seat in others}}}


def at_each_size(page: Page) -> Iterator[tuple[int, int]]:
    """In the widest letters; in the others only what a state does not change is looked at."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for _font in in_each_font(page, ["Inter"]):
            yield width, height


@pytest.mark.parametrize("game", STATES)
def test_every_answer_can_be_hit_and_nothing_moves(
    game: str, server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, game)
    page = phone.page
    idle = {size: boxes(page) for size in at_each_size(page)}
    for name, (steps, question) in {"idle": ((), ""), **STATES[game], **COMMON}.items():
        page.evaluate("sessionStorage.clear()")
        page.reload()
        phone.ready()
        phone.do(*steps)
        if name == "complete":
            expect(page.locator("#strip [data-ready]")).to_be_visible()
        for size in at_each_size(page):
            assert questions(page) == [question][: bool(question)], (name, size)
            assert faults(page) == [], (name, size)
            assert moved(idle[size], boxes(page)) == [], (name, size)


@pytest.mark.parametrize("game", STATES)
def test_eight_lines_and_who_pays_whom_are_in_sight(
    game: str, server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, game)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    assert lines_in_sight(phone.page) >= (6 if game == "binh" else 8)
    assert strip_in_sight(phone.page)
    assert axe_problems(phone.page) == []


@pytest.mark.parametrize(
    ("bet_unit", "names"), [(50_000, LONG_NAMES), (125_050, LONG_NAMES), (50_000, LONG_NAMES[:2])]
)
def test_large_sums_and_long_names_are_whole_in_each_font(
    bet_unit: int, names: list[str], server: Server, open_phone: OpenPhone
) -> None:
    said = {"rules": "khac", "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", said)
    seats = list(range(1, len(names) + 1))
    points = {str(seat): "-1" for seat in seats[1:]} | {"1": str(len(seats) - 1)}
    for _ in range(4):
        sent = {"id": str(uuid4()), "facts": {"players": seats, "points": points}}
        call(server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", sent, table["score_key"])
    phone = Phone.of(open_phone())
    phone.join(table["links"]["score"])
    for look in in_each_size(phone.page, FAMILIES):
        assert clipped(phone.page) + overlapping(phone.page) == [], look
        heights = phone.page.locator(".seat .balance").evaluate_all(HEIGHTS)
        assert max(heights) - min(heights) < 0.1, look


@pytest.mark.parametrize(("players", "bet_unit"), [(4, 50_000), (4, 125_050), (5, 50_000)])
def test_the_hundredth_round_and_its_icons_lie_apart(
    players: int, bet_unit: int, server: Server, open_phone: OpenPhone
) -> None:
    """In letters of each size, with sums of six digits and balances of seven."""
    phone = Phone.of(open_phone())
    phone.page.goto(long_evening(server, players, bet_unit))
    phone.page.wait_for_url("**/t/*/")
    phone.ready()
    for letters in ("usual", "large")[: 2 if players < 6 else 1]:
        if letters == "large":
            phone.do("open more")
            phone.page.get_by_role("button", name="Chữ to").tap()
            phone.page.reload()
            phone.ready()
        for look in in_each_size(phone.page, FAMILIES):
            assert clipped(phone.page) + overlapping(phone.page) == [], (letters, look)


@pytest.mark.parametrize(
    ("game", "states"),
    [
        ("tien_len", ("thối", "what is chopped", "who chops on", "tới trắng")),
        ("dem_la", ("heo, hàng", "which tới trắng")),
        ("binh", ("which mậu binh",)),
    ],
)
def test_answers_are_whole_in_english_and_each_font(
    game: str, states: tuple[str, ...], server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, partial(open_phone, locale="en-US"), game, bet_unit=50_000)
    for name in states:
        phone.page.evaluate("sessionStorage.clear()")
        phone.page.reload()
        phone.ready()
        phone.do(*STATES[game][name][0])
        for look in in_each_size(phone.page, FAMILIES):
            assert clipped(phone.page) == [], (name, look)


@pytest.mark.parametrize("game", ["binh", "dem_la"])
def test_who_pays_whom_in_a_round_being_corrected_is_there_to_the_last_line(
    game: str, server: Server, open_phone: OpenPhone
) -> None:
    """Three payments of Đếm lá come after a warning, the six of Binh with a mậu binh."""
    phone = opened(server, open_phone, game)
    page = phone.page
    phone.do(*MANY_LINES[game])
    phone.record(13)
    page.goto(f"{page.url}rounds/13/correct/")
    phone.ready()
    for width, height in ((390, 664), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        phone.do("open whole")
        expect(page.locator("#panel .why")).to_contain_text("Dũng → Bình")
        assert unreachable(page) == []
        phone.do("shut")


def test_a_warning_that_is_too_long_for_the_strip_is_cut_and_not_left_out(
    server: Server, open_phone: OpenPhone
) -> None:
    names = ["Bác Sáu Lành", *NAMES[1:]]
    phone = opened(server, partial(open_phone, locale="en-US"), "dem_la", names)
    phone.do("Bình", names[0], "left 13", "Cường", "left 1", "Dũng", "left 2")
    warning = phone.page.locator("#strip .pays > b")
    expect(warning).to_contain_text("Bác Sáu Lành led and yet is cóng?")
    for _size in at_each_size(phone.page):
        expect(warning).to_be_visible()


def test_a_refusal_that_is_too_long_for_the_strip_can_be_read(
    server: Server, open_phone: OpenPhone
) -> None:
    names = ["Bác Sáu Lành", *NAMES[1:]]
    phone = opened(server, open_phone, "tien_len", names)
    chop = ("of Bác Sáu Lành", "answer heo_do", "of Bình", "answer ba_doi_thong", "answer out")
    phone.do("open chat", *chop, "answer another", *chop, "Bình", "Cường", "Dũng")
    for width, height in ((390, 664), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.do("open whole")
        expect(phone.page.locator("#panel .note")).to_have_count(2)
        assert unreachable(phone.page) == []
        phone.do("shut")


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("tien_len", ("Bình", "Cường", "Dũng", "held An 2H")),
        ("tien_len", ("open toi-trang", "say Bình", "say 6 đôi")),
        ("phom", ("open u", "of Cường")),
        ("binh", ("lung Dũng", *("An", "Bình") * 3)),
    ],
)
def test_the_icon_of_an_event_leaves_its_number_and_its_figure_alone(
    game: str, steps: tuple[str, ...], server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, game)
    phone.do(*steps)
    phone.record(13)
    for width, height in ((320, 568), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for font in in_each_font(phone.page, FONTS):
            assert phone.line(13).evaluate(ICON_AFTER_NUMBER) > 0.5, font
            assert overlapping(phone.page) == [], (width, font)


def test_the_ranks_of_three_rows_lie_within_their_heads(
    server: Server, open_phone: OpenPhone
) -> None:
    page = opened(server, open_phone, "binh").page
    for size in at_each_size(page):
        assert page.locator(".seat").first.evaluate(BELOW_RANKS) >= 4, size


def test_the_buttons_of_a_closed_table_lie_apart(server: Server, open_phone: OpenPhone) -> None:
    phone = opened(server, open_phone, "khac")
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    with page.expect_navigation():
        page.locator("form[action$='close/'] button").tap()
    page.goto(table)
    again, settle = (each.bounding_box() for each in page.locator(".record .button").all())
    assert again
    assert settle
    assert settle["x"] - again["x"] - again["width"] >= 6


def test_whatever_is_pressed_looks_so(server: Server, open_phone: OpenPhone) -> None:
    phone = opened(server, open_phone, "tien_len")
    phone.do(*STATES["tien_len"]["who chops on"][0], "answer out")
    pressed, other = phone.answer("out"), phone.answer("another")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    assert pressed.evaluate(GROUND) != other.evaluate(GROUND)


def test_twelve_rounds_with_all_that_comes_between_shift_nothing(
    server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, "tien_len")
    page = phone.page
    watch_shifts(page)
    before = boxes(page)
    for number in range(13, 25):
        phone.do("An", "Bình", "Cường")
        phone.record(number)
        assert moved(before, boxes(page)) == []
    assert shifts(page) == []
