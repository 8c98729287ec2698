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
    KEY,
    SIZES,
    TARGET,
    axe_problems,
    boxes,
    clipped,
    covering,
    faults,
    in_each_size,
    large_letters,
    lines_in_sight,
    loose_bar,
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
    "binh of 4": {
        "which mậu binh": (("open mau-binh", "of Bình"), "mau-binh"),
        "what won a row": (("open kinds",), "kinds"),
        "who won by it": (("open kinds", "answer kind-cuoi-tu_quy", "of An"), "kinds"),
        "who won what": (("open kinds", "answer kind-cuoi-tu_quy", "of An", "hold"), "kinds"),
    },
    "sam_loc of 5": {
        "whose number": (("An",), "la"),
        "how many heo": (("An", "hold"), "hai"),
        "heo among the cards": (("An", "hold", "answer 2", "left 3"), "la"),
        "complete": (("An", "left 1", "left 5", "left 10", "left 3"), ""),
        "who declared": (("open bao-sam",), "bao-sam"),
        "who stopped": (("open bao-sam", "of An", "of Bình"), "bao-sam"),
        "who chops on": (("open chat", "of An", "of Bình"), "chat"),
        "which tới trắng": (("open toi-trang", "of An"), "toi-trang"),
        "đền": (("An", "shut", "open khac", "answer den"), "den"),
    },
    "xi_dach": {
        "complete": (("Bình", "Bình", "lost Cường", "lost Dũng", "lost Dũng"), ""),
        "who is the banker": (("open cai",), "cai"),
        "a stake": (("open cai", "answer stake-2", "digit 5"), "cai"),
        "who wins a side bet": (("open ke",), "ke"),
        "a side bet": (("open ke", "of Bình", "of Dũng", "answer tiep"), "ke"),
        "non": (("An", "An", "An", "An", "open non", "of Cường"), "non"),
        "đền": (("open den",), "den"),
    },
    "ba_cay": {
        "points": (("open diem", "digit 7", "digit sap"), "diem"),
        "better card": (("open diem", *["digit 10"] * 4, "answer above-4"), "diem"),
        "complete": (("Bình", "Bình", "lost Cường", "Dũng"), ""),
    },
    "phom of 4": {
        "who takes the pot": (("open ga", "of Bình"), "ga"),
        "what one has in it": (("open ga", "answer pot-2", "digits 1,25"), "ga"),
        "complete": (("An", "Bình", "Cường"), ""),
    },
    "khac": {
        "digits": (("An", "digits 15"), "so"),
        "complete": (("An", "digits 15", *("answer tiep", "digits 4") * 2), "so"),
    },
    "khac of 5": {
        "digits": (("An", "digits 15"), "so"),
        "complete": (("An", "digits 15", *("answer tiep", "digits 4") * 3), "so"),
    },
    "khac of 8": {
        "digits": (("An", "digits 15"), "so"),
        "complete": (("An", "digits 15", *("answer tiep", "digits 4") * 6), "so"),
    },
    "xi_dach of 8": {
        "a stake": (("open cai", "hold", "answer stake-2"), "cai"),
        "a side bet": (("open ke", "of Bình", "of Dũng", "answer tiep"), "ke"),
        "complete": (("Bình", "Bình", "lost Cường", "lost Dũng", "lost Dũng", "An"), ""),
    },
    "ba_cay of 8": {
        "who takes the pot": (("open ga",), "ga"),
        "better card": (("open diem", *["digit 10"] * 8, "answer above-4"), "diem"),
    },
}
"""By game; of four, unless it is said how many play."""

WIDE = (5, 8)
"""Who has five columns, and two decks of four."""

WITH_POT = {"ga": True, "ga_moi_van": 1}
EVERY_KIND = {
    **dict.fromkeys(("rong_cuon", "sanh_rong", "nam_doi_xam"), True),
    **dict.fromkeys(("xam_chi_dau", "cu_lu_chi_giua", "tu_quy_chi_giua", "tu_quy_chi_cuoi"), 4),
    **dict.fromkeys(("thung_pha_sanh_chi_giua", "thung_pha_sanh_chi_cuoi"), 5),
}
SETTINGS: dict[str, dict[str, Any]] = {
    "phom of 4": WITH_POT,
    "ba_cay of 8": WITH_POT,
    "binh of 4": EVERY_KIND,
}
"""Of tables that play by other rules than the document's."""

LINES = {
    "binh": 6,
    "binh of 4": 6,
    "khac of 8": 5,
    "phom of 4": 6,
    "xi_dach of 8": 3,
    "ba_cay of 8": 2,
}
"""So many lines are in sight; of any other game eight."""

