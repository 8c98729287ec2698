"""An evening's other pages by real taps: correct, settle, share, read, look at the board."""

from tests.old_phones.engine import Engine
from tests.old_phones.table import heads, open_table, press

PAGES = ("settle", "house", "rules", "figures", "groups", "log", "share", "other", "card", "board")

LAID_OUT = """[
  document.documentElement.scrollWidth - innerWidth,
  [...document.querySelectorAll(".bar")].map(
    (bar) => innerHeight - bar.getBoundingClientRect().bottom,
  ),
]"""
"""How far a page goes beyond its window sideways, and how far its bar stands above the edge."""

WON = "[...document.querySelectorAll('#balances .sum')].map((each) => each.textContent)"
SUMS = ["+4.000", "+1.000", "−1.000", "−4.000"]
"""After a round with a cóng, the best first."""


def record(phone: Engine, *seats: int) -> None:
    for each in heads(*seats):
        press(phone, each)
    phone.wait_for("document.querySelector('#strip [data-ready]')")
    press(phone, "[data-record]")


def test_an_evening_is_corrected_settled_and_shared(phone: Engine, address: str) -> None:
    open_table(phone, address, "tien_len")
    table = str(phone.run("location.href"))
    record(phone, 3, 1, 4)
    phone.wait_for("document.querySelector('[data-round=\"1\"]')")
    press(phone, "[data-round='1']")
    press(phone, "#panel [data-answer=correct]")
    phone.wait_for("location.pathname.endsWith('/correct/')")
    phone.wait_for("'ready' in document.documentElement.dataset")
    press(phone, "[data-part=feet] [name=cong][value='2']")
    phone.wait_for("/→/.test(document.querySelector('#strip').textContent)")
    press(phone, "[data-record]")
    phone.wait_for("/Đã sửa ván 1/.test(document.body.textContent)")

    for page in PAGES:
        phone.open(f"{table}{page}/")
        beyond, bars = phone.run(LAID_OUT)
        assert (page, beyond, [bar for bar in bars if abs(bar) > 1]) == (page, 0, [])

    phone.open(f"{table}settle/")
    phone.tap(".bar form .button")
    phone.wait_for("document.querySelector('.due .beside .do')")
    assert phone.run(WON) == SUMS
    for due in ("#due-2-3", "#due-4-1"):
        phone.tap(f"{due} .beside .do")
        phone.wait_for(f"document.querySelector('{due}[data-state=paid]')")
    phone.wait_for("!document.querySelector('.due[data-pays]')")
    phone.open(f"{table}board/")
    phone.wait_for("document.querySelectorAll('.board .line').length === 1")
    assert phone.is_drawn(".board svg")
