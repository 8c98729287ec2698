"""The request that our views get, and the decorators that open a table or a group for them."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from ledger.access.group_keys import group_for
from ledger.access.keys import grant, phone_of, seat_of, session_for
from ledger.books.chain import holds
from ledger.common.bidi import isolated
from ledger.models import Group, Session
from ledger.web.phone_table import Table


class Request(HttpRequest):
    """Django's request with what htmx says about it."""

    htmx: HtmxDetails


View = Callable[..., HttpResponseBase]
Answer = HttpResponseBase | str | None
Write = Callable[..., Answer]
"""A view that answers, or has a sentence or nothing to say on the page that it belongs to."""


def table_of(request: HttpRequest, session_id: str, *, write: bool = False) -> Table:
    """The table as this phone sees it now; raises Http404 as `session_for` does."""
    session, role = session_for(request, session_id, write=write)
    return Table(session, role, seat_of(request, session), phone_of(request))


def of_another_book(request: HttpRequest, table: Table) -> HttpResponse | None:
    """What opens a page anew that has seen another book, or says so where it would lose words.

    None to all others.
    """
    line, _slash, head = request.headers.get("Book", "").partition("/")
    if not head or holds(table.session, whole(line), head):
        return None
    if "Typed" in request.headers:
        return render(request, "parts/moved_page.html", {"moved": True, "another": True})
    return HttpResponseClientRefresh()


def reads(view: View) -> View:
    """Give the view the table, for every key; only GET is answered."""

    @require_safe
    @wraps(view)
    def answer(request: Request, session_id: str, **rest: object) -> HttpResponseBase:
        table = table_of(request, session_id)
        return of_another_book(request, table) or view(request, table, **rest)

    return answer


def posted(page: str = "table", *, write: bool = True) -> Callable[[Write], View]:
    """Give the view the table, for the score key or for every key; only POST does something.

    GET leads to `page`, and what the view says is shown there.
    """

    def decorate(view: Write) -> View:
        def act(request: Request, session_id: str, **rest: object) -> Answer:
            table = table_of(request, session_id, write=write)
            return of_another_book(request, table) or view(request, table, **rest)

        return _posted(wraps(view)(act), page, "session_id")

    return decorate


def posted_group(view: Write) -> View:
    """Likewise for a group and its score key."""

    def act(request: Request, group_id: str, **rest: object) -> Answer:
        return view(request, group_for(request, group_id, write=True).group, **rest)

    return _posted(wraps(view)(act), "group", "group_id")


def _posted(act: Write, page: str, of: str) -> View:
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(act)
    def answer(request: Request, **address: object) -> HttpResponseBase:
        done = act(request, **address) if request.method == "POST" else None
        if isinstance(done, HttpResponseBase):
            return done
        return go(request, page, address[of], notice=done)

    return answer


def go(request: Request, page: str, *of: object, notice: str | None = None) -> HttpResponse:
    """Another page, for htmx and for plain forms, and what it says of what was done."""
    if notice:
        messages.success(request, notice)
    answer = redirect(page, *of)
    return HttpResponse(headers={"HX-Redirect": answer.url}) if request.htmx else answer


def remember(request: HttpRequest, keyed: Session | Group, key: str) -> None:
    """Let this phone keep the key of a table or a group, and name whichever makes room for it."""
    if dropped := grant(request, keyed, key):
        name = type(keyed).objects.filter(pk=dropped).values_list("name", flat=True).first()
        notice = _("Máy này hết chỗ nên thôi nhớ “%(name)s”.")
        messages.warning(request, notice % {"name": isolated(name or dropped)})


def wants_piece(request: Request) -> bool:
    """Whether htmx asks for a piece of a page, not for a page to take a part of."""
    return bool(request.htmx) and request.htmx.request_type != "full"


def submission_of(request: Request) -> UUID:
    """The id that the form was sent with, a new one where it has none."""
    try:
        return UUID(request.POST.get("submission", ""))
    except ValueError:
        return uuid4()


def whole(text: str | None) -> int:
    """A number from a field, 0 where it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
