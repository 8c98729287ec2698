"""Answers that the caller may have already: their ETags, and 304."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import condition
from rest_framework.request import Request

from ledger.models import Session


def session_tag(session: Session) -> str:
    """The ETag of a session as `GET sessions/{id}/` answers it, which has no texts."""
    return _tag_at(reverse("api_session", args=[session.pk]), ("", *session.state()))


def _tag_at(address: str, state: Iterable[object]) -> str:
    depends_on = address, *state
    return quote_etag(hashlib.sha256(repr(depends_on).encode()).hexdigest()[:32])


def unless_known_by(state: Callable[[Any], Iterable[object]]) -> Callable[[Any], Any]:
    """Answer 304 where the caller has the answer of a view already; both with the ETag.

    The answer depends on the address, the language and what `state` tells of the view.
    """

    def tag(request: Request, **_named: object) -> str:
        view, address = request.parser_context["view"], request.get_full_path()
        language = get_language() if view.has_texts else ""
        return _tag_at(address, (language, *state(view)))

    return method_decorator(condition(tag))
