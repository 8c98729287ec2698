"""What goes wrong while a round is being recorded: each case ends in exactly one round."""

import re
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, deafen
from tests.browser.waiting import (
    ORDER,
    PATIENCE,
    SENDS,
    Books,
    find_the_network,
    join_as_scorer,
    look_at,
    lose_answers,
    lose_rounds,
    lose_the_network,
    renew_the_score_link,
    tell,
    waiting,
    without_the_guard,
)
from tests.running.server import Server, serving

pytestmark = pytest.mark.trust("R13")


def test_double_tap(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    phone.do(*ORDER)
    phone.page.locator("#record").dblclick()
    expect(waiting(phone)).to_have_count(1)
    find_the_network(phone)
    books.hold_one_round(phone)


def test_answer_lost(phone: Phone, books: Books) -> None:
    lose_answers(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    expect(phone.page.locator("#waiting")).to_have_text("1 ván chờ")
    phone.page.unroute(SENDS)
    expect(phone.page.locator("#strip")).to_contain_text("đã ghi rồi: ván 1", timeout=PATIENCE)
    books.hold_one_round(phone)
    assert phone.balance("An") == 2000


def test_offline_at_submit(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    tell(phone)
    expect(waiting(phone)).to_contain_text("An nhất, Bình nhì, Cường ba, Dũng bét")
    expect(waiting(phone)).to_have_attribute("aria-label", re.compile("^Chờ gửi: "))
    expect(phone.page.locator("#state:visible")).to_contain_text("Mất mạng")
    expect(phone.page.locator("#state:visible")).to_contain_text("1 ván chờ")
    expect(phone.page.locator("#record")).to_have_text("Ghi ván 2")
    expect(phone.seat("An").locator(".mark")).to_be_empty()
    expect(phone.seat("An").locator(".balance")).to_have_text("0")
    find_the_network(phone)
    books.hold_one_round(phone)
    expect(phone.page.locator("#record")).to_have_text("Ghi ván 2")


def test_reload_while_waiting(phone: Phone, books: Books) -> None:
    lose_answers(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    phone.page.reload()
    expect(waiting(phone)).to_have_count(1)
    expect(phone.seat("An").locator(".mark")).to_be_empty()
    phone.page.unroute(SENDS)
    phone.page.reload()
    books.hold_one_round(phone)


def test_back_button(phone: Phone, books: Books) -> None:
    lose_rounds(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    phone.page.locator(".ways a[href$='house/']").click()
    phone.page.wait_for_url("**/house/")
    phone.page.unroute(SENDS)
    phone.page.go_back()
    books.hold_one_round(phone)
    expect(phone.seat("An").locator(".mark")).to_be_empty()


def test_two_scorers(phone: Phone, open_phone: OpenPhone, books: Books) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_the_network(second)
    tell(second, "An", "Cường", "Bình")
    tell(phone)
    expect(phone.line(1)).to_be_visible()
    find_the_network(second)
    panel = second.page.locator("#panel")
    expect(panel).to_contain_text("Ván 1 đã ghi: An nhất, Bình nhì", timeout=PATIENCE)
    expect(panel).to_contain_text("Bạn bấm: An nhất, Cường nhì")
    second.do("say Là ván 1, bỏ của tôi")
    expect(panel).to_be_hidden()
    expect(second.seat("An").locator(".mark")).to_be_empty()
    second.page.reload()
    books.hold_one_round(second)


def test_stale_tab(phone: Phone, books: Books) -> None:
    stale = Phone.of(phone.page.context)
    deafen(stale.page)
    stale.page.goto(phone.page.url)
    tell(phone)
    expect(phone.line(1)).to_be_visible()
    phone.page.context.clear_cookies(name="csrftoken")
    tell(stale)
    expect(stale.page.locator("#strip")).to_contain_text("Bấm ghi lần nữa")
    stale.tap(stale.page.locator("#record"))  # the token was refused, the round is still there
    stale.do("say Là ván 1, bỏ của tôi")
    stale.page.reload()
    books.hold_one_round(stale)


def test_renewed_key(phone: Phone, open_phone: OpenPhone, books: Books) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_the_network(second)
    tell(second)
    expect(waiting(second)).to_have_count(1)
    renew_the_score_link(phone)
    find_the_network(second)
    expect(look_at(second, waiting(second))).to_contain_text(
        "Vào lại bằng đường dẫn mới", timeout=PATIENCE
    )
    assert books.rounds() == []
    second.page.goto(phone.link(Role.SCORE))
    second.page.wait_for_url("**/t/*/")
    books.hold_one_round(second)


def test_phone_asleep(phone: Phone, books: Books) -> None:
    lose_answers(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    screen = phone.page.context.new_cdp_session(phone.page)
    screen.send("Page.setWebLifecycleState", {"state": "frozen"})
    phone.page.unroute(SENDS)
    time.sleep(3)
    screen.send("Page.setWebLifecycleState", {"state": "active"})
    books.hold_one_round(phone)


def test_server_restarted(
    open_phone: OpenPhone, server: Server, books: Books, tmp_path: Path, fresh_database: str
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    server.stop(signal.SIGKILL)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    with serving(tmp_path, "--port", str(server.port), DATABASE_URL=fresh_database):
        books.hold_one_round(phone)


def test_answers_out_of_order(phone: Phone, books: Books) -> None:
    late: list[Route] = []

    def overtaken(route: Route) -> None:
        if late:
            route.continue_()
            return
        route.fetch()
        late.append(route)

    phone.page.route(SENDS, overtaken)
    tell(phone)
    expect(phone.page.locator("#strip")).to_contain_text("đã ghi rồi", timeout=PATIENCE)
    late[0].abort()
    books.hold_one_round(phone)


def test_phones_clock_wrong(open_phone: OpenPhone, books: Books) -> None:
    context = open_phone()
    context.add_init_script("""
        let year = 2049;
        Date.now = () => Date.UTC(year--, 0);
    """)
    phone = Phone.of(context)
    phone.open_table("tien_len")
    lose_the_network(phone)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    phone.page.wait_for_timeout(3000)
    find_the_network(phone)
    books.hold_one_round(phone)


@pytest.mark.trust("R13", control=True)
def test_without_the_guard_the_same_case_ends_in_two(phone: Phone, books: Books) -> None:
    """The counting of these tests can fail: with a new id at each sending it sees two rounds."""
    without_the_guard(phone.page)
    tell(phone)
    expect(phone.line(2)).to_be_visible(timeout=PATIENCE)
    assert len(books.rounds()) == 2
    with pytest.raises(AssertionError):
        books.hold_one_round(phone)
