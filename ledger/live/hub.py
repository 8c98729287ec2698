"""Event streams: each worker process looks for new lines of the logs that somebody watches.

A phone is told two things alone: how often its session has changed, and the hash of the newest
line of its log. It asks for the changes itself, with the key it holds. A program is told the new
lines of the log. When a key is renewed, the streams of the old key end.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Hashable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from django.conf import settings
from django.db import Error, connection
from django.db.models import Max
from django.http import HttpRequest, HttpResponse

from ledger.access.keys import GENERATION, Opened, Role
from ledger.access.limits import asker
from ledger.common.lan import many_peoples
from ledger.common.refusals import RequestRefusedError
from ledger.database.replaced_file import reopen_replaced_database
from ledger.live.answers import Answer, Questions, once, phone_of, question_of
from ledger.live.log_events import EVERY, Lines, lines_after
from ledger.models import Change, Session

PAUSE = 0.25
"""Seconds between two looks at the database, while anybody watches."""

ALL = 4
"""Each so many looks every session that is watched is read, not only those with new lines.

That finds hands on players' own phones, which leave no line; what changed while a stream was
opened; a line of PostgreSQL that became visible after a newer one; and another file of SQLite.
"""

BEAT = 15
"""Seconds after which a phone that was told nothing new is told the same number again."""

STREAM = "ledger.stream"
"""The key in a request's META of the stream that its answer goes on with."""

LONGEST = 600
"""Seconds after which a program's stream ends: it comes back, and shows its key again."""

STREAMS, STREAMS_OF_A_KEY, STREAMS_OF_A_PHONE = 4000, 64, 16
"""How many streams a process keeps open: in all, for one key, and for one phone that holds it."""

STREAMS_OF_AN_ADDRESS = 256
"""Likewise for one address; a carrier may show as many phones as one."""

APART = many_peoples(settings.TRUSTED_PROXIES)
"""Addresses that no limit of one counts for."""

log = logging.getLogger(__name__)


class SessionState(NamedTuple):
    """What is watched of a session, by the names of its fields; its numbers go up."""

    change_count: int
    score_key_generation: int
    view_key_generation: int
    log_head: str
    """Another one where a copy was put back and played on to the same count."""


LINES = "SELECT id, session_id FROM ledger_change WHERE id > %s"
STATES = f"""
    SELECT max(id), NULL, NULL, NULL, NULL, NULL FROM ledger_change UNION ALL
    SELECT NULL, id, {", ".join(SessionState._fields)} FROM ledger_session WHERE id IN ({{}})
"""


@dataclass(frozen=True, slots=True)
class Stream:
    """A session as a key opened it for one phone."""

    session_id: str
    role: Role | None
    """Of the key; None where a staff token opened it."""
    state: SessionState
    heard: int | None = None
    """A program's: the newest line of the log that it has; None for a page."""
    phone: str = ""
    """Where it goes: an address, and the cookie of a phone."""
    reader: Hashable = None
    """All that answers depend on of who reads them; None where they are for one phone alone."""

    @property
    def address(self) -> str:
        """Where its phone is."""
        return self.phone.partition(" ")[0]

    def is_open(self, now: SessionState) -> bool:
        """Whether the key that opened it is still in force."""
        if self.role is None:
            return True
        generation = GENERATION[self.role]
        return bool(getattr(now, generation) == getattr(self.state, generation))


def follow(request: HttpRequest, opened: Opened, reader: Hashable = None) -> bytes:
    """The first event of a stream; `ledger.config.asgi` sends the later ones.

    Any other server ends the answer there, and the phone comes back for the next number. While it
    is open its phone gets what was answered to another one with an equal `reader`.
    """
    return changed(_begin(request, opened, reader=reader))


def follow_log(
    request: HttpRequest, opened: Opened, heard: int | None, *, staff: bool = False
) -> bytes:
    """The first piece of a program's stream: the lines of the log after number `heard`.

    A renewed key ends it, unless it was opened by `staff`, whose token is none of the session's.
    Without that number, or with one that the log has not reached, only what happens from now
    on is told.
    """
    session = opened.session
    newest = session.log_count
    first = lines_after(session.pk, newest if heard is None else min(heard, newest))
    _begin(request, opened, first.number, staff=staff)
    return first.text or BEAT_LINE


