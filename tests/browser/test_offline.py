"""Installed, and opened without a network: the table as last known, and nobody else's."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import ways
from tests.browser.offline import TEXT, offline_pages, wait_until, wait_until_kept
from tests.browser.phone import Phone, deafen
from tests.browser.waiting import ORDER, renew_the_score_link
from tests.running.server import Server

CONTROLLER = "navigator.serviceWorker.controller?.scriptURL || ''"
SLOW_STORAGE = """
    const addAll = window.Cache?.prototype.addAll;
    if (addAll) Cache.prototype.addAll = async function (files) {
        await new Promise((goOn) => { window.goOnStoring = goOn; });
        Cache.prototype.addAll = addAll;
        return this.addAll(files);
    };
"""
"""The first that is stored waits until it is told to go on."""


def at_a_kept_table(open_phone: OpenPhone, rounds: int = 1, *, live: bool = True) -> Phone:
    context = open_phone()
    if not live:
        deafen(context)
    phone = Phone.of(context)
    phone.open_table("tien_len")
    for number in range(1, rounds + 1):
        phone.do(*ORDER)
        phone.record(number)
    wait_until_kept(phone.page, f'id="line-{rounds}"' if rounds else 'id="empty"')
    return phone


def renew(phone: Phone) -> None:
    """The scorer's link is made anew, and this phone keeps only the old one."""
    context = phone.page.context
    cookies = [each for each in context.cookies() if each["name"] == "tables"]
    renew_the_score_link(phone)
    context.add_cookies(cookies)  # type: ignore[arg-type]


def test_it_installs(open_phone: OpenPhone, server: Server, tmp_path: Path) -> None:
    """A context of its own is a private window to Chromium, and those install nothing."""
    browser = open_phone().browser
    assert browser
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", base_url=f"http://localhost:{server.port}", **ways()
    )
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    asked = context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    problems = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    context.close()
    assert manifest["url"].endswith(".webmanifest")
    assert manifest["errors"] == []
    assert problems == []


def test_without_a_network_the_table_opens_as_last_known(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone, rounds=2)
    address, balances = phone.page.url, phone.balances()
    submission = phone.page.locator("[name=submission]").input_value()
    phone.page.context.set_offline(True)
    phone.page.close()

    again = Phone.of(phone.page.context)
    again.page.goto(address)
    expect(again.page.locator("#as-of")).to_contain_text("Bản cũ lúc")
    assert again.page.locator("#as-of time").inner_text()
    expect(again.page.locator("#state")).to_have_attribute("data-state", "away")
    expect(again.page.locator("#state [role=status]")).to_be_hidden()
    again.ready()
    assert again.balances() == balances
    expect(again.line(2)).to_be_visible()
    expect(again.page.locator("#record")).to_contain_text("3")
    assert again.page.locator("[name=submission]").input_value() != submission
    again.do(*ORDER)
    expect(again.seat("An").locator(".mark")).to_have_text("Nhất")


def test_a_kept_page_counts_on_in_line_and_button_and_undoes_nothing(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone, rounds=2)
    phone.page.goto(f"{phone.page.url}rounds/1/correct/")
    phone.ready()
    phone.do("An", "An")
    phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#strip")).to_contain_text("Đã sửa ván 1")
    wait_until_kept(phone.page, 'id="line-1"')
    phone.do(*ORDER)
    phone.record(3)
    wait_until_kept(phone.page, 'id="line-3"')
    phone.page.context.set_offline(True)
    phone.do(*ORDER)
    phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#draft > span").first).to_have_text("5")
    phone.page.reload()
    phone.ready()
    expect(phone.page.locator("#as-of")).to_contain_text("Bản cũ lúc")
    expect(phone.page.locator("#record")).to_contain_text("Ghi ván 5")
    expect(phone.page.locator("#draft > span").first).to_have_text("5")
    expect(phone.page.locator("#strip .act[form]")).to_have_count(0)


def test_what_changed_while_the_page_was_first_kept_is_kept_too(open_phone: OpenPhone) -> None:
    context = open_phone()
    context.add_init_script(SLOW_STORAGE)
    phone = Phone.of(context)
    phone.open_table("tien_len")
    wait_until(phone.page, lambda: phone.page.evaluate("typeof goOnStoring") == "function")
    phone.do(*ORDER)
    phone.record(1)
    phone.page.wait_for_timeout(1000)
    assert phone.page.evaluate(TEXT) == ""
    phone.page.evaluate("goOnStoring()")
    wait_until_kept(phone.page, 'id="line-1"')


