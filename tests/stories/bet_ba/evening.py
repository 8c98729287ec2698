"""An evening of the small game on a phone; prints what a test looks at, as JSON."""

import json
import sys
from html import unescape
from re import search
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.test.utils import setup_test_environment  # noqa: E402

from ledger.access.actor import ON_THE_MACHINE  # noqa: E402
from ledger.models import Round  # noqa: E402
from ledger.tables import sessions  # noqa: E402
from tests.api.calls import scorer  # noqa: E402
from tests.web.tables import HTMX, open_table, phone  # noqa: E402

setup_test_environment()
TABLE = open_table("bet_ba")
PHONE, ADDRESS = phone(TABLE), f"/t/{TABLE.pk}/"


def start() -> str:
    """What the form of the page starts with, as it will send it back."""
    page = PHONE.get(ADDRESS).content.decode()
    field = search(r'name="start" value="([^"]*)"', page)
    return unescape(field[1]) if field else "{}"


def send(where: str, **fields: Any) -> str:
    """Send a round from the page; the answer as text."""
    TABLE.refresh_from_db()
    state = {"rules": "bet_ba", "seats": "1,2,3,4", "newest": TABLE.round_count, "start": start()}
    state |= {"submission": uuid4()}
    answer = PHONE.post(f"{ADDRESS}{where}/", state | fields, headers=HTMX)
    return unescape(answer.content.decode())


def play_points() -> None:
    """Play one round of another game, and come back."""
    sessions.change_rules(TABLE.pk, "khac", None, by=ON_THE_MACHINE)
    send("rounds", rules="khac", **{"points-1": 6, "points-2": -3, "points-3": -3, "points-4": 0})
    sessions.change_rules(TABLE.pk, "bet_ba", None, by=ON_THE_MACHINE)


def net(number: int) -> object:
    return Round.objects.get(session=TABLE, number=number).result["net"]


for _time in range(4):
    send("rounds", bet=4)
play_points()
shown = {
    "bet pays": [net(number)["4"] for number in (1, 2, 3, 4)],  # type: ignore[index]
    "after another game": start(),
    "api": scorer(TABLE).get("").json()["next"],
    "warned": send("preview", bet=4, start='{"row":{"1":1}}'),
}
send("rounds", bet=2, correcting=3)
shown["seen later"] = PHONE.get(ADDRESS).content.decode()
shown["round 4"] = net(4)
shown["voided"] = send("rounds/4/void")
shown["after it"] = start()
sys.stdout.write(json.dumps(shown))
