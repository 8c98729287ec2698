"""What can go wrong with a call, as the schema tells it."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from ledger.api.problems import MEDIA_TYPE


class ProblemItem(serializers.Serializer[Any]):
    """One thing that is wrong: `field` is a path into the facts, the settings or the body."""

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    player = serializers.IntegerField(required=False)
    rule = serializers.CharField(required=False)


class ProblemError(ProblemItem):
    """The first thing that is wrong, and all of them in `problems`."""

    problems = ProblemItem(many=True)
    found = serializers.IntegerField(
        required=False, help_text="how many there are, where not all are told"
    )


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a call was refused (RFC 9457); `code` is stable, `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    round = serializers.IntegerField(required=False, help_text="the round that stands in the way")
    error = ProblemError(required=False)


PROBLEMS = {
    400: "The request cannot be read: no JSON, a wrong type, an unknown field or parameter",
    401: "No staff token",
    403: "The key only reads",
    404: "No such session, round or page, or not with this key: always the same answer",
    409: (
        "The session is closed (`session_closed`), another round came in between (`stale_round`),"
        " the id stands for other facts (`different_facts`), the round was corrected before"
        " (`already_corrected`), or the closed table was paid or carried on already, so that its"
        " rounds stay until it is opened again (`settling`)"
    ),
    413: "More than 256 KB were sent",
    415: "Something else than application/json was sent",
    422: (
        "It can be read, but it cannot be: facts that cannot have happened, settings, names or bet"
        " units that are not possible"
    ),
    429: "Too many writes to a session, sessions opened or wrong keys; see Retry-After",
    503: "The database did not answer in time; sending the same thing again is safe",
}
"""What each status of a problem means."""

WRITE = (400, 403, 404, 409, 413, 415, 422, 429, 503)
READ = (400, 404, 429, 503)


def problems(statuses: Iterable[int]) -> dict[Any, Any]:
    """The answers with these statuses."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, PROBLEMS[status])
        for status in statuses
    }
