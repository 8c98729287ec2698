"""A table is opened and a round recorded, each tap a real one at the middle of what is tapped."""

from tests.old_phones.engine import Engine

NAMES = ("An", "Bình", "Cường", "Dũng")

ANSWERED = """document.querySelector("#round-1")
    || performance.getEntriesByType("resource").some(each => each.name.endsWith("/rounds/"))"""
"""The page of the recorded round is there, or the answer to a script that sent the round."""


def open_table(phone: Engine, address: str) -> None:
    """Type the names on the first page, and go to the table."""
    phone.open(f"{address}/")
    for at, name in enumerate(NAMES, 1):
        phone.tap(f"[name=player_{at}]")
        phone.type(name)
    phone.tap("form button.button")
    phone.wait_for("location.pathname.startsWith('/t/')")


def give(phone: Engine, seat: int, place: int) -> None:
    """Tap a place of the plain form; where a script has taken it over, whose turn it is."""
    plain = f"[name=place-{seat}][value='{place}']"
    phone.tap(plain if phone.is_drawn(plain) else f".player[data-seat='{seat}'] .tap")


def test_a_round_is_recorded(phone: Engine, address: str) -> None:
    open_table(phone, address)
    table = phone.run("location.href")
    for place, seat in enumerate((3, 1, 4), 1):
        give(phone, seat, place)
    phone.tap("#record")
    phone.wait_for(ANSWERED)
    phone.open(table)
    assert "Cường nhất" in phone.text("#round-1")
    assert phone.text(".player[data-seat='3'] .balance") == "+2.000"
