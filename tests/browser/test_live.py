"""Several pages of one table at once: each follows what happens on the others."""

import re
import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.following import hide, live
from tests.browser.phone import Phone, visit
from tests.running.server import serving

ORDER = ("An", "Bình", "Cường")
CONNECTIONS = 6
"""Of one browser to one server, where that speaks HTTP/1.1."""


def joined(open_phone: OpenPhone, link: str, **options: object) -> Phone:
    """A phone that came by a link and hears the table."""
    phone = Phone.of(open_phone(**options))
    phone.join(link)
    live(phone.page)
    return phone


def at_a_table(open_phone: OpenPhone, game: str = "tien_len") -> Phone:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    live(phone.page)
    return phone


def through_the_api(page: Page, link: str, change: dict[str, Any]) -> int:
    """The status of a change made with the key of this link."""
    session, _dot, key = link.partition("#")[2].partition(".")
    bearer = {"Authorization": f"Bearer {key}"}
    address = f"/api/v1/sessions/{session}/"
    return page.context.request.patch(address, headers=bearer, data=change).status


def record_through_the_api(phone: Phone, number: int) -> None:
    """So many plain rounds by a program with the score link."""
    session, _dot, key = phone.link(Role.SCORE).partition("#")[2].partition(".")
    for _ in range(number):
        answer = phone.page.context.request.post(
            f"/api/v1/sessions/{session}/rounds/",
            headers={"Authorization": f"Bearer {key}"},
            data={"id": str(uuid4()), "facts": {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4]}},
        )
        assert answer.ok, answer.text()


def shown(phone: Phone, seat: int) -> str:
    return phone.page.locator(f"#balance-{seat}").inner_text()


def test_five_viewers_follow_a_scorer(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    view = scorer.link(Role.VIEW)
    viewers = [joined(open_phone, view) for _ in range(5)]
    for number in (1, 2):
        scorer.do(*ORDER)
        scorer.record(number)
        for viewer in viewers:
            expect(viewer.line(number)).to_have_attribute("aria-label", re.compile("An nhất"))
            expect(viewer.page.locator("#balance-1")).to_have_text(shown(scorer, 1))
            expect(viewer.page.locator("#lead-1")).to_have_text("đi trước")
            expect(viewer.page.locator("#strip")).to_contain_text(f"Ván {number}: An nhất")
            expect(viewer.page.locator("#heard")).to_contain_text(f"Ván {number}")
    scorer.page.locator("#strip").get_by_text("Hoàn tác").tap()
    for viewer in viewers:
        expect(viewer.line(2)).to_have_attribute("data-state", "void")
        expect(viewer.page.locator("#balance-1")).to_have_text("+2.000")
        assert viewer.page.locator("a.line[data-round]").count() == 2


@pytest.mark.parametrize("refusal", [None, 503, 404])
def test_a_page_that_gets_no_answer_asks_again_after_a_while(
    open_phone: OpenPhone, refusal: int | None
) -> None:
    scorer = at_a_table(open_phone)
    viewer = Phone.of(open_phone())
    visit(viewer.page)
    opened = datetime.now()
    viewer.page.clock.install(time=opened)
    viewer.page.goto(scorer.link(Role.VIEW))
    live(viewer.page)
    viewer.page.clock.pause_at(max(datetime.now(), opened) + timedelta(seconds=2))
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=refusal) if refusal else route.abort()

    viewer.page.route("**/now/*", refuse)
    scorer.do(*ORDER)
    ends = "requestfailed" if refusal is None else "requestfinished"
    with viewer.page.expect_event(ends, lambda request: "/now/" in request.url):
        scorer.record(1)
    viewer.page.evaluate("async () => { for (let n = 0; n < 50; n++) await fetch('safe/') }")
    assert len(asked) == 1
    with viewer.page.expect_request("**/now/*"):
        viewer.page.clock.run_for(1000)
    scorer.do(*ORDER)
    with viewer.page.expect_request("**/now/*"):  # as the stream speaks again
        scorer.record(2)
    viewer.page.evaluate("async () => { for (let n = 0; n < 50; n++) await fetch('safe/') }")
    viewer.page.clock.run_for(3000)
    viewer.page.evaluate("async () => { for (let n = 0; n < 50; n++) await fetch('safe/') }")
    assert len(asked) == 3
    viewer.page.unroute("**/now/*")
    viewer.page.clock.run_for(1000)
    expect(viewer.line(1)).to_be_visible()


