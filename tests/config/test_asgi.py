"""Work that takes long in a worker process keeps no other request waiting."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpResponse, StreamingHttpResponse

from ledger.config import asgi
from ledger.config.thread_queue import WAITING

pytestmark = pytest.mark.full


def pages(environ: dict[str, Any], start_response: Any) -> Any:
    """Django with two pages: one is endless, the other is short."""
    answer = StreamingHttpResponse(endless()) if "long" in environ["PATH_INFO"] else HttpResponse()
    start_response("200 OK", list(answer.items()))
    return answer


def endless() -> Iterator[bytes]:
    while True:
        yield b"x" * 1000


def ask(service: asgi.Service, path: str) -> ApplicationCommunicator:
    scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": path}
    return ApplicationCommunicator(service, scope | {"query_string": b"", "headers": []})


def test_no_phone_is_refused_where_many_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control asks for pages, of which fewer may wait."""
    go = threading.Event()

    def patient(environ: dict[str, Any], start_response: Any) -> Any:
        go.wait(10)
        return pages(environ, start_response)

    monkeypatch.setattr(asgi, "django", patient)

    async def refused(path: str) -> int:
        service = asgi.Service()
        phones = [ask(service, path) for _ in range(3 * WAITING)]
        for each in phones:
            await each.send_input({"type": "http.request", "body": b""})
        await asyncio.sleep(0)
        go.set()
        statuses = [(await each.receive_output(10))["status"] for each in phones]
        go.clear()
        return statuses.count(503)

    assert asyncio.run(refused("/t/table/live/")) == 0
    assert asyncio.run(refused("/t/table/")) > WAITING


def test_downloads_that_nobody_takes_hold_up_no_other_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi, "django", pages)

    async def story() -> None:
        service = asgi.Service()
        stalled = [ask(service, "/long") for _ in range(2 * asgi.READERS)]
        for each in stalled:
            await each.send_input({"type": "http.request", "body": b""})
            assert (await each.receive_output(10))["status"] == 200
        short = ask(service, "/short")
        await short.send_input({"type": "http.request", "body": b""})
        assert (await short.receive_output(10))["status"] == 200
        for each in stalled:
            each.stop(exceptions=False)

    asyncio.run(story())
