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


def posted_settling(view: View) -> View:
    """Only POST does something here; who comes back by address alone is led to the settling."""
    return _posted(view, "settle")


def posted_groups(view: View) -> View:
    """Only POST does something here; who comes back by address is led to the table's groups."""
    return _posted(view, "groups")


def posted_group(view: View) -> View:
    """Only POST does something here; who comes back by address alone is led to the group."""
    return _posted(view, "group", "group_id")


def _posted(view: View, page: str, of: str = "session_id") -> View:
    @wraps(view)
    def answer(request: Request, **rest: object) -> HttpResponse:
        if request.method == "POST":
            return view(request, **rest)
        if request.method in ("GET", "HEAD"):
            return redirect(page, rest[of])
        return HttpResponseNotAllowed(["POST"])

    return answer


def wants_piece(request: Request) -> bool:
    """Whether htmx asks for a piece of a page, not for a page to take a part of."""
    return bool(request.htmx) and request.headers.get("HX-Request-Type") != "full"


def whole(text: str | None) -> int:
    """A number from a field, 0 where it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
