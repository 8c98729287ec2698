"""The schema of each call: what it takes, what it answers, what can go wrong."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers

from ledger.api import exported, facts, queries
from ledger.api import serializers as shapes
from ledger.api.fields import Anything
from ledger.api.pages import page_of
from ledger.api.problems import MEDIA_TYPE
from scoring import RULE_SETS

Decorator = Callable[[Any], Any]
Responses = dict[Any, Any]

JSON = "application/json"


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


def _of_game(shape: Any, rules: str) -> Any:
    """A round as it looks in one game."""
    const = extend_schema_field({"type": "string", "const": rules})
    of_game = extend_schema_field(facts.facts_of(rules))
    fields = {
        "__doc__": shape.__doc__,
        "rules": const(type("Rules", (Anything,), {}))(),
        "facts": of_game(type("FactsOfGame", (Anything,), {}))(),
    }
    return type(facts.component(rules, shape.__name__), (shape,), fields)


class RoundByGame(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A round looks as its game says, and its `rules` name the game."""

    target_class: Any = shapes.RoundObject

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        shape = type(self.target)
        found = {
            rules: auto_schema.resolve_serializer(_of_game(shape, rules), direction).ref
            for rules in RULE_SETS
        }
        return {
            "description": shape.__doc__,
            "oneOf": list(found.values()),
            "discriminator": {
                "propertyName": "rules",
                "mapping": {rules: each["$ref"] for rules, each in found.items()},
            },
        }


class ScoredByGame(RoundByGame):  # type: ignore[no-untyped-call]
    """So does one that is only scored."""

    target_class = shapes.Scored


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
    404: "No such session, group, round or page, or not with this key: always the same answer",
    409: (
        "The session is closed (`session_closed`), another round came in between (`stale_round`),"
        " the id stands for other facts (`different_facts`), the round was corrected before"
        " (`already_corrected`), or the closed table was paid or carried on already, so that its"
        " rounds stay until it is opened again (`settling`)"
    ),
    412: "The session has changed since the ETag sent in `If-Match`",
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


