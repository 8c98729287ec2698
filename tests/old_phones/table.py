"""The first page and the table page, tapped on a phone of another engine."""

from tests.old_phones.engine import Engine
from tests.running.server import until

NAMES = ("An", "Bình", "Cường", "Dũng")


def head(seat: int) -> str:
    return f".seat[data-seat='{seat}']"


def heads(*seats: int) -> tuple[str, ...]:
    return tuple(map(head, seats))


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
