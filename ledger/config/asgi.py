"""The service as an ASGI application; static files never reach Django."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

application = get_asgi_application()
