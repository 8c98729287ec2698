"""The real service with a page that fails: python -m tests.running.failing [--plainly] ….

With --plainly its log is written as Python and Django would on their own: the control.
"""

import os
import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")


def fails(request: HttpRequest, word: str) -> HttpResponse:
    """An error that tells what it stumbled over, here and in the one behind it."""
    try:
        return HttpResponse(int(request.GET["number"]))
    except ValueError as problem:
        raise RuntimeError(word) from problem


def __getattr__(name: str) -> Any:
    """The service's own addresses, and this one; they need the models, which come later."""
    from ledger.config import urls

    if name == "urlpatterns":
        return [path("fails/<word>", fails), *urls.urlpatterns]
    return getattr(urls, name)


def main() -> None:
    import django
    from django.conf import settings

    settings.ROOT_URLCONF = "tests.running.failing"
    words = [word for word in sys.argv[1:] if word != "--plainly"]
    if len(words) < len(sys.argv[1:]):
        settings.LOGGING["handlers"]["console"] = {"class": "logging.StreamHandler"}
    django.setup()
    from django.core.management import call_command

    call_command("serve", *words)


if __name__ == "__main__":
    main()