def test_without_a_network_the_first_page_leads_to_the_newest_table(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone, rounds=0)
    first = phone.page.url
    phone.open_table("dem_la")
    wait_until_kept(phone.page, 'id="empty"')
    second = phone.page.url
    phone.page.goto(first)
    wait_until_kept(phone.page, 'id="empty"')
    phone.page.goto(second)
    phone.do("An", "left 1", "left 2", "left 3")
    phone.record(1)
    wait_until_kept(phone.page, 'id="line-1"')
    phone.page.context.set_offline(True)
    phone.page.goto("/")
    assert phone.page.url == second
    phone.page.goto(f"{first}house/")
    assert phone.page.url == first


def test_back_in_the_network_the_page_of_now_comes_by_itself(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone)
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("#as-of")).to_be_visible()
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#as-of")).to_be_hidden()


def test_what_was_tapped_meanwhile_is_not_reloaded_away(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone)
    phone.page.context.set_offline(True)
    phone.page.reload()
    phone.do("An", "Bình")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#as-of a")).to_be_visible()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhì")
    phone.do("Bình", "An")
    expect(phone.page.locator("#as-of")).to_be_hidden(timeout=10_000)


def test_a_renewed_key_takes_the_kept_page_away(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone, live=False)
    address = phone.page.url
    renew(phone)
    assert offline_pages(phone.page)
    answer = phone.page.goto(address)
    assert answer
    assert answer.status == 404
    assert offline_pages(phone.page) == []


def test_a_round_refused_for_its_key_takes_the_kept_page_away(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone, live=False)
    renew(phone)
    phone.do(*ORDER)
    phone.page.locator("#record").tap()
    expect(phone.page.locator("#strip [role=alert]")).to_contain_text("đường dẫn")
    wait_until(phone.page, lambda: not offline_pages(phone.page))


def test_the_first_page_takes_away_what_this_phone_may_not_open_any_more(
    open_phone: OpenPhone,
) -> None:
    phone = at_a_kept_table(open_phone, live=False)
    renew(phone)
    phone.page.goto("/")
    wait_until(phone.page, lambda: not offline_pages(phone.page))


def test_only_tables_are_kept(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone)
    address = phone.page.url
    origin = address.partition("/t/")[0]
    for path in (
        "house/",
        "share/",
        "rules/",
        "card/",
        "board/",
        "history/",
        "rounds/1/",
        "files/totals.csv",
    ):
        phone.page.evaluate("(address) => fetch(address)", f"{address}{path}")
        if not path.startswith("files"):
            phone.page.goto(f"{address}{path}")
    for path in ("/join/", "/rules/", "/admin/", "/api/v1/docs/", "/"):
        phone.page.goto(path)
    phone.page.wait_for_load_state("networkidle")
    assert [f"{origin}{path}" for path in offline_pages(phone.page)] == [address]


def test_a_kept_page_is_guarded_like_the_page_itself(open_phone: OpenPhone) -> None:
    phone = at_a_kept_table(open_phone)
    of_now, of_then = phone.page.evaluate(
        """async () => {
            const kept = await (await caches.open('kept-1')).match(location.pathname);
            const both = [await fetch(location.pathname), kept];
            return both.map((one) => Object.fromEntries(one.headers));
        }"""
    )
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        directives = [set(headers[name].split("; ")) for headers in (of_now, of_then)]
        assert directives[0] == directives[1], name


def test_a_new_version_takes_over_without_loading_pages_again(open_phone: OpenPhone) -> None:
    """A worker at another address is a new version to the browser, whatever it says."""
    phone = at_a_kept_table(open_phone)
    phone.page.evaluate("window.stayed = true; navigator.serviceWorker.register('/worker.js?new')")
    wait_until(phone.page, lambda: phone.page.evaluate(CONTROLLER).endswith("?new"))
    phone.page.wait_for_timeout(1000)
    assert phone.page.evaluate("window.stayed")
    assert offline_pages(phone.page)
