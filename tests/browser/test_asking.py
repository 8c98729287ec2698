"""Behind a tunnel that holds streams back: the page asks, and says so."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.following import hide, live
from tests.browser.phone import Phone
from tests.running.server import Server
from tests.running.tunnel import Tunnel, tunnel_to

ASKS = "Cập nhật mỗi 8 giây"
ORDER = ("An", "Bình", "Cường")
STEP = 2
"""Seconds: less than the page waits for an answer."""

NOTES = """
    window.asked = [];
    window.tries = 0;
    const ask = window.fetch;
    window.fetch = (address, ...more) => {
        const answer = ask(address, ...more);
        if (!String(address).endsWith("/newest/")) return answer;
        window.asked.push(performance.now());
        window.answered = answer.then((it) => it.clone().text()).catch(() => {});
        return answer;
    };
    const Stream = window.EventSource;
    window.EventSource = class extends Stream {
        constructor(address) {
            super(address);
            window.tries += 1;
        }
    };
"""
"""Notes when the page asks, what ends with its newest answer, and how often a stream is tried."""


@dataclass
class Viewer:
    """A page behind a tunnel, whose time stands still until it is let pass."""

    page: Page

    def wait(self, seconds: int) -> None:
        """Let the time of the page pass, but while it waits for an answer to what it asked."""
        for _step in range(seconds // STEP):
            self.page.clock.run_for(1000 * STEP)
            self.page.evaluate("window.answered")

    @property
    def asked(self) -> list[float]:
        """When it asked, in seconds of its time."""
        return [each / 1000 for each in self.page.evaluate("window.asked")]

    @property
    def tries(self) -> int:
        """How often it tried the stream."""
        return int(self.page.evaluate("window.tries"))

    def says(self, words: str) -> None:
        expect(self.page.locator("#state")).to_contain_text(words)


@pytest.fixture
def tunnel(server: Server) -> Iterator[Tunnel]:
    with tunnel_to(server.port) as tunnel:
        yield tunnel


@pytest.fixture
def scorer(open_phone: OpenPhone) -> Phone:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    live(phone.page)
    return phone


def behind(tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone, path: str = "") -> Viewer:
    """A phone that came through the tunnel and opens a page of the table."""
    context = open_phone(base_url=f"http://localhost:{tunnel.port}")
    page = Phone.of(context).page
    page.goto(scorer.link(Role.VIEW))
    page.wait_for_url("**/t/*/")
    opened = datetime.now()
    page.clock.install(time=opened)
    page.add_init_script(NOTES)
    page.goto(f"{page.url}{path}")
    page.wait_for_function("document.documentElement.dataset.ready === ''")
    page.clock.pause_at(max(datetime.now(), opened) + timedelta(seconds=2))
    with page.expect_response("**/newest/"):
        page.clock.run_for(5000)
    return Viewer(page)


@pytest.mark.parametrize(
    ("path", "place", "shown", "passes_heads"),
    [
        ("", "#line-1", "+2.000", False),
        ("", "#line-1", "+2.000", True),
        ("board/", "#main .now", "Ván 1", False),
        ("settle/", "#balances", "+2.000", True),
    ],
)
def test_a_page_that_no_stream_reaches_asks_and_says_so(
    tunnel: Tunnel,
    open_phone: OpenPhone,
    scorer: Phone,
    path: str,
    place: str,
    shown: str,
    passes_heads: bool,
) -> None:
    tunnel.passes_heads = passes_heads
    viewer = behind(tunnel, open_phone, scorer, path)
    viewer.wait(30)
    viewer.says(ASKS)
    scorer.do(*ORDER)
    scorer.record(1)
    viewer.wait(10)
    expect(viewer.page.locator(place)).to_contain_text(shown)
    viewer.says(ASKS)
    gaps = [after - before for before, after in zip(viewer.asked, viewer.asked[1:], strict=False)]
    assert gaps
    assert all(5 <= gap <= 10 for gap in gaps), gaps


def test_the_network_is_lost_where_no_request_is_answered_and_only_there(
    tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone
) -> None:
    viewer = behind(tunnel, open_phone, scorer)
    for _step in range(15):
        viewer.wait(STEP)
        assert "Mất mạng" not in viewer.page.locator("#state").inner_text()
    viewer.says(ASKS)
    tunnel.cut_off()
    viewer.wait(10)
    viewer.says("Mất mạng từ")
    scorer.do(*ORDER)
    scorer.record(1)
    tunnel.cut = False
    viewer.wait(30)
    viewer.says(ASKS)
    expect(viewer.page.locator("#line-1")).to_be_visible()


def test_the_stream_is_tried_now_and_then_and_taken_when_it_speaks(
    tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone
) -> None:
    viewer = behind(tunnel, open_phone, scorer)
    viewer.wait(30)
    viewer.says(ASKS)
    before = viewer.tries
    viewer.wait(240)
    tries = viewer.tries
    assert 2 <= tries - before <= 4
    tunnel.holds = False
    for _step in range(125):
        if viewer.tries == tries:
            viewer.wait(STEP)
    live(viewer.page)
    viewer.says("Trực tiếp")
    asked = viewer.asked
    scorer.do(*ORDER)
    scorer.record(1)
    expect(viewer.page.locator("#line-1")).to_be_visible()
    viewer.wait(20)
    assert viewer.asked == asked


def test_a_hidden_page_asks_nothing_and_one_that_is_back_asks_at_once(
    tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone
) -> None:
    viewer = behind(tunnel, open_phone, scorer)
    viewer.wait(30)
    viewer.says(ASKS)
    hide(viewer.page, True)
    asked, tries = viewer.asked, viewer.tries
    scorer.do(*ORDER)
    scorer.record(1)
    viewer.wait(60)
    assert viewer.asked == asked
    assert viewer.tries == tries
    hide(viewer.page, False)
    viewer.wait(STEP)
    assert len(viewer.asked) == len(asked) + 1
    expect(viewer.page.locator("#line-1")).to_be_visible()


def test_a_renewed_link_is_said_to_a_page_that_asks(
    tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone
) -> None:
    viewer = behind(tunnel, open_phone, scorer)
    viewer.wait(30)
    viewer.says(ASKS)
    scorer.page.goto(f"{scorer.page.url}share/")
    with scorer.page.expect_navigation():
        scorer.page.locator("section:has(#view-title) form button").tap()
    viewer.wait(10)
    viewer.says("Đường dẫn đã đổi")


def test_english(tunnel: Tunnel, open_phone: OpenPhone, scorer: Phone) -> None:
    context = open_phone(base_url=f"http://localhost:{tunnel.port}", locale="en-GB")
    page = context.new_page()
    page.goto(scorer.link(Role.VIEW))
    expect(page.locator("#state")).to_have_attribute("data-asks", "Updated every 8 seconds")
