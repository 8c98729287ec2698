"""Whether the service lives and takes writes, for a load balancer or a container.

The middleware answers before all others: by any host name, without a cookie or a redirect.
"""

import time
from collections.abc import Callable

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse

from ledger.models import Allowance

ROW = "health"
"""The row of the allowances that is written to try whether the database takes writes."""


def live(request: HttpRequest) -> HttpResponse:
    """200 as long as a worker answers."""
    return _plain(200, "ok")


def ready(request: HttpRequest) -> HttpResponse:
    """200 where the database takes a write, else 503. A full disk shows only at the commit."""
    try:
        Allowance.objects.update_or_create(
            name=ROW, defaults={"restored_at": int(time.time() * 1000)}
        )
    except (DatabaseError, InterfaceError, OSError):
        return _plain(503, "the database takes no writes")
    return _plain(200, "ok")


PAGES = {"/health/live": live, "/health/ready": ready}


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware for the addresses in PAGES."""
    return lambda request: PAGES.get(request.path_info, get_response)(request)


def _plain(status: int, text: str) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", "text/plain", status, headers=headers)
