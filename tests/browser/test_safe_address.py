"""HTTPS beside plain HTTP, in a Chromium that asks for a name which is not localhost."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from ledger.common.lan import lan_address
from tests.browser.fonts import ways
from tests.browser.offline import PATIENCE, wait_until_kept
from tests.browser.phone import TAKEN_OVER, Phone
from tests.running.needs import program_path
from tests.running.server import Server, serving, until

HOST = f"{socket.gethostname().lower()}.local"
AWAKE = """async () => {
    const lock = await navigator.wakeLock.request("screen");
    return !lock.released;
}"""
ORDER = ("An", "Bình", "Cường")
ABLE = "[isSecureContext, !!navigator.wakeLock, !!navigator.clipboard, !!navigator.serviceWorker]"


@pytest.fixture
def server(tmp_path: Path, fresh_database: str) -> Iterator[Server]:
    words = ("--bind", "0.0.0.0", "--https-port", "0")
    with serving(tmp_path, *words, DATABASE_URL=fresh_database) as running:
        yield running


@contextmanager
def phone_at_home(
    chromium: Browser,
    home: Path,
    server: Server,
    *,
    trusts: Path | None = None,
    warned: bool = True,
) -> Iterator[BrowserContext]:
    """A browser that finds the service under HOST, maybe with an authority in its store.

    `warned` has accepted the warning of a certificate that it does not know.
    """
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    certutil = program_path("certutil")
    subprocess.run([certutil, "-N", "--empty-password", "-d", f"sql:{store}"], check=True)
    if trusts:
        added = [certutil, "-A", "-d", f"sql:{store}", "-t", "C,,", "-n", "ban", "-i", str(trusts)]
        subprocess.run(added, check=True)
    context = chromium.browser_type.launch_persistent_context(
        str(home / "profile"),
        **ways(f"--host-resolver-rules=MAP {HOST} {lan_address()}", HOME=str(home)),
        viewport={"width": 390, "height": 844},
        has_touch=True,
        locale="vi-VN",
        ignore_https_errors=warned and not trusts,
        base_url=f"http://{HOST}:{server.port}",
    )
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["clipboard-read", "clipboard-write", "screen-wake-lock"])
    yield context
    context.close()


def table_over_http(context: BrowserContext, server: Server) -> Phone:
    """A table opened at the address that the terminal shows, and a round recorded."""
    phone = Phone.of(context)
    phone.open_by_hand("tien_len")
    phone.do(*ORDER)
    phone.record(1)
    return phone


def go_to_the_safe_address(page: Page, server: Server) -> None:
    """Two taps, once the certificate is made and the second server listens."""
    assert until(lambda: server.listens(server.safe_port))
    page.locator("[data-open=more]").tap()
    page.get_by_role("link", name="Giữ màn hình sáng").tap()
    page.get_by_role("link", name="Mở địa chỉ an toàn").tap()
    page.wait_for_url(f"https://{HOST}:{server.safe_port}/t/**")


def test_two_taps_lead_there_with_the_same_key(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    with phone_at_home(chromium, tmp_path / "phone", server) as context:
        phone = table_over_http(context, server)
        page = phone.page
        assert page.evaluate(ABLE) == [False, False, False, False]
        go_to_the_safe_address(page, server)
        assert page.evaluate(ABLE) == [True, True, True, True]
        assert page.evaluate(AWAKE)
        phone.ready()
        phone.do(*ORDER)
        phone.record(2)
        phone.do("open more")
        expect(page.get_by_role("link", name="Giữ màn hình sáng")).to_have_count(0)
        page.get_by_role("link", name="Chia sẻ").tap()
        page.wait_for_url("**/share/")  # before its script has come, nothing hears a tap
        page.locator("[data-role=view] [data-copy]").tap()
        expect(page.locator("[data-role=view] [data-copy]")).to_have_text("Đã sao chép")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(f"http://{HOST}:{server.port}/join/#")  # nobody is warned there


def test_a_phone_that_trusts_it_opens_the_table_without_a_network(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    assert until((tmp_path / "ca.crt").exists)
    with phone_at_home(chromium, tmp_path / "phone", server, trusts=tmp_path / "ca.crt") as context:
        page = table_over_http(context, server).page
        go_to_the_safe_address(page, server)
        page.evaluate(TAKEN_OVER)
        page.reload()
        wait_until_kept(page, 'id="line-1"')
        address = page.url
        server.stop(signal.SIGINT)
        page.close()
        again = context.new_page()
        again.goto(address)
        expect(again.locator("#line-1")).to_be_visible()
        expect(again.locator("#as-of, .as-of").first).to_be_visible()


def test_a_browser_that_does_not_trust_it_refuses_without_being_told(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    """The control: it is the authority in the store that opens the page above."""
    with phone_at_home(chromium, tmp_path / "phone", server, warned=False) as context:
        assert until(lambda: server.listens(server.safe_port))
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            context.new_page().goto(f"https://{HOST}:{server.safe_port}/")


def test_over_plain_http_a_moving_picture_keeps_the_screen_awake(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    with phone_at_home(chromium, tmp_path / "phone", server) as context:
        page = table_over_http(context, server).page
        expect(page.locator("video.awake")).to_have_count(1)
        assert page.evaluate("!document.querySelector('video.awake').paused")
