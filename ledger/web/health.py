"""Whether the service lives and takes writes, for a load balancer or a container."""

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

from django.db import Error, connection
from django.db.transaction import atomic
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from ledger import __version__
from ledger.models import Allowance, Round, Upkeep

ROOM = 256 * 1024
"""Bytes that must be free for the next round; a row that is written again may need none."""


@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """200 as long as a worker answers."""
    return HttpResponse("ok\n", "text/plain")


@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 where the database takes a write and has room for more, else 503; and the upkeep."""
    now = int(time.time() * 1000)
    try:
        Allowance.objects.update_or_create(name="health", defaults={"restored_at": now})
        Round.objects.order_by("-pk").first()  # reads every column that this release knows
        take_room()
        lines = ["ok", f"version {__version__}", *map(str, Upkeep.objects.order_by("kind")), ""]
    except (Error, OSError):
        return HttpResponse("the database takes no writes\n", "text/plain", 503)
    return HttpResponse("\n".join(lines), "text/plain")


def take_room() -> None:
    """Use as much of the database's disk as a round may need, and give it back."""
    if connection.vendor == "sqlite":
        with TemporaryFile(dir=Path(connection.settings_dict["NAME"]).parent) as file:
            file.write(bytes(ROOM))
        return
    with atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")  # the rest goes into a file beside the tables
        cursor.execute(f"SELECT count(*) FROM generate_series(1, {ROOM // 12})")


PAGES = {"/health/live": live, "/health/ready": ready}


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware that answers before all others: by any host name, without a redirect."""
    return lambda request: PAGES.get(request.path_info, get_response)(request)
