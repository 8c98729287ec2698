"""The login to the admin pages: closed until there is staff, with a session of its own.

Phones keep their keys in a signed cookie, which nobody can end from here. Who logs in
to the admin gets a session in the database instead, known under /admin/ only, so that
logging out ends it everywhere and no page of a table ever sees it.

Every try at a password is counted before the password is looked at, by name and by address,
in the database and so for all processes together. A right password gives the name back all
its tries, but the address only this one: an account here is no help to guess at another.

A browser that somebody has logged in with before is counted for itself: strangers who guess
at a name lock each other out, and never its owner. (OWASP calls this a device cookie.)
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from ledger.access import limits
from ledger.access.keys import staffed
from ledger.access.limits import Limit
from ledger.common.refusals import TooMany
from ledger.database.transactions import retry

PATH = "/admin/"
COOKIE = "admin"
HOURS = 12


class AdminSession(db.SessionStore):
    """Ends with the browser, and after HOURS at the latest."""

    def get_session_cookie_age(self) -> int:
        return HOURS * 60 * 60

    @retry
    def save(self, must_create: bool = False) -> None:
        super().save(must_create)


class AdminDoor:
    """Under /admin/ the session is the admin's; without staff there is nothing there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PATH):
            return self.get_response(request)
        phone, request.session = request.session, AdminSession(request.COOKIES.get(COOKIE))
        answer = self.get_response(request)
        _keep(request.session, answer, had=COOKIE in request.COOKIES)
        request.session = phone
        return answer

    def process_view(self, request: HttpRequest, *view: object) -> None:
        """Not sooner, because only now the page that says 404 can be shown."""
        if request.path_info.startswith(PATH) and not staffed():
            raise Http404


def _keep(session: Any, answer: HttpResponse, *, had: bool) -> None:
    """Save what the request changed in the session, and let the browser know it."""
    patch_vary_headers(answer, ("Cookie",))
    if session.is_empty():
        if had:
            answer.delete_cookie(COOKIE, path=PATH, samesite="Strict")
        return
    if session.modified and answer.status_code < 500:
        with suppress(UpdateError):  # logged out meanwhile: it stays so
            session.save()
            answer.set_cookie(COOKIE, session.session_key, **_guarded())


def _guarded() -> dict[str, Any]:
    """How a cookie is kept to the admin pages, and from scripts and other sites."""
    secure = settings.SESSION_COOKIE_SECURE
    return {"path": PATH, "secure": secure, "httponly": True, "samesite": "Strict"}


MOST, LOCKED = 5, 15 * 60
"""Wrong passwords at once; after them one try is given back each LOCKED seconds."""
LIMIT = Limit(MOST, MOST * LOCKED)

NAME, ADDRESS, CODE = "login name", "login address", "login code"
BROWSER = "admin_browser"


class LoginForm(AdminAuthenticationForm):
    """Django's, which asks first whether another try is allowed; raises TooMany."""

    request: HttpRequest

    def clean(self) -> dict[str, str]:
        if self.errors:  # no name or no password
            return super().clean()
        name = self.cleaned_data["username"]
        count(self.request, name)
        read = super().clean()
        give_back(self.request, name)
        return read


def count(request: HttpRequest, name: str, kind: str = NAME) -> None:
    """Count one try at this name's password; raises TooMany, and then it must not be looked at."""
    address, browser = limits.asker(request), _known_browser(request, name)
    if not browser:
        limits.take(LIMIT, ADDRESS, address)
    try:
        limits.take(LIMIT, kind, name + browser)
    except TooMany:
        if not browser:
            limits.give_back(LIMIT, ADDRESS, address)
        raise


def give_back(request: HttpRequest, name: str, kind: str = NAME) -> None:
    """The password was right: forget the name's wrong ones, and this try of the address."""
    browser = _known_browser(request, name)
    limits.forget(kind, name + browser)
    if not browser:
        limits.give_back(LIMIT, ADDRESS, limits.asker(request))


def remember_browser(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """This browser is one that `name` has logged in with."""
    known, age = _known_browser(request, name), settings.SESSION_COOKIE_AGE
    value = known or secrets.token_urlsafe(12)
    answer.set_signed_cookie(BROWSER, value, salt=BROWSER + name, max_age=age, **_guarded())


def _known_browser(request: HttpRequest, name: str) -> str:
    """What the browser was given when `name` logged in with it, "" where nobody did."""
    age = settings.SESSION_COOKIE_AGE
    return str(request.get_signed_cookie(BROWSER, "", salt=BROWSER + name, max_age=age))
