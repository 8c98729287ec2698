"""ETags: of a session, by which a change is refused, and of answers that the caller may have."""

import hashlib
from typing import Any

from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.http import quote_etag
from rest_framework.request import Request

from ledger.models import Session


def session_tag(session: Session) -> str:
    """The ETag of a session as `GET sessions/{id}/` answers it, which has no texts."""
    return quote_etag(hashlib.sha256(repr(session.state()).encode()).hexdigest()[:32])


def unless_known(request: Request, answer: Any) -> Any:
    """The answer with an ETag of its own or of its content; 304 where the caller has it."""
    answer.render()
    if not answer.has_header("ETag"):
        set_response_etag(answer)
    return get_conditional_response(request, answer["ETag"], response=answer)
