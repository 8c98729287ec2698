"""The picture of an evening or a year as a browser draws it, and a PNG of it on its way."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.utils.timezone import localtime
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import FAMILIES

NAMES = (
    *("Bác Sáu Lành", "Nguyễn Thị Hồng Nhung Ánh", "MẸ BÌNH MẬP", "Đạt"),
    *("Wwwwwwwwwwwwwwwwwwwwwwww", "Hùng", "Nguyễn Văn Khôi Nguyên B", "Ưng Hoàng Phúc"),
)

BOXES = """family => {
  document.documentElement.setAttribute("font-family", `'${family}'`);
  return [...document.querySelectorAll("text")].map(text => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    const unseen = (bottom - top) / 8;
    return [text.textContent.trim(), left, top + unseen, right, bottom - unseen];
  });
}"""
"""Each text, and where its letters are: a font leaves some room above and below all of them."""

TINY, SMALL = 16, 20
"""A name as wide as twenty-four W is higher than the one, every name of words than the other."""

LONGEST = (
    *("Nguyễn Trần Hoàng Phương Thảo", "Trương Đặng Quỳnh Như Khánh Vy"),
    *("Lê Thị Hồng Nhung Ở Cầu Giấy B", "Nguyễn Hoàng Bảo Ngọc Phương A"),
    *("Đinh Trương Hoàng Anh Tuấn Huy", "Bùi Phạm Nguyễn Thị Minh Châu"),
    *("Huỳnh Công Thành Đạt Ở Quận 12", "Phan Đoàn Mạnh Hùng Ở Gò Vấp 3"),
)

SHARING = """
navigator.canShare = () => true;
globalThis.shared = new Promise((keep) => {
  navigator.share = async ({ files: [file] }) => {
    const image = await createImageBitmap(file);
    keep([file.name, file.type, image.width, image.height]);
  };
});
"""


class Box(NamedTuple):
    """Where a text is on the picture."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def lies_on(self, other: "Box") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0 and down > 0


def play(page: Page, people: int, name: str = "Nhà bác Sáu") -> str:
    """Open a table of so many, play, and return its address: every second one wins a million."""
    return record(page, "khac", NAMES[:people], evening(people), name)


def record(
    page: Page,
    rules: str,
    names: Sequence[str],
    facts_of_rounds: Iterable[dict[str, object]],
    name: str,
) -> str:
    """Open a table, record these rounds, and return its address."""
    terms = {"rules": rules, "bet_unit": 10, "players": names, "name": name}
    table = page.request.post("/api/v1/sessions/", data=terms).json()
    headers = {"Authorization": f"Bearer {table['score_key']}"}
    rounds = f"/api/v1/sessions/{table['id']}/rounds/"
    for facts in facts_of_rounds:
        body = {"id": str(uuid4()), "facts": facts}
        assert page.request.post(rounds, data=body, headers=headers).status == 201
    page.goto(f"/join/#{table['id']}.{table['score_key']}")
    page.wait_for_url("**/t/*/")
    return page.url


def evening(people: int) -> Iterator[dict[str, object]]:
    for seat in range(1, people):
        points = {str(seat): str(-125_050 - 1_000 * seat)}
        yield {"players": [seat, seat + 1], "points": points}
    last = list(range(max(1, people - 3), people + 1))
    yield {"players": last, "points": {str(seat): str(7 * seat) for seat in last[:-1]}}


def chop(whom: int, by: int) -> dict[str, object]:
    plays = {whom: "2S", by: "tu_quy"}
    return {"plays": [{"player": seat, "cards": [card]} for seat, card in plays.items()]}


def group_of(page: Page, name: str = "Tối thứ sáu") -> str:
    """Make a group of the table that the page shows, and return its address."""
    page.goto(f"{page.url}groups/")
    page.locator("[name=name]").fill(name)
    page.locator("[action$='/make/'] button").tap()
    page.wait_for_url("**/g/*/")
    return page.url


@pytest.mark.parametrize(("locale", "name"), [("vi-VN", ""), ("en-GB", "Nhà bác Sáu")])
def test_no_text_is_tiny_lies_on_another_or_outside(
    open_phone: OpenPhone, locale: str, name: str
) -> None:
    page = open_phone(locale=locale).new_page()
    for people in range(2, 9):
        page.goto(f"{play(page, people, name)}settle/picture.svg")
        look(page, NAMES[:people], name or NAMES[0])


@pytest.mark.parametrize("locale", ["vi-VN", "en-GB"])
def test_no_text_of_a_year_is_tiny_either(open_phone: OpenPhone, locale: str) -> None:
    page = open_phone(locale=locale).new_page()
    for people in (2, 8):
        play(page, people)
        page.goto(f"{group_of(page)}year/{localtime().year}/picture.svg")
        look(page, NAMES[:people], "Tối thứ sáu")


@pytest.mark.parametrize("locale", ["vi-VN", "en-GB"])
def test_who_chopped_and_who_pays_whom_stays_large_where_names_are_long(
    open_phone: OpenPhone, locale: str
) -> None:
    page = open_phone(locale=locale).new_page()
    rounds = [
        {"players": sorted(seats), "places": seats, "chat": [chop(*seats[2:])]}
        for seats in ([1, 2, 3, 4], [5, 6, 7, 8], [3, 4, 2, 1])
    ]
    table = record(page, "tien_len", LONGEST, rounds, "Nhà bác Sáu")
    page.goto(f"{table}settle/picture.svg")
    look(page, LONGEST, "Nhà bác Sáu", SMALL)
    page.goto(table)
    page.goto(f"{group_of(page)}year/{localtime().year}/picture.svg")
    look(page, LONGEST, "Tối thứ sáu", SMALL)


def look(page: Page, names: Sequence[str], title: str, least: int = TINY) -> None:
    """See in each family of letters that every text of the picture can be read."""
    size = "each => document.documentElement[each].baseVal.value"
    wide, tall = page.evaluate(f'["width", "height"].map({size})')
    assert (wide, tall >= 1350) == (1080, True)
    for family in FAMILIES:
        boxes = [Box(*each) for each in page.evaluate(BOXES, family)]
        assert boxes[0].text.startswith(title)
        assert {*names} <= {each.text for each in boxes}
        pairs = [(a.text, b.text) for a, b in combinations(boxes, 2) if a.lies_on(b)]
        assert pairs == [], (len(names), family)
        lost = [
            each.text
            for each in boxes
            if each.left < 40 or each.top < 0 or each.right > wide - 40 or each.bottom > tall
        ]
        assert lost == [], (len(names), family)
        tiny = [each.text for each in boxes if each.bottom - each.top < least]
        assert tiny == [], (len(names), family)


def test_it_is_shared_as_a_png_of_its_size(open_phone: OpenPhone) -> None:
    page = open_phone().new_page()
    page.add_init_script(SHARING)
    page.goto(f"{play(page, 4)}settle/")
    page.get_by_role("link", name="Gửi ảnh").tap()
    assert page.evaluate("shared") == ["Nhà bác Sáu.png", "image/png", 1080, 1350]


def test_that_of_a_year_is_shared_from_the_page_of_the_group(open_phone: OpenPhone) -> None:
    page = open_phone().new_page()
    page.add_init_script(SHARING)
    play(page, 4)
    page.goto(group_of(page))
    page.get_by_role("link", name="Gửi ảnh cả năm").tap()
    assert page.evaluate("shared")[:3] == [f"Tối thứ sáu {localtime().year}.png", "image/png", 1080]