def follow_all(request: HttpRequest, heard: int | None) -> bytes:
    """The first piece of a stream of all logs: the lines after this one, by the key of its row."""
    newest = Change.objects.aggregate(newest=Max("pk"))["newest"] or 0
    first = lines_after(EVERY, newest if heard is None else min(heard, newest))
    if request.method == "GET":
        state = _state_of_all(newest)
        request.META[STREAM] = Stream(EVERY, None, state, first.number, asker(request))
    return first.text or BEAT_LINE


def _begin(
    request: HttpRequest,
    opened: Opened,
    heard: int | None = None,
    *,
    staff: bool = False,
    reader: Hashable = None,
) -> SessionState:
    """Leave the stream to the server, unless only the headers are asked for."""
    session, role = opened
    state = state_of(session)
    if request.method == "GET":
        phone = f"{asker(request)} {request.COOKIES.get(settings.SESSION_COOKIE_NAME)}"
        its_role = None if staff else role
        request.META[STREAM] = Stream(session.pk, its_role, state, heard, phone, reader)
    return state


def event_stream(first: bytes) -> HttpResponse:
    """The answer that begins a stream."""
    answer = HttpResponse(first, content_type="text/event-stream")
    # A proxy or a middleware that gathers or compresses the answer would hold it back.
    answer["X-Accel-Buffering"], answer["Content-Encoding"] = "no", "identity"
    return answer


def state_of(session: Session) -> SessionState:
    """What is watched of a session, as it was read."""
    return SessionState(*(getattr(session, name) for name in SessionState._fields))


def newest(now: SessionState) -> bytes:
    """How often the session has changed, and the hash of its newest line."""
    return b"%d %s" % (now.change_count, now.log_head.encode())


def changed(now: SessionState) -> bytes:
    """The event that tells so."""
    return b"event: changed\nid: %d\ndata: %s\n\n" % (now.change_count, newest(now))


GONE = b"event: gone\ndata: gone\n\n"
"""The key was renewed: nothing more comes by the old one."""


BEAT_LINE = b": beat\n\n"
"""What a program is sent where there is no news: it is there to be seen, not to be read."""


