"""The evening taken home from the phone."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


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
        path = download.value.path()
        if download.value.suggested_filename.endswith(".xlsx"):
            assert [row[4] for row in load_workbook(BytesIO(path.read_bytes()))["Totals"].values][
                1:
            ] == [*("An", "Bình", "Cường", "Dũng")]
        else:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
            assert lines[0].startswith("Table,Table name,")
            assert len(lines) == (5 if "totals" in str(download.value.suggested_filename) else 3)
