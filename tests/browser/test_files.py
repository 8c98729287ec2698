"""The evening taken home from the phone."""

from io import BytesIO

from lxml import html
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


def test_the_files_of_an_evening_arrive_whole_and_in_the_readers_language(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone(locale="en-US"))
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    phone.page.goto(phone.page.url + "share/")
    for link in phone.page.locator("[data-file]").all():
        with phone.page.expect_download() as download:
            link.tap()
        name, path = download.value.suggested_filename, download.value.path()
        if name.endswith(".xlsx"):
            book = load_workbook(BytesIO(path.read_bytes()))
            rows = book["Totals"].iter_rows(min_row=2, max_row=5, values_only=True)
            assert [row[5] for row in rows] == ["An", "Bình", "Cường", "Dũng"]
        elif name.endswith(".html"):
            assert html.parse(path).getroot().get("lang") == "en"
        else:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
            assert lines[0].startswith("Table,Table name,")
            assert len(lines) == (5 if "totals" in name else 3)


SHARING = """
window.asked = 0;
window.shared = new Promise((go) => (window.keep = go));
const get = window.fetch;
window.fetch = async (address, ...rest) => {
  if (String(address).includes("/files/")) { window.asked += 1; await window.until; }
  return get(address, ...rest);
};
navigator.canShare = ({ files }) => files.every((file) => TAKES.test(file.name));
navigator.share = async ({ files }) => {
  if (window.refuses) throw new DOMException("too late", "NotAllowedError");
  window.keep([files[0].name, files[0].type, await files[0].text()]);
};
"""


def sharing(open_phone: OpenPhone, name: str, takes: str = "/./") -> Phone:
    """At the share page of a table of that name, on a phone that shares such files."""
    phone = Phone.of(open_phone())
    terms = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Cường"], "name": name}
    table = phone.page.request.post("/api/v1/sessions/", data=terms).json()
    phone.page.goto(f"/join/#{table['id']}.{table['view_key']}")
    phone.page.wait_for_url("**/t/*/")
    phone.page.add_init_script(SHARING.replace("TAKES", takes))
    phone.page.goto(phone.page.url + "share/")
    return phone


def test_a_shared_file_is_called_like_the_table(open_phone: OpenPhone) -> None:
    phone = sharing(open_phone, 'a;b x"y 50%20 An/Bình 100% vui')
    phone.page.locator("[data-file$='-totals.csv']").tap()
    called, media_type, text = phone.page.evaluate("shared")
    assert called == "a;b x_y 50%20 An_Bình 100% vui-totals.csv"
    assert media_type == "text/csv"
    assert "Cường" in text
    assert phone.page.evaluate("asked") == 1


def test_a_file_the_phone_does_not_share_is_downloaded_at_once(open_phone: OpenPhone) -> None:
    phone = sharing(open_phone, "Nhà An", takes="/csv$/")
    with phone.page.expect_download() as download:
        phone.page.locator("[data-file$='.xlsx']").tap()
    assert download.value.suggested_filename == "Nhà An.xlsx"
    assert phone.page.evaluate("asked") == 0


def test_a_file_that_was_long_in_the_making_is_kept_without_another_fetch(
    open_phone: OpenPhone,
) -> None:
    phone = sharing(open_phone, "100% vui")
    phone.page.evaluate(
        "() => { window.refuses = true; window.until = new Promise((go) => (window.go = go)); }"
    )
    link = phone.page.locator("[data-file$='.xlsx']")
    link.tap()
    expect(link).to_have_attribute("aria-busy", "true")
    expect(phone.page.locator("[data-making]")).to_contain_text("Đang làm tệp")
    link.tap()
    with phone.page.expect_download() as download:
        phone.page.evaluate("go()")
    assert load_workbook(BytesIO(download.value.path().read_bytes())).sheetnames[0] == "Tổng"
    assert download.value.suggested_filename == "100% vui.xlsx"
    expect(phone.page.locator("[data-making]")).to_be_empty()
    assert phone.page.evaluate("asked") == 1
