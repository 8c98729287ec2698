"""A viewer calls a round wrong, the scorer answers, and all may read what was done."""

from playwright.sync_api import Locator, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import join_as_scorer


def joined(open_phone: OpenPhone, scorer: Phone) -> Phone:
    """A phone that came by the view link."""
    viewer = Phone.of(open_phone())
    viewer.join(scorer.link(Role.VIEW))
    return viewer


def a_round(open_phone: OpenPhone, *steps: str, game: str = "tien_len") -> Phone:
    """The scorer of a table where one round is recorded."""
    scorer = Phone.of(open_phone())
    scorer.open_table(game)
    scorer.do(*(steps or ("An", "Bình", "Cường")))
    scorer.record(1)
    return scorer


def word(phone: Phone) -> Locator:
    return phone.page.locator("#panel [name=word]")


def in_state(phone: Phone, state: str) -> Locator:
    """The line of the first round while it is in that state."""
    return phone.page.locator(f"#line-1 [data-state={state}]")


def call_wrong(phone: Phone, why: str) -> None:
    """Open the first round and say that it is wrong."""
    phone.open_round(1)
    word(phone).fill(why)
    phone.do("answer flag")
    expect(in_state(phone, "flagged")).to_be_visible()


def test_a_round_is_called_wrong_and_kept_with_a_word(open_phone: OpenPhone) -> None:
    scorer = a_round(open_phone)
    scorer.do("An", "Bình", "Cường")
    scorer.record(2)
    viewer = joined(open_phone, scorer)
    viewer.do("open more")
    viewer.page.locator("#whose").get_by_role("button", name="Dũng").tap()
    viewer.page.wait_for_load_state()
    viewer.ready()
    viewer.do("open more")
    expect(viewer.page.locator("#whose [aria-pressed=true]")).to_have_text("Dũng")
    viewer.do("open more")

    call_wrong(viewer, "thối một con thôi")
    flag = viewer.page.locator("#panel .flag")
    expect(flag).to_have_text("Dũng báo sai: “thối một con thôi”")
    viewer.do("answer unflag")
    expect(in_state(viewer, "recorded")).to_be_visible()
    viewer.page.reload()
    viewer.ready()
    call_wrong(viewer, "thối một con thôi")

    small_line = scorer.page.locator("#flag-line")
    expect(small_line).to_have_text("Dũng báo ván 1 sai")
    scorer.tap(small_line)
    expect(scorer.page.locator("#panel .flag")).to_contain_text("Dũng báo sai: “thối một con thôi”")
    word(scorer).fill("xem lại rồi")
    scorer.do("answer keep")
    expect(in_state(scorer, "recorded")).to_be_visible()
    expect(small_line).to_be_hidden()

    viewer.page.reload()
    viewer.ready()
    viewer.open_round(1)
    expect(flag).to_contain_text("Giữ nguyên: “xem lại rồi”")
    viewer.do("shut", "open more")
    viewer.page.get_by_role("link", name="Nhật ký").tap()
    newest = viewer.page.locator(".log li[id]").first
    expect(newest).to_contain_text("Giữ nguyên ván 1. “xem lại rồi”")
    expect(newest).to_contain_text("người ghi")


def test_who_was_told_to_tap_a_round_is_told_what_was_done(open_phone: OpenPhone) -> None:
    scorer = a_round(open_phone)
    scorer.do("An", "Bình", "Cường")
    scorer.record(2)
    viewer = joined(open_phone, scorer)
    viewer.tap(viewer.page.get_by_role("link", name="Báo một ván sai"))
    expect(viewer.page.locator("#strip")).to_have_text("Bấm vào ván bị sai.")
    call_wrong(viewer, "")
    expect(viewer.page.locator("#strip")).to_have_text("Đã báo ván 1 sai.")


def test_a_keyboard_comes_up_below_the_word(open_phone: OpenPhone) -> None:
    viewer = joined(open_phone, a_round(open_phone))
    viewer.open_round(1)
    box = word(viewer).bounding_box()
    assert box
    assert box["y"] + box["height"] < 664 / 2


