"""Telling the other phones: one look a process at every session that somebody watches.

The phones are told a number and nothing else: how often their session has changed. What
changed they ask for themselves, by the key they hold. A session whose key was renewed is
closed to those who came in by the old one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from django.db import Error, connection
from django.http import HttpRequest

from ledger.access.keys import GENERATION, Opened, Role
from ledger.database.transactions import leave_outlived
from ledger.models import Session

PAUSE = 0.25
"""Seconds between two looks at the database, while anybody watches."""

BEAT = 15
"""Seconds after which a phone that was told nothing new hears the same number again."""

FOLLOWED = "ledger.followed"
"""Where a request's ASGI scope says what its answer goes on with once Django is done."""

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


class State(NamedTuple):
    """What is watched of a session, by the names of its fields; it only ever goes up."""

    change_count: int
    score_key_generation: int
    view_key_generation: int


@dataclass(frozen=True, slots=True)
class Followed:
    """A session as the key of a phone opened it."""

    session_id: str
    role: Role
    state: State

    def is_open(self, now: State) -> bool:
        """Whether the key that opened it is still the one in force."""
        generation = GENERATION[self.role]
        return bool(getattr(now, generation) == getattr(self.state, generation))


def follow(request: HttpRequest, opened: Opened) -> bytes:
    """The first event of a stream; a server that speaks ASGI goes on with the later ones.

    Any other ends the answer there, and the phone comes back for the next number.
    """
    session, role = opened
    state = State(*(getattr(session, name) for name in State._fields))
    if request.method == "GET" and hasattr(request, "scope"):
        request.scope[FOLLOWED] = Followed(session.pk, role, state)
    return changed(state.change_count)


def changed(number: int) -> bytes:
    """The event that tells how often the session has changed."""
    return b"event: changed\nid: %d\ndata: %d\n\n" % (number, number)


GONE = b"event: gone\ndata: gone\n\n"
"""The key was renewed: nothing more will come by the old one."""


@dataclass(slots=True, eq=False)
class _Watched:
    """A session with somebody watching, as it was read last."""

    state: State
    phones: int = 0
    turn: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, state: State) -> None:
        """Wake everybody who waits, if this is news."""
        if state > self.state:
            self.state = state
            self.turn.set()
            self.turn = asyncio.Event()

    async def news(self) -> bool:
        """Wait for a change; False if there was none for a beat."""
        try:
            async with asyncio.timeout(BEAT):
                await self.turn.wait()
        except TimeoutError:
            return False
        return True


class Hub:
    """All that is watched in this process, on its event loop."""

    def __init__(self) -> None:
        self.watched: dict[str, _Watched] = {}
        self.reader = _Reader()
        self.looking: asyncio.Task[None] | None = None
        self.unread = False
        self.blind = False

    async def events(self, followed: Followed) -> AsyncIterator[bytes]:
        """The events that follow the first one, until the key is renewed."""
        told = followed.state.change_count
        with self._watching(followed) as watched:
            while followed.is_open(watched.state):
                if watched.state.change_count > told or await self._beat(watched):
                    told = watched.state.change_count
                    yield changed(told)
        yield GONE

    async def _beat(self, watched: _Watched) -> bool:
        """Whether to repeat the number: nothing was new for a while, and we would know.

        While the database cannot be read the streams are silent, so that no page says it
        is live when it is not.
        """
        return not await watched.news() and not self.blind

    @contextmanager
    def _watching(self, followed: Followed) -> Iterator[_Watched]:
        """The session's entry, with one phone more; the first of all starts the looks."""
        watched = self.watched.setdefault(followed.session_id, _Watched(followed.state))
        watched.tell(followed.state)
        watched.phones += 1
        # What changed between the phone's own look and this moment nobody was told yet.
        self.unread = True
        if self.looking is None:
            self.looking = asyncio.create_task(self._look_on())
        try:
            yield watched
        finally:
            watched.phones -= 1
            if not watched.phones:
                del self.watched[followed.session_id]

    async def _look_on(self) -> None:
        """Look again and again until nobody watches."""
        while self.watched:
            await self._look()
            await asyncio.sleep(PAUSE)
        self.looking = None
        await self.reader.run(self.reader.close)

    async def _look(self) -> None:
        anew, self.unread = self.unread or self.blind, False
        try:
            found = await self.reader.run(self.reader.read, tuple(self.watched), anew)
        except (Error, OSError) as problem:
            if not self.blind:
                log.warning("Live pages wait for the database: %s", problem)
            self.blind = True
            return
        self.blind = False
        for session_id, state in found.items():
            if watched := self.watched.get(session_id):
                watched.tell(state)


class _Reader:
    """Reads the states of sessions, in a thread that has a connection of its own."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "live")
        self.version: int | None = None

    async def run(self, do: Callable[..., Answer], *given: object) -> Answer:
        """Do it in the thread, and let the other requests go on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, do, *given)

    def read(self, session_ids: Collection[str], anew: bool) -> Mapping[str, State]:
        """Their states; none where nobody has written since, unless `anew`. One query."""
        try:
            if not self._written() and not anew:
                return {}
            found = Session.objects.filter(pk__in=session_ids)
            rows = found.values_list("pk", *State._fields)
            return {pk: State(*state) for pk, *state in rows}
        except Error as error:
            leave_outlived(error)
            self.close()
            raise
        finally:
            if connection.vendor != "sqlite":
                self.close()

    def close(self) -> None:
        """Give the connection back to its pool, or close it."""
        self.version = None
        connection.close()

    def _written(self) -> bool:
        """Whether anybody may have written since the last look.

        SQLite tells a connection that stays open, without reading anything. Others are
        asked each time: it is the same query on every engine and every node.
        """
        if connection.vendor != "sqlite":
            return True
        before, self.version = self.version, self._data_version()
        return self.version != before

    def _data_version(self) -> int:
        with connection.cursor() as cursor:
            return int(cursor.execute("PRAGMA data_version").fetchone()[0])