@dataclass(slots=True, eq=False)
class _Watched:
    """A session that somebody watches, as it was read last."""

    state: SessionState
    streams: list[Stream] = field(default_factory=list)
    readers: dict[Hashable, Stream] = field(default_factory=dict)
    """Those whose answers go to others who read alike, by whom they go to."""
    update: asyncio.Event = field(default_factory=asyncio.Event)
    lines: dict[int, asyncio.Future[Lines]] = field(default_factory=dict)
    """What the log holds after a number, read once for all programs that have heard so far."""
    questions: Questions = field(default_factory=dict)

    def set(self, state: SessionState) -> None:
        """Wake every stream if this is another state; older where a copy was put back."""
        if state != self.state:
            self.state = state
            self.lines, self.questions = {}, {}
            self.update.set()
            self.update = asyncio.Event()

    async def wait(self) -> bool:
        """Wait for a change; False if there was none for a beat."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                return await self.update.wait()
        return False


class Hub:
    """All that is watched in this process, on its event loop."""

    def __init__(self) -> None:
        self.watched: dict[str, _Watched] = {}
        self.addresses: Counter[str] = Counter()
        self.reader = ThreadPoolExecutor(1, "live")
        self.looking: asyncio.Task[None] | None = None
        self.newest = 0
        self.blind = False

    @property
    def open(self) -> int:
        """How many streams are."""
        return sum(len(each.streams) for each in self.watched.values())

    async def events(self, stream: Stream, watched: _Watched) -> AsyncIterator[bytes]:
        """The events after the first one, until the key is renewed."""
        last = stream.state
        while stream.is_open(watched.state):
            # Without news the number is repeated, but not while the database cannot be read:
            # no page may say that it is live when it is not.
            if watched.state != last or not (await watched.wait() or self.blind):
                last = watched.state
                yield changed(last)
        yield GONE

    async def log_events(self, stream: Stream, watched: _Watched) -> AsyncIterator[bytes]:
        """New lines of the log, until the key is renewed, time is up or they cannot be read."""
        heard = stream.heard or 0
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while stream.is_open(watched.state) and loop.time() < end:
            update = watched.update
            if heard not in watched.lines:
                reading = loop.run_in_executor(self.reader, lines_after, stream.session_id, heard)
                watched.lines[heard] = reading
            try:
                heard, text, more = await asyncio.shield(watched.lines[heard])
            except (Error, OSError):
                return
            yield text or BEAT_LINE
            if update is watched.update and not more:
                await watched.wait()
        if not stream.is_open(watched.state):
            yield GONE

    @contextmanager
    def watching(self, stream: Stream, sender: Hashable = None) -> Iterator[_Watched]:
        """Count the stream in, and whom it goes to; the first one of all starts the looks.

        Raises RequestRefusedError where too many are open: of its phone or address, with its key,
        in all.
        """
        watched = self.watched.get(stream.session_id) or _Watched(stream.state)
        of_key = [each.phone for each in watched.streams if each.role == stream.role]
        full = len(of_key) >= STREAMS_OF_A_KEY or self.open >= STREAMS
        alone = self.addresses[stream.address] < STREAMS_OF_AN_ADDRESS or stream.address in APART
        if full or not alone or of_key.count(stream.phone) >= STREAMS_OF_A_PHONE:
            raise RequestRefusedError(429, "Too many open streams")
        self.watched[stream.session_id] = watched
        if stream.state > watched.state:
            watched.set(stream.state)
        watched.streams.append(stream)
        self.addresses[stream.address] += 1
        if stream.reader:
            watched.readers[sender] = stream
        if self.looking is None:
            self.looking = asyncio.create_task(self._look_on())
        try:
            yield watched
        finally:
            watched.streams.remove(stream)
            self._forget(stream.address)
            if watched.readers.get(sender) is stream:
                del watched.readers[sender]
            if not watched.streams:
                del self.watched[stream.session_id]

    def _forget(self, address: str) -> None:
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]

    async def answer(
        self, session_id: str, scope: Mapping[str, Any], ask: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """What the answer to a request is: asked for, or that to another phone which reads alike.

        Only a phone gets another's whose own stream is open, by a key that is still in force.
        """
        watched = self.watched.get(session_id)
        stream = watched.readers.get(phone_of(scope)) if watched else None
        if self.blind or not (watched and stream and stream.is_open(watched.state)):
            return await ask()
        return await once(watched.questions, (stream.reader, question_of(scope)), ask)

    async def _look_on(self) -> None:
        """Look again and again until nobody watches."""
        for look in count():
            await self._look(tuple(self.watched), look % ALL == 0)
            await asyncio.sleep(PAUSE)
            if not self.watched:
                break
        self.looking = None

    async def _look(self, session_ids: Sequence[str], at_all: bool) -> None:
        """Read those that may be others by now; all of them also after a look that failed."""
        loop = asyncio.get_running_loop()
        after = None if at_all or self.blind else self.newest
        try:
            look = loop.run_in_executor(self.reader, _read, session_ids, after)
            self.newest, states = await look
        except (Error, OSError) as problem:
            if not self.blind:
                log.warning("Live pages wait for the database: %s", problem)
            self.blind = True
            return
        self.blind = False
        states[EVERY] = _state_of_all(self.newest)
        for session_id, state in states.items():
            if watched := self.watched.get(session_id):
                watched.set(state)


def _read(session_ids: Sequence[str], after: int | None) -> tuple[int, dict[str, SessionState]]:
    """The newest line of all logs, and of these sessions those with lines after one, else all."""
    try:
        reopen_replaced_database()
        with connection.cursor() as cursor:
            if after is None:
                return _states(cursor, session_ids)
            cursor.execute(LINES, [after])
            lines = cursor.fetchall()
            changed = {of for _, of in lines}.intersection(session_ids)
            states = _states(cursor, [*changed])[1] if changed else {}
            return max([after, *(line for line, _ in lines)]), states
    except Error:
        connection.close()
        raise


def _states(cursor: Any, session_ids: Sequence[str]) -> tuple[int, dict[str, SessionState]]:
    cursor.execute(STATES.format(", ".join(["%s"] * len(session_ids))), session_ids)
    rows = cursor.fetchall()
    states = {session_id: SessionState(*state) for _, session_id, *state in rows if session_id}
    return max(newest or 0 for newest, *_ in rows), states


def _state_of_all(newest: int) -> SessionState:
    """What is watched where all sessions are: the key of the newest line."""
    return SessionState(newest, 0, 0, "")
