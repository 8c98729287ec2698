"""A page for each problem of the API, where its `type` leads: what can be meant by it."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View
from rest_framework import serializers

from ledger.api.fields import Strict
from ledger.api.keys import NoKey, NoStaff
from ledger.api.problems import SENTENCES
from ledger.api.serializers.common import shared
from ledger.common.language import language
from ledger.common.refusals import PostingError
from scoring.common.problem_texts import sentences

FILLED_IN = re.compile(r"\{[\w:]*\}|%\(\w+\)s")
"""Where a sentence names something of the call that it answers."""

PLAIN = {
    "refused": (400, 403),
    "not_found": (404,),
    "method_not_allowed": (405,),
    "too_long": (413,),
    "unsupported_media_type": (415,),
    "server_error": (500, 503),
}
"""The statuses of codes that say no more than these."""

Meaning = tuple[int, str]
"""A status, and a sentence that is told with it."""


class ProblemPage(View):
    http_method_names = ("get", "head")

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        meanings = set(meanings_of(code))
        if not meanings:
            raise Http404
        statuses = [HTTPStatus(status) for status in sorted({status for status, _ in meanings})]
        lines = sorted({FILLED_IN.sub("…", text) for _, text in meanings})
        context = {"code": code, "statuses": statuses, "sentences": lines}
        return render(request, "api_problem.html", context)


def meanings_of(code: str) -> Iterator[Meaning]:
    """All that a problem of this code can mean; nothing where there is no such code."""
    yield from ((status, str(SENTENCES[status])) for status in PLAIN.get(code, ()))
    yield from ((422, text.say(language())) for text in sentences().get(code, ()))
    for refusal in _all_of(PostingError):
        if refusal.code == code and hasattr(refusal, "text"):
            yield refusal.status, str(refusal.text)
    for error in (NoStaff, NoKey):
        if error.default_code == code:
            yield error.status_code, str(error.default_detail)
    for shape in _all_of(Strict):
        yield from ((400, text) for text in _of_field(shared(shape), code))


def _all_of(kind: type[Any]) -> Iterator[type[Any]]:
    """The classes below this one."""
    for each in kind.__subclasses__():
        yield each
        yield from _all_of(each)


def _of_field(field: Any, code: str) -> Iterator[str]:
    """What a field says with this code, its limits and the fields within."""
    if code in field.error_messages:
        yield str(field.error_messages[code])
    inner = [*field.fields.values()] if isinstance(field, serializers.Serializer) else []
    for each in (*inner, *filter(None, [getattr(field, "child", None)])):
        yield from _of_field(each, code)
