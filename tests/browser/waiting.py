"""A phone on a bad network, and what its rounds became in the books."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import uuid4

import psycopg
from playwright.sync_api import Error, Locator, Page, Route, expect

from ledger.access.keys import Role
from tests.browser.offline import PATIENCE, wait_until
from tests.browser.phone import Phone

SENDS = "**/rounds/"
"""Where a round is posted to."""

PREVIEWS = "**/preview/"
"""Where what is typed is, to be shown."""

ORDER = ("An", "Bình", "Cường")


def waiting(phone: Phone) -> Locator:
    """The rounds this phone still keeps, as lines of the sheet, the newest first."""
    return phone.page.locator("#sheet [data-waiting]")


def look_at(phone: Phone, line: Locator) -> Locator:
    """Tap a round that waits: what the panel says of it, with its buttons."""
    phone.tap(line)
    panel = phone.page.locator("#panel[data-question=waiting]")
    expect(panel).to_be_visible()
    return panel


def take_up(phone: Phone, line: Locator) -> None:
    """Put a round that waits back into the form."""
    look_at(phone, line)
    phone.do("answer take")


def throw_away(phone: Phone, line: Locator) -> None:
    look_at(phone, line)
    phone.do("answer drop")


def tell(phone: Phone, *order: str) -> None:
    """Tap a plain round and record it, whatever becomes of it."""
    phone.do(*(order or ORDER))
    phone.tap(phone.page.locator("#record"))


def tell_wrongly(phone: Phone) -> None:
    """Record a round that the server refuses: two are first, which no tap can say."""
    phone.do(*ORDER)
    phone.page.evaluate("document.querySelector('[name=place-2]').value = '1'")
    phone.tap(phone.page.locator("#record"))


def lose_the_network(phone: Phone) -> None:
    phone.page.context.set_offline(True)


def find_the_network(phone: Phone) -> None:
    phone.page.context.set_offline(False)


def lose_answers(page: Page) -> None:
    """The server gets every round; its answers do not arrive."""

    def lost(route: Route) -> None:
        route.fetch()
        with suppress(Error):  # the page that asked may be gone
            route.abort()

    page.route(SENDS, lost)


def lose_rounds(page: Page) -> None:
    """Everything works but recording."""
    page.route(SENDS, lambda route: route.abort())


def hold_back(page: Page, address: str) -> list[Route]:
    """What is sent there from now on: each is on its way until it goes on."""
    routes: list[Route] = []
    page.route(address, lambda route: routes.append(route))
    return routes


def without_the_guard(page: Page) -> None:
    """The first answer is lost, and what is sent after it is a new round to the server."""
    sent: list[str] = []

    def changed(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        elif len(sent) == 2:
            fields = parse_qs(sent[-1]) | {"submission": [str(uuid4())], "newest": ["1"]}
            route.continue_(post_data=urlencode(fields, doseq=True))
        else:
            route.continue_()

    page.route(SENDS, changed)


def join_as_scorer(open_page: Callable[[], Page], first: Phone) -> Phone:
    """One more phone at the table of `first`, by the score link."""
    phone = Phone(open_page())
    phone.join(first.link(Role.SCORE))
    return phone


def through_the_form(phone: Phone, path: str, **fields: str) -> None:
    """What another page of the same table sends: this one hears of it as of any news."""
    sent = phone.page.evaluate(
        """async ([path, fields]) => {
            const body = new URLSearchParams(new FormData(document.getElementById("act")));
            for (const [name, value] of Object.entries(fields)) body.set(name, value);
            return (await fetch(location.pathname + path, { method: "POST", body })).status;
        }""",
        [path, fields],
    )
    assert sent == 200


def renew_the_score_link(phone: Phone) -> None:
    through_the_form(phone, "share/score/renew/")


def play(phone: Phone, game: str) -> None:
    """Another game from the next round on, as a program at the same table would say it."""
    session, _dot, key = phone.link(Role.SCORE).partition("#")[2].partition(".")
    bearer = {"Authorization": f"Bearer {key}"}
    address = f"/api/v1/sessions/{session}/"
    changed = phone.page.context.request.patch(address, headers=bearer, data={"rules": game})
    assert changed.ok, changed.text()


def comes_anew(phone: Phone, game: str) -> None:
    """The page of another game is there, and hears taps."""
    expect(phone.page.locator("#round")).to_have_attribute("data-rules", game, timeout=PATIENCE)
    phone.ready()


def keeps_nothing(phone: Phone) -> None:
    """No round is left on the phone, shown or not."""
    left = "Object.keys(localStorage).filter(key => key.startsWith('waiting '))"
    wait_until(phone.page, lambda: phone.page.evaluate(left) == [])


ROUNDS = """
    SELECT facts FROM ledger_round WHERE session_id = (
        SELECT id FROM ledger_session ORDER BY opened_at DESC LIMIT 1
    ) ORDER BY number
"""


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger itself, read past the server."""

    database: str

    def rounds(self) -> list[dict[str, Any]]:
        """The facts of every round of the newest table, in their order."""
        if self.database.startswith("sqlite"):
            with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"))) as file:
                return [json.loads(facts) for (facts,) in file.execute(ROUNDS)]
        with psycopg.connect(self.database) as server:
            return [facts for (facts,) in server.execute(ROUNDS)]

    def first_places(self) -> list[int]:
        """Who was first in each round, in the order of the books."""
        return [facts["places"][0] for facts in self.rounds()]

    def hold_one_round(self, phone: Phone) -> None:
        """Exactly one round, seen as recorded, nothing waiting any more."""
        expect(phone.line(1)).to_be_visible(timeout=PATIENCE)
        expect(waiting(phone)).to_have_count(0, timeout=PATIENCE)
        assert len(self.rounds()) == 1
        expect(phone.page.locator("a.line[data-round]")).to_have_count(1)
        keeps_nothing(phone)