MANY_LINES = {
    "dem_la": ("Bình", "An", "left 13", "Cường", "left 1", "Dũng", "left 2"),
    "binh": ("open mau-binh", "of Bình", "answer dong_mau_13", *("An", "Cường", "Dũng") * 3),
}
ORDER = [1, 2, 3, 4]
FACTS: dict[str, dict[str, Any]] = {
    "tien_len": {"places": ORDER},
    "dem_la": {"winner": 1, "cards_left": {"2": 1, "3": 2, "4": 3}},
    "phom": {"points": {"1": 10, "2": 20, "3": 30, "4": 40}},
    "binh": {"chi": {row: [[1], [2], [3], [4]] for row in ("dau", "giua", "cuoi")}},
    "binh of 4": {"chi": {row: [[1], [2], [3], [4]] for row in ("dau", "giua", "cuoi")}},
    "phom of 4": {"points": {"1": 10, "2": 20, "3": 30, "4": 40}},
    "khac": {"points": {"1": "6", "2": "-1", "3": "-2"}},
    "khac of 5": {"points": {"1": "6", "2": "-1", "3": "-2", "4": "0"}},
    "khac of 8": {"points": dict.fromkeys("1234567", "1")},
    "xi_dach of 8": {"banker": 1, "con": {"2": "won"} | dict.fromkeys("345678", "lost")},
    "ba_cay of 8": {"banker": 1, "points": dict.fromkeys("12345678", 7)},
    "sam_loc of 5": {
        "winner": 1,
        "cards_left": {"2": 1, "3": 2, "4": 3, "5": 1},
        "hai": {"5": 1},
    },
    "xi_dach": {"banker": 1, "con": {"2": "won", "3": "lost", "4": "draw"}},
    "ba_cay": {"banker": 1, "points": {"1": 7, "2": 9, "3": 2, "4": 7}},
}
FEET = """() => document.querySelectorAll(".col").forEach((each) => {
    const foot = document.createElement("label");
    foot.className = "foot";
    foot.innerHTML = "<input type=checkbox><span class=face>thua</span>";
    foot.dataset.part = "feet";
    each.append(foot);
})"""
"""Give all heads a foot, as a game does that has one."""

ASK = """(code) => {
    const heads = [...document.querySelectorAll(".seat")].map((each) => each.dataset);
    const chosen = [];
    const answer = (code, label, note) => ({ code, label, note, act: () => chosen.push(code) });
    const who = heads.map(({ seat, name }) => answer(seat, name, "nghỉ từ ván 14"));
    const what = [..."12345678"].map((code) => answer(code, "xì bàng", "100.000"));
    window.chosen = chosen;
    const rows = [code === "who" ? { columns: true, answers: who } : { answers: what }];
    const detail = [code, () => ({ title: "Ai làm cái ván này?", rows })];
    document.dispatchEvent(new CustomEvent("ask", { detail }));
}"""
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
LONG_NAMES = ["An", "Bác Sáu Lành", "Cường", "Hoàng Nguyễn Bảo"]
MORE_NAMES = ["Nguyễn Hoàng Bảo", "Hùng", "Ông Nghiêng", "Tí"]


