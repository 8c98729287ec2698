"""The person who runs the place, in a browser: changes terms, finds no way to the journal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, is_csp
from tests.running.server import Server, manage

pytestmark = pytest.mark.browser

PASSWORD = "sổ-điểm-của-nhà-An"
PAGES = (
    *("ledger/session/", "ledger/round/", "ledger/posting/", "ledger/entry/"),
    *("admin/logentry/", "auth/user/", "auth/user/add/", "auth/group/add/", "password_change/"),
)
BELOW_A_TABLE = ("change", "bet-unit", "rules", "names", "check", "history")


@pytest.fixture
def office(
    server: Server, fresh_database: str, tmp_path: Path, open_phone: OpenPhone
) -> Iterator[Page]:
    """Logged in to the admin; a script that fails or is refused by the policy fails the test."""
    secret = {"DATABASE_URL": fresh_database, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    words = ("createsuperuser", "--noinput", "--username", "chu", "--email", "")
    assert manage(tmp_path, *words, **secret).returncode == 0
    page = open_phone(viewport={"width": 1280, "height": 800}, has_touch=False).new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if is_csp(said.text) else None)
    page.goto("/admin/")
    page.fill("[name=username]", "chu")
    page.fill("[name=password]", PASSWORD)
    page.click("[type=submit]")
    page.wait_for_url("**/admin/")
    yield page
    assert complaints == []


def a_table_with_one_round(open_phone: OpenPhone) -> Phone:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    return phone


def follow(page: Page, text: str) -> None:
    page.get_by_role("link", name=text, exact=True).click()


def test_terms_changed_in_the_admin_count_from_the_next_round_only(
    office: Page, open_phone: OpenPhone
) -> None:
    phone = a_table_with_one_round(open_phone)
    office.goto("/admin/ledger/session/")
    office.locator("#result_list tbody th a").first.click()
    follow(office, "Đổi mức cược")
    office.fill("[name=amount]", "10.000")
    office.fill("[name=reason]", "khuya rồi")
    office.get_by_role("button", name="Đổi mức cược").click()
    expect(office.locator(".messagelist")).to_contain_text("1 cược = 10.000")
    follow(office, "Đổi luật")
    office.fill("[name=set-place_4_bet_nhat]", "3")
    office.fill("[name=reason]", "cho máu")
    office.get_by_role("button", name="Dùng luật này từ ván sau").click()
    said = ("khuya rồi", "cho máu", "1 → 3")
    for text in said:
        expect(office.locator("#content")).to_contain_text(text)
    expect(office.get_by_role("cell", name="chu", exact=True)).to_have_count(2)
    phone.page.reload()
    assert phone.balances() == {"An": 2000, "Bình": 1000, "Cường": -1000, "Dũng": -2000}
    phone.do("An", "Bình", "Cường")
    phone.record(2)
    assert phone.balances() == {"An": 32000, "Bình": 6000, "Cường": -6000, "Dũng": -32000}


def test_there_is_no_way_to_change_an_entry(office: Page, open_phone: OpenPhone) -> None:
    phone = a_table_with_one_round(open_phone)
    before = phone.balances()
    office.goto("/admin/ledger/entry/")
    expect(office.locator("[name=action], .addlink, .deletelink")).to_have_count(0)
    office.locator("#result_list tbody th a").first.click()
    office.wait_for_url("**/change/")
    typed = "#content input:not([type=hidden]), #content textarea, #content select"
    expect(office.locator(f"{typed}, #content button, .deletelink")).to_have_count(0)
    sent = office.evaluate(
        """async () => {
            const token = document.querySelector("[name=csrfmiddlewaretoken]").value
            const body = new URLSearchParams({csrfmiddlewaretoken: token, amount: 1, post: "yes"})
            const ways = ["change", "delete"].map((way) => location.pathname.replace("change", way))
            const send = (way) => fetch(way, {method: "POST", body})
            return (await Promise.all([location.pathname, ...ways].map(send))).map((a) => a.status)
        }"""
    )
    assert sent == [403, 403, 403]
    phone.page.reload()
    assert phone.balances() == before


def test_no_page_of_the_admin_breaks_the_policy(office: Page, open_phone: OpenPhone) -> None:
    phone = a_table_with_one_round(open_phone)
    session = phone.page.url.rstrip("/").rpartition("/")[2]
    below = [f"ledger/session/{session}/{page}/" for page in BELOW_A_TABLE]
    for address in (*PAGES, *below):
        answer = office.goto(f"/admin/{address}")
        assert answer
        assert answer.status == 200
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        width = office.evaluate("document.documentElement.scrollWidth")
        assert width <= 1280
    for model in ("round", "posting", "entry"):
        office.goto(f"/admin/ledger/{model}/")
        office.locator("#result_list tbody th a").first.click()
        office.wait_for_url("**/change/")
        expect(office.locator("#content h2").first).to_be_visible()
