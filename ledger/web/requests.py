"""The request our views get, and which methods they answer."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django_htmx.middleware import HtmxDetails

from ledger.access.group_keys import group_for
from ledger.access.keys import by_phone, session_for
from ledger.common.refusals import Refusal


class Request(HttpRequest):
    """Django's request with what htmx says about it."""

    htmx: HtmxDetails


View = Callable[..., HttpResponse]
Done = HttpResponse | str | None
Write = Callable[..., Done]


def posted(view: View) -> View:
    """Only POST does something here; who comes back by address alone is led to the table."""
    return _posted(view, "table")


def posted_rules(view: View) -> View:
    """Likewise, led to the rules."""
    return _posted(view, "rules")


def writes(page: str, *, says_refusals: bool = False) -> Callable[[Write], View]:
    """Give the view the session and by whom it is changed; then show what the view says on `page`.

    The view returns a sentence, nothing to say, or another answer. With `says_refusals` what is
    refused is said on `page` too. Only POST does something; GET leads to `page`.
    """

    def decorate(view: Write) -> View:
        @wraps(view)
        def answer(request: Request, session_id: str, **rest: object) -> HttpResponse:
            session, role = session_for(request, session_id, write=True)
            by = by_phone(request, session, role)
            act = partial(view, request, session, by, **rest)
            if says_refusals:
                return _tried(request, act, page, session_id)
            return _said(request, act(), page, session_id)

        return _posted(answer, page)

    return decorate


def writes_group(view: Write) -> View:
    """Likewise for a group, on whose page everything is said."""

    @wraps(view)
    def answer(request: Request, group_id: str, **rest: object) -> HttpResponse:
        group, _role = group_for(request, group_id, write=True)
        return _tried(request, partial(view, request, group, **rest), "group", group_id)

    return _posted(answer, "group", "group_id")


def _tried(request: Request, act: Callable[[], Done], page: str, pk: str) -> HttpResponse:
    try:
        return _said(request, act(), page, pk)
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return redirect(page, pk)


def _said(request: Request, done: Done, page: str, pk: str) -> HttpResponse:
    if isinstance(done, HttpResponse):
        return done
    if done:
        messages.success(request, done)
    return redirect(page, pk)


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
