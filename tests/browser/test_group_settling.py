"""A group settles two evenings as one: every word in its place, a tap for each payment."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.layout import CUT, LONG, OPEN, SIDEWAYS
from tests.browser.phone import NAMES, Phone

PLACES = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}


def an_evening(phone: Phone, names: tuple[str, ...]) -> str:
    """The address of a closed table with three rounds, at which this phone scores."""
    requests = phone.page.context.request
    asked = {"rules": "tien_len", "bet_unit": 250_000, "players": names}
    opened = requests.post("/api/v1/sessions/", data=asked).json()
    here = f"/api/v1/sessions/{opened['id']}/"
    keyed = {"Authorization": f"Bearer {opened['score_key']}"}
    for _ in range(3):
        body = {"id": str(uuid4()), "facts": PLACES}
        assert requests.post(f"{here}rounds/", data=body, headers=keyed).ok
    assert requests.post(f"{here}close/", data={}, headers=keyed).ok
    phone.join(opened["links"]["score"])
    return phone.page.url


def tap(page: Page, name: str) -> None:
    """Taps a button that leads to a page, and waits for that."""
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=name, exact=True).first.tap()


def in_place(page: Page) -> None:
    page.evaluate(OPEN)
    assert page.evaluate(CUT) == []
    assert page.evaluate(SIDEWAYS) <= 0
    page.reload()


@pytest.mark.parametrize(
    ("width", "height", "names", "scheme"),
    [
        (390, 664, NAMES, "light"),
        (360, 640, NAMES, "dark"),
        (320, 568, LONG, "dark"),
    ],
)
def test_two_evenings_are_settled_as_one(
    open_phone: OpenPhone,
    width: int,
    height: int,
    names: tuple[str, ...],
    scheme: str,
) -> None:
    size = {"width": width, "height": height}
    phone = Phone.of(open_phone(viewport=size, color_scheme=scheme))
    page = phone.page
    first, second = (an_evening(phone, names) for _ in range(2))
    page.goto(f"{first}groups/")
    tap(page, "Lập nhóm")
    group = re.sub(r"#.*", "", page.url)
    page.goto(f"{second}groups/")
    tap(page, "Thêm bàn này vào nhóm")
    expect(page.locator("#settle")).to_contain_text("2 buổi còn tiền chưa trả")
    in_place(page)
    with page.expect_navigation():
        page.locator("#settle").tap()
    in_place(page)
    tap(page, "Gộp 2 buổi")
    expect(page.locator("[data-pays][data-state=open]")).to_have_count(2)
    in_place(page)
    with page.expect_navigation():
        page.locator("[data-pays] button").first.tap()
    expect(page.locator("[data-pays][data-state=paid]")).to_have_count(1)
    in_place(page)
    page.goto(group)
    expect(page.locator("[data-pays][data-state=open]")).to_have_count(1)
    in_place(page)
