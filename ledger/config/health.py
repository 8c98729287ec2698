"""Whether the service lives and is ready, for whoever watches over it.

Asked without a key and by any host name, so it stands before Django: no cookie, no
redirect, no limit, and nothing in the answer but what is wrong.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ledger.config.streams import App, Receive, Scope, Send

LIVE, READY = "/health/live", "/health/ready"
PATIENCE = 2
"""Seconds the database has to answer."""

TOO_LATE = "the database does not answer in time"
UNREACHABLE = "the database cannot be asked"
NOT_MIGRATED = "migrations are missing"


class TellHealth:
    """Wraps an ASGI application; answers at LIVE and READY itself, 503 where it is not ready."""

    def __init__(self, application: App) -> None:
        self.application = application
        self.thread = ThreadPoolExecutor(1, "health")
        self.looking: asyncio.Future[str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in (LIVE, READY):
            await self.application(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, "only GET")
        else:
            problem = await self._problem() if scope["path"] == READY else ""
            await _answer(send, 503 if problem else 200, problem or "ok")

    async def _problem(self) -> str:
        """Why it is not ready, "" if it is; all who ask at once share one look."""
        if self.looking is None or self.looking.done():
            self.looking = asyncio.get_running_loop().run_in_executor(self.thread, _look)
        done, _ = await asyncio.wait({self.looking}, timeout=PATIENCE)
        return self.looking.result() if done else TOO_LATE


def _look() -> str:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Exception:  # whatever it is, the service is not ready
        return UNREACHABLE
    finally:
        connection.close()
    return "" if applied.keys() >= _wanted() else NOT_MIGRATED


@cache
def _wanted() -> frozenset[tuple[str, str]]:
    """The migrations that this version of the program comes with."""
    return frozenset(MigrationLoader(None).disk_migrations)


async def _answer(send: Send, status: int, text: str) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