def _problems(statuses: Iterable[int]) -> dict[Any, Any]:
    """The answers with these statuses."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, PROBLEMS[status])
        for status in statuses
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


SUBMISSIONS = [
    OpenApiExample(
        rules,
        {"id": "0b5e7a52-6c1f-4f4e-9d59-3f1f6a2c7d10", "facts": rule_set.examples[0].facts},
        summary=rule_set.title.say("en"),
        request_only=True,
    )
    for rules, rule_set in RULE_SETS.items()
]
"""A round of every game there is, to send."""

KNOWN = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="the ETag of an earlier answer: 304 while nothing has changed",
)
ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="of this answer"
)
TAG_AFTER = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201], description="of the session now"
)
UNCHANGED = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="the ETag of the session: 412 if it has changed since",
)
RETRY = OpenApiParameter(
    "Retry-After",
    int,
    OpenApiParameter.HEADER,
    response=[429, 503],
    description="seconds to wait before sending the same again",
)
NOTHING_NEW = OpenApiResponse(None, "Nothing has changed since the ETag sent")


def reads(name: str, answer: Any, *more: Any) -> Decorator:
    """A call that changes nothing and says so when nothing has changed."""
    return extend_schema(
        operation_id=name,
        parameters=[*more, KNOWN, ETAG, RETRY],
        responses=(answer if isinstance(answer, dict) else {200: answer})
        | {304: NOTHING_NEW}
        | _problems(READ),
    )


def writes(name: str, takes: Any, answers: Responses, *more: Any, **options: Any) -> Decorator:
    """A call that needs the score key."""
    return extend_schema(
        operation_id=name,
        parameters=[*more, TAG_AFTER, RETRY],
        request=takes,
        responses=answers | _problems(WRITE),
        **options,
    )


RECORDED: Responses = {
    201: OpenApiResponse(shapes.RoundObject, "Recorded"),
    200: OpenApiResponse(shapes.RoundObject, "Was there before: the same answer again"),
}

open_session = extend_schema(
    operation_id="open_session",
    auth=[],
    parameters=[RETRY],
    request=shapes.OpenSession,
    responses={
        201: OpenApiResponse(shapes.OpenedSession, "Opened"),
        200: OpenApiResponse(shapes.OpenedSession, "Was opened before by the same id"),
    }
    | _problems((400, 409, 413, 415, 422, 429, 503)),
    examples=[
        OpenApiExample(
            rules,
            {
                "rules": rules,
                "settings": {},
                "bet_unit": 2000,
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
    parameters=[queries.ListedSessions, RETRY],
    responses={200: page_of("SessionPage", shapes.SessionLine)}
    | _problems((400, 401, 404, 429, 503)),
)
get_session = reads("get_session", shapes.WholeSession)
change_session = writes(
    "change_session", shapes.ChangeSession, {200: shapes.WholeSession} | _problems([412]), UNCHANGED
)
close_session = writes("close_session", None, {200: shapes.WholeSession})
list_rounds = reads("list_rounds", page_of("RoundPage", shapes.RoundObject), queries.RoundPaging)
get_round = reads("get_round", shapes.RoundObject)
record_round = writes(
    "record_round",
    shapes.Submit,
    {
        201: OpenApiResponse(shapes.RoundObject, "Recorded"),
        200: OpenApiResponse(
            PolymorphicProxySerializer("RoundOrScored", [shapes.RoundObject, shapes.Scored], None),
            "The round that was there before, or with `dry_run` what it would come to",
        ),
    },
    queries.DryRun,
    examples=SUBMISSIONS,
)
correct_round = writes("correct_round", shapes.Submit, RECORDED, examples=SUBMISSIONS)
void_round = writes("void_round", shapes.ReasonSerializer, {200: shapes.RoundObject})
record_rounds = writes(
    "record_rounds",
    {JSON: facts.MANY},
    {200: BulkAnswer},
)
tell_other = writes(
    "tell_other",
    shapes.TellOther,
    {
        201: OpenApiResponse(shapes.OtherItemObject, "Posted"),
        200: OpenApiResponse(shapes.OtherItemObject, "Posted before"),
    },
)
void_other = writes("void_other", None, {200: shapes.OtherItemObject})
CSV, XLSX = "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: Responses = {(200, CSV): OpenApiTypes.STR, (200, XLSX): OpenApiTypes.BINARY}
get_totals = reads("get_totals", shapes.SessionTotals)
get_ledger = reads(
    "get_ledger", page_of("LedgerPage", shapes.LedgerEntrySerializer), queries.LongPaging
)


def _file(name: str, kind: str, *more: Any) -> Decorator:
    """A view whose only call answers with a file of this media type."""
    return extend_schema_view(get=reads(name, {(200, kind): FILES[200, kind]}, *more))


totals_csv = _file("get_totals_csv", CSV, queries.Separator)
totals_xlsx = _file("get_totals_xlsx", XLSX)
ledger_csv = _file("get_ledger_csv", CSV, queries.Separator)
ledger_xlsx = _file("get_ledger_xlsx", XLSX)
ledger_journal = reads("get_ledger_journal", {(200, "text/plain"): OpenApiTypes.STR})


def _exports(name: str, row: type[serializers.Serializer[Any]]) -> Decorator:
    """A file of many sessions, made while it is sent."""
    rows = OpenApiResponse(
        row(many=True),
        "Oldest session first; a file that breaks off ends without the closing bracket",
    )
    return extend_schema(
        operation_id=name,
        parameters=[queries.ExportedSessions],
        responses={(200, JSON): rows} | FILES | _problems((400, 401, 429, 503)),
    )


export_totals = _exports("export_totals", exported.ExportedTotal)
export_ledger = _exports("export_ledger", exported.ExportedEntry)
follow_session = extend_schema(
    operation_id="follow_session",
    parameters=[
        OpenApiParameter(
            "Last-Event-ID",
            {"type": "integer", "minimum": 0, "maximum": queries.NEWEST},
            OpenApiParameter.HEADER,
            description="the id of the last event that was heard: those after it come first",
        ),
        RETRY,
    ],
    responses={
        (200, "text/event-stream"): OpenApiResponse(
            OpenApiTypes.STR,
            "An event for each line of the session's log: its `id` is the number of the line,"
            " its name the kind of change, its data JSON with `number`, `kind`, `round`, `seat`"
            " and `made_at`. The event `gone` says that the key was renewed. The stream ends"
            " after some minutes, too: come back with `Last-Event-ID`, and nothing is missed",
            examples=[
                OpenApiExample(
                    "a round",
                    'id: 7\nevent: recorded\ndata: {"number": 7, "kind": "recorded",'
                    ' "round": 3, "seat": null,'
                    ' "made_at": "2026-11-21T20:15:00+07:00"}\n\n',
                    media_type="text/event-stream",
                )
            ],
        )
    }
    | _problems(READ),
)
get_settlement = reads("get_settlement", shapes.Settlement)
