"""The stream of a table: it tells a number whenever another page would show something new."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.config.asgi import Service
from ledger.live import hub
from ledger.models import Session
from ledger.tables import sessions
from tests.live.streams import PATIENCE, looked, outside, stream, uncommitted
from tests.web.tables import by_place, open_table, phone

Story = Callable[[], Awaitable[None]]


def number(session: Session) -> int:
    return int(Session.objects.values_list("change_count", flat=True).get(pk=session.pk))


@pytest.mark.django_db
def test_without_a_server_that_streams_it_is_the_number_of_now_alone() -> None:
    session = open_table()
    answer = phone(session).get(f"/t/{session.pk}/live/")
    assert answer.status_code == 200
    assert f"data: {number(session)} {session.log_head}\n" in answer.content.decode()


@pytest.mark.django_db
def test_nothing_on_the_way_keeps_or_holds_it_back() -> None:
    session = open_table()
    answer = phone(session).get(f"/t/{session.pk}/live/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Type"] == "text/event-stream"
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Accel-Buffering"] == "no"
    assert answer["Content-Encoding"] == "identity"


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_only_reading_is_answered(method: str) -> None:
    session = open_table()
    assert getattr(phone(session), method)(f"/t/{session.pk}/live/").status_code == 405


@pytest.mark.django_db
def test_who_has_no_key_gets_what_a_table_that_is_not_there_gets() -> None:
    session, other = open_table(), open_table()
    stranger = Client(headers={"accept-language": "vi"})
    answers = [
        stranger.get(f"/t/{session.pk}/live/"),
        stranger.get("/t/nosuch/live/"),
        phone(other).get(f"/t/{session.pk}/live/"),
    ]
    assert {answer.status_code for answer in answers} == {404}


@pytest.mark.django_db
def test_a_renewed_key_opens_it_no_more() -> None:
    session = open_table()
    viewer = phone(session, Role.VIEW)
    sessions.renew_key(session.pk, Role.VIEW, by=ON_THE_MACHINE)
    assert viewer.get(f"/t/{session.pk}/live/").status_code == 404


def play(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))  # type: ignore[arg-type]


Execute = Callable[..., object]


def watch(count: Execute) -> None:
    """Let every statement of this thread's connection be counted."""
    connection.execute_wrappers.append(count)


