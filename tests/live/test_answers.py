"""What phones ask when their streams tell of a change: made once for those that read alike."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from gzip import decompress
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.config import asgi
from ledger.config.asgi import Service
from ledger.models import Session
from ledger.tables import sessions
from ledger.web.table import live
from tests.live.streams import outside, stream
from tests.web.tables import open_table, phone, what_it_saw

pytestmark = pytest.mark.usefixtures("fresh_ledger")

FACTS = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}
LANGUAGE, PATIENCE = "HTTP_ACCEPT_LANGUAGE", 30
FOR_ONE_REQUEST = re.compile(r'(name="(csrfmiddlewaretoken|submission)" value=")[^"]+')
EMPTY = r"\1"


def record(session: Session) -> None:
    books.record(session.pk, submission_id=uuid4(), facts=FACTS, by=ON_THE_MACHINE)


def of_seat(session: Session, seat: int) -> Client:
    """A phone whose owner said that it is theirs."""
    client = phone(session, Role.VIEW)
    client.post(f"/t/{session.pk}/whose/", {"seat": seat})
    return client


def phones(session: Session) -> dict[str, Client]:
    """Phones that read a table each in its own way."""
    return {
        "viewer": phone(session, Role.VIEW),
        "viewer in English": phone(session, Role.VIEW, **{"accept-language": "en"}),
        "player": of_seat(session, 2),
        "scorer": phone(session),
    }


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that Django was asked, in turn."""
    addresses: list[str] = []
    ask = asgi._call_django

    def counting(environ: Any) -> asgi.Answer:
        addresses.append(environ["PATH_INFO"])
        return ask(environ)

    monkeypatch.setattr(asgi, "_call_django", counting)
    return addresses


def headers(client: Client) -> dict[str, str]:
    """The headers of each request of a phone."""
    return {"accept_language": client.defaults[LANGUAGE]}


async def news(service: Service, client: Client, address: str) -> str:
    """What the page of a phone is answered."""
    async with stream(service, client, address, hx_request="true", **headers(client)) as answer:
        body = (await answer.connection.receive_output(PATIENCE))["body"]
        packed = answer.headers.get("content-encoding") == "gzip"
        text = (decompress(body) if packed else body).decode()
        return f"{answer.status} {FOR_ONE_REQUEST.sub(EMPTY, text)}"


def played(session: Session, story: Callable[[Service, str], Awaitable[None]], *of: Client) -> None:
    """Play it once the streams `of` these phones have told of a round; it is given what to ask."""
    page = phone(session, Role.VIEW).get(f"/t/{session.pk}/").content.decode()
    address = f"/t/{session.pk}/now/?{urlencode(what_it_saw(page))}"

    async def play() -> None:
        service, live = Service(), f"/t/{session.pk}/live/"
        async with AsyncExitStack() as opened:
            streams = [
                await opened.enter_async_context(stream(service, each, live, **headers(each)))
                for each in of
            ]
            before = [await each.event() for each in streams]
            await outside(record, session)
            assert all([await each.event() != before[0] for each in streams])
            await story(service, address)

    asyncio.run(asyncio.wait_for(play(), 60))


def test_phones_that_read_alike_make_one_question(asked: list[str]) -> None:
    session = open_table()
    clients = [phone(session, Role.VIEW) for _ in range(3)]
    answers: list[str] = []

    async def story(service: Service, address: str) -> None:
        for _again in range(2):
            each = (news(service, client, address) for client in clients)
            answers.extend(await asyncio.gather(*each))

    played(session, story, *clients)
    assert len(asked) == len(clients) + 1
    assert "data-round" in answers[0]
    assert len({*answers}) == 1


def wrong(session: Session) -> list[str]:
    """Whose answer is not what Django answers to them alone."""
    clients, answers = phones(session), {}

    async def story(service: Service, address: str) -> None:
        for name, client in clients.items():
            answers[name] = await news(service, client, address)
        for name, client in clients.items():
            if answers[name] != await news(Service(), client, address):
                answers[name] = ""

    played(session, story, *clients.values())
    return [name for name, answer in answers.items() if not answer]


def test_nobody_gets_what_is_for_another_role_language_or_seat() -> None:
    assert wrong(open_table()) == []


def test_without_what_tells_readers_apart_they_get_each_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "reader", lambda request, table: "anybody")
    assert wrong(open_table()) == ["viewer in English"]


def test_who_has_shown_no_key_gets_nothing_of_what_others_were_answered() -> None:
    session = open_table()
    viewer, stranger = phone(session, Role.VIEW), phone(open_table(), Role.VIEW)

    async def story(service: Service, address: str) -> None:
        assert (await news(service, viewer, address)).startswith("200")
        assert (await news(service, stranger, address)).startswith("404")

    played(session, story, viewer)


def test_a_renewed_key_gets_nothing_more() -> None:
    session = open_table()
    viewer = phone(session, Role.VIEW)

    async def story(service: Service, address: str) -> None:
        assert (await news(service, viewer, address)).startswith("200")
        await outside(sessions.renew_key, session.pk, Role.VIEW, by=ON_THE_MACHINE)
        while service.hub.open:
            await asyncio.sleep(0.01)
        assert (await news(service, viewer, address)).startswith("404")

    played(session, story, viewer)
