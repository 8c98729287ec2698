"""Links, opened as people open them: also a second one in a tab that is there already."""

import pytest
from playwright.sync_api import Page, expect

from tests.api.fuzzing import call
from tests.browser.conftest import OpenPhone
from tests.running.server import Server

TABLE = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]}


@pytest.fixture
def fragment(server: Server) -> str:
    """What follows the # of a good link."""
    table = call(server, "POST", "/api/v1/sessions/", TABLE)
    return f"{table['id']}.{table['score_key']}"


@pytest.fixture
def page(open_phone: OpenPhone) -> Page:
    return open_phone().new_page()


def test_the_right_link_opens_in_the_tab_that_shows_the_wrong_one(
    page: Page, fragment: str
) -> None:
    page.goto(f"/join/#{fragment[:-4]}7777")
    expect(page.get_by_role("alert")).to_contain_text("Không mở được bàn nào")
    page.goto(f"/join/#{fragment}")  # only what follows the # is other than before
    page.wait_for_url("**/t/*/")


def test_a_link_whose_hash_was_escaped_opens_its_table(page: Page, fragment: str) -> None:
    page.goto(f"/join/%23{fragment}")
    page.wait_for_url("**/t/*/")
