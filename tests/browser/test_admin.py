"""The person who runs the place, in a browser: changes terms, finds no way to the journal."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.office import BELOW_A_TABLE, PAGES, a_table_with_one_round, follow


def make_rule_set(page: Page, name: str, **changed: str) -> None:
    """Save rules of the first game for every table, with these amounts changed."""
    page.goto("/admin/ledger/savedrules/")
    follow(page, "Thêm bộ luật")
    page.fill("[name=name]", name)
    for setting, typed in changed.items():
        page.fill(f"[name=set-{setting}]", typed)
    page.get_by_role("button", name="Lưu cho mọi bàn").click()
    expect(page.locator(".messagelist")).to_contain_text(name)


def test_terms_changed_in_the_admin_count_from_the_next_round_only(
    office: Page, open_phone: OpenPhone
) -> None:
    phone = a_table_with_one_round(open_phone)
    make_rule_set(office, "Nhà An máu", place_4_bet_nhat="3")
    office.goto("/admin/ledger/session/")
    office.locator("#result_list tbody th a").first.click()
    follow(office, "Đổi mức cược")
    office.fill("[name=amount]", "10.000")
    office.fill("[name=reason]", "khuya rồi")
    office.get_by_role("button", name="Đổi mức cược").click()
    expect(office.locator(".messagelist")).to_contain_text("1 cược = 10.000")
    follow(office, "Đổi luật")
    office.get_by_label("Kiểu chơi").select_option(label="Tiến lên (nhất nhì ba bét): Nhà An máu")
    office.get_by_role("button", name="Bắt đầu từ luật này").click()
    expect(office.locator("[name=set-place_4_bet_nhat]")).to_have_value("3")
    office.fill("[name=reason]", "cho máu")
    with phone.page.expect_event("load"):  # other rules: the form of the next round comes anew
        office.get_by_role("button", name="Dùng luật này từ ván sau").click()
    texts = ("khuya rồi", "cho máu", "1 → 3")
    for text in texts:
        expect(office.locator("#content")).to_contain_text(text)
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
    for way in ("add", office.url.split("/entry/")[1].replace("change/", "delete")):
        typed_address = office.request.get(f"/admin/ledger/entry/{way}/")
        assert typed_address.status == 403
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
        for font in in_each_font(office):
            width = office.evaluate("document.documentElement.scrollWidth")
            assert width <= 1280, (address, font)
    for model in ("round", "posting", "entry"):
        office.goto(f"/admin/ledger/{model}/")
        office.locator("#result_list tbody th a").first.click()
        office.wait_for_url("**/change/")
        expect(office.locator("#content h2").first).to_be_visible()
