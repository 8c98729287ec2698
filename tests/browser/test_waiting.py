"""Rounds that wait on the phone: in order, changed or dropped while they wait, never pretended."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import FAMILIES, in_each_font
from tests.browser.layout import FONTS
from tests.browser.offline import offline_pages, wait_until
from tests.browser.phone import COUNTS_WAKING, Phone, deafen
from tests.browser.waiting import (
    ORDER,
    PATIENCE,
    PREVIEWS,
    SENDS,
    Books,
    comes_anew,
    find_the_network,
    hold_back,
    join_as_scorer,
    keeps_nothing,
    look_at,
    lose_answers,
    lose_rounds,
    lose_the_network,
    play,
    take_up,
    tell,
    tell_wrongly,
    through_the_form,
    throw_away,
    waiting,
)
from tests.running.server import serving

AN, BINH, CUONG, DUNG = 1, 2, 3, 4

FULL = """
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (...kept) {
        if (this === localStorage) throw new DOMException("", "QuotaExceededError");
        setItem.apply(this, kept);
    };
"""
"""What a phone keeps beyond a tab finds no room."""

SPILT = "line => line.scrollWidth - line.clientWidth"


def all_recorded(phone: Phone, number: int) -> None:
    """Nothing waits any more and the newest round has this number."""
    expect(waiting(phone)).to_have_count(0, timeout=PATIENCE)
    expect(phone.line(number)).to_be_visible(timeout=PATIENCE)
    expect(phone.page.locator("#record")).to_have_text(f"Ghi ván {number + 1}")
    keeps_nothing(phone)


def test_an_evening_in_and_out_of_the_network_is_recorded_in_order(
    phone: Phone, books: Books
) -> None:
    winners = []
    rounds = [("An", "Bình", "Cường"), ("Bình", "An", "Dũng"), ("Cường", "Dũng", "An")] * 4
    for number, order in enumerate(rounds):
        if number % 4 == 1:
            lose_the_network(phone)
        if number % 4 == 0:
            find_the_network(phone)
        tell(phone, *order)
        expect(phone.seat("An").locator(".mark")).to_be_empty()
        winners.append(("An", "Bình", "Cường", "Dũng").index(order[0]) + 1)
    expect(phone.page.locator("#waiting")).to_contain_text("ván chờ")
    find_the_network(phone)
    all_recorded(phone, 12)
    assert books.first_places() == winners
    assert [facts["opening"] for facts in books.rounds()] == [True] + [False] * 11
    phone.page.reload()
    expect(phone.page.locator("a.line[data-round]")).to_have_count(12)


def test_a_waiting_round_is_changed_in_its_place(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    tell(phone, "An", "Bình", "Cường")
    tell(phone, "Bình", "An", "Cường")
    phone.do("Dũng", "Cường")
    expect(phone.page.locator("#record")).to_have_text("Ghi ván 3")
    take_up(phone, waiting(phone).last)
    expect(phone.page.locator("#record")).to_have_text("Ghi ván 1")
    expect(waiting(phone)).to_have_count(2)  # the second, and what was being told
    expect(look_at(phone, waiting(phone).first)).to_contain_text("Đang ghi dở")
    phone.do("shut")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    phone.do("An", "An")
    phone.tap(phone.page.locator("#record"))
    expect(waiting(phone)).to_have_count(2)
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    find_the_network(phone)
    expect(phone.line(2)).to_be_visible(timeout=PATIENCE)
    phone.do("Bình")
    phone.record(3)
    assert books.first_places() == [BINH, BINH, DUNG]
    assert [facts["places"][1] for facts in books.rounds()] == [CUONG, AN, CUONG]


def refused_beside_half_of_another(phone: Phone) -> None:
    """A round waits that was refused, and another is half typed."""
    lose_rounds(phone.page)
    tell_wrongly(phone)
    phone.do("Bình", "An")
    phone.page.unroute(SENDS)
    expect(waiting(phone)).to_have_attribute("data-state", "flagged", timeout=PATIENCE)


def expect_half_of_another(phone: Phone) -> None:
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhì")


def test_what_was_typed_for_others_waits_while_a_round_is_taken_back(phone: Phone) -> None:
    refused_beside_half_of_another(phone)
    phone.page.route(PREVIEWS, lambda route: route.abort())
    phone.sit_out("Dũng")
    expect(phone.seat("Dũng")).to_have_count(0)
    phone.page.unroute(PREVIEWS)
    take_up(phone, waiting(phone))
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(waiting(phone)).to_have_count(1)
    expect(look_at(phone, waiting(phone))).to_contain_text("Đang ghi dở")
    phone.do("answer take")
    expect_half_of_another(phone)


ANSWERED = """document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "round") document.documentElement.dataset.answered = "";
})"""


def hold_rounds(page: Page) -> list[Route]:
    """What is recorded from the form from now on, each on its way until it goes on."""
    page.evaluate(ANSWERED)
    return hold_back(page, SENDS)


def let_through(page: Page, on_the_way: list[Route]) -> None:
    """They arrive, and the page has seen an answer."""
    for route in on_the_way:
        route.continue_()
    page.unroute(SENDS)
    expect(page.locator("html[data-answered]")).to_be_attached()


def test_an_answer_leaves_the_round_that_was_taken_up_meanwhile(phone: Phone) -> None:
    refused_beside_half_of_another(phone)
    on_the_way = hold_rounds(phone.page)
    take_up(phone, waiting(phone))  # and asks why it was refused
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    take_up(phone, waiting(phone))
    expect_half_of_another(phone)
    let_through(phone.page, on_the_way)
    expect_half_of_another(phone)
    expect(waiting(phone)).to_have_count(1)
    expect(waiting(phone)).to_have_attribute("data-state", "flagged")
    take_up(phone, waiting(phone))
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(look_at(phone, waiting(phone))).to_contain_text("Đang ghi dở")


def test_what_is_missing_is_not_told_of_a_round_put_aside_meanwhile(phone: Phone) -> None:
    refused_beside_half_of_another(phone)
    on_the_way = hold_rounds(phone.page)
    phone.tap(phone.page.locator("#record"))
    take_up(phone, waiting(phone))
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    let_through(phone.page, on_the_way)
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(waiting(phone)).to_have_count(1)
    take_up(phone, waiting(phone))
    expect_half_of_another(phone)


def test_what_was_typed_for_others_waits_while_another_is_typed(phone: Phone, books: Books) -> None:
    phone.do("Bình", "An", "Cường")
    phone.page.route(PREVIEWS, lambda route: route.abort())
    phone.sit_out("Dũng")
    phone.do("Cường")
    expect(waiting(phone)).to_have_count(1)
    expect(look_at(phone, waiting(phone))).to_contain_text("Đang ghi dở")
    phone.do("answer take")
    expect(phone.page.locator("#strip [role=alert]")).to_contain_text("Mất mạng")
    expect(waiting(phone)).to_have_count(2)
    phone.page.unroute(PREVIEWS)
    take_up(phone, waiting(phone).last)
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("Dũng")).to_be_visible()
    take_up(phone, waiting(phone))
    expect(phone.seat("Cường").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("Dũng")).to_have_count(0)
    assert books.rounds() == []


def test_what_was_not_shown_waits_once_the_form_fits_it_again(phone: Phone) -> None:
    tell(phone, "Bình", "An", "Cường")
    expect(phone.line(1)).to_be_visible()
    leads = phone.page.locator("[name=seats]")
    expect(leads).to_have_value("2,3,4,1")
    phone.do("An")
    through_the_form(phone, "rounds/1/void/")
    phone.page.route(PREVIEWS, lambda route: route.abort())
    phone.page.reload()
    expect(leads).to_have_value("1,2,3,4")
    through_the_form(phone, "rounds/1/restore/")
    expect(leads).to_have_value("2,3,4,1", timeout=PATIENCE)
    phone.do("Cường")
    expect(waiting(phone)).to_have_count(1)
    take_up(phone, waiting(phone))
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


def test_a_round_changed_after_it_arrived_asks_and_takes_its_place(
    phone: Phone, books: Books
) -> None:
    lose_answers(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    take_up(phone, waiting(phone))
    phone.do("An", "An")
    phone.page.unroute(SENDS)
    phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#panel")).to_contain_text("Bạn bấm: Bình nhất")
    phone.do("say Là ván 1, lấy của tôi")
    expect(phone.page.locator("#strip")).to_contain_text("Đã sửa ván 1")
    expect(phone.page.locator("a.line[data-round]")).to_have_count(1)
    expect(waiting(phone)).to_have_count(0)
    assert phone.balance("Bình") == 2000
    keeps_nothing(phone)


RUBBISH = ("{half", "5", '"text"', "[]", '{"id": "x"}', '{"id": "x", "turn": 0, "fields": []}')


def test_rubbish_on_the_phone_keeps_no_round_from_the_books(phone: Phone, books: Books) -> None:
    for number, rubbish in enumerate(RUBBISH, 1):
        phone.page.evaluate(
            """([rubbish, number]) => {
                const { session } = document.getElementById("kept").dataset;
                localStorage.setItem(`waiting ${session} ${number}`, rubbish);
                sessionStorage.setItem(`round ${location.pathname}`, rubbish);
            }""",
            [rubbish, number],
        )
        phone.page.reload()
        phone.do(*ORDER)
        phone.record(number)
    lose_the_network(phone)
    tell(phone, "Bình", "An", "Cường")
    expect(waiting(phone)).to_have_count(1)
    find_the_network(phone)
    expect(phone.line(7)).to_be_visible(timeout=PATIENCE)
    assert books.first_places() == [AN] * 6 + [BINH]


def test_a_dropped_round_comes_back_by_undo(phone: Phone, books: Books) -> None:
    lose_rounds(phone.page)
    tell(phone, "An", "Bình", "Cường")
    tell(phone, "Bình", "An", "Cường")
    throw_away(phone, waiting(phone).last)
    expect(waiting(phone)).to_have_count(1)
    expect(phone.page.locator("#strip")).to_contain_text("Đã bỏ một ván chờ")
    phone.page.reload()
    phone.tap(phone.page.locator("#strip").get_by_text("Hoàn tác"))
    expect(waiting(phone)).to_have_count(2)
    expect(waiting(phone).last).to_have_accessible_name(re.compile("An nhất"))
    throw_away(phone, waiting(phone).first)
    phone.page.unroute(SENDS)
    all_recorded(phone, 1)
    assert books.first_places() == [AN]


def test_what_is_on_its_way_is_neither_changed_nor_dropped(phone: Phone, books: Books) -> None:
    lose_rounds(phone.page)  # not the network: a try that is under way would find it again
    tell(phone, "An", "Bình", "Cường")
    tell(phone, "Bình", "An", "Cường")
    sent = hold_back(phone.page, SENDS)
    wait_until(phone.page, lambda: len(sent) == 1)
    look_at(phone, waiting(phone).first)
    expect(phone.answer("drop")).to_be_enabled()
    phone.do("shut")
    look_at(phone, waiting(phone).last)
    expect(phone.answer("drop")).to_be_disabled()
    expect(phone.answer("take")).to_be_disabled()
    sent.pop().abort()
    expect(phone.answer("drop")).to_be_enabled()
    phone.do("answer drop")
    expect(waiting(phone)).to_have_count(1)
    phone.page.unroute(SENDS)
    all_recorded(phone, 1)
    assert books.first_places() == [BINH]


def test_what_is_changed_by_keyboard_while_it_is_sent_outlives_that_try(
    phone: Phone, books: Books
) -> None:
    """No thumb reaches the form then; a keyboard does."""
    sent = hold_back(phone.page, SENDS)
    phone.do(*ORDER)
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))
    phone.seat("Cường").press("Enter")
    phone.seat("Dũng").press("Enter")
    sent.pop().abort()
    expect(phone.page.locator("#strip")).to_contain_text("chưa chắc đã ghi được")
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Ba")
    expect(waiting(phone)).to_have_count(0)
    phone.page.unroute(SENDS)
    phone.page.reload()
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Ba")
    phone.record(1)
    assert [facts["places"] for facts in books.rounds()] == [[AN, BINH, DUNG]]
    keeps_nothing(phone)


def test_two_pages_of_one_phone_lose_none_to_each_other(phone: Phone, books: Books) -> None:
    other = Phone.of(phone.page.context)
    other.page.goto(phone.page.url)
    lose_the_network(phone)
    tell(phone, "An", "Bình", "Cường")
    tell(other, "Bình", "An", "Cường")
    tell(phone, "Cường", "An", "Bình")
    expect(waiting(phone)).to_have_count(3)
    expect(waiting(other)).to_have_count(3)
    find_the_network(phone)
    expect(waiting(phone)).to_have_count(0, timeout=PATIENCE)
    expect(waiting(other)).to_have_count(0, timeout=PATIENCE)
    assert books.first_places() == [AN, BINH, CUONG]


def test_an_answer_that_does_not_name_the_round_saves_nothing(phone: Phone, books: Books) -> None:
    """A café's login page answers everything, kindly."""

    def login_page(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Free WiFi</h1>")

    phone.page.route(SENDS, login_page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    expect(phone.page.get_by_text("Free WiFi")).to_have_count(0)
    assert books.rounds() == []
    phone.page.unroute(SENDS)
    books.hold_one_round(phone)


def test_a_bet_unit_changed_meanwhile_is_asked_about(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_the_network(second)
    tell(second)
    phone.page.goto(phone.page.url + "house/")
    phone.page.locator(".choice:has([name=bet_unit][value='5000'])").tap()
    phone.page.locator("#bet-unit .do").tap()
    phone.page.wait_for_url("**/t/*/")
    find_the_network(second)
    expect(second.page.locator("#strip [role=alert]")).to_contain_text("vừa đổi", timeout=PATIENCE)
    expect(second.change("An")).to_have_text("+5.000")
    assert books.rounds() == []
    second.record(1)
    assert second.balance("An") == 5000


def test_a_bet_unit_changed_meanwhile_is_asked_about_where_others_play_too(
    phone: Phone, books: Books
) -> None:
    lose_rounds(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    phone.sit_out("Dũng")
    through_the_form(phone, "bet-unit/", other="5000", times="1")
    expect(phone.seat("Dũng")).to_have_count(0)
    phone.page.unroute(SENDS)
    expect(phone.page.locator("#strip [role=alert]")).to_contain_text("vừa đổi", timeout=PATIENCE)
    expect(phone.seat("Dũng")).to_be_visible()
    assert books.rounds() == []


def test_a_round_of_another_game_waits_beside_the_form_of_this_one(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_rounds(second.page)
    tell(second)
    play(phone, "phom")
    comes_anew(second, "phom")
    second.page.unroute(SENDS)
    panel = look_at(second, waiting(second))
    expect(panel).to_contain_text("kiểu chơi khác", timeout=PATIENCE)
    expect(second.answer("take")).to_have_count(0)
    second.do("shut")
    second.do("An")
    expect(second.seat("An").locator(".mark")).to_have_text("Nhất")
    second.do("An")
    play(phone, "tien_len")
    comes_anew(second, "tien_len")
    expect(second.page.locator("#strip")).to_contain_text("vừa đổi", timeout=PATIENCE)
    expect(second.seat("An").locator(".mark")).to_have_text("Nhất")
    second.tap(second.page.locator("#record"))
    all_recorded(second, 1)
    assert books.first_places() == [AN]


def test_a_round_of_another_game_holds_up_none_of_this_one(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_rounds(second.page)
    tell(second, "An", "Bình", "Cường")
    tell(second, "Bình", "An", "Cường")
    play(phone, "phom")
    comes_anew(second, "phom")
    tell(second, "Dũng", "An", "Bình")
    expect(waiting(second)).to_have_count(3)
    second.page.unroute(SENDS)
    expect(second.line(1)).to_be_visible(timeout=PATIENCE)
    expect(waiting(second)).to_have_count(2)
    for at in (0, 1):
        panel = look_at(second, waiting(second).nth(at))
        expect(panel).to_contain_text("kiểu chơi khác")
        expect(panel).not_to_contain_text("Có mạng là tự gửi")
        second.do("shut")
    assert len(books.rounds()) == 1


def test_a_round_behind_one_to_look_at_says_which_it_waits_for(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    tell_wrongly(phone)
    tell(phone, "Bình", "An", "Cường")
    phone.do("Dũng")
    find_the_network(phone)
    panel = look_at(phone, waiting(phone).last)
    expect(panel).to_contain_text("cần xem lại", timeout=PATIENCE)
    phone.do("shut")
    look_at(phone, waiting(phone).first)
    expect(panel).to_contain_text("Chờ ván trước được xem lại: An nhất")
    phone.do("shut", "Dũng")
    take_up(phone, waiting(phone).last)
    look_at(phone, waiting(phone))
    expect(panel).to_contain_text("Chờ ván trước được xem lại: An nhất")
    phone.do("shut")
    phone.do("Bình", "Bình")
    phone.tap(phone.page.locator("#record"))
    all_recorded(phone, 2)
    assert books.first_places() == [AN, BINH]


def test_what_waits_for_a_closed_table_says_so_and_goes_once_it_is_open_again(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_rounds(second.page)
    tell(second, "An", "Bình", "Cường")
    tell(second, "Bình", "An", "Cường")
    expect(waiting(second)).to_have_count(2)
    table = phone.page.url
    phone.page.goto(f"{table}house/")
    phone.page.locator("#close button").tap()
    expect(second.page.locator("#strip")).to_contain_text("Bàn đã chốt sổ", timeout=PATIENCE)
    second.ready()
    expect(waiting(second)).to_have_count(2)
    panel = look_at(second, waiting(second).first)
    expect(panel).to_contain_text("Bàn đã chốt sổ, ván này chưa ghi")
    expect(panel).not_to_contain_text("Có mạng là tự gửi")
    second.page.unroute(SENDS)
    second.tap(second.page.locator(".record").get_by_text("Mở lại bàn"))
    second.page.wait_for_url("**/t/*/")
    all_recorded(second, 2)
    assert books.first_places() == [AN, BINH]


def test_a_round_that_reaches_a_closed_table_waits_for_it(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    """The phone has not heard yet that it is closed: its round is what tells it."""
    context = open_phone()
    deafen(context)
    second = join_as_scorer(context.new_page, phone)
    lose_rounds(second.page)
    tell(second)
    house = phone.page.url + "house/"
    phone.page.goto(house)
    phone.page.locator("#close button").tap()
    phone.page.wait_for_url("**/settle/")
    second.page.unroute(SENDS)
    panel = look_at(second, waiting(second))
    expect(panel).to_contain_text("Bàn đã chốt sổ, ván này chưa ghi", timeout=PATIENCE)
    expect(waiting(second)).to_have_count(1)
    expect(panel).not_to_contain_text("xem lại")
    second.do("shut")
    phone.page.goto(house)
    phone.page.locator("#close button").tap()
    all_recorded(second, 1)
    assert books.first_places() == [AN]


def test_a_strangers_round_between_two_that_wait_is_shown_before_the_second(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    lose_the_network(second)
    tell(second, "An", "Bình", "Cường")
    tell(second, "Bình", "An", "Cường")
    tell(phone, "Dũng", "An", "Bình")
    expect(phone.line(1)).to_be_visible()
    find_the_network(second)
    expect(second.page.locator("#panel")).to_contain_text(
        "Ván 1 đã ghi: Dũng nhất", timeout=PATIENCE
    )
    second.do("answer other")
    all_recorded(second, 3)
    assert books.first_places() == [DUNG, AN, BINH]


def test_a_refused_round_waits_for_the_one_being_told(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    tell_wrongly(phone)
    phone.do("Bình", "An")
    find_the_network(phone)
    expect(look_at(phone, waiting(phone))).to_contain_text("cần xem lại", timeout=PATIENCE)
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    phone.do("answer take")
    expect(phone.page.locator("#strip")).to_contain_text("Mỗi hạng đúng một người")
    phone.do("Bình", "Bình")
    phone.tap(phone.page.locator("#record"))
    expect(phone.line(1)).to_have_attribute("aria-label", re.compile("An nhất, Cường nhì"))
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    phone.do("Cường")
    phone.record(2)
    assert books.first_places() == [AN, BINH]


def test_without_a_network_no_payment_is_pretended(phone: Phone) -> None:
    phone.do("An", "Bình", "Cường")
    expect(phone.change("An")).to_have_text("+2.000")
    lose_the_network(phone)
    phone.do("An")
    expect(phone.page.locator("#strip")).to_contain_text("chưa tính được ai trả ai")
    expect(phone.change("An")).to_have_text("·")
    find_the_network(phone)
    expect(phone.page.locator("#strip")).not_to_contain_text("chưa tính được", timeout=PATIENCE)


def test_a_phone_that_may_keep_nothing_says_so_and_leaves_the_round_in_its_form(
    open_phone: OpenPhone, books: Books
) -> None:
    context = open_phone()
    context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone = Phone(context.new_page())
    phone.open_table("tien_len")
    phone.do(*ORDER)
    lose_the_network(phone)
    phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#strip")).to_contain_text("chưa chắc đã ghi được")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    find_the_network(phone)
    phone.record(1)
    assert len(books.rounds()) == 1


def test_a_round_that_its_tab_alone_keeps_is_not_recorded_twice(
    open_phone: OpenPhone, books: Books
) -> None:
    context = open_phone()
    context.add_init_script(FULL)
    phone = Phone(context.new_page())
    phone.open_table("tien_len")
    lose_answers(phone.page)
    tell(phone)
    expect(phone.page.locator("#strip")).to_contain_text("chưa chắc đã ghi được")
    phone.page.unroute(SENDS)
    phone.page.reload()
    expect(phone.line(1)).to_be_visible()
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    phone.tap(phone.page.locator("#record"))
    expect(phone.seat("An").locator(".mark")).to_be_empty()
    assert len(books.rounds()) == 1


def test_rounds_wait_over_plain_http_in_the_lan_too(
    open_phone: OpenPhone, books: Books, tmp_path: Path, fresh_database: str
) -> None:
    more = {"DATABASE_URL": fresh_database, "ALLOWED_HOSTS": "0.0.0.0"}
    with serving(tmp_path / "lan", **more) as lan:
        phone = Phone.of(open_phone(base_url=f"http://0.0.0.0:{lan.port}"))
        phone.open_table("tien_len")
        assert phone.page.evaluate("isSecureContext") is False
        lose_the_network(phone)
        tell(phone)
        expect(waiting(phone)).to_have_count(1)
        find_the_network(phone)
        books.hold_one_round(phone)


def test_the_choice_fits_a_small_phone(phone: Phone, open_phone: OpenPhone) -> None:
    small = open_phone(viewport={"width": 320, "height": 568})
    second = join_as_scorer(small.new_page, phone)
    lose_rounds(second.page)
    second.do("Bình", "An", "Cường")
    tell(phone)
    expect(second.page.locator("#news")).to_contain_text("Máy khác ghi ván 1")
    second.tap(second.page.locator("#record"))
    expect(waiting(second)).to_have_count(1)
    width = "document.documentElement.scrollWidth"
    assert all(second.page.evaluate(width) <= 320 for _font in in_each_font(second.page))
    second.page.unroute(SENDS)
    choice = second.page.locator("#panel[data-question=two]")
    expect(choice).to_be_visible(timeout=PATIENCE)
    for font in in_each_font(second.page):
        assert second.page.evaluate(width) <= 320, font
        for button in choice.locator("[data-answer]").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= 44, font


def test_a_round_whose_sums_had_come_waits_with_its_figures(phone: Phone, books: Books) -> None:
    lose_rounds(phone.page)
    phone.do(*ORDER)
    expect(phone.change("An")).to_have_text("+2.000")
    phone.tap(phone.page.locator("#record"))
    expect(waiting(phone).locator(".figure")).to_have_text(["+2.000", "+1.000", "−1.000", "−2.000"])
    expect(waiting(phone).locator("use")).to_have_attribute("href", re.compile("wait$"))
    expect(phone.page.locator("#draft .figure")).to_have_text(["·"] * 4)
    phone.page.reload()
    expect(waiting(phone).locator(".figure")).to_have_text(["+2.000", "+1.000", "−1.000", "−2.000"])
    expect(phone.seat("An").locator(".balance")).to_have_text("0")
    phone.page.unroute(SENDS)
    books.hold_one_round(phone)


def test_of_a_round_whose_sums_had_not_come_the_sentence_waits(phone: Phone) -> None:
    lose_rounds(phone.page)
    phone.do(*ORDER, "held Dũng 2S")
    expect(phone.change("An")).to_have_text("+2.000")
    lose_the_network(phone)
    phone.do("held Dũng 2H")
    expect(phone.page.locator("#strip")).to_contain_text("chưa tính được ai trả ai")
    phone.tap(phone.page.locator("#record"))
    expect(waiting(phone)).to_contain_text("An nhất, Bình nhì, Cường ba, Dũng bét")
    expect(waiting(phone)).to_contain_text("2♥")
    expect(waiting(phone).locator(".figure")).to_have_count(0)


def test_the_screen_stays_awake_from_the_first_tap(open_phone: OpenPhone) -> None:
    context = open_phone()
    context.add_init_script(COUNTS_WAKING)
    phone = Phone.of(context)
    phone.open_table("tien_len")
    # What asks for it comes with what keeps pages.
    wait_until(phone.page, lambda: bool(offline_pages(phone.page)))
    assert phone.page.evaluate("window.asked") == 0
    phone.do("An", "Bình")
    assert phone.page.evaluate("window.asked") == 1


def test_an_incomplete_round_is_not_recorded_without_a_network(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la")
    lose_the_network(phone)
    phone.do("An", "left 4")
    strip = phone.page.locator("#strip")
    expect(strip).to_have_text("Mất mạng nên chưa tính được ai trả ai.")
    expect(phone.page.locator("#record")).to_have_attribute("data-kind", "wait")
    in_vain(phone)
    expect(strip).to_have_text("Mất mạng nên chưa tính được ai trả ai.")
    expect(waiting(phone)).to_have_count(0)
    phone.do("left 5", "left 6")
    expect(phone.page.locator("#record")).not_to_have_attribute("data-kind", "wait")
    expect(phone.page.locator("#strip")).to_contain_text("Vẫn ghi được")
    phone.tap(phone.page.locator("#record"))
    expect(waiting(phone)).to_have_text("An hết bài, Bình 4 lá, Cường 5 lá, Dũng 6 lá")


def in_vain(phone: Phone) -> None:
    """Tap the record button; the request has failed and the page has heard so."""
    with phone.page.expect_event("requestfailed", lambda failed: "/rounds/" in failed.url):
        phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#round")).not_to_have_class(re.compile("busy"))


def test_what_is_missing_stays_said_when_the_network_goes(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la")
    phone.do("An", "left 4")
    strip = phone.page.locator("#strip")
    expect(strip).to_contain_text("Cường")
    missing = strip.inner_text()
    lose_the_network(phone)
    in_vain(phone)
    assert strip.inner_text() == missing


def test_no_round_of_this_phone_is_said_to_be_of_another(phone: Phone, books: Books) -> None:
    field = phone.page.locator("#seen [name=changes]")
    changes = int(field.input_value())
    lose_the_network(phone)
    tell(phone, "An", "Bình", "Cường")
    tell(phone, "Bình", "An", "Cường")
    phone.do("Dũng")
    find_the_network(phone)
    expect(field).to_have_value(str(changes + 2), timeout=PATIENCE)
    expect(phone.line(2)).to_be_visible()
    expect(waiting(phone)).to_have_count(0)
    assert phone.page.locator("#news").inner_text() == ""


def test_a_round_whose_answer_was_lost_is_not_said_to_be_of_another(
    phone: Phone, books: Books
) -> None:
    field = phone.page.locator("#seen [name=changes]")
    changes = int(field.input_value())
    lose_answers(phone.page)
    tell(phone)
    expect(waiting(phone)).to_have_count(1)
    phone.do("Dũng")
    expect(field).to_have_value(str(changes + 1), timeout=PATIENCE)
    assert phone.page.locator("#news").inner_text() == ""


def test_before_a_round_that_waits_nobody_is_said_to_lead(phone: Phone) -> None:
    phone.do(*ORDER)
    phone.record(1)
    leads = phone.page.locator(".lead", has_text="đi trước")
    expect(leads).to_be_visible()
    lose_the_network(phone)
    tell(phone, "Bình", "An", "Cường")
    expect(leads).to_be_hidden()
    find_the_network(phone)
    expect(leads).to_be_visible(timeout=PATIENCE)


def fits(phone: Phone) -> None:
    """The small line is whole on a phone."""
    for width, families in ((390, FAMILIES), (360, FAMILIES), (320, FONTS)):
        phone.page.set_viewport_size({"width": width, "height": 640})
        for family in in_each_font(phone.page, families):
            assert phone.page.locator(".small-line").evaluate(SPILT) <= 0, (width, family)


def test_a_round_that_waits_is_said_to_wait(phone: Phone) -> None:
    lose_the_network(phone)
    tell(phone)
    expect(phone.page.locator("#strip")).to_contain_text("Có mạng là tự gửi")
    expect(phone.page.locator("#strip [data-kind=bad]")).to_have_count(0)
    tell(phone, "Bình", "An", "Cường")
    expect(phone.page.locator("#state:visible")).to_have_text(re.compile("Mất mạng.*2 ván chờ"))
    fits(phone)


def test_a_refused_round_is_said_though_nobody_opens_its_line(phone: Phone) -> None:
    lose_the_network(phone)
    tell_wrongly(phone)
    tell(phone, "Bình", "An", "Cường")
    phone.do("Dũng")
    find_the_network(phone)
    expect(phone.page.locator("#waiting")).to_have_text("2 ván kẹt", timeout=PATIENCE)
    states = [line.get_attribute("data-state") for line in waiting(phone).all()]
    assert states == ["wait", "flagged"]
    lose_the_network(phone)
    expect(phone.page.locator("#state:visible")).to_have_text(re.compile("Mất mạng.*2 ván kẹt"))
    fits(phone)


def test_a_round_sent_to_a_table_that_was_closed_meanwhile_is_said(
    phone: Phone, open_phone: OpenPhone
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    second.do("An")
    table = phone.page.url
    phone.page.goto(f"{table}settle/")
    phone.page.locator("form[action$='/close/'] button").tap()
    expect(second.page.locator("#news")).to_have_text("Máy khác vừa chốt sổ")
    second.do("Bình", "Cường")
    second.tap(second.page.locator("#record"))
    expect(second.page.locator("#strip")).to_contain_text("Bàn đã chốt sổ, ván này chưa ghi")
    expect(waiting(second)).to_have_count(1)


def test_of_two_phones_rounds_the_own_one_is_said_to_be_dropped(
    phone: Phone, open_phone: OpenPhone
) -> None:
    second = join_as_scorer(open_phone().new_page, phone)
    second.do("Bình", "An", "Cường")
    tell(phone)
    expect(second.page.locator("#news")).to_contain_text("Máy khác ghi ván 1")
    second.tap(second.page.locator("#record"))
    second.do("answer same")
    expect(second.page.locator("#strip")).to_contain_text("Đã bỏ ván của máy này.")
    expect(second.page.locator("#strip")).not_to_contain_text("chờ")


def test_no_late_preview_hides_that_a_round_may_not_be_recorded(
    open_phone: OpenPhone,
) -> None:
    context = open_phone()
    context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    phone = Phone(context.new_page())
    phone.open_table("tien_len")
    asked = hold_back(phone.page, PREVIEWS)
    with phone.page.expect_request(PREVIEWS):
        phone.do(*ORDER)
    lose_rounds(phone.page)
    phone.tap(phone.page.locator("#record"))
    unsure = "Mất mạng, chưa chắc đã ghi được. Máy này không giữ được ván"
    expect(phone.page.locator("#strip")).to_contain_text(unsure)
    with phone.page.expect_event("requestfailed"):
        for route in asked:
            route.abort()
    phone.page.evaluate("fetch('/ready')")  # what came before it has been answered by then
    expect(phone.page.locator("#strip")).to_contain_text(unsure)
