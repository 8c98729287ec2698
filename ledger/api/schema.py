"""The schema of each call: what it takes, what it answers, what can go wrong."""

from collections.abc import Callable
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

from ledger.api import facts
from ledger.api import serializers as shapes
from ledger.api.pages import LongPages, Pages, page_of
from ledger.api.schema_problems import READ, WRITE, ProblemSerializer, problems
from scoring import RULE_SETS, score
from scoring.common.words import REASONS

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


class BulkItem(serializers.Serializer[Any]):
    """What became of one round: `recorded` now, `present` from before, or `refused`."""

    id = serializers.UUIDField(allow_null=True)
    outcome = serializers.ChoiceField(choices=["recorded", "present", "refused"])
    round = shapes.RoundObject(allow_null=True)
    problem = ProblemSerializer(allow_null=True)


class BulkAnswer(serializers.Serializer[Any]):
    """One answer for each round, in order."""

    results = BulkItem(many=True)


def _submissions() -> list[OpenApiExample]:
    """A round of every game there is, to send."""
    return [
        OpenApiExample(
            rules,
            {"id": EXAMPLE_ID, "facts": RULE_SETS[rules].examples[0].facts},
            summary=rule_set.title.say("en"),
            request_only=True,
        )
        for rules, rule_set in RULE_SETS.items()
    ]


def _round_example(rules: str) -> OpenApiExample:
    """What is answered to the example of this game."""
    outcome = score(rules, RULE_SETS[rules].examples[0].facts)
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
            "facts": RULE_SETS[rules].examples[0].facts,
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
ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="of this answer"
)
RETRY = OpenApiParameter(
    "Retry-After",
    int,
    OpenApiParameter.HEADER,
    response=[429, 503],
    description="seconds to wait before sending the same again",
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
        parameters=[SESSION, *more, KNOWN, ETAG, RETRY],
        responses=(answer if isinstance(answer, dict) else {200: answer})
        | {304: NOTHING_NEW}
        | problems(READ),
    )


def _writes(
    name: str, takes: Any, answers: Responses, *more: OpenApiParameter, **said: Any
) -> Decorator:
    """A call that needs the score key."""
    return extend_schema(
        operation_id=name,
        parameters=[SESSION, *more, RETRY],
        request=takes,
        responses=answers | problems(WRITE),
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
    parameters=[RETRY],
    request=shapes.OpenSession,
    responses={201: shapes.OpenedSession} | problems((400, 413, 415, 422, 429, 503)),
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
CHOSEN = (
    OpenApiParameter("opened_from", {"type": "string", "format": "date"}),
    OpenApiParameter("opened_until", {"type": "string", "format": "date"}),
    OpenApiParameter("rules", str, enum=list(RULE_SETS)),
    OpenApiParameter("state", str, enum=shapes.STATES),
)
list_sessions = extend_schema(
    operation_id="list_sessions",
    parameters=[*CHOSEN, *_paging(), RETRY],
    responses={200: page_of("SessionPage", shapes.SessionLine)}
    | problems((400, 401, 404, 429, 503)),
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
void_round = _writes("void_round", shapes.ReasonSerializer, {200: shapes.RoundObject}, ROUND)
record_rounds = _writes(
    "record_rounds",
    {JSON: facts.MANY},
    {200: BulkAnswer},
)
FORMAT = OpenApiParameter(
    "format",
    {"type": "string", "enum": ["json", "csv", "xlsx"], "default": "json"},
    description=(
        "a file instead, whole and without pages; keys and codes in every language;"
        " the first byte of xlsx comes once all of it is made, which can take minutes"
    ),
)
FILE_FORMAT = OpenApiParameter(
    "format",
    {"type": "string", "enum": ["json", "csv", "xlsx"], "default": "json"},
    description=(
        "keys and codes are the same in every language; xlsx has a second sheet with the rules"
        " and bet units in force; its first byte comes once all of it is made, which can take"
        " minutes"
    ),
)
FILES: Responses = {
    (200, "text/csv"): OpenApiTypes.STR,
    (200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"): OpenApiTypes.BINARY,
}
get_totals = _reads("get_totals", {(200, JSON): shapes.SessionTotals} | FILES, FORMAT)
get_ledger = _reads(
    "get_ledger",
    {(200, JSON): page_of("LedgerPage", shapes.LedgerEntrySerializer)} | FILES,
    *_paging(LongPages),
    FORMAT,
)


def _exports(name: str, row: type[serializers.Serializer[Any]], example: object) -> Decorator:
    """A file of many sessions, made while it is sent."""
    rows = OpenApiResponse(
        row(many=True),
        "Oldest session first; a file that breaks off ends without the closing bracket",
        [OpenApiExample(name, example)],
    )
    return extend_schema(
        operation_id=name,
        parameters=[*CHOSEN, FILE_FORMAT],
        responses={(200, JSON): rows} | FILES | problems((400, 401, 429, 503)),
    )


OF_SESSION = {"session": "k3v9x2mb", "session_name": "Nhà An", "currency": ""}
AT = "2026-11-21T20:15:00+07:00"
export_totals = _exports(
    "export_totals",
    shapes.ExportedTotal,
    {
        **OF_SESSION,
        "opened_at": AT,
        "seat": 2,
        "name": "Bình",
        "balance": 2000,
        "played": 1,
        "won": 1,
        **{reason.value: 2000 if reason == "place" else 0 for reason in REASONS},
    },
)
export_ledger = _exports(
    "export_ledger",
    shapes.ExportedEntry,
    {
        **OF_SESSION,
        "posting": 1,
        "line": 1,
        "posted_at": AT,
        "kind": "round",
        "round": 1,
        "payer": 3,
        "payer_name": "Cúc",
        "payee": 2,
        "payee_name": "Bình",
        "amount": 2000,
        "reason": "place",
        "payer_balance": -2000,
        "payee_balance": 2000,
    },
)
get_settlement = _reads("get_settlement", shapes.Settlement)

STRICT = ("OpenSession", "ChangeSession", "Submit", "Reason")


def close_bodies(result: Any, **_context: object) -> Any:
    """Say of every body that it takes no other fields, and of a list that it must be there.

    The facts of each game are put with the other components.
    """
    result["paths"]["/api/v1/sessions/{session_id}/rounds/bulk/"]["post"]["requestBody"][
        "required"
    ] = True
    result["components"]["schemas"] |= facts.COMPONENTS
    for name, component in result["components"]["schemas"].items():
        if name.removesuffix("Request").removeprefix("Patched") in STRICT:
            component["additionalProperties"] = False
        if name == "RoundOrScored":  # a round has everything that a scored one has
            component["anyOf"] = component.pop("oneOf")
    return result
