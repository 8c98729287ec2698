"""Ways through the admin in a browser."""

from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

PAGES = (
    *("ledger/session/", "ledger/round/", "ledger/posting/", "ledger/entry/"),
    *("ledger/stafftoken/", "ledger/stafftoken/add/"),
    *("ledger/savedrules/", "ledger/savedrules/add/", "ledger/savedrules/house/"),
    *("admin/logentry/", "auth/user/", "auth/user/add/", "auth/group/add/", "password_change/"),
)
BELOW_A_TABLE = ("change", "bet-unit", "rules", "names", "check", "history")


def follow(page: Page, text: str) -> None:
    page.get_by_role("link", name=text, exact=True).click()


def a_table_with_one_round(open_phone: OpenPhone) -> Phone:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    return phone