def opened(
    server: Server,
    open_phone: OpenPhone,
    game: str,
    names: list[str] = NAMES,
    bet_unit: int = 2000,
) -> Phone:
    """A phone at a table after twelve rounds."""
    rules, _of, number = game.partition(" of ")
    names = [*names, *MORE_NAMES][: int(number or len(names))]
    settings = SETTINGS.get(game, {})
    terms = {"rules": rules, "settings": settings, "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", terms)
    seats = list(range(1, len(names) + 1))
    for _ in range(12):
        sent = {"id": str(uuid4()), "facts": {"players": seats} | FACTS[game]}
        call(server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", sent, table["score_key"])
    phone = Phone.of(open_phone())
    phone.join(table["links"]["score"])
    return phone


def long_evening(server: Server, players: int, bet_unit: int) -> str:
    """The link of a table after more than a hundred rounds, each turned over by the next."""
    names, seats = [*LONG_NAMES, *MORE_NAMES][:players], list(range(1, players + 1))
    game, turn = ("tien_len", _chopped) if players == len(ORDER) else ("khac", _points)
    terms = {"rules": game, "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", terms)
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


@pytest.mark.drawn(4)
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
        phone.see_sums()
        if name == "complete":
            expect(page.locator("#strip [data-ready]")).to_be_visible()
        for size in at_each_size(page):
            assert questions(page) == [question][: bool(question)], (name, size)
            assert faults(page, TARGET if "of 8" in game else KEY) == [], (name, size)
            assert moved(idle[size], boxes(page)) == [], (name, size)


@pytest.mark.parametrize("players", WIDE)
def test_feet_and_questions_have_room_with_many_in_the_round(
    players: int, server: Server, open_phone: OpenPhone
) -> None:
    """Whatever a game asks them: who of them, or one of eight things."""
    phone = opened(server, open_phone, f"khac of {players}", LONG_NAMES)
    page = phone.page
    page.evaluate(FEET)
    idle = {size: boxes(page) for size in at_each_size(page)}
    for question in ("what", "who"):
        page.evaluate(ASK, question)
        for size in at_each_size(page):
            assert faults(page, TARGET) == [], (question, size)
            assert moved(idle[size], boxes(page)) == [], (question, size)
        assert axe_problems(page) == []
    phone.do("of Cường")
    assert page.evaluate("chosen") == ["3"]
    phone.do("shut", "Cường")
    assert questions(page) == ["so"], "now the head is a head again"
    page.goto(f"{page.url}rounds/12/correct/")
    phone.ready()
    page.evaluate(FEET)
    for size in at_each_size(page):
        assert faults(page, TARGET) == [], size


@pytest.mark.parametrize("players", WIDE)
def test_letters_twice_as_large_lie_apart_with_many_in_the_round(
    players: int, server: Server, open_phone: OpenPhone
) -> None:
    page = opened(server, open_phone, f"khac of {players}", LONG_NAMES).page
    with large_letters(page):
        for width, height in ((390, 664), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            for font in in_each_font(page, FONTS):
                assert loose_bar(page) + clipped(page) + overlapping(page) == [], (width, font)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("game", STATES)
def test_eight_lines_and_who_pays_whom_are_in_sight(
    game: str, server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, game)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    assert lines_in_sight(phone.page) >= LINES.get(game, 8)
    assert strip_in_sight(phone.page)
    assert axe_problems(phone.page) == []


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("bet_unit", "players"),
    [
        *((50_000, 4), (125_050, 4), (50_000, 2), *((62_525, n) for n in WIDE)),
        *((1_499_834, 4), (1_124_876, 5), (642_786, 8)),
    ],
)
def test_large_sums_and_long_names_are_whole_in_each_font(
    bet_unit: int, players: int, server: Server, open_phone: OpenPhone
) -> None:
    names = [*LONG_NAMES, *MORE_NAMES][:players]
    terms = {"rules": "khac", "bet_unit": bet_unit, "players": names}
    table = call(server, "POST", "/api/v1/sessions/", terms)
    seats = list(range(1, len(names) + 1))
    for _ in range(4):
        sent = {"id": str(uuid4()), "facts": {"players": seats} | _points(seats)}
        call(server, "POST", f"/api/v1/sessions/{table['id']}/rounds/", sent, table["score_key"])
    phone = Phone.of(open_phone())
    phone.join(table["links"]["score"])
    for look in in_each_size(phone.page, FAMILIES):
        assert clipped(phone.page) + overlapping(phone.page) == [], look
        heights = {round(y) for y in phone.page.locator(".seat .balance").evaluate_all(HEIGHTS)}
        assert len(heights) == (2 if players > 5 else 1), look


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("players", "bet_unit"), [(4, 50_000), (4, 125_050), (5, 50_000), (8, 20_000)]
)
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
            problems = clipped(phone.page) + overlapping(phone.page) + covering(phone.page)
            assert problems == [], (letters, look)


@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    ("game", "states"),
    [
        ("tien_len", ("thối", "what is chopped", "who chops on", "tới trắng")),
        ("dem_la", ("heo, hàng", "which tới trắng")),
        ("sam_loc of 5", ("how many heo", "who stopped", "who chops on", "which tới trắng", "đền")),
        ("binh", ("which mậu binh",)),
        ("binh of 4", ("which mậu binh", "what won a row", "who won by it", "who won what")),
        ("ba_cay of 8", ("better card",)),
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


def test_a_head_says_how_many_of_the_cards_left_are_heo(
    server: Server, open_phone: OpenPhone
) -> None:
    phone = opened(server, open_phone, "sam_loc of 5")
    phone.do("An", "hold", "answer 2", "left 3")
    for width, height, words in ((844, 390, "3 lá · 2 heo"), (320, 568, "3 · 2 heo")):
        phone.page.set_viewport_size({"width": width, "height": height})
        expect(phone.seat("Bình").locator(".mark")).to_have_text(words)


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
