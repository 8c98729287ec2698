"""The real service with one protection missing: python -m tests.running.faulty FAULT ….

What is shown of the service must fail of this one, or it would show nothing.
"""

import asyncio
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

GetResponse = Callable[[HttpRequest], HttpResponse]
FAULTY = ("-m", "tests.running.faulty")
LATER = 0.25
"""Seconds that something takes which should be done already."""


def hasty(get_response: GetResponse) -> GetResponse:
    """Answers that a round is saved, and saves it then."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not is_a_round(request):
            return get_response(request)
        assert request.body  # read before the answer is out
        threading.Timer(LATER, _finish, (get_response, request)).start()
        return JsonResponse({"number": 0}, status=201)

    return answer


def _finish(get_response: GetResponse, request: HttpRequest) -> None:
    from django.db import connection

    get_response(request)
    connection.close()


def slow(get_response: GetResponse) -> GetResponse:
    """Answers long after a round was saved."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if is_a_round(request):
            time.sleep(LATER)
        return response

    return answer


def leaky(get_response: GetResponse) -> GetResponse:
    """Keeps a thread for every stream that was ever opened, and a file in it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.endswith("/live/"):
            threading.Thread(target=_stay, daemon=True).start()
        return get_response(request)

    return answer


def _stay() -> None:
    with open(os.devnull, encoding="utf-8"):
        threading.Event().wait()


def is_a_round(request: HttpRequest) -> bool:
    return request.method == "POST" and request.path.endswith("/rounds/")


def forgetful() -> None:
    """Never asks whether a submission was recorded before."""
    from ledger.books import rounds

    rounds._stored = lambda submission: None


def careless() -> None:
    """Answers the bet unit of a session in words."""
    from ledger.api.serializers.sessions import WholeSession

    def answer(self: Any, session: Any) -> Any:
        return plain(self, session) | {"bet_unit": "hai nghìn"}

    plain = WholeSession.to_representation
    WholeSession.to_representation = answer  # type: ignore[method-assign]


def crowded() -> None:
    """Has room for fewer connections than a flood opens, and waits a minute for their headers."""
    from ledger.management import server

    server.CONNECTIONS, server.HEADER_MILLISECONDS = 500, 60_000


def patient() -> None:
    """Lets readers stand in the line of writers, and any writer take any thread."""
    from ledger.config import asgi

    asgi.SAFE, asgi.ONLY_READS = (), ()  # type: ignore[assignment]
    asgi.TABLE = re.compile("$^")


def hoarding() -> None:
    """Takes in whatever is sent."""
    from django.conf import settings

    from ledger.config import bodies

    bodies.LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**40
    bodies.LONG = asyncio.Semaphore(2**40)


def open_door() -> None:
    """Lets one address come in as often as it likes."""
    from ledger.management import crowds

    crowds.MOST = 2**20


def trusting() -> None:
    """Believes whatever moment a limit was counted at, by a clock that can be put back."""
    from ledger.access.limits import Limit
    from tests.running.clock import sleep_otherwise

    sleep_otherwise()
    Limit.reach = 10**15  # type: ignore[method-assign,assignment]


AROUND = {"hasty": hasty, "slow": slow, "leaky": leaky}
INSIDE = {
    "forgetful": forgetful,
    "careless": careless,
    "crowded": crowded,
    "patient": patient,
    "hoarding": hoarding,
    "open_door": open_door,
    "trusting": trusting,
}


def main(fault: str, *words: str) -> None:
    import django
    from django.conf import settings

    if fault in AROUND:
        settings.MIDDLEWARE.insert(0, f"tests.running.faulty.{fault}")
    django.setup()
    from django.core.management import call_command

    if fault in INSIDE:
        INSIDE[fault]()
    call_command("serve", *words)


if __name__ == "__main__":
    main(*sys.argv[1:])
