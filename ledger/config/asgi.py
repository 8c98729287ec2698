"""The service as an ASGI application; static files never reach Django."""

import gc
import os
from collections.abc import Iterator
from importlib import import_module

import django
from django.conf import settings
from servestatic import ServeStaticASGI

from ledger.config.bodies import LimitBodies
from ledger.config.headers import SayAlways
from ledger.config.health import TellHealth
from ledger.config.lanes import Lanes
from ledger.config.requests import Listener, TellRequests, write_down
from ledger.config.streams import App, EndStreamsOnStop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")


def _service() -> App:
    django.setup(set_prefix=False)
    from ledger.config.following import GoOnTelling

    lanes = Lanes()

    if not settings.METRICS:
        return EndStreamsOnStop(TellHealth(LimitBodies(GoOnTelling(lanes))))
    from ledger.config import metrics

    metrics.count_rounds()
    followed = GoOnTelling(lanes, metrics.VIEWERS.track_inprogress)
    return EndStreamsOnStop(TellHealth(metrics.TellMetrics(LimitBodies(followed))))


def _with_static_files() -> ServeStaticASGI:
    return ServeStaticASGI(
        _service(),
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
    )


def _listeners() -> Iterator[Listener]:
    """Who is told of every request."""
    if settings.ACCESS_LOG:
        yield write_down
    if settings.METRICS:
        from ledger.config.metrics import count

        yield count


def _stay() -> None:
    """Load what the first request would load, and never again look for garbage among it all."""
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()


application = TellRequests(SayAlways(_with_static_files()), _listeners())
_stay()
