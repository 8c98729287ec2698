"""The service as an ASGI application; static files never reach Django."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from servestatic import ServeStaticASGI

from ledger.config.bodies import LimitBodies
from ledger.config.static import add_headers
from ledger.config.streams import EndStreamsOnStop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

application = ServeStaticASGI(
    EndStreamsOnStop(LimitBodies(get_asgi_application())),
    root=settings.STATIC_ROOT,
    prefix=settings.STATIC_URL,
    allow_all_origins=False,
    add_headers_function=add_headers,
)
