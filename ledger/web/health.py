"""Whether the service lives and takes writes, for a load balancer or a container."""

import time
from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from ledger.models import Allowance

ROW = "health"
"""The row of the allowances that is written to try whether the database takes writes."""


@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """200 as long as a worker answers."""
    return HttpResponse("ok\n", "text/plain")


@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """200 where the database takes a write, else 503. A full disk shows only at the commit."""
    now = int(time.time() * 1000)
    try:
        Allowance.objects.update_or_create(name=ROW, defaults={"restored_at": now})
    except (Error, OSError):
        return HttpResponse("the database takes no writes\n", "text/plain", 503)
    return HttpResponse("ok\n", "text/plain")


PAGES = {"/health/live": live, "/health/ready": ready}


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware that answers before all others: by any host name, without a redirect."""
    return lambda request: PAGES.get(request.path_info, get_response)(request)