def test_what_did_not_get_through_is_said_where_it_was_pressed(open_phone: OpenPhone) -> None:
    viewer = joined(open_phone, a_round(open_phone))
    problem = viewer.page.locator("#panel .errorlist")
    viewer.open_round(1)
    word(viewer).fill("\u202eai cũng thấy")
    viewer.do("answer flag")
    expect(problem).to_have_text("Nhiều nhất 80 ký tự, không có chữ lạ.")
    viewer.page.context.set_offline(True)
    word(viewer).fill("hai con")
    viewer.do("answer flag")
    expect(problem).to_have_text("Mất mạng, máy chủ chưa trả lời. Có mạng thì bấm lại.")
    expect(problem).to_be_in_viewport()
    viewer.page.context.set_offline(False)
    viewer.do("answer flag")
    expect(viewer.page.locator("#panel .flag")).to_contain_text("“hai con”")
    expect(problem).to_have_count(0)


def test_a_round_is_kept_from_a_page_of_its_own(open_phone: OpenPhone) -> None:
    scorer = a_round(open_phone)
    page, table = scorer.page, scorer.page.url
    call_wrong(joined(open_phone, scorer), "")
    page.goto(f"{table}rounds/1/")
    page.locator("form[action$='/keep/'] [name=word]").fill("xem lại rồi")
    with page.expect_navigation():
        page.locator("form[action$='/keep/'] button").tap()
    page.goto(table)
    scorer.ready()
    scorer.open_round(1)
    expect(page.locator("#panel .flag")).to_contain_text("Giữ nguyên: “xem lại rồi”")


def test_a_flag_is_answered_by_voiding_the_round_in_place(open_phone: OpenPhone) -> None:
    scorer = a_round(open_phone, "An", "left 1", "left 2", "left 3", game="dem_la")
    call_wrong(joined(open_phone, scorer), "")
    scorer.tap(scorer.page.locator("#flag-line"))
    scorer.do("answer void")
    expect(in_state(scorer, "void")).to_be_visible()
    expect(scorer.page.locator("#flag-line")).to_be_hidden()
    assert scorer.balance("An") == 0


def test_a_flag_answered_elsewhere_takes_its_buttons_away_and_no_word_with_it(
    open_phone: OpenPhone,
) -> None:
    scorer = a_round(open_phone)
    viewer = joined(open_phone, scorer)
    other = join_as_scorer(open_phone().new_page, scorer)
    other.ready()
    call_wrong(viewer, "")
    flag, unflag = viewer.page.locator("#panel .flag"), viewer.answer("unflag")
    expect(unflag).to_be_visible()
    other.open_round(1)
    word(other).fill("đếm lại rồi")
    scorer.open_round(1)
    scorer.do("answer keep")
    expect(in_state(other, "recorded")).to_be_visible()
    expect(word(other)).to_have_value("đếm lại rồi")
    expect(flag).to_contain_text("Giữ nguyên")
    expect(unflag).to_have_count(0)

    word(viewer).fill("vẫn sai")
    scorer.do("answer void")
    expect(in_state(viewer, "void")).to_be_visible()
    viewer.do("answer flag")
    expect(viewer.page.locator("#panel .errorlist")).to_be_visible()
    expect(word(viewer)).to_have_value("vẫn sai")


def test_a_flag_leaves_what_was_done_last_and_its_undo(open_phone: OpenPhone) -> None:
    scorer = a_round(open_phone)
    undo = scorer.page.locator("#strip").get_by_text("Hoàn tác")
    expect(undo).to_be_visible()
    viewer = joined(open_phone, scorer)
    call_wrong(viewer, "Dũng về nhất")
    expect(in_state(scorer, "flagged")).to_be_visible()
    expect(undo).to_be_visible()
    scorer.tap(undo)
    expect(in_state(scorer, "void")).to_be_visible()
