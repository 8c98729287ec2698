"""The request our views get, and which methods they answer."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """Django's request with what htmx says about it."""

    htmx: HtmxDetails


View = Callable[..., HttpResponse]


def posted(view: View) -> View:
    """Only POST does something here; who comes back by address alone is led to the table."""
    return _posted(view, "table")


def posted_rules(view: View) -> View:
    """Only POST does something here; who comes back by address alone is led to the rules."""
    return _posted(view, "rules")


def _posted(view: View, page: str) -> View:
    @wraps(view)
    def answer(request: Request, session_id: str, **rest: object) -> HttpResponse:
        if request.method == "POST":
            return view(request, session_id, **rest)
        if request.method in ("GET", "HEAD"):
            return redirect(page, session_id)
        return HttpResponseNotAllowed(["POST"])

    return answer


def whole(text: str | None) -> int:
    """A number from a field, 0 where it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