@pytest.mark.usefixtures("fresh_ledger")
@pytest.mark.parametrize("role", Role)
def test_every_change_is_told_to_everybody(role: Role) -> None:
    session = open_table()
    scorer, watching, before = phone(session), phone(session, role), number(session)

    async def story() -> None:
        async with stream(Service(), watching, f"/t/{session.pk}/live/") as feed:
            assert await feed.event() == f"changed {before}"
            await outside(scorer.post, f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
            assert await feed.event() == f"changed {before + 1}"
            await outside(scorer.post, f"/t/{session.pk}/rounds/1/void/")
            assert await feed.event() == f"changed {before + 2}"
            await outside(sessions.change_bet_unit, session.pk, 5000, by=ON_THE_MACHINE)
            assert await feed.event() == f"changed {before + 3}"
            await outside(sessions.sit, session.pk, 4, out=True, by=ON_THE_MACHINE)
            assert await feed.event() == f"changed {before + 4}"
            await feed.leave()

    play(story)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is no file")
def test_a_file_put_in_the_place_of_the_ledger_is_heard(fresh_ledger: str, tmp_path: Path) -> None:
    session = open_table()
    watching, before = phone(session), number(session)
    there, other = Path(fresh_ledger.removeprefix("sqlite:///")), tmp_path / "other"

    def put() -> None:
        with closing(sqlite3.connect(there)) as ours:
            ours.execute("VACUUM INTO ?", (str(other),))
            ours.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.replace(there)
        with closing(sqlite3.connect(there)) as theirs:
            theirs.execute("UPDATE ledger_session SET change_count = change_count + 1")
            theirs.commit()

    async def story() -> None:
        async with stream(Service(), watching, f"/t/{session.pk}/live/") as feed:
            assert await feed.event() == f"changed {before}"
            await outside(put)
            assert await feed.event() == f"changed {before + 1}"
            await feed.leave()

    play(story)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one by one")
@pytest.mark.usefixtures("fresh_ledger")
@pytest.mark.parametrize("looks", [hub.ALL, 1_000_000])
def test_a_line_that_is_there_after_a_newer_one_is_heard(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control, which never reads all that is watched, does not hear of it."""
    monkeypatch.setattr(hub, "ALL", looks)
    slow, quick = open_table(), open_table()
    first, second = phone(slow), phone(quick)
    before = number(slow)

    async def story() -> None:
        together = Service()
        async with (
            stream(together, first, f"/t/{slow.pk}/live/") as late,
            stream(together, second, f"/t/{quick.pk}/live/") as early,
        ):
            assert await late.event() == await early.event() == f"changed {before}"
            await looked(together.hub, phones=2)
            change = sessions.change_bet_unit
            async with uncommitted(change, slow.pk, 5000, by=ON_THE_MACHINE):
                await outside(change, quick.pk, 5000, by=ON_THE_MACHINE)
                assert await early.event() == f"changed {before + 1}"
            if looks > 100:
                assert await late.nothing()
            else:
                assert await late.event() == f"changed {before + 1}"

    play(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_two_tables_do_not_mix() -> None:
    ours, theirs = open_table(), open_table()
    first, second = phone(ours), phone(theirs)
    before = number(theirs)

    async def story() -> None:
        together = Service()
        async with (
            stream(together, first, f"/t/{ours.pk}/live/") as one,
            stream(together, second, f"/t/{theirs.pk}/live/") as other,
        ):
            assert await one.event()
            assert await other.event()
            await outside(sessions.change_bet_unit, theirs.pk, 5000, by=ON_THE_MACHINE)
            assert await other.event() == f"changed {before + 1}"
            assert await one.nothing()

    play(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_change_while_the_stream_was_being_opened_is_told() -> None:
    """Another stream keeps the process looking, so nothing is new to it when this one comes."""
    session, other = open_table(), open_table()
    early, late = phone(other), phone(session)
    before = number(session)

    async def story() -> None:
        together = Service()
        async with stream(together, early, f"/t/{other.pk}/live/") as one:
            assert await one.event()
            async with stream(together, late, f"/t/{session.pk}/live/") as feed:
                await outside(sessions.change_bet_unit, session.pk, 5000, by=ON_THE_MACHINE)
                heard = [await feed.event()]
                if heard[0] == f"changed {before}":
                    heard.append(await feed.event())
                assert heard[-1] == f"changed {before + 1}"

    play(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_renewed_key_ends_the_streams_of_the_old_one_and_no_other() -> None:
    session = open_table()
    scorer, viewer, before = phone(session), phone(session, Role.VIEW), number(session)

    async def story() -> None:
        together, path = Service(), f"/t/{session.pk}/live/"
        async with (
            stream(together, scorer, path) as stays,
            stream(together, viewer, path) as ends,
        ):
            assert await stays.event() == await ends.event() == f"changed {before}"
            await outside(sessions.renew_key, session.pk, Role.VIEW, by=ON_THE_MACHINE)
            heard = [await ends.event() for _ in range(2)]
            heard += [await ends.event()] if heard[-1] == "gone gone" else []
            assert heard[-2:] == ["gone gone", ""]
            await ends.connection.wait()
            assert await stays.event() == f"changed {before + 1}"
            assert await stays.nothing()

    play(story)


@pytest.mark.usefixtures("fresh_ledger")
def test_nobody_is_looked_for_once_the_last_phone_has_gone() -> None:
    session = open_table()
    client = phone(session)

    async def story() -> None:
        together = Service()
        hub = together.hub
        async with stream(together, client, f"/t/{session.pk}/live/") as feed:
            assert await feed.event()
            await looked(hub, phones=1)
            looking = hub.looking
            await feed.leave()
        assert looking
        await asyncio.wait_for(looking, PATIENCE)
        assert hub.watched == {}
        assert hub.looking is None

    play(story)


@pytest.mark.usefixtures("fresh_ledger")
@pytest.mark.parametrize("phones", [1, 16])
def test_while_nothing_happens_the_database_is_asked_as_often_for_many_as_for_one(
    phones: int,
) -> None:
    session = open_table()
    client = phone(session, Role.VIEW)
    asked: list[str] = []

    def count(execute: Callable[..., object], sql: str, *given: object) -> object:
        asked.append(sql)
        return execute(sql, *given)

    async def story() -> None:
        together = Service()
        hub = together.hub
        await asyncio.wrap_future(hub.reader.submit(watch, count))
        open_streams = [stream(together, client, f"/t/{session.pk}/live/") for _ in range(phones)]
        for each in open_streams:
            assert await (await each.__aenter__()).event()
        await looked(hub, phones)
        asked.clear()
        await asyncio.sleep(1)
        while not asked:
            await asyncio.sleep(0.01)
        for each in open_streams:
            await each.__aexit__(None, None, None)

    play(story)
    assert len(asked) <= 5
    assert sum("ledger_session" in sql for sql in asked) <= 2, "most looks read new lines alone"


@pytest.mark.usefixtures("fresh_ledger")
def test_looking_is_not_reading_of_one_table_for_each_phone() -> None:
    """Many tables are one query."""
    tables = [open_table() for _ in range(5)]
    clients = [phone(table) for table in tables]
    asked: list[str] = []

    def count(execute: Callable[..., object], sql: str, *given: object) -> object:
        asked.append(sql)
        return execute(sql, *given)

    def raise_the_bet() -> None:
        for table in tables:
            sessions.change_bet_unit(table.pk, 5000, by=ON_THE_MACHINE)

    async def story() -> None:
        together = Service()
        hub = together.hub
        await asyncio.wrap_future(hub.reader.submit(watch, count))
        watching = [
            stream(together, client, f"/t/{table.pk}/live/")
            for table, client in zip(tables, clients, strict=True)
        ]
        streams = [await each.__aenter__() for each in watching]
        for feed in streams:
            assert await feed.event()
        await looked(hub, len(streams))
        asked.clear()
        await outside(raise_the_bet)
        for feed in streams:
            assert await feed.event()
        for each in watching:
            await each.__aexit__(None, None, None)

    play(story)
    assert sum("ledger_session" in sql for sql in asked) < len(tables)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_database_that_goes_away_ends_nothing_and_is_not_called_live(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "BEAT", 0.2)
    session = open_table()
    client, before = phone(session), number(session)

    async def story() -> None:
        together = Service()
        hub = together.hub
        async with stream(together, client, f"/t/{session.pk}/live/") as feed:
            assert [await feed.event() for _ in range(3)] == [f"changed {before}"] * 3
            await outside(rename, "ledger_session", "away")
            while not hub.blind:
                await asyncio.sleep(0.02)
            while not await feed.nothing():
                await feed.event()
            assert await feed.nothing(), "no beat says that all is well"
            await outside(rename, "away", "ledger_session")
            assert await feed.event() == f"changed {before}"
            await outside(sessions.change_bet_unit, session.pk, 5000, by=ON_THE_MACHINE)
            while (heard := await feed.event()) == f"changed {before}":
                pass
            assert heard == f"changed {before + 1}"

    play(story)


def rename(table: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {name}")