def test_two_scorers_at_one_table_see_each_other_and_lose_nothing_typed(
    open_phone: OpenPhone,
) -> None:
    first = at_a_table(open_phone)
    second = joined(open_phone, first.link(Role.SCORE))
    second.do("Dũng", "open chat", "say An", "say heo đỏ")
    first.do(*ORDER)
    first.record(1)
    expect(second.page.locator("#news")).to_contain_text("Máy khác ghi ván 1")
    expect(second.line(1)).to_be_visible()
    expect(second.page.locator("#balance-1")).to_have_text("+2.000")
    expect(second.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    expect(second.page.locator("#panel .note")).to_have_text("An heo đỏ")
    expect(second.page.locator("#record")).to_contain_text("Ghi ván 1")
    second.page.reload()
    expect(second.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    second.do("open chat")
    expect(second.page.locator("#panel .note")).to_have_text("An heo đỏ")

    second.do("say Bình", "say tứ quý", "shut", "An", "Bình")
    second.page.locator("#record").tap()
    expect(second.say("Ván khác, ghi ván 2")).to_be_visible()
    expect(second.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    second.do("answer other")
    expect(second.line(2)).to_be_visible()
    expect(first.page.locator("#record")).to_contain_text("Ghi ván 3")
    expect(first.line(2)).to_have_attribute("aria-label", re.compile("Dũng nhất"))
    first.do(*ORDER)
    first.record(3)
    expect(second.page.locator("a.line[data-round]")).to_have_count(3)


@pytest.mark.parametrize("game", ["tien_len", "dem_la", "sam_loc", "phom", "binh"])
def test_a_form_in_which_nothing_is_typed_goes_on_to_the_next_round(
    open_phone: OpenPhone, game: str
) -> None:
    waiting = at_a_table(open_phone, game)
    other = joined(open_phone, waiting.link(Role.SCORE))
    other.do(*TAPS[game])
    other.record(1)
    expect(waiting.page.locator("#record")).to_contain_text("Ghi ván 2")
    waiting.do(*TAPS[game])
    waiting.record(2)
    expect(other.page.locator("#record")).to_contain_text("Ghi ván 3")
    other.do(*TAPS[game])
    other.record(3)
    expect(waiting.page.locator("a.line[data-round]")).to_have_count(3)


TAPS = {
    "tien_len": ORDER,
    "dem_la": ("An", "left 1", "left 2", "left 3"),
    "sam_loc": ("An", "left 1", "left 2", "left 3"),
    "phom": ORDER,
    "binh": ORDER * 3,
}


def test_another_name_of_the_table_is_seen(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    viewer = joined(open_phone, scorer.link(Role.VIEW))
    scorer.do("An")
    renamed = through_the_api(scorer.page, scorer.link(Role.SCORE), {"name": "Nhà An"})
    assert renamed == 200
    for page in (viewer.page, scorer.page):
        expect(page.locator("#title")).to_contain_text("Nhà An")
        expect(page).to_have_title("Nhà An")
    expect(scorer.seat("An").locator(".mark")).to_have_text("Nhất")


def test_a_round_that_lies_open_stays_open_and_says_what_became_of_it(
    open_phone: OpenPhone,
) -> None:
    scorer = at_a_table(open_phone)
    scorer.do(*ORDER)
    scorer.record(1)
    viewer = joined(open_phone, scorer.link(Role.VIEW))
    shown = viewer.open_round(1)
    expect(shown.locator(".why")).to_be_visible()
    scorer.open_round(1)
    scorer.do("answer void")
    expect(viewer.line(1)).to_have_attribute("data-state", "void")
    expect(shown).to_contain_text("Đã huỷ")
    expect(shown.locator(".why")).to_be_visible()
    shown.locator(".close").last.tap()
    expect(shown).to_have_count(0)


def test_other_people_another_bet_unit_another_game(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    viewer = joined(open_phone, scorer.link(Role.VIEW))
    typing = joined(open_phone, scorer.link(Role.SCORE))
    typing.do("An")
    scorer.sit_out("Dũng")
    expect(scorer.page.locator("#bench")).to_contain_text("Dũng")
    expect(viewer.page.locator("#bench")).to_contain_text("Dũng")
    expect(typing.page.locator("#news")).to_contain_text("Ván sau có thay đổi")
    expect(typing.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(typing.seat("Dũng")).to_be_visible()

    live(scorer.page)
    scorer.page.goto(f"{scorer.page.url}house/")
    scorer.page.locator("label:has([name=bet_unit][value='5000'])").tap()
    scorer.page.locator("#bet-unit .do").tap()
    expect(viewer.page.locator("#terms-line")).to_contain_text("1 cược 5.000")
    expect(typing.page.locator("#terms-line")).to_contain_text("1 cược 5.000")

    changed = through_the_api(scorer.page, typing.link(Role.SCORE), {"rules": "phom"})
    assert changed == 200
    expect(viewer.page.locator("#title")).to_contain_text("Phỏm")


def test_all_prices_of_a_form_are_of_one_bet_unit(open_phone: OpenPhone) -> None:
    typing = at_a_table(open_phone)
    score = typing.link(Role.SCORE)
    waiting = joined(open_phone, score)
    typing.do(*ORDER)
    price = typing.answer("2S").locator("small")
    expect(price).to_have_text("1.000")
    assert through_the_api(typing.page, score, {"bet_unit": 6000}) == 200
    expect(typing.page.locator("#news")).to_have_text("Cược mới: 6.000")
    typing.do("held Dũng 2S")
    expect(typing.page.locator("#strip")).to_contain_text("Dũng → Cường 1.000 thối 2♠")
    expect(price).to_have_text("1.000")
    typing.page.locator("#record").tap()
    expect(typing.page.locator("#strip")).to_contain_text("Mức cược hoặc luật vừa đổi")
    expect(price).to_have_text("3.000")
    typing.record(1)
    expect(typing.page.locator("#balance-4")).to_have_text("−9.000")

    live(waiting.page)
    waiting.do(*ORDER)
    expect(waiting.answer("2S").locator("small")).to_have_text("3.000")


def test_the_line_says_when_the_network_is_lost_and_the_page_catches_up(
    open_phone: OpenPhone,
) -> None:
    scorer = at_a_table(open_phone)
    viewer = joined(open_phone, scorer.link(Role.VIEW))
    live(viewer.page)  # a stream that is just being opened would go on
    viewer.page.context.set_offline(True)
    expect(viewer.page.locator("#state")).to_contain_text(re.compile(r"Mất mạng từ \d\d:\d\d"))
    scorer.do(*ORDER)
    scorer.record(1)
    expect(viewer.line(1)).to_have_count(0)
    viewer.page.context.set_offline(False)
    expect(viewer.line(1)).to_be_visible()
    expect(viewer.page.locator("#state")).to_be_hidden()
    expect(viewer.page.locator("#terms-line")).to_be_visible()


STREAMS_OPENED_OFFLINE = """() => {
    const opened = [];
    window.EventSource = class extends EventSource {
        constructor(address) {
            super(address);
            opened.push(address);
        }
    };
    dispatchEvent(new Event("offline"));
    return opened.length;
}"""


def test_a_phone_that_is_called_offline_asks_for_its_stream_anew(open_phone: OpenPhone) -> None:
    """One that was just being opened may go on, and say that the page is live."""
    phone = at_a_table(open_phone)
    assert phone.page.evaluate(STREAMS_OPENED_OFFLINE) == 1
    live(phone.page)


def test_a_connection_that_died_in_its_sleep_is_noticed(open_phone: OpenPhone) -> None:
    """The beats stop coming, and nothing else tells the page so: its clock does."""
    scorer = at_a_table(open_phone)
    viewer = one_that_may_go_deaf(open_phone, scorer.link(Role.VIEW))
    other = joined(open_phone, scorer.link(Role.VIEW))
    viewer.page.evaluate("window.deaf = true, window.set = -3600000")
    scorer.do(*ORDER)
    scorer.record(1)
    expect(other.line(1)).to_be_visible()
    expect(viewer.line(1)).to_have_count(0)
    live(viewer.page)
    viewer.page.evaluate("window.deaf = false, window.later = 60000")
    expect(viewer.line(1)).to_be_visible()
    live(viewer.page)


def test_a_clock_that_is_set_ends_no_connection(open_phone: OpenPhone) -> None:
    viewer = one_that_may_go_deaf(open_phone, at_a_table(open_phone).link(Role.VIEW))
    opened = asked_by(viewer)
    viewer.page.evaluate("window.set = 3600000")
    viewer.page.wait_for_timeout(2500)  # the page looks at its clock every second
    live(viewer.page)
    assert opened == []


def asked_by(phone: Phone) -> list[str]:
    """What the page asks from now on, but for files: it takes those into its keeping once it is
    there, for the day the network is lost, and on a busy machine that may be late.
    """
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/static/" not in request.url:
            asked.append(request.url)

    phone.page.on("request", note)
    return asked


def one_that_may_go_deaf(open_phone: OpenPhone, link: str) -> Phone:
    """A phone that came by a link; `DEAF` tells what may happen to it."""
    context = open_phone()
    context.add_init_script(DEAF)
    phone = Phone.of(context)
    phone.page.goto(link)
    phone.page.wait_for_url("**/t/*/")
    live(phone.page)
    return phone


DEAF = """
    const set = Date.now;
    Date.now = () => set() + (window.set || 0);
    const now = performance.now.bind(performance);
    performance.now = () => now() + (window.later || 0);
    window.EventSource = class extends EventSource {
        addEventListener(type, hear) {
            super.addEventListener(type, (event) => {
                if (!(this.deaf ||= window.deaf)) hear(event);
            });
        }
    };
"""
"""Lets the open stream bring nothing any more, time pass (`later`), and the clock be `set`."""


def test_a_network_found_again_and_again_breaks_nothing(open_phone: OpenPhone) -> None:
    """Each time the stream is opened anew, and what was open is ended without an error."""
    phone = at_a_table(open_phone)
    for _ in range(3):
        phone.page.evaluate("window.dispatchEvent(new Event('online'))")
        live(phone.page)


def test_a_server_that_starts_again_finds_its_pages_again(
    chromium: Browser, fresh_database: str, tmp_path: Path
) -> None:
    with serving(tmp_path, DATABASE_URL=fresh_database) as server:
        port = server.port
        context = chromium.new_context(
            base_url=f"http://localhost:{port}", has_touch=True, locale="vi-VN"
        )
        phone = Phone.of(context)
        phone.open_table("tien_len")
        live(phone.page)
        phone.do("An")
        server.stop(signal.SIGKILL)
        expect(phone.page.locator("#state")).to_contain_text("Mất mạng từ")
    with serving(tmp_path, "--port", str(port), DATABASE_URL=fresh_database):
        live(phone.page)
        expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    context.close()


def test_a_renewed_link_is_said_and_nothing_more_comes(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    viewer = joined(open_phone, scorer.link(Role.VIEW))
    table = scorer.page.url
    scorer.page.goto(f"{table}share/")
    with scorer.page.expect_navigation():
        scorer.page.locator("section:has(#view-title) form button").tap()
    expect(viewer.page.locator("#state")).to_contain_text("Đường dẫn đã đổi")
    scorer.page.goto(table)
    live(scorer.page)
    asked = asked_by(viewer)
    scorer.do(*ORDER)
    scorer.record(1)
    viewer.page.wait_for_timeout(1500)
    assert asked == []


def test_the_other_pages_follow_unless_somebody_types_there(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    table = scorer.page.url
    score = scorer.link(Role.SCORE)
    reading, typing = joined(open_phone, score), joined(open_phone, score)
    reading.page.goto(f"{table}house/")
    typing.page.goto(f"{table}house/")
    for phone in (reading, typing):
        live(phone.page)
    typing.page.locator("#add").fill("Em")
    scorer.do(*ORDER)
    scorer.record(1)
    expect(reading.page.locator("#player")).to_contain_text("+2.000")
    expect(typing.page.locator("#moved")).to_be_visible()
    expect(typing.page.locator("#add")).to_have_value("Em")
    expect(typing.page.locator("#player")).not_to_contain_text("+2.000")


def test_headings_of_the_other_pages_follow_too(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    table, score = scorer.page.url, scorer.link(Role.SCORE)
    paths = ("figures/", "people/1/", "card/", "house/")
    pages = {path: joined(open_phone, score).page for path in paths}
    for path in paths:
        pages[path].goto(f"{table}{path}")
        live(pages[path])
    top = {path: page.get_by_role("heading", level=1) for path, page in pages.items()}
    expect(top["house/"]).to_contain_text("tính từ ván 1")
    back = pages["people/1/"].locator(".back")
    back.focus()

    scorer.do(*ORDER)
    scorer.record(1)
    expect(top["house/"]).to_contain_text("tính từ ván 2")
    assert through_the_api(scorer.page, score, {"name": "Nhà Ân"}) == 200
    for path in pages.keys() - {"house/"}:
        expect(top[path]).to_contain_text("Nhà Ân")
    assert through_the_api(scorer.page, score, {"names": {"1": "Ân"}}) == 200
    expect(top["people/1/"]).to_contain_text("Từng ván của Ân")
    expect(pages["people/1/"]).to_have_title("Từng ván của Ân")
    expect(back).to_be_focused()
    for page in pages.values():
        live(page)
    expect(scorer.seat("Ân")).to_be_visible()  # opened anew for the name
    scorer.page.goto(f"{table}house/")
    scorer.page.get_by_role("button", name="Chốt sổ").tap()
    expect(top["house/"]).to_contain_text("Bàn đã chốt sổ")


def test_nothing_is_asked_while_nothing_happens_nor_after_an_own_round(
    open_phone: OpenPhone,
) -> None:
    scorer = at_a_table(open_phone)
    scorer.do(*ORDER)
    expect(scorer.page.locator("#strip")).to_contain_text("→")
    asked = asked_by(scorer)
    scorer.record(1)
    scorer.page.wait_for_timeout(1500)  # in which more would come
    assert [url.removeprefix(scorer.page.url) for url in asked] == ["rounds/"]


def test_without_javascript_there_is_no_line(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(java_script_enabled=False))
    phone.page.goto("/")
    for at, name in enumerate(("An", "Bình"), 1):
        phone.page.fill(f"[name=player_{at}]", name)
    phone.page.locator(".bar .button").first.tap()
    expect(phone.page.locator("#state")).to_be_hidden()


def sent(path: str, scorer: Phone) -> None:
    """What another page of the table sends."""
    status = scorer.page.evaluate(
        """async (path) => {
            const body = new FormData(document.getElementById("act"));
            return (await fetch(location.pathname + path, { method: "POST", body })).status;
        }""",
        path,
    )
    assert status == 200


def test_a_tap_aimed_at_a_head_while_news_comes_hits_that_player(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    typing = joined(open_phone, scorer.link(Role.SCORE))
    aims = {name: typing.seat(name).bounding_box() for name in (*ORDER, "Dũng")}

    def aim(name: str) -> None:
        box = aims[name]
        assert box
        typing.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)

    answers: list[Route] = []
    typing.page.route("**/now/*", lambda route: answers.append(route))
    scorer.do(*ORDER)
    with typing.page.expect_request("**/now/*"):
        scorer.record(1)
    aim("Cường")
    typing.page.route("**/now/*", lambda route: route.continue_())  # it asks again: it is typed in
    answers.pop().continue_()
    aim("An")
    expect(typing.line(1)).to_be_visible()
    sent("rounds/1/flag/", scorer)
    expect(typing.page.locator("#flag-line")).to_contain_text("báo ván 1 sai")
    aim("Bình")
    expect(typing.page.locator("#heads .mark")).to_have_text(["Nhì", "Ba", "Nhất", "Bét"])
    assert {name: typing.seat(name).bounding_box() for name in aims} == aims


def test_who_has_scrolled_up_stays_there_when_a_line_comes(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    record_through_the_api(scorer, 16)
    viewer = joined(open_phone, scorer.link(Role.VIEW), viewport={"width": 390, "height": 664})
    expect(viewer.line(16)).to_be_visible()
    expect(viewer.line(1)).to_have_count(1)  # before the older lines there is nowhere to scroll
    sheet = viewer.page.locator("#sheet")
    assert sheet.evaluate("sheet => { sheet.scrollTop = -70; return sheet.scrollTop }") == -70
    place = viewer.line(10).bounding_box()
    scorer.do(*ORDER)
    scorer.record(17)
    expect(viewer.line(17)).to_have_count(1)
    assert viewer.line(10).bounding_box() == place
    sheet.evaluate("sheet => { sheet.scrollTop = 0 }")
    scorer.do(*ORDER)
    scorer.record(18)
    expect(viewer.line(18)).to_be_in_viewport(ratio=1)


def test_who_pulls_the_sheet_down_stays_there_when_older_lines_come(open_phone: OpenPhone) -> None:
    scorer = at_a_table(open_phone)
    record_through_the_api(scorer, 24)
    scorer.page.reload()
    scorer.ready()
    expect(scorer.line(1)).to_have_count(0)
    sheet = scorer.page.locator("#sheet")
    sheet.evaluate("sheet => { sheet.scrollTop = -sheet.scrollHeight }")
    oldest = scorer.page.locator("a.line").last.get_attribute("data-round")
    place = scorer.line(int(str(oldest))).bounding_box()
    expect(scorer.line(1)).to_have_count(1)
    assert scorer.line(int(str(oldest))).bounding_box() == place


def test_more_tabs_than_a_browser_has_connections_follow_the_table_when_they_are_seen(
    open_phone: OpenPhone,
) -> None:
    """Six to a server, over plain HTTP and HTTPS alike: a stream of a hidden tab would take one."""
    phone = at_a_table(open_phone)
    tabs = [phone.page]
    for _ in range(CONNECTIONS):
        hide(tabs[-1], True)
        tabs.append(phone.page.context.new_page())
        tabs[-1].goto(phone.page.url)
        live(tabs[-1])
    tabs[-1].goto(f"{phone.page.url}privacy/")
    tabs[-1].locator("main summary").last.tap()
    tabs[-1].locator("main form button").tap()
    expect(tabs[-1].locator(".done")).to_contain_text("Đã xoá tên")
    for tab in tabs[:-1]:
        expect(tab.locator("#heads")).to_contain_text("An")
        hide(tab, False)
        live(tab)
        expect(tab.locator("#heads")).not_to_contain_text("An")
        hide(tab, True)
