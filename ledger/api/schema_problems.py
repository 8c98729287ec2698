"""What can go wrong with a call, as the schema tells it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers

from ledger.api.problems import MEDIA_TYPE, document


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


def _error(code: str, field: str, message: str, **more: object) -> dict[str, object]:
    first: dict[str, object] = {"code": code, "field": field, "message": message, **more}
    return {"error": {**first, "problems": [first]}}


PROBLEMS: Mapping[int, tuple[str, dict[str, object]]] = MappingProxyType(
    {
        400: (
            "The request cannot be read: no JSON, a wrong type, an unknown field or parameter",
            document(
                400,
                "unknown_field",
                "There is no such field.",
                **_error("unknown_field", "bet_unti", "There is no such field."),
            ),
        ),
        401: ("No staff token", document(401, "staff_only", "A staff token is needed.")),
        403: ("The key only reads", document(403, "read_only", "This key only reads.")),
        404: (
            "No such session, round or page, or not with this key: always the same answer",
            document(404, "not_found", "There is nothing here, or the key does not open it."),
        ),
        409: (
            "The session is closed (`session_closed`), another round came in between"
            " (`stale_round`), the id stands for other facts (`different_facts`), the round"
            " was corrected before (`already_corrected`), or the closed table was paid or carried"
            " on already, so that its rounds stay until it is opened again (`settling`)",
            document(
                409, "stale_round", "Somebody recorded first: the newest round is 12.", round=12
            ),
        ),
        413: (
            "More than 256 KB were sent",
            document(413, "too_long", "What was sent is too long."),
        ),
        415: (
            "Something else than application/json was sent",
            document(
                415, "unsupported_media_type", "Only the content type application/json is taken."
            ),
        ),
        422: (
            "It can be read, but it cannot be: facts that cannot have happened, settings, names"
            " or bet units that are not possible",
            document(
                422,
                "unknown_seat",
                "There is no seat 9 at this table.",
                **_error("unknown_seat", "players[2]", "There is no seat 9 at this table."),
            ),
        ),
        429: (
            "Too many writes to a session, sessions opened or wrong keys; see Retry-After",
            document(429, "too_many", "Too many times. Try again in 30 seconds."),
        ),
        503: (
            "The database did not answer in time; sending the same thing again is safe",
            document(503, "service_busy", "The server is busy. Please send it again."),
        ),
    }
)
"""What each status of a problem means, with an example."""

WRITE = (400, 403, 404, 409, 413, 415, 422, 429, 503)
READ = (400, 404, 429, 503)


def problems(statuses: Iterable[int]) -> dict[Any, Any]:
    """The answers with these statuses."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            ProblemSerializer,
            PROBLEMS[status][0],
            [OpenApiExample(str(PROBLEMS[status][1]["code"]), PROBLEMS[status][1])],
        )
        for status in statuses
    }
