"""Phones at a table: a client that holds a key, and the fields of a plain round."""

import re
from uuid import uuid4

from django.conf import settings
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import RING, Role, key
from ledger.models import Session
from ledger.tables import sessions

HANDLER = Client().handler
HTMX = {"HX-Request": "true"}  # asks for pieces of a page
NAMES = ["An", "Bình", "Cường", "Dũng"]


def open_table(rules: str = "tien_len", players: list[str] | None = None) -> Session:
    return sessions.open_session(
        rules=rules,
        settings=None,
        bet_unit=2000,
        players=players or NAMES,
        name="Nhà An",
        by=ON_THE_MACHINE,
    )


def phone(session: Session, role: Role = Role.SCORE, **headers: str) -> Client:
    """A phone that keeps a key, as whoever came by a link, in Vietnamese."""
    client = Client(headers={"accept-language": "vi"} | headers)
    client.handler = HANDLER  # or each phone would load the middleware anew
    store = client.session
    store[RING] = {session.pk: key(session, role)}
    store.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
    return client


def by_place(*order: int, newest: int = 0, **more: object) -> dict[str, object]:
    """The fields after tapping these seats in this order at a table of four."""
    return {
        "submission": str(uuid4()),
        "newest": newest,
        "rules": "tien_len",
        "seats": "1,2,3,4",
        **{f"place-{seat}": place for place, seat in enumerate(order, 1)},
        **more,
    }


def by_cards(winner: int, newest: int = 0, **more: object) -> dict[str, object]:
    """The fields after tapping the winner and 5 cards for each of the others."""
    left = {f"left-{seat}": 5 for seat in (1, 2, 3, 4) if seat != winner}
    return {
        "submission": str(uuid4()),
        "newest": newest,
        "rules": "dem_la",
        "seats": "1,2,3,4",
        "winner": winner,
        **left,
        **more,
    }


def by_rank(*order: int, newest: int = 0, **more: object) -> dict[str, object]:
    """The fields after tapping these seats from the first on at a table of phỏm."""
    return by_place(*order, newest=newest, **{"rules": "phom"} | more)


def by_rows(*rows: str, newest: int = 0, **more: object) -> dict[str, object]:
    """The fields after ranking seats in the three rows: "1 24 3", those who draw together."""
    ranks = {
        f"rank-{row}-{seat}": place
        for row, ranked in zip(("dau", "giua", "cuoi"), rows, strict=False)
        for place, group in enumerate(ranked.split(), 1)
        for seat in group
    }
    return {
        "submission": str(uuid4()),
        "newest": newest,
        "rules": "binh",
        "seats": "1,2,3,4",
        **ranks,
        **more,
    }


def balances(session: Session) -> dict[int, int]:
    return dict(session.seats.values_list("number", "balance"))


def what_it_saw(page: str) -> dict[str, str]:
    """What a table page says of itself when it asks what is new."""
    names = ("changes", "log", "shape", "newest", "rules", "terms", "seats", "start")
    fields = (re.search(rf'name="{name}" value="([^"]*)"', page) for name in names)
    return {name: match[1] for name, match in zip(names, fields, strict=True) if match}
