"""What a phone needs to install the page and open it without a network; HTTPS only."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GROUND = "#f4f1ea"
"""The page's own, as in tokens.css: the screen while the page comes up."""

ICONS = (
    ("icon", 192, "any"),
    ("icon", 512, "any"),
    ("maskable", 192, "maskable"),
    ("maskable", 512, "maskable"),
)
A_DAY = 24 * 60 * 60


@require_safe
@cache_control(max_age=A_DAY)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Name, icons and colours on the phone's home screen, in the language of the page."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return JsonResponse(_manifest(language), content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, for a worker sees no page above its own address.

    With OFFLINE=0 the one that removes it and all that pages have kept: browsers ask
    here on every visit, whatever the worker they have does.
    """
    source = finders.find(f"ledger/{'worker' if settings.OFFLINE else 'worker-end'}.js")
    assert source
    return HttpResponse(Path(source).read_bytes(), content_type="text/javascript; charset=utf-8")


def _manifest(language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": language,
        "name": _("Sổ điểm bàn bài"),
        "short_name": _("Sổ điểm"),
        "description": _(
            "Sổ điểm cho bàn bài thật: chạm vài cái, biết ai trả ai, không ai cãi được."
        ),
        "theme_color": GROUND,
        "background_color": GROUND,
        "icons": [
            {
                "src": static(f"ledger/icons/{name}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }
