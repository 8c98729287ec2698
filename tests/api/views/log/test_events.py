"""GET sessions/{id}/events/: an event for each line of the log, from where a follower left off."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from ledger import books
from ledger.access import keys, staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.config.asgi import Service
from ledger.live import hub, log_events
from ledger.models import Change, Session
from ledger.tables import sessions
from tests.api.calls import Caller, problem, scorer, viewer
from tests.live.streams import PATIENCE, Stream, outside, stream, uncommitted
from tests.sample_tables import a_table, play


async def piece(feed: Stream) -> str:
    message = await feed.connection.receive_output(PATIENCE)
    return str(message["body"].decode()) if message.get("more_body") else ""


async def events(feed: Stream, number: int) -> list[tuple[int, str, dict[str, Any]]]:
    """The id, the name and the data of so many events; beats between them are no news."""
    messages: list[tuple[int, str, dict[str, Any]]] = []
    while len(messages) < number:
        for event in (await piece(feed)).split("\n\n"):
            if event and not event.startswith(":"):
                fields = dict(line.split(": ", 1) for line in event.split("\n"))
                messages.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return messages


async def lines(feed: Stream, number: int) -> list[dict[str, Any]]:
    """The data of so many events of one session."""
    messages = await events(feed, number)
    for id, name, data in messages:
        assert (id, name) == (data["number"], data["kind"])
    return [data for _id, _name, data in messages]


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))  # type: ignore[arg-type]


def shown(caller: Caller, **more: str) -> dict[str, str]:
    return {"authorization": f"Bearer {caller.key}", **more}


def address(session: Session) -> str:
    return f"/api/v1/sessions/{session.pk}/events/"


@pytest.mark.usefixtures("fresh_ledger")
def test_each_change_is_told_as_it_happens() -> None:
    session = a_table()

    async def story() -> None:
        async with stream(Service(), Client(), address(session), **shown(viewer(session))) as feed:
            assert feed.headers["content-type"] == "text/event-stream"
            assert await piece(feed) == ": beat\n\n"
            await outside(play, session)
            await outside(books.void, session.pk, 1, by=ON_THE_MACHINE)
            await outside(sessions.sit, session.pk, 4, out=True, by=ON_THE_MACHINE)
            heard = await lines(feed, 3)
            assert [(each["kind"], each["round"]) for each in heard] == [
                ("recorded", 1),
                ("void", 1),
                ("sat_out", None),
            ]
            assert [each["number"] for each in heard] == [2, 3, 4]
            await feed.leave()

    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_who_comes_back_first_hears_what_was_missed() -> None:
    session = a_table()
    for _ in range(3):
        play(session)

    async def story() -> None:
        back = shown(viewer(session), last_event_id="2")
        async with stream(Service(), Client(), address(session), **back) as feed:
            assert [each["number"] for each in await lines(feed, 2)] == [3, 4]
            await outside(play, session)
            assert [each["number"] for each in await lines(feed, 1)] == [5]
            await feed.leave()

    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_many_followers_hear_the_same_by_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    session, service, read = a_table(), Service(), []
    lines_of = hub.lines_after
    monkeypatch.setattr(
        hub, "lines_after", lambda *asked: (read.append(asked), lines_of(*asked))[1]
    )

    async def follower() -> list[dict[str, Any]]:
        async with stream(service, Client(), address(session), **shown(viewer(session))) as feed:
            ready.release()
            heard = await lines(feed, 2)
            await feed.leave()
            return heard

    async def story() -> None:
        followers = [asyncio.ensure_future(follower()) for _ in range(8)]
        for _ in followers:
            await ready.acquire()
        read.clear()
        await outside(play, session)
        await outside(play, session)
        heard = await asyncio.gather(*followers)
        assert [[each["number"] for each in few] for few in heard] == [[2, 3]] * 8
        assert len(read) < 8

    ready = asyncio.Semaphore(0)
    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_renewed_key_ends_it() -> None:
    session = a_table()

    async def story() -> None:
        async with stream(Service(), Client(), address(session), **shown(viewer(session))) as feed:
            await piece(feed)
            await outside(sessions.renew_key, session.pk, keys.Role.VIEW, by=ON_THE_MACHINE)
            pieces = [await piece(feed)]
            while pieces[-1]:
                pieces.append(await piece(feed))
            assert pieces[-2] == "event: gone\ndata: gone\n\n"

    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_it_ends_by_itself_so_that_the_key_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LONGEST", 0)
    session = a_table()

    async def story() -> None:
        async with stream(Service(), Client(), address(session), **shown(viewer(session))) as feed:
            assert await piece(feed) == ": beat\n\n"
            assert await piece(feed) == ""

    run(story)


@pytest.mark.django_db
def test_what_is_no_number_is_refused() -> None:
    for text in ("x", "-1", "1.5", "9" * 30):
        problem(scorer().get("events/", headers={"last-event-id": text}), 400)


@pytest.mark.django_db
def test_without_a_good_key_there_is_no_session() -> None:
    session = a_table()
    for caller in (Caller(session), Caller(session, "x" * 32), Caller(Session(pk="nosuch22"))):
        problem(caller.get("events/"), 404, "not_found")


@pytest.mark.usefixtures("fresh_ledger")
def test_who_has_heard_more_than_there_is_hears_what_comes() -> None:
    """As after a copy was put back."""
    session = a_table()

    async def story() -> None:
        ahead = shown(viewer(session), last_event_id="99999")
        async with stream(Service(), Client(), address(session), **ahead) as feed:
            await piece(feed)
            await outside(play, session)
            assert [each["number"] for each in await lines(feed, 1)] == [2]
            await feed.leave()

    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_renewed_key_does_not_end_what_a_staff_token_opened() -> None:
    session = a_table()
    staff = {"authorization": f"Bearer {staff_tokens.make('Hà')[1]}"}

    async def story() -> None:
        async with stream(Service(), Client(), address(session), **staff) as feed:
            await piece(feed)
            await outside(sessions.renew_key, session.pk, keys.Role.VIEW, by=ON_THE_MACHINE)
            assert [each["kind"] for each in await lines(feed, 1)] == ["key"]
            await feed.leave()

    run(story)


ALL = "/api/v1/events/"


def staff() -> dict[str, str]:
    return {"authorization": f"Bearer {staff_tokens.make('Hà')[1]}"}


async def of_all(feed: Stream, number: int) -> list[tuple[int, str, str]]:
    """The id, the session and the kind of so many events of all sessions."""
    return [(id, data["session"], name) for id, name, data in await events(feed, number)]


@pytest.mark.usefixtures("fresh_ledger")
def test_staff_hear_every_session_and_what_they_missed() -> None:
    first, second, shown = a_table(), a_table(), staff()

    async def story() -> None:
        service = Service()
        async with stream(service, Client(), ALL, **shown) as feed:
            assert await piece(feed) == ": beat\n\n"
            await outside(play, first)
            await outside(play, second)
            heard = await of_all(feed, 2)
            assert [each[1:] for each in heard] == [
                (first.pk, "recorded"),
                (second.pk, "recorded"),
            ]
            await feed.leave()
        await outside(a_table)
        await outside(play, first)
        again = shown | {"last-event-id": str(heard[0][0])}
        async with stream(service, Client(), ALL, **again) as feed:
            missed = await of_all(feed, 3)
            assert [each[2] for each in missed] == ["recorded", "opened", "recorded"]
            assert [missed[0][1], missed[2][1]] == [second.pk, first.pk]
            assert [each[0] for each in missed] == sorted(each[0] for each in missed)
            await feed.leave()

    run(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_long_log_of_all_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_events, "AT_ONCE", 2)
    tables, shown = [a_table() for _ in range(5)], staff() | {"last-event-id": "0"}

    async def story() -> None:
        async with stream(Service(), Client(), ALL, **shown) as feed:
            assert [each[1] for each in await of_all(feed, 5)] == [each.pk for each in tables]
            await feed.leave()

    run(story)


@pytest.mark.parametrize("late", [log_events.LATE, 0])
@pytest.mark.skipif(connection.vendor == "sqlite", reason="one writes after the other there")
@pytest.mark.usefixtures("fresh_ledger")
def test_a_line_that_is_there_after_a_newer_one_is_told_before_it(
    late: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control, which waits for none, leaves it out."""
    monkeypatch.setattr(log_events, "LATE", late)
    slow, quick = a_table(), a_table()
    begin = Change.objects.latest("pk").pk
    pieces: list[log_events.Lines] = []

    def read(heard: int) -> None:
        pieces.append(log_events.lines_after(log_events.EVERY, heard))

    async def story() -> None:
        change = sessions.change_bet_unit
        async with uncommitted(change, slow.pk, 5000, by=ON_THE_MACHINE):
            await outside(change, quick.pk, 5000, by=ON_THE_MACHINE)
            await outside(read, begin)
        await outside(read, pieces[0].number)

    run(story)
    first, second = (each.text.decode() for each in pieces)
    assert (quick.pk in first) == (late == 0)
    assert (slow.pk in second) == (late > 0)


def test_only_staff_follow_all(db: None) -> None:
    problem(scorer().get(ALL), 401, "staff_only")
    problem(Caller(a_table(), staff_tokens.make("Hà", scope="export")[1]).get(ALL), 401)
    caller = Caller(a_table(), staff_tokens.make("Hà")[1])
    assert caller.get(ALL)["Content-Type"] == "text/event-stream"
    problem(caller.get(ALL, headers={"last-event-id": "x"}), 400)
