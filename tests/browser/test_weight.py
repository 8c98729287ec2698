"""What a first visit and a recorded round cost over the wire."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

KB = 1024


def wire(context: BrowserContext, page: Page) -> dict[str, int]:
    """Bytes over the wire by address, filled while the page loads."""
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    asked: dict[str, str] = {}
    bytes_of: dict[str, int] = {}
    client.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )

    def finished(event: dict[str, object]) -> None:
        address = asked[str(event["requestId"])]
        size = int(str(event["encodedDataLength"]).split(".")[0])
        bytes_of[address] = bytes_of.get(address, 0) + size

    client.on("Network.loadingFinished", finished)
    return bytes_of


ROUND = {
    "tien_len": ("An", "Bình", "Cường"),
    "dem_la": ("An", "left 1", "left 2", "left 3"),
    "phom": ("An", "Bình", "Cường"),
    "binh": ("An", "Bình", "Cường") * 3,
}


@pytest.mark.parametrize("game", ROUND)
def test_a_first_visit_and_a_recorded_round_are_light(game: str, open_phone: OpenPhone) -> None:
    first = Phone.of(open_phone())
    first.open_table(game)
    cookies = first.page.context.cookies()
    for number in range(1, 13):
        first.do(*ROUND[game])
        first.record(number)

    context = open_phone()
    context.add_cookies([cookie for cookie in cookies if cookie["name"] == "tables"])  # type: ignore[misc]
    phone = Phone.of(context)
    visit = wire(context, phone.page)
    phone.page.goto(first.page.url)
    expect(phone.page.locator("#state")).to_have_attribute("data-state", "live")
    phone.page.wait_for_timeout(1000)
    stream = 1  # it is a request too, but one that never ends
    assert len(visit) + stream <= 8
    assert len([each for each in visit if "/static/" in each or each == phone.page.url]) <= 5
    assert sum(visit.values()) <= 40 * KB

    phone.do(*ROUND[game])
    expect(phone.page.locator("#preview .why")).to_be_visible()
    phone.page.wait_for_timeout(1000)
    visit.clear()
    phone.record(13)
    phone.page.wait_for_timeout(1000)
    sent = {address: size for address, size in visit.items() if "preview" not in address}
    watched = [sent.pop(address) for address in [*sent] if "chain" in address]
    assert len(sent) == 1
    assert max(sent.values()) <= 8 * KB
    assert (
        sum(watched) <= 3 * KB
    )  # afterwards this phone makes sure that the book is still the same
