"""What a first visit and a recorded round cost over the wire, after a long evening."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.api.fuzzing import call
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.wire import KB, wire
from tests.running.server import Server

ROUND = {
    "tien_len": ("An", "Bình", "Chi"),
    "dem_la": ("An", "left 1", "left 2", "left 3"),
    "sam_loc": ("An", "left 1", "left 2", "left 3"),
    "phom": ("An", "Bình", "Chi"),
    "binh": ("An", "Bình", "Chi") * 3,
    "khac": ("An", "digits 6", "Bình", "digits 2", "Chi", "digits 3"),
    "xi_dach": ("Bình", "lost Chi", "lost Dũng"),
    "ba_cay": ("open diem", "digit 7", "digit 9", "digit 2", "digit 3"),
}
PLAYED = 41

LATER = ("table_later", "icon", "card_picker")
"""What comes once a round can be typed: what keeps the page and the screen, the 52 cards."""

ORDER = [1, 2, 3, 4]
FACTS = {
    "tien_len": {"places": ORDER},
    "dem_la": {"winner": 1, "cards_left": {"2": 1, "3": 2, "4": 3}},
    "sam_loc": {"winner": 1, "cards_left": {"2": 1, "3": 2, "4": 3}},
    "phom": {"points": {"1": 10, "2": 20, "3": 30, "4": 40}},
    "binh": {"chi": {row: [[1], [2], [3], [4]] for row in ("dau", "giua", "cuoi")}},
    "khac": {"points": {"1": 6, "2": -2, "3": -3, "4": -1}},
    "xi_dach": {"banker": 1, "con": {"2": "won", "3": "lost", "4": "lost"}},
    "ba_cay": {"banker": 1, "points": {"1": 7, "2": 9, "3": 2, "4": 3}},
}
"""Plain rounds, as told by the taps above."""


def played(server: Server, game: str) -> str:
    """The link that scores at a table where many rounds were played."""
    terms = {"rules": game, "bet_unit": 2000, "players": ["An", "Bình", "Chi", "Dũng"]}
    table = call(server, "POST", "/api/v1/sessions/", terms)
    path, key = f"/api/v1/sessions/{table['id']}/rounds/", table["score_key"]
    for _ in range(PLAYED):
        sent = {"id": str(uuid4()), "facts": {"players": ORDER} | FACTS[game]}
        assert call(server, "POST", path, sent, key)["number"]
    return str(table["links"]["score"])


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", ROUND)
def test_a_first_visit_and_a_recorded_round_are_light(
    game: str, server: Server, open_phone: OpenPhone
) -> None:
    first = open_phone().new_page()
    first.goto(f"/join/{played(server, game).partition('/join/')[2]}")
    first.wait_for_url("**/t/*/")

    context = open_phone()
    context.add_cookies([one for one in first.context.cookies() if one["name"] == "tables"])  # type: ignore[misc]
    phone = Phone.of(context)
    visit = wire(context, phone.page)
    phone.page.goto(first.url)
    expect(phone.page.locator("#state")).to_have_attribute("data-state", "live")
    phone.page.wait_for_timeout(1000)
    stream = 1  # it is a request too, but one that never ends
    assert len(visit) + stream <= 9, visit
    later = {address for address in visit for each in LATER if f"/{each}." in address}
    until_typed = {address: size for address, size in visit.items() if address not in later}
    files = [each for each in until_typed if "/static/" in each or each == phone.page.url]
    assert len(files) <= 6, visit
    assert sum(until_typed.values()) <= 40 * KB, visit

    phone.do(*ROUND[game])
    expect(phone.page.locator("#strip [data-ready]")).to_be_visible()
    phone.page.wait_for_timeout(1000)
    visit.clear()
    phone.record(PLAYED + 1)
    phone.page.wait_for_timeout(1000)
    sent = {
        address: size
        for address, size in visit.items()
        if "preview" not in address and "/static/" not in address  # what checks the new line
    }
    assert len(sent) == 1
    assert max(sent.values()) <= 8 * KB
