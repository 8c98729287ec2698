"""Pages of a table, rendered once for each of its states and kept in Django's cache.

A page depends on the address, the state of the table, the role, the language and what this
phone said about itself. The CSRF token and the submission ids are put in for each request.
"""

import hashlib
import re
import secrets
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from uuid import uuid4

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from ledger.common.lan import LOOPBACK
from ledger.web.phone_table import Table
from ledger.web.requests import Request, View, reads, wants_piece

PROCESS = secrets.token_hex(8)
"""Pages are not shared between processes: another one may run another version."""

SECONDS = 600

INDENT = re.compile(rb"\n\s+")
"""What only lays out the templates: a tenth of a page, also when it is compressed."""
TEXT = b"<textarea"
"""Where line ends are a part of what is read, and sent around."""
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken"\s+value=")[^"]*')
SUBMISSION = re.compile(rb'(name="submission"\s+value=")([^"]*)')

Page = Callable[..., HttpResponse]


def cached_page(
    request: Request, table: Table, address: str, render: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page as it was rendered for the same address and state, else rendered now.

    `address` says what of the request's address the page depends on. A page that shows
    messages is only for this request.
    """
    if request.method != "GET" or get_messages(request):
        return render()
    key = _key(request, table, address)
    known: HttpResponse | None = cache.get(key)
    if known:
        return _for_this_request(request, known)
    answer = render()
    if answer.status_code == 200:
        if TEXT not in answer.content:
            answer.content = INDENT.sub(b"\n", answer.content)
        cache.set(key, answer, SECONDS)
    return answer


def is_for_one(request: Request, answer: HttpResponse) -> bool:
    """Whether nobody else may get this answer, not even who reads the same."""
    own = TOKEN.search(answer.content) or SUBMISSION.search(answer.content)
    return bool(own or get_messages(request))


def cached(view: Page) -> View:
    """Do as `reads`, with a `cached_page` that depends on nothing but its whole address."""

    @reads
    @wraps(view)
    def answer(request: Request, table: Table, **rest: object) -> HttpResponse:
        address = request.get_full_path()
        return cached_page(request, table, address, lambda: view(request, table, **rest))

    return answer


def reader(request: Request, table: Table) -> tuple[object, ...]:
    """All that a page depends on of who reads it."""
    here = request.scheme, request.get_host(), request.META.get("REMOTE_ADDR") in LOOPBACK
    return table.role, get_language(), here, table.phone, table.seat


def _key(request: Request, table: Table, address: str) -> str:
    asked = address, bool(request.htmx), wants_piece(request)
    nod = table.asked and table.asked.round.number  # which is asked about only while it is fresh
    depends_on = PROCESS, asked, table.session.state(), reader(request, table), nod
    return f"page-{hashlib.sha256(repr(depends_on).encode()).hexdigest()}"


def _for_this_request(request: Request, answer: HttpResponse) -> HttpResponse:
    if TOKEN.search(answer.content):
        answer.content = TOKEN.sub(rb"\g<1>" + get_token(request).encode(), answer.content)
    # Forms that shared an id share the new one: only one of them is to be counted.
    ids = defaultdict[bytes, bytes](lambda: str(uuid4()).encode())
    answer.content = SUBMISSION.sub(lambda form: form[1] + ids[form[2]], answer.content)
    return answer
