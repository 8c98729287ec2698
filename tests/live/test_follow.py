"""How many streams may be open: of one phone, of one address."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ledger.access.keys import Role
from ledger.config.asgi import Service
from ledger.live import hub
from tests.live.streams import stream
from tests.web.tables import open_table, phone


@pytest.mark.usefixtures("fresh_ledger")
def test_one_phone_does_not_use_up_what_all_with_its_link_may_open() -> None:
    session = open_table()
    greedy, other = phone(session, Role.VIEW), phone(session, Role.VIEW)
    other.post(f"/t/{session.pk}/whose/", {"seat": "3"})
    path = f"/t/{session.pk}/live/"

    async def story() -> None:
        together = Service()
        many = [stream(together, greedy, path) for _ in range(hub.STREAMS_OF_A_PHONE + 2)]
        statuses = [(await each.__aenter__()).status for each in many]
        assert statuses == [200] * hub.STREAMS_OF_A_PHONE + [429] * 2
        async with stream(together, other, path) as feed:
            assert feed.status == 200
        for each in many:
            await each.__aexit__(None, None, None)

    asyncio.run(story())


@pytest.mark.usefixtures("fresh_ledger")
@pytest.mark.parametrize(("came_from", "refused"), [("192.0.2.1", 2), ("127.0.0.1", 0)])
def test_one_address_does_not_use_up_what_all_may_open(
    monkeypatch: pytest.MonkeyPatch, came_from: str, refused: int
) -> None:
    monkeypatch.setattr(hub, "STREAMS_OF_AN_ADDRESS", 3)
    tables = [open_table() for _ in range(5)]
    phones = [(phone(each), f"/t/{each.pk}/live/") for each in tables]

    async def story() -> None:
        together = Service()
        async with AsyncExitStack() as streams:
            ways = [stream(together, *each, came_from=came_from) for each in phones]
            many = [await streams.enter_async_context(each) for each in ways]
            assert [each.status for each in many] == [200] * (5 - refused) + [429] * refused
            for each in many[: 5 - refused]:
                await each.leave()
        assert not together.hub.addresses

    asyncio.run(story())
