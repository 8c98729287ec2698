"""What goes wrong at a table: each ends in exactly one round, with nothing typed lost."""

import re
from contextlib import suppress
from threading import Event

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.phone import Phone

ORDER = ("An", "Bình", "Cường")


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
    phone.page.locator("header button").tap()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("2nd")
    expect(phone.page.locator(".said button")).to_have_count(4)
    phone.page.locator("header button").tap()
    phone.sit_out("Dũng")
    expect(phone.page.locator(".resting")).to_contain_text("Dũng")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("An").locator(".change")).to_have_text("= 0")
    phone.record(1)
    phone.page.reload()
    expect(phone.seat("An").locator(".mark")).to_be_empty()


def test_a_tap_is_not_lost_while_the_scripts_are_on_their_way(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    context = open_phone(service_workers="block")  # a worker would ask for them, past the route
    context.add_cookies(scorer.page.context.cookies())  # type: ignore[arg-type]
    phone = Phone.of(context)
    seen_deaf = Event()

    def late(route: Route) -> None:
        while not seen_deaf.is_set():
            phone.page.wait_for_timeout(100)
        phone.page.wait_for_timeout(1000)
        route.continue_()

    phone.page.route("**/*.js", late)
    phone.page.goto(scorer.page.url, wait_until="commit")
    expect(phone.page.locator("#scoreboard")).to_have_css("opacity", "0.6")
    seen_deaf.set()
    phone.do(*ORDER)
    expect(phone.page.locator("#scoreboard")).to_have_css("opacity", "1")
    for name, place in zip(ORDER, ("Nhất", "Nhì", "Ba"), strict=True):
        expect(phone.seat(name).locator(".mark")).to_have_text(place)


def test_a_late_preview_does_not_fill_the_next_round(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)

    def late(route: Route) -> None:
        phone.page.wait_for_timeout(1200)
        route.continue_()

    phone.page.route("**/preview/", late)
    phone.do(*ORDER)
    phone.page.wait_for_timeout(200)
    phone.record(1)
    phone.page.wait_for_timeout(2000)
    expect(phone.seat("An").locator(".change")).to_be_empty()
    expect(phone.page.locator("#preview .why")).to_have_count(0)


def test_of_three_previews_the_last_asked_for_stays(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    asked: list[Route] = []
    phone.page.route("**/preview/", lambda route: asked.append(route))
    for name in ORDER:
        with phone.page.expect_request("**/preview/"):
            phone.do(name)
        phone.page.wait_for_timeout(100)  # the one before it has ended by then
    for route in reversed(asked):
        with suppress(Error):  # "is already handled", where the page has given it up
            route.continue_()
        phone.page.wait_for_timeout(500)
    expect(phone.seat("An").locator(".change")).to_have_text("▲ +2.000")
    expect(phone.page.locator("#preview .problem")).to_have_count(0)


def test_a_round_on_its_way_is_left_alone_though_its_sums_have_come(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    sent: list[Route] = []
    phone.page.route("**/rounds/", lambda route: sent.append(route))
    phone.do(*ORDER)
    with phone.page.expect_request("**/rounds/"):
        phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#round.busy")).to_be_visible()
    with phone.page.expect_response("**/preview/"):
        phone.page.locator("#round").dispatch_event("change")
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator("#round.busy")).to_be_visible()
    sent[0].continue_()
    expect(phone.page.locator("#round-1")).to_be_visible()
    expect(phone.page.locator("#round.busy")).to_have_count(0)


def test_a_problem_is_seen_wherever_it_stands(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone, "dem_la")
    phone.do("An", "held Bình 2D", "left 5", "held Cường 2D", "left 4", "left 3")
    phone.page.locator("#record").tap()
    expect(phone.page.locator(".problem:visible").first).to_contain_text("2♦")
    expect(phone.page.locator("#record")).to_contain_text("1")


def test_a_renewed_link_leaves_the_typed_round_on_the_screen(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.do(*ORDER)
    phone.page.evaluate(
        """async () => {
            const fields = new URLSearchParams(new FormData(document.getElementById("act")));
            await fetch(location.pathname + "share/score/renew/", { method: "POST", body: fields });
        }"""
    )
    context = phone.page.context
    context.clear_cookies(name="tables")
    phone.page.locator("#record").tap()
    expect(phone.page.locator("#notice .problem")).to_contain_text("đường dẫn")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    assert phone.page.locator("main").count() == 1


def test_the_keyboard_goes_on_where_it_is(open_phone: OpenPhone) -> None:
    phone = at_a_table(open_phone)
    phone.page.locator("details[data-event=chat] > summary").focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("Tab")
    for _choice in range(4):
        phone.page.keyboard.press("Enter")
    assert phone.page.locator(".said button").count() == 4
    assert phone.page.evaluate("document.activeElement.tagName") == "BUTTON"


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
    expect(phone.page.locator("#preview")).to_contain_text("→")
    assert places == {font: button.bounding_box() for font in in_each_font(phone.page)}
    phone.page.reload()
    expect(phone.page.locator("#preview")).to_contain_text("→")
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
