"""The schema of each call: what it takes, what it answers, what can go wrong."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import serializers

from ledger.api import serializers as shapes
from ledger.api.pages import LongPages, Pages, page_of
from ledger.api.problems import MEDIA_TYPE, document
from scoring import RULE_SETS, score

Decorator = Callable[[Any], Any]
Responses = dict[Any, Any]

SEATS = (1, 2, 3, 4)
JSON = "application/json"
EXAMPLE_ID = "0b5e7a52-6c1f-4f4e-9d59-3f1f6a2c7d10"
BET_UNIT = 2000


def language() -> str:
    """The caller's language as the rules know it."""
    return get_language() or "vi"


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a caller shows a key."""

    target_class = "ledger.api.keys.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": (
                "A session's score key writes and reads, its view key reads; a staff token"
                " reads every session. Without a good key a session does not exist: 404."
            ),
        }


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


class Problem(serializers.Serializer[Any]):
    """Why a call was refused (RFC 9457); `code` is stable, `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    round = serializers.IntegerField(required=False, help_text="the round that stands in the way")
    error = ProblemError(required=False)


class BulkItem(serializers.Serializer[Any]):
    """What became of one round: `recorded` now, `present` from before, or `refused`."""

    id = serializers.UUIDField(allow_null=True)
    outcome = serializers.ChoiceField(choices=["recorded", "present", "refused"])
    round = shapes.RoundObject(allow_null=True)
    problem = Problem(allow_null=True)


class BulkAnswer(serializers.Serializer[Any]):
    """One answer for each round, in order."""

    results = BulkItem(many=True)


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
            " (`stale_round`), the id stands for other facts (`different_facts`), or the round"
            " was corrected before (`already_corrected`)",
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


def _problems(statuses: Iterable[int]) -> Responses:
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            Problem,
            PROBLEMS[status][0],
            [OpenApiExample(str(PROBLEMS[status][1]["code"]), PROBLEMS[status][1])],
        )
        for status in statuses
    }


def dealt(rules: str) -> dict[str, Any]:
    """The facts of one round of a game, always the same."""
    return RULE_SETS[rules].deal(Random(2026), SEATS, False)


def _submissions() -> list[OpenApiExample]:
    """A round of every game there is, to send."""
    return [
        OpenApiExample(
            rules,
            {"id": EXAMPLE_ID, "facts": dealt(rules)},
            summary=rule_set.title.say("en"),
            request_only=True,
        )
        for rules, rule_set in RULE_SETS.items()
    ]


def _round_example(rules: str) -> OpenApiExample:
    """What is answered to the example of this game."""
    outcome = score(rules, dealt(rules))
    unit = BET_UNIT // outcome.grain
    amounts = {str(seat): units * unit for seat, units in outcome.net.items()}
    return OpenApiExample(
        f"{rules}_recorded",
        {
            "number": 1,
            "id": EXAMPLE_ID,
            "state": "recorded",
            "rules": rules,
            "bet_unit": BET_UNIT,
            "facts": dealt(rules),
            "result": outcome.as_json("en"),
            "amounts": amounts,
            "balances": amounts,
            "corrects": None,
            "recorded_at": "2026-11-21T20:15:00+07:00",
        },
        response_only=True,
        status_codes=["200", "201"],
    )


KNOWN = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="the ETag of an earlier answer: 304 while nothing has changed",
)
SESSION = OpenApiParameter(
    "session_id", {"type": "string", "pattern": "^[a-z0-9]{1,12}$"}, OpenApiParameter.PATH
)
ROUND = OpenApiParameter(
    "number",
    {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    OpenApiParameter.PATH,
)
DRY_RUN = OpenApiParameter(
    "dry_run",
    {"type": "string", "enum": ["0", "1", "false", "true"]},
    description="score only: nothing is stored, and `id` may be left out",
)
NOTHING_NEW = OpenApiResponse(None, "Nothing has changed since the ETag sent")


def _paging(pages: type[Pages] = Pages) -> list[OpenApiParameter]:
    size = {"type": "integer", "minimum": 1, "maximum": pages.max_page_size}
    size["default"] = pages.page_size
    return [
        OpenApiParameter("page", {"type": "integer", "minimum": 1, "default": 1}),
        OpenApiParameter("page_size", size),
    ]


def _reads(name: str, answer: Any, *more: OpenApiParameter) -> Decorator:
    """A call that changes nothing and says so when nothing has changed."""
    return extend_schema(
        operation_id=name,
        parameters=[SESSION, *more, KNOWN],
        responses=(answer if isinstance(answer, dict) else {200: answer})
        | {304: NOTHING_NEW}
        | _problems(READ),
    )


def _writes(
    name: str, takes: Any, answers: Responses, *more: OpenApiParameter, **said: Any
) -> Decorator:
    """A call that needs the score key."""
    return extend_schema(
        operation_id=name,
        parameters=[SESSION, *more],
        request=takes,
        responses=answers | _problems(WRITE),
        **said,
    )


ROUND_EXAMPLES = [*_submissions(), _round_example(next(iter(RULE_SETS)))]
RECORDED: Responses = {
    201: OpenApiResponse(shapes.RoundObject, "Recorded"),
    200: OpenApiResponse(shapes.RoundObject, "Was there before: the same answer again"),
}

open_session = extend_schema(
    operation_id="open_session",
    auth=[],
    request=shapes.OpenSession,
    responses={201: shapes.OpenedSession} | _problems((400, 413, 415, 422, 429, 503)),
    examples=[
        OpenApiExample(
            rules,
            {
                "rules": rules,
                "settings": {},
                "bet_unit": BET_UNIT,
                "name": "",
                "players": ["An", "Bình", "Cúc", "Dũng"],
            },
            request_only=True,
        )
        for rules in RULE_SETS
    ],
)
list_sessions = extend_schema(
    operation_id="list_sessions",
    parameters=[
        OpenApiParameter("opened_from", {"type": "string", "format": "date"}),
        OpenApiParameter("opened_until", {"type": "string", "format": "date"}),
        OpenApiParameter("rules", str, enum=list(RULE_SETS)),
        OpenApiParameter("state", str, enum=shapes.STATES),
        *_paging(),
    ],
    responses={200: page_of("SessionPage", shapes.SessionLine)}
    | _problems((400, 401, 404, 429, 503)),
)
get_session = _reads("get_session", shapes.WholeSession)
change_session = _writes("change_session", shapes.ChangeSession, {200: shapes.WholeSession})
close_session = _writes("close_session", None, {200: shapes.WholeSession})
list_rounds = _reads("list_rounds", page_of("RoundPage", shapes.RoundObject), *_paging())
get_round = _reads("get_round", shapes.RoundObject, ROUND)
record_round = _writes(
    "record_round",
    shapes.Submit,
    {
        201: OpenApiResponse(shapes.RoundObject, "Recorded"),
        200: OpenApiResponse(
            PolymorphicProxySerializer("RoundOrScored", [shapes.RoundObject, shapes.Scored], None),
            "The round that was there before, or with `dry_run` what it would come to",
        ),
    },
    DRY_RUN,
    examples=ROUND_EXAMPLES,
)
correct_round = _writes("correct_round", shapes.Submit, RECORDED, ROUND, examples=[*_submissions()])
void_round = _writes("void_round", shapes.Reason, {200: shapes.RoundObject}, ROUND)
record_rounds = _writes(
    "record_rounds",
    {"application/json": {"type": "array", "minItems": 1, "maxItems": 200, "items": {}}},
    {200: BulkAnswer},
)
FORMAT = OpenApiParameter(
    "format",
    {"type": "string", "enum": ["json", "csv", "xlsx"], "default": "json"},
    description="a file instead, whole and without pages",
)
FILES: Responses = {
    (200, "text/csv"): OpenApiTypes.STR,
    (200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"): OpenApiTypes.BINARY,
}
get_totals = _reads("get_totals", {(200, JSON): shapes.SessionTotals} | FILES, FORMAT)
get_ledger = _reads(
    "get_ledger",
    {(200, JSON): page_of("LedgerPage", shapes.LedgerEntry)} | FILES,
    *_paging(LongPages),
    FORMAT,
)
get_settlement = _reads("get_settlement", shapes.Settlement)

STRICT = ("OpenSession", "ChangeSession", "Submit", "Reason")


def close_bodies(result: Any, **_context: object) -> Any:
    """Say of every body that it takes no other fields, and of a list that it must be there."""
    result["paths"]["/api/v1/sessions/{session_id}/rounds/bulk/"]["post"]["requestBody"][
        "required"
    ] = True
    for name, component in result["components"]["schemas"].items():
        if name.removesuffix("Request").removeprefix("Patched") in STRICT:
            component["additionalProperties"] = False
        if name == "RoundOrScored":  # a round has everything that a scored one has
            component["anyOf"] = component.pop("oneOf")
    return result
