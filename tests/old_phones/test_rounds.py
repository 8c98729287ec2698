"""A round of every game is recorded, each tap a real one at the middle of what is tapped."""

import pytest

from tests.old_phones.engine import Engine
from tests.old_phones.table import head, heads, open_table, press


def tool(code: str) -> str:
    return f"[data-tool='{code}']"


def answer(code: int | str) -> str:
    return f"#panel [data-answer='{code}']"


ROUNDS = {
    "tien_len": (heads(3, 1, 4), "Cường nhất", "+2.000"),
    "dem_la": ((head(3), *map(answer, (1, 2, 3))), "Cường hết bài", "+12.000"),
    "sam_loc": ((head(3), *map(answer, (1, 2, 3))), "Cường hết bài", "+12.000"),
    "phom": ((*heads(3, 1, 4), tool("an"), answer("an-3")), "Cường nhất", "+14.000"),
    "binh": (heads(3, 1, 4) * 3, "Cường", "+18.000"),
    "xi_dach": ((*heads(1, 3, 3), "[name=lost][value='2']", head(4)), "Cường xì dách", "+4.000"),
    "ba_cay": ((head(1), tool("diem"), *map(answer, (7, 9, "sap", 2))), "Cường sáp", "+6.000"),
    "khac": ((head(3), answer(6), head(1), answer(2), head(2), answer(4)), "Cường", "+12.000"),
}
"""What is tapped, and what the round says and pays the third player."""


@pytest.mark.drawn(5)
@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_recorded(phone: Engine, address: str, game: str) -> None:
    taps, words, amount = ROUNDS[game]
    open_table(phone, address, game)
    for each in taps:
        press(phone, each)
    phone.wait_for("document.querySelector('#strip [data-ready]')")
    press(phone, "[data-record]")
    line = "a.line[data-round='1']"
    phone.wait_for(f'document.querySelector("{line}")')
    assert words in phone.run(f"document.querySelector(\"{line}\").getAttribute('aria-label')")
    assert phone.text(f"{head(3)} .balance") == amount
    phone.wait_for(f'document.querySelector("{head(3)} .mark").textContent === ""')
