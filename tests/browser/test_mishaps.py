"""What goes wrong at a table: each ends in exactly one round, with nothing typed lost."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import each_of
from tests.browser.offline import wait_until
from tests.browser.phone import Phone
from tests.browser.waiting import (
    ORDER,
    PREVIEWS,
    SENDS,
    Books,
    hold_back,
    keeps_nothing,
    renew_the_score_link,
    tell,
    through_the_form,
    waiting,
)

DUNG = 4


def at_a_table(open_phone: OpenPhone, game: str = "tien_len", **options: object) -> Phone:
    phone = Phone.of(open_phone(**options))
    phone.open_table(game)
    return phone


def test_going_back_does_not_swallow_the_next_round(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER)
    phone.record(1)
    phone.page.locator(".ways a[href$='house/']").click()
    phone.page.wait_for_url("**/house/")
    phone.page.go_back()
    phone.ready()
    phone.do(*ORDER)
    phone.record(2)
    assert phone.balance("An") == 4000


def test_what_was_tapped_is_there_after_sitting_out_reload_and_another_language(
    open_phone: OpenPhone,
) -> None:
    phone = at_a_table(open_phone)
    phone.do("An", "Bình", "open chat", "say An", "say heo đỏ", "say Bình", "say tứ quý")
    phone.page.reload()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhì")
    turn_to(phone, "English")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("2nd")
    phone.do("open chat")
    expect(phone.page.locator("#panel .note")).to_contain_text(re.compile("An .* ← Bình "))
    phone.do("shut")
    turn_to(phone, "Tiếng Việt")
    phone.sit_out("Dũng")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("Dũng")).to_be_visible()
    phone.do("Cường")
    phone.record(1)
    expect(phone.page.locator("#bench")).to_contain_text("Dũng")
    expect(phone.seat("Dũng")).to_have_count(0)
    phone.page.reload()
    expect(phone.seat("An").locator(".mark")).to_be_empty()


def turn_to(phone: Phone, language: str) -> None:
    phone.do("open more")
    phone.tap(phone.page.locator("#more").get_by_text(language))


def test_a_tap_is_not_lost_while_the_scripts_are_on_their_way(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    context = open_phone(service_workers="block")  # a worker would ask for them, past the route
    context.add_cookies(scorer.page.context.cookies())  # type: ignore[arg-type]
    phone = Phone.of(context)
    asked: list[Route] = []

    def late(route: Route) -> None:
        if "/start." in route.request.url:  # stands in the page's head: nothing shows before it
            route.continue_()
        else:
            asked.append(route)

    def let_go(route: Route) -> None:
        for each in (*asked, route):
            each.continue_()

    phone.page.route("**/*.js", late)
    phone.page.route("**/ready", let_go)
    phone.page.goto(scorer.page.url, wait_until="commit")
    expect(phone.page.locator("#heads")).to_have_css("opacity", "0.6")
    phone.page.evaluate("void fetch('/ready')")  # answered while the tap waits
    phone.do(*ORDER)
    expect(phone.page.locator("#heads")).to_have_css("opacity", "1")
    for name, place in zip(ORDER, ("Nhất", "Nhì", "Ba"), strict=True):
        expect(phone.seat(name).locator(".mark")).to_have_text(place)


def test_a_late_preview_does_not_fill_the_next_round(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)

    asked = hold_back(phone.page, PREVIEWS)
    with phone.page.expect_request(PREVIEWS):
        phone.do(*ORDER)
    phone.record(1)
    for route in asked:
        with suppress(Error):  # "is already handled", where the page has given it up
            route.continue_()
    phone.page.evaluate("fetch('/ready')")  # what was let go before it has come by then
    expect(phone.change("An")).to_have_text("·")
    expect(phone.page.locator("#strip")).to_contain_text("Đã ghi ván 1")


TOGETHER = """() => {
    const ask = window.fetch;
    const came = {};
    window.fetch = async (address, options) => {
        const answer = await ask(address, options);
        const kind = ["/preview/", "/rounds/"].find((each) => `${address}`.endsWith(each));
        if (!kind) return answer;
        const text = await answer.text();
        answer.text = async () => text;
        await new Promise((go) => {
            came[kind] = go;
            if (!came["/preview/"] || !came["/rounds/"]) return;
            came["/preview/"]();
            came["/rounds/"]();
        });
        return answer;
    };
}"""
"""Two answers reach the page in one moment, so that one is put in while the other is."""


def test_a_preview_that_comes_with_the_answer_leaves_the_next_round_its_id(
    open_phone: OpenPhone,
) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER[:2])
    expect(phone.page.locator("#strip")).to_contain_text("Ai về ba?")
    phone.page.evaluate(TOGETHER)
    with phone.page.expect_request(PREVIEWS):
        phone.do(ORDER[2])
    phone.record(1)
    phone.do(*ORDER)
    phone.record(2)


def lose_the_page(page: Page) -> list[str]:
    """It is opened anew in vain from now on, and stays; what scripts ask from its address comes."""
    lost: list[str] = []

    def opened(route: Route) -> None:
        if not route.request.is_navigation_request():
            route.continue_()
            return
        lost.append(route.request.url)
        route.abort("aborted")

    page.route(page.url, opened)
    return lost


def sit(phone: Phone, seat: int, out: str) -> None:
    """As another page of this phone would say it."""
    context, address = phone.page.context, f"{phone.page.url}players/{seat}/"
    [token] = [each["value"] for each in context.cookies() if each["name"] == "csrftoken"]
    assert context.request.post(address, form={"out": out, "csrfmiddlewaretoken": token}).ok


def test_two_rounds_alike_are_two_though_no_page_follows_the_first(
    open_phone: OpenPhone, books: Books
) -> None:
    context = open_phone(service_workers="block")  # a worker would ask, past the route
    phone = at_a_table(open_phone).beside(context)
    phone.page.route("**/now/*", lambda route: route.abort())
    sent, lost = hold_back(phone.page, SENDS), lose_the_page(phone.page)
    tell(phone)
    wait_until(phone.page, lambda: len(sent) == 1)
    sit(phone, DUNG, out="1")
    sent[0].continue_()
    wait_until(phone.page, lambda: len(lost) == 1)  # others play now: it is opened anew
    sit(phone, DUNG, out="0")
    tell(phone)
    wait_until(phone.page, lambda: len(sent) == 2)
    sent[1].continue_()
    phone.page.unroute(SENDS)
    phone.do("say Ván khác, ghi ván 2")
    wait_until(phone.page, lambda: len(books.rounds()) == 2)
    phone.page.unroute(phone.page.url)
    phone.page.reload()
    phone.ready()
    expect(phone.line(2)).to_be_visible()
    assert phone.balance("An") == 4000
    keeps_nothing(phone)


def test_of_three_previews_the_last_asked_for_stays(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    asked = hold_back(phone.page, PREVIEWS)
    for name in ORDER:
        with phone.page.expect_request(PREVIEWS):
            phone.do(name)
        phone.page.wait_for_timeout(100)  # the one before it has ended by then
    for route in reversed(asked):
        with suppress(Error):  # "is already handled", where the page has given it up
            route.continue_()
        phone.page.wait_for_timeout(500)
    expect(phone.change("An")).to_have_text("+2.000")
    expect(phone.page.locator("#strip [role=alert]")).to_have_count(0)


def test_a_round_on_its_way_is_left_alone_though_its_sums_have_come(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    sent = hold_back(phone.page, SENDS)
    phone.do(*ORDER)
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#round.busy")).to_be_visible()
    with phone.page.expect_response(PREVIEWS):
        phone.page.locator("#round").dispatch_event("change")
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator("#round.busy")).to_be_visible()
    sent[0].continue_()
    expect(phone.line(1)).to_be_visible()
    expect(phone.page.locator("#round.busy")).to_have_count(0)


def test_no_sentence_goes_into_the_form_of_a_round_on_its_way(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    sent, sentence = hold_back(phone.page, SENDS), phone.page.locator("#said")
    phone.do(*ORDER, "open say")
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))
    sentence.evaluate("field => field.focus()")
    phone.page.keyboard.type("Bình nhất, An nhì, Cường ba")
    phone.page.keyboard.press("Enter")
    expect(sentence).to_have_value("")
    sent[0].abort()
    expect(waiting(phone)).to_have_attribute("aria-label", re.compile("An nhất"))
    phone.do("open say")
    sentence.fill("Bình nhất, An nhì, Cường ba")
    phone.page.keyboard.press("Enter")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")


def test_facts_that_make_no_round_yet_leave_nothing_waiting(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone, "phom")
    phone.do("mom An", "mom Bình", "mom Cường", "mom Dũng")
    with phone.page.expect_response(SENDS) as refused:
        phone.tap(phone.page.locator("#record"))
    assert refused.value.status == 422
    expect(phone.page.locator("#strip")).to_contain_text("bấm người hạ đầu tiên")
    expect(phone.page.locator("#round")).not_to_have_class(re.compile("busy"))
    expect(phone.page.locator("#waiting")).to_be_empty()
    phone.page.reload()
    phone.ready()
    expect(phone.seat("An").locator(".mark")).not_to_be_empty()
    expect(phone.page.locator("#waiting")).to_be_empty()
    phone.do("An")
    phone.record(1)


def test_a_problem_is_seen_wherever_it_stands(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone, "dem_la")
    phone.do("An", "left 1", "left 5", "left 3", "Bình", "hold", "holds Bình")
    phone.do("cards 2D 3S", "next")
    phone.page.locator("#record").tap()
    expect(phone.page.locator("#strip [role=alert]")).to_contain_text(
        "Bình ghi còn 1 lá nhưng bài đưa ra có 2 lá."
    )
    expect(phone.page.locator("#record")).to_contain_text("1")


def test_a_renewed_link_leaves_the_typed_round_on_the_screen(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER)
    renew_the_score_link(phone)
    context = phone.page.context
    context.clear_cookies(name="tables")
    phone.page.locator("#record").tap()
    expect(phone.page.locator("#strip [role=alert]")).to_contain_text("đường dẫn")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    assert phone.page.locator("main").count() == 1


def test_the_keyboard_goes_on_where_it_is(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.page.locator("[data-tool=chat]").focus()
    for _choice in range(5):  # the tool, and the first answer of each question
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#panel .note")).to_have_text("An heo đen ← Bình 3 đôi thông")
    assert phone.page.evaluate("document.activeElement.closest('#panel') !== null")
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#panel")).to_be_hidden()
    expect(phone.page.locator("[data-tool=chat]")).to_be_focused()


@pytest.mark.parametrize(
    ("game", "round_told"),
    [
        ("tien_len", ("An", "Bình", "Cường")),
        ("dem_la", ("An", "left 5", "left 3", "left 1")),
        ("phom", ("An", "Bình", "Cường")),
    ],
)
def test_what_a_round_comes_to_pushes_nothing_from_under_the_thumb(
    open_phone: OpenPhone, game: str, round_told: tuple[str, ...]
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    button = phone.page.locator("#record")
    places = {font: button.bounding_box() for font in in_each_font(phone.page)}
    phone.do(*round_told)
    expect(phone.page.locator("#strip")).to_contain_text("→")
    assert places == {font: button.bounding_box() for font in in_each_font(phone.page)}
    phone.page.reload()
    expect(phone.page.locator("#strip")).to_contain_text("→")
    assert places == {font: button.bounding_box() for font in in_each_font(phone.page)}


@pytest.mark.parametrize("name", ["W" * 30, "Nguyễn Thị Phương Thảo Linh An"])
def test_nothing_is_wider_than_the_screen(open_phone: OpenPhone, name: str) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", (name, "Bình", "Cường", "Dũng"))
    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        for font in in_each_font(phone.page):
            widest = phone.page.evaluate("document.documentElement.scrollWidth")
            assert widest <= width, (width, font)
    assert not re.search("null|undefined|None", phone.page.locator("main").inner_text())


TYPED = """() => {
    const fields = [...new FormData(document.getElementById("round"))];
    const own = /^(place|cong|held|hand|chat|toi-trang)/;
    return fields.filter(([name, value]) => value && own.test(name));
}"""


def typed(phone: Phone) -> tuple[list[list[str]], list[str], list[str]]:
    """What is told in the form, and what the heads and the line over them say of it."""
    fields = phone.page.evaluate(TYPED)
    marks = each_of(phone.page, "#heads .mark", "each => each.innerText")
    return fields, marks, each_of(phone.page, "#draft .figure", "each => each.innerText")


def visit(phone: Phone, other: str) -> None:
    table = phone.page.url
    phone.page.locator(f".ways a[href$='{other}/']").tap()
    phone.page.wait_for_url(f"**/{other}/")
    phone.page.goto(table)
    phone.ready()


def rename(phone: Phone) -> None:
    through_the_form(phone, "players/4/rename/", name="Dung")
    phone.page.reload()
    expect(phone.seat("Dung")).to_be_visible()


@pytest.mark.parametrize(
    "happens",
    [
        lambda phone: visit(phone, "house"),
        lambda phone: visit(phone, "rules"),
        lambda phone: visit(phone, "settle"),
        lambda phone: phone.sit_out("Cường"),
        rename,
    ],
    ids=["Người", "Luật", "Tính tiền", "nghỉ từ ván sau", "a new name"],
)
def test_a_round_being_typed_is_the_same_after(
    open_phone: OpenPhone, happens: Callable[[Phone], None]
) -> None:
    phone = at_a_table(open_phone)
    phone.do("Cường", "An", "cong Dũng", "held Dũng 2H", "open chat", "say An", "say heo đỏ")
    phone.do("say Bình", "say tứ quý", "shut")
    expect(phone.change("An")).to_have_text("−1.000")
    before = typed(phone)
    assert before[1] == ["Nhì", "Ba", "Nhất", "Cóng"]
    happens(phone)
    expect(phone.page.locator("#heads .mark")).to_have_text(before[1])
    expect(phone.change("An")).to_have_text("−1.000")
    assert typed(phone) == before
    phone.record(1)


def test_a_round_being_typed_is_the_same_after_the_network_was_lost(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER, "held Dũng 2H")
    expect(phone.change("Dũng")).to_have_text("−4.000")
    before = typed(phone)
    phone.page.context.set_offline(True)
    expect(phone.page.locator("#state:visible")).to_contain_text("Mất mạng")
    assert typed(phone) == before
    phone.do("held Dũng 2S")
    expect(phone.change("Dũng")).to_have_text("·")
    phone.do("held Dũng 2S")
    phone.page.context.set_offline(False)
    expect(phone.change("Dũng")).to_have_text("−4.000")
    assert typed(phone) == before
    phone.record(1)


def test_without_a_network_a_link_asks_first(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    table = phone.page.url
    phone.do("An", "Bình")
    phone.page.context.set_offline(True)
    expect(phone.page.locator("#state:visible")).to_contain_text("Mất mạng")
    phone.page.locator(".ways a[href$='house/']").tap()
    expect(phone.page.locator("#panel")).to_contain_text("Mất mạng: “Người” có thể không mở được.")
    phone.do("shut", "Cường")
    assert phone.page.url == table
    phone.do("shut", "open khac", "say Khoản khác")
    expect(phone.page.locator("#panel")).to_contain_text("“Khoản khác” có thể không mở được")
    expect(phone.answer("leave")).to_have_text("Vẫn mở")
    assert phone.page.url == table
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#state")).to_have_attribute("data-state", "live")
    phone.do("answer leave")
    phone.page.wait_for_url("**/other/")


def test_a_chop_left_half_way_is_none_and_a_whole_one_is_seen_on_its_button(
    open_phone: OpenPhone,
) -> None:
    phone = at_a_table(open_phone)
    chop = phone.page.locator("[data-tool=chat]")
    phone.do("open chat", "of Dũng", "answer heo_do", "shut")
    expect(chop).not_to_have_attribute("data-told", "")
    phone.do("open chat", "of Dũng", "answer heo_do", "of An", "open khac")
    expect(chop).not_to_have_attribute("data-told", "")
    phone.do("open chat", "of Dũng", "answer heo_do", "of An", "answer tu_quy", "of Bình", "shut")
    expect(chop).to_have_attribute("data-told", "")
    phone.do(*ORDER, "shut")
    expect(phone.page.locator("#strip")).to_contain_text("chặt heo đỏ")
    phone.record(1)
    expect(chop).not_to_have_attribute("data-told", "")


def test_what_was_done_stays_said_until_the_next_round_is_tapped(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER)
    phone.record(1)
    strip = phone.page.locator("#strip")
    phone.tap(phone.page.locator("#record"))
    phone.page.evaluate("fetch('/ready')")
    expect(strip).to_contain_text("Đã ghi ván 1")
    phone.do("Dũng")
    table = phone.page.url
    phone.page.goto(f"{table}rounds/1/correct/")
    phone.ready()
    phone.do("An", "An")
    phone.tap(phone.page.locator("#record"))
    phone.page.wait_for_url(table)
    phone.ready()
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    expect(strip).to_contain_text("Đã sửa ván 1")
    expect(strip).to_contain_text("Hoàn tác")


def test_a_page_that_opens_says_what_was_done_last_until_a_round_is_told(
    open_phone: OpenPhone,
) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER)
    phone.record(1)
    strip = phone.page.locator("#strip")
    for _again in range(2):
        phone.page.reload()
        phone.ready()
        expect(strip).to_contain_text("Đã ghi ván 1")
    phone.tap(phone.page.locator("#record"))
    expect(strip).to_contain_text("Bấm từng người theo thứ tự về")
    phone.do(*ORDER)
    expect(strip).to_contain_text("Dũng → An 2.000")
    phone.page.reload()
    phone.ready()
    expect(strip).to_contain_text("Dũng → An 2.000")
    phone.do("An", "Bình", "Cường")
    phone.page.reload()
    phone.ready()
    phone.tap(strip.locator(".act[form]"))
    expect(strip).to_contain_text("Đã huỷ ván 1")
    assert phone.balance("An") == 0


TEXTS = """() => [...document.querySelectorAll("#strip .words > *")].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = part.getBoundingClientRect(), text = range.getBoundingClientRect();
    const edge = part.parentElement.getBoundingClientRect().right;
    return { top: box.top, left: text.left, right: Math.min(text.right, box.right), edge };
})"""
"""Where the text of each payment in the strip begins and ends."""


@pytest.mark.parametrize(
    ("game", "steps", "width", "locale"),
    [
        ("dem_la", ("An", "hold", "held Tí 2H", "hold", *("left 3",) * 3), 320, "en-GB"),
        ("phom", ("open diem", "digits 00102030"), 390, "vi-VN"),
    ],
)
def test_each_line_of_the_strip_ends_in_it_and_apart_from_the_next(
    open_phone: OpenPhone, game: str, steps: tuple[str, ...], width: int, locale: str
) -> None:
    phone = Phone.of(open_phone(viewport={"width": width, "height": 640}, locale=locale))
    phone.open_table(game, ("An", "Út", "Tí", "Mỹ Linh"))
    phone.do(*steps)
    expect(phone.page.locator("#strip [data-ready]")).to_be_visible()
    texts = phone.page.evaluate(TEXTS)
    assert all(text["right"] <= text["edge"] for text in texts), texts
    for before, after in pairwise(texts):
        assert after["top"] > before["top"] or after["left"] - before["right"] >= 8, texts
