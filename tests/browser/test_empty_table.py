"""A table where nothing was played shows the code that leads to it, drawn so that it is scanned."""

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

DARK = [(2.5, 2.5), (8.5, 2.5), (5.5, 5.5), (2.5, 8.5)]
LIGHT = [(3.5, 3.5), (9.5, 2.5), (7.5, 5.5), (2.5, 9.5), (1.7, 2.5)]
"""Places in and beside the square of the first corner, which is the same in every code."""


def test_a_square_of_the_code_is_as_wide_as_another(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    rows = phone.page.locator("#empty .qr path")
    squares = rows.evaluate(
        """(path, places) => places.map(([x, y]) => path.isPointInStroke(new DOMPoint(x, y)))""",
        [*DARK, *LIGHT],
    )
    assert squares == [True] * len(DARK) + [False] * len(LIGHT)
