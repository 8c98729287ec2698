"""What a phone needs to install the page and open it without a network; HTTPS only."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

A_DAY = 24 * 60 * 60


@require_safe
@cache_control(max_age=A_DAY)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Name, icons and colours on the phone's home screen, in the language of the page."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    context, kind = {"language": language}, "application/manifest+json"
    return render(request, "home/manifest.json", context, kind)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, for a worker sees no page above its own address."""
    source = finders.find("ledger/worker.js")
    assert source
    return HttpResponse(Path(source).read_bytes(), content_type="text/javascript; charset=utf-8")
