"""A round of every game is recorded, each tap a real one at the middle of what is tapped."""

import pytest

from tests.old_phones.engine import Engine
from tests.running.server import until

NAMES = ("An", "Bình", "Cường", "Dũng")


def head(seat: int) -> str:
    return f".seat[data-seat='{seat}']"


def tool(code: str) -> str:
    return f"[data-tool='{code}']"


def answer(code: int | str) -> str:
    return f"#panel [data-answer='{code}']"


def heads(*seats: int) -> tuple[str, ...]:
    return tuple(map(head, seats))


ROUNDS = {
    "tien_len": (heads(3, 1, 4), "Cường nhất", "+2.000"),
    "dem_la": ((head(3), *map(answer, (1, 2, 3))), "Cường hết bài", "+12.000"),
    "phom": ((*heads(3, 1, 4), tool("an"), answer("an-3")), "Cường nhất", "+14.000"),
    "binh": (heads(3, 1, 4) * 3, "Cường", "+18.000"),
    "khac": ((head(3), answer(6), head(1), answer(2), head(2), answer(4)), "Cường", "+12.000"),
}
"""What is tapped, and what the round says and pays the third player."""


def open_table(phone: Engine, address: str, game: str) -> None:
    """Choose the game and type the names on the first page, and go to the table."""
    phone.open(f"{address}/")
    phone.tap(f"[name=rules][value={game}]")
    for at, name in enumerate(NAMES, 1):
        phone.tap(f"[name=player_{at}]")
        phone.type(name)
    phone.tap(".bar .button")
    phone.wait_for("location.pathname.startsWith('/t/')")
    phone.wait_for("'ready' in document.documentElement.dataset")


def press(phone: Engine, selector: str) -> None:
    """Tap what can be hit where it stands, without any scroll."""
    assert until(lambda: phone.hits(selector)), selector
    phone.tap(selector)


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
