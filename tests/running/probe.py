"""The real server and settings with pages made for the tests: python -m tests.running.probe."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import AsyncIterator

import django
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

UNDER_WAY = "the slow one is under way"


def ask(request: HttpRequest) -> HttpResponse:
    """A query, held for a moment so that requests overlap."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 41 + 1")
        (answer,) = cursor.fetchone()
        time.sleep(0.002)
    return HttpResponse(str(answer))


def slow(request: HttpRequest) -> HttpResponse:
    sys.stdout.write(f"{UNDER_WAY}\n")  # unbuffered, see `environment`
    time.sleep(1.5)
    return HttpResponse("done")


RELEASED = threading.Event()


def held(request: HttpRequest) -> HttpResponse:
    """Holds thread and connection until somebody asks for `release`; long, if nobody does."""
    connection.ensure_connection()
    return HttpResponse("released" if RELEASED.wait(30) else "nobody came")


def release(request: HttpRequest) -> HttpResponse:
    RELEASED.set()
    return HttpResponse("done")


def about(request: HttpRequest) -> JsonResponse:
    """What the server makes of the visitor."""
    return JsonResponse({"address": request.META["REMOTE_ADDR"], "secure": request.is_secure()})


async def events(request: HttpRequest) -> StreamingHttpResponse:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"data: here\n\n"
            await asyncio.sleep(0.1)

    return StreamingHttpResponse(
        endless(), content_type="text/event-stream", headers={"Content-Encoding": "identity"}
    )


VIEWS = (ask, slow, held, release, about, events)
urlpatterns = [path(view.__name__, view) for view in VIEWS]


def main() -> None:
    settings.ROOT_URLCONF = __spec__.name
    django.setup()
    from django.core.management import call_command

    call_command("serve", *sys.argv[1:])


if __name__ == "__main__":
    main()
