"""Figures for Prometheus, added up over all processes that serve; nothing here names anybody.

Imported only where METRICS is on, once PROMETHEUS_MULTIPROC_DIR says where the processes
meet: the library decides by it how it counts.
"""

import ipaddress
import os
import re
from pathlib import Path
from secrets import compare_digest
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.signals import post_save
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_asgi_app
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ledger.config.requests import Answered
from ledger.config.streams import App, Receive, Scope, Send
from ledger.models import Round

PATH = "/metrics"
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"}
"""What tells that a proxy on this machine asks for somebody else."""

REQUESTS = Counter("ledger_requests", "Requests answered", ("method", "route", "status"))
SECONDS = Histogram("ledger_request_seconds", "Seconds until the answer", ("route",))
ROUNDS = Counter("ledger_rounds_recorded", "Rounds recorded")
VIEWERS = Gauge("ledger_live_viewers", "Phones that follow a table", multiprocess_mode="livesum")
WAITS = Counter("ledger_pool_waits", "Requests that waited for a connection to the database")
WAITED = Counter("ledger_pool_wait_seconds", "Seconds that they waited")
REFUSED = Counter("ledger_pool_refused", "Requests that got no connection in time")


def count(answered: Answered) -> None:
    """Listens to every request."""
    REQUESTS.labels(answered.method, answered.route, answered.status).inc()
    SECONDS.labels(answered.route).observe(answered.seconds)
    pool = getattr(connection, "pool", None)
    if pool is not None:
        told = pool.pop_stats()
        WAITS.inc(told.get("requests_queued", 0))
        WAITED.inc(told.get("requests_wait_ms", 0) / 1000)
        REFUSED.inc(told.get("requests_errors", 0))


def count_rounds() -> None:
    """Count every round from now on, once it is committed."""
    post_save.connect(_count_round, sender=Round)


def _count_round(created: bool, **_: Any) -> None:
    if created:
        transaction.on_commit(ROUNDS.inc)


class TellMetrics:
    """Wraps an ASGI application; answers at PATH to this machine, or to who has the token."""

    def __init__(self, application: App) -> None:
        self.application = application
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        self.told: Any = make_asgi_app(registry)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == PATH and _may_ask(scope):
            forget_the_dead()
            await self.told(scope, receive, send)
        else:
            await self.application(scope, receive, send)


def _may_ask(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    given, token = headers.get(b"authorization", b""), settings.METRICS_TOKEN
    if token:
        return compare_digest(given, f"Bearer {token}".encode())
    address = ipaddress.ip_address(scope["client"][0])
    return address.is_loopback and not FORWARDED & headers.keys()


def forget_the_dead() -> None:
    """Processes that are gone follow nothing any more; what they counted stays."""
    for path in Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", "")).glob("gauge_live*"):
        found = re.search(r"_(\d+)\.db$", path.name)
        if found and not _runs(int(found[1])):
            mark_process_dead(int(found[1]))  # type: ignore[no-untyped-call]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
