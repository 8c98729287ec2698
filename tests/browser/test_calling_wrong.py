"""A viewer calls a round wrong, the scorer answers, and all may read what was done."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import join_as_scorer


def joined(open_phone: OpenPhone, scorer: Page, table: str) -> Page:
    """A phone that came by the view link."""
    scorer.goto(f"{table}share/")
    links = scorer.locator("[data-link]").evaluate_all("fields => fields.map(f => f.value)")
    page = Phone.of(open_phone()).page
    page.goto("/join/#" + links[0].partition("#")[2])
    page.wait_for_url("**/t/*/")
    scorer.goto(table)
    return page


def call_wrong(page: Page, number: int, word: str) -> None:
    page.locator(f"#round-{number} summary").tap()
    page.locator(f"#round-{number} [name=word]").fill(word)
    page.locator(f"#round-{number} .calling button").tap()
    expect(page.locator(f"#round-{number}[data-state=flagged]")).to_be_visible()


def test_a_round_is_called_wrong_and_kept_with_a_word(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    table = scorer.page.url
    for number in (1, 2):
        scorer.do("An", "Bình", "Cường")
        scorer.record(number)
    viewer = joined(open_phone, scorer.page, table)
    viewer.locator("#whose").get_by_role("button", name="Dũng").tap()
    expect(viewer.locator("#whose [aria-pressed=true]")).to_have_text("Dũng")

    call_wrong(viewer, 1, "thối một con thôi")
    flag = viewer.locator("#round-1 .flag")
    expect(flag).to_have_text("⚑ Dũng báo sai “thối một con thôi”")
    viewer.get_by_role("button", name="Thôi báo sai").tap()
    expect(viewer.locator("#round-1[data-state=recorded]")).to_be_visible()
    viewer.reload()
    call_wrong(viewer, 1, "thối một con thôi")

    page = scorer.page
    page.reload()
    page.locator("#flagged a").tap()
    page.wait_for_url("**/house/#flags")
    expect(page.locator("#flags")).to_contain_text("Dũng báo sai “thối một con thôi”")
    page.goto(table)
    page.locator("#round-1 summary").tap()
    page.locator("#round-1 form[action$='/keep/'] [name=word]").fill("xem lại rồi")
    page.locator("#round-1 form[action$='/keep/'] button").tap()
    expect(page.locator("#round-1[data-state=recorded]")).to_be_visible()
    expect(page.locator("#flagged")).to_be_empty()

    viewer.reload()
    expect(viewer.locator("#round-1 .flag")).to_contain_text("✓ Giữ nguyên “xem lại rồi”")
    viewer.get_by_role("link", name="Nhật ký").tap()
    newest = viewer.locator(".log li[id]").first
    expect(newest).to_contain_text("Giữ nguyên ván 1. “xem lại rồi”")
    expect(newest).to_contain_text("đường dẫn ghi")


def test_what_did_not_get_through_is_said_where_it_was_pressed(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    table = scorer.page.url
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    viewer = joined(open_phone, scorer.page, table)
    said = viewer.locator("#round-1 .problem")
    viewer.locator("#round-1 summary").tap()
    viewer.locator("#round-1 [name=word]").fill("\u202eai cũng thấy")
    viewer.locator("#round-1 .calling button").tap()
    expect(said).to_have_text("Nhiều nhất 80 ký tự, không có ký tự điều khiển.")
    viewer.context.set_offline(True)
    viewer.locator("#round-1 [name=word]").fill("hai con")
    viewer.locator("#round-1 .calling button").tap()
    expect(said).to_have_text("Mất mạng, máy chủ chưa trả lời. Có mạng thì bấm lại.")
    viewer.context.set_offline(False)
    viewer.locator("#round-1 .calling button").tap()
    expect(viewer.locator("#round-1 .flag")).to_contain_text("“hai con”")
    expect(said).to_have_count(0)


def test_a_round_kept_from_the_page_of_the_table_says_when_it_did_not_get_through(
    open_phone: OpenPhone,
) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    page, table = scorer.page, scorer.page.url
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    call_wrong(joined(open_phone, page, table), 1, "")
    page.goto(f"{table}house/")
    page.context.set_offline(True)
    page.locator("#round-1 form[action$='/keep/'] button").tap()
    expect(page.locator("#round-1 .problem")).to_contain_text("chưa trả lời")
    page.context.set_offline(False)
    page.locator("#round-1 form[action$='/keep/'] button").tap()
    # Once the page has heard of it from the table, the round waits there no more.
    expect(page.locator("#round-1 .flag[data-state=open]")).to_have_count(0)
    page.goto(table)
    expect(page.locator("#round-1 .flag")).to_contain_text("Giữ nguyên")


def test_a_flag_is_answered_by_voiding_the_round_in_place(open_phone: OpenPhone) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("dem_la")
    scorer.do("An", "left 1", "left 2", "left 3")
    scorer.record(1)
    page, table = scorer.page, scorer.page.url
    call_wrong(joined(open_phone, page, table), 1, "")
    page.reload()
    expect(page.locator("#flagged a")).to_be_visible()
    page.locator("#round-1 summary").tap()
    page.locator("#round-1").get_by_role("button", name="Huỷ ván").tap()
    expect(page.locator("#round-1[data-state=void]")).to_be_visible()
    expect(page.locator("#flagged")).to_be_empty()
    assert scorer.balance("An") == 0


def test_a_flag_answered_elsewhere_takes_its_form_away_and_no_word_with_it(
    open_phone: OpenPhone,
) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    page, table = scorer.page, scorer.page.url
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    viewer = joined(open_phone, page, table)
    other = join_as_scorer(open_phone().new_page, scorer).page
    call_wrong(viewer, 1, "")
    expect(viewer.get_by_role("button", name="Thôi báo sai")).to_be_visible()
    other.locator("#round-1 summary").tap()
    other.locator("#round-1 form[action$='/keep/'] [name=word]").fill("đếm lại rồi")
    page.locator("#round-1 summary").tap()
    page.locator("#round-1 form[action$='/keep/'] button").tap()
    expect(other.locator("#round-1[data-state=recorded]")).to_be_visible()
    expect(other.locator("#round-1 form[action$='/keep/']")).to_have_count(0)
    expect(other.locator("#round-1 .notice")).to_contain_text("đếm lại rồi")
    expect(viewer.locator("#round-1 .flag")).to_contain_text("✓ Giữ nguyên")
    expect(viewer.get_by_role("button", name="Thôi báo sai")).to_have_count(0)
    viewer.locator("#round-1 [name=word]").fill("vẫn sai")
    call_wrong_again = viewer.locator("#round-1 .calling button")
    page.locator("#round-1 .actions").get_by_role("button", name="Huỷ ván").tap()
    expect(viewer.locator("#round-1[data-state=void]")).to_be_visible()
    expect(call_wrong_again).to_have_count(0)
    expect(viewer.locator("#round-1 .notice")).to_contain_text("vẫn sai")


def settled(page: Page, address: str) -> None:
    """Wait until what was asked before was answered: a piece may ask for more of itself."""
    page.evaluate("async (at) => { for (let n = 0; n < 10; n++) await fetch(at) }", address)


def test_on_the_page_of_a_round_its_payments_stand_once_whatever_is_done(
    open_phone: OpenPhone,
) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    page = scorer.page
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    address = f"{page.url}rounds/1/"
    page.goto(address)
    row, why = page.locator("#round-1"), page.locator(".why")
    for button, state in (
        ("Sai rồi", "flagged"),
        ("Thôi báo sai", "recorded"),
        ("Sai rồi", "flagged"),
        ("Giữ nguyên", "recorded"),
        ("Huỷ ván", "void"),
    ):
        row.get_by_role("button", name=button, exact=True).tap()
        expect(page.locator(f"#round-1[data-state={state}]")).to_be_visible()
        settled(page, address)
        expect(why).to_have_count(1)
    expect(page.locator("#notice")).to_contain_text("Đã huỷ ván 1")
    page.reload()
    expect(why).to_have_count(1)


def test_what_was_done_is_said_also_after_the_page_followed_its_table(
    open_phone: OpenPhone,
) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    page, table = scorer.page, scorer.page.url
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    other = page.context.new_page()
    other.goto(table)
    page.goto(f"{table}rounds/1/")
    page.locator("#round-1").get_by_role("button", name="Huỷ ván").tap()
    expect(page.locator("#notice")).to_contain_text("Đã huỷ ván 1")
    another = Phone(other)
    another.do("An", "Bình", "Cường")
    another.record(2)
    expect(page.locator("#seen")).to_have_attribute("data-round", "2")
    expect(page.locator("#notice")).to_contain_text("Đã huỷ ván 1")


def test_a_void_on_any_page_with_the_round_leaves_it_once_and_all_figures_true(
    open_phone: OpenPhone,
) -> None:
    scorer = Phone.of(open_phone())
    scorer.open_table("tien_len")
    page, table = scorer.page, scorer.page.url
    places = {"": "#balance-1", "history/": "", "house/": "#player", "settle/": "#balances"}
    for number, (path, figures) in enumerate(places.items(), 1):
        scorer.do("An", "Bình", "Cường")
        scorer.record(number)
        call_wrong(page, number, "")
        page.goto(f"{table}{path}")
        if path in ("", "history/"):
            page.locator(f"#round-{number} summary").tap()
        page.locator(f"#round-{number}").get_by_role("button", name="Huỷ ván").tap()
        expect(page.locator(f"#round-{number}[data-state=recorded]")).to_have_count(0)
        expect(page.locator(f"#round-{number}[data-state=flagged]")).to_have_count(0)
        settled(page, f"{table}rounds/{number}/")
        assert page.locator(f"#round-{number} .why").count() <= 1
        assert page.locator(f"#round-{number}").count() <= 1
        if figures:
            expect(page.locator(figures)).not_to_contain_text("2.000")
        page.goto(table)
