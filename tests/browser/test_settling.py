"""The end of an evening: close, pay, pay a part, take back, put a round right, carry the rest."""

from playwright.sync_api import Page, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import each_of
from tests.browser.phone import Phone


def played(open_phone: OpenPhone, **options: object) -> Phone:
    """Bình +2.000, An +1.000, Dũng −1.000, Cường −2.000 after each of two rounds."""
    phone = Phone.of(open_phone(**options))
    phone.open_table("tien_len")
    for number in (1, 2):
        phone.do("Bình", "An", "Dũng")
        phone.record(number)
    return phone


def balances(page: Page, table: str) -> list[str]:
    page.goto(f"{table}settle/")
    lines = each_of(page, "#balances a", "each => each.innerText.split(/\\s+/).join(' ').trim()")
    return [line.rpartition(" ")[2] for line in sorted(lines)]


def tap(page: Page, name: str, within: str = "main") -> None:
    """Taps a button that leads to a page, and waits for that."""
    with page.expect_navigation():
        page.locator(within).get_by_role("button", name=name, exact=True).first.tap()


def test_an_evening_is_settled(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    page, table = phone.page, phone.page.url
    page.get_by_role("link", name="Tính tiền").tap()
    expect(page.locator("main")).to_contain_text("Nếu nghỉ bây giờ")
    tap(page, "Chốt sổ")
    assert balances(page, table) == ["+2.000", "+4.000", "−4.000", "−2.000"]

    tap(page, "Dũng đã trả An 2.000")
    expect(page.locator("#due-4-1")).to_contain_text("đã trả đủ")
    page.locator("#due-3-2 summary").tap()
    for digit in "1500":
        page.locator(f"#due-3-2 [data-digit='{digit}']").tap()
    tap(page, "Ghi", "#due-3-2")
    expect(page.locator("#due-3-2")).to_contain_text("đã trả 1.500, còn 2.500")
    assert balances(page, table) == ["0", "+2.500", "−2.500", "0"]
    tap(page, "Bỏ đánh dấu: Dũng trả An 2.000", "#paid")
    assert balances(page, table) == ["+2.000", "+2.500", "−2.500", "−2.000"]

    page.goto(f"{table}rounds/1/")
    with page.expect_response(lambda answer: answer.status == 409):
        page.get_by_role("button", name="Huỷ ván").tap()
    expect(page.locator(".errorlist")).to_be_visible()
    page.goto(f"{table}settle/")
    tap(page, "Mở lại bàn", "#reopen")
    page.goto(f"{table}rounds/1/correct/")
    phone.ready()
    phone.do("open thoi", "held Cường 2H")
    with page.expect_navigation():
        page.locator("#record").tap()
    assert balances(page, table) == ["+2.000", "+2.500", "−4.500", "0"]
    tap(page, "Chốt sổ")
    tap(page, "Nợ sang bàn mới", "#carry")
    page.wait_for_url("**/t/*/")
    assert page.url != table
    assert balances(page, page.url) == ["+2.000", "+2.500", "−4.500", "0"]
    assert balances(page, table) == ["0", "0", "0", "0"]


def test_another_phone_follows_what_is_marked(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    page.goto(table)
    other = Phone.of(open_phone())
    other.join(phone.link(Role.VIEW))
    viewer = other.page
    viewer.goto(f"{table}settle/")
    viewer.locator("#due-4-1 summary").tap()
    expect(viewer.locator("#state")).to_contain_text("Trực tiếp")
    page.goto(f"{table}settle/")
    tap(page, "Dũng đã trả An 2.000")
    expect(viewer.locator("#due-4-1")).to_contain_text("đã trả đủ")
    expect(viewer.locator("#due-4-1 .accounts")).to_be_visible()
    expect(viewer.locator("#due-3-2 button")).to_have_count(0)


def test_a_double_tap_pays_once(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    page.locator("#due-3-2 form button").first.dblclick()
    expect(page.locator("#paid li")).to_have_count(1)
    page.wait_for_load_state()
    assert balances(page, table) == ["+2.000", "0", "0", "−2.000"]


def test_a_button_leaves_the_page_where_it_was(open_phone: OpenPhone) -> None:
    phone = played(open_phone, viewport={"width": 320, "height": 480})
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    page.locator("#agree").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    assert place > 0
    row = page.locator("#due-3-2")
    top = row.evaluate("row => row.getBoundingClientRect().top")
    tap(page, "Cường đã trả Bình 4.000")
    expect(row).to_contain_text("đã trả đủ")
    phone.ready()
    assert page.evaluate("scrollY") == place
    assert row.evaluate("row => row.getBoundingClientRect().top") == top


def test_a_refusal_is_seen_each_time(open_phone: OpenPhone) -> None:
    phone = played(open_phone, viewport={"width": 320, "height": 480})
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    page.locator("#due-3-2 summary").tap()
    for typed in ("99999", "0"):
        page.locator("#due-3-2 [data-digits]").fill(typed)
        tap(page, "Ghi", "#due-3-2")
        phone.ready()
        expect(page.locator("main [role=alert]")).to_be_in_viewport()
        expect(page.locator("#due-3-2 [data-digits]")).to_have_value(typed)


def test_it_works_without_javascript(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    table, cookies = phone.page.url, phone.page.context.cookies()
    plain = open_phone(java_script_enabled=False)
    plain.add_cookies(cookies)  # type: ignore[arg-type]
    page = plain.new_page()
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    tap(page, "Dũng đã trả An 2.000")
    tap(page, "Bỏ đánh dấu: Dũng trả An 2.000", "#paid")
    expect(page.locator("#paid")).to_have_count(0)
    assert page.locator("textarea").input_value().count("\n") >= 6


def test_the_picture_is_downloaded_as_png_and_the_text_copied(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    page.locator("#send summary").tap()
    expect(page.locator("img.picture")).to_have_js_property("complete", True)
    assert page.locator("img.picture").evaluate("image => image.naturalWidth") == 1080
    with page.expect_download() as download:
        page.get_by_role("link", name="Gửi ảnh kết quả").tap()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.locator("#send [data-copy]").tap()
    expect(page.locator("#send [data-copy]")).to_have_text("Đã sao chép")


def test_it_fits_a_small_phone(open_phone: OpenPhone) -> None:
    phone = played(open_phone, viewport={"width": 320, "height": 640})
    page, table = phone.page, phone.page.url
    page.goto(f"{table}settle/")
    tap(page, "Chốt sổ")
    for path in ("settle/", "people/3/"):
        page.goto(table + path)
        for summary in page.locator("details summary").all():
            summary.tap()
        for font in in_each_font(page):
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, font
            small = page.locator("main :is(a, button, summary, input):visible").evaluate_all(
                "all => all.map(e => [e.textContent, e.getBoundingClientRect().height])"
                ".filter(([, height]) => height < 44)"
            )
            assert small == [], font


def test_it_fits_a_small_phone_in_english_too(open_phone: OpenPhone) -> None:
    phone = played(open_phone)
    other = Phone.of(open_phone(viewport={"width": 320, "height": 640}, locale="en-GB"))
    other.join(phone.link(Role.VIEW))
    english = other.page
    english.goto(f"{phone.page.url}settle/")
    expect(english.locator(".bar")).to_contain_text("Send the picture")
    for font in in_each_font(english):
        assert english.evaluate("document.documentElement.scrollWidth") <= 320, font
