"""The schema of each call: what it takes, what it answers, what can go wrong.

What is said of calls, headers and problems in words, and their examples, is in descriptions.json.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import IntegerField, Serializer, URLField

from ledger.api.descriptions import DESCRIPTIONS
from ledger.api.fields import Strict
from ledger.api.problems import MEDIA_TYPE
from ledger.api.queries import Paging
from ledger.api.serializers.rounds import ProblemSerializer

Decorator = Callable[[Any], Any]
Shape = type[Serializer[Any]]
Parameter = type[Strict] | OpenApiParameter

HEADERS = {
    key: OpenApiParameter(location=OpenApiParameter.HEADER, **header)
    for key, header in DESCRIPTIONS["headers"].items()
}
PROBLEMS = {
    int(status): OpenApiResponse(ProblemSerializer, problem["description"])
    for status, problem in DESCRIPTIONS["problems"].items()
}
"""What each status of a problem means."""

WRITE = (400, 403, 404, 409, 413, 415, 422, 429, 503)
READ = (400, 404, 429, 503)
NOTHING_NEW = "Nothing has changed since the ETag sent"

JSON, CSV, JOURNAL, EVENTS = "application/json", "text/csv", "text/plain", "text/event-stream"
HTML = "text/html"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def call(
    name: str,
    answer: Any,
    *parameters: Parameter,
    query: type[Strict] | None = None,
    headers: Iterable[str] = ("retry_after",),
    problems: Iterable[int] = READ,
    **options: Any,
) -> Decorator:
    """The schema of a view's method, with all that descriptions.json says of the call `name`.

    What it says there of headers and problems goes before what calls of this kind have.
    The view reads the query as `query`, which is the shape among `parameters` unless given.
    `answer` is the shape of every good answer, or of each by its status and media type.
    """
    described = {"headers": headers, "problems": problems} | DESCRIPTIONS["calls"].get(name, {})
    texts = described.get("answers", {"200": ""})
    shapes = answer if isinstance(answer, dict) else {int(status): answer for status in texts}
    answers = {key: _answer(key, shape, texts) for key, shape in shapes.items()}
    document = extend_schema(
        operation_id=name,
        parameters=[*parameters, *(HEADERS[each] for each in described["headers"])],
        responses=answers | {(each, MEDIA_TYPE): PROBLEMS[each] for each in described["problems"]},
        examples=[OpenApiExample(**each) for each in described.get("examples", ())],
        **options,
    )
    shape = query or next((each for each in parameters if isinstance(each, type)), Strict)

    def decorate(view: Any) -> Any:
        view.query = shape
        return document(view)

    return decorate


def _answer(key: int | tuple[int, str], shape: Any, texts: Mapping[str, str]) -> OpenApiResponse:
    status = key[0] if isinstance(key, tuple) else key
    return OpenApiResponse(shape, NOTHING_NEW if status == 304 else texts.get(str(status), ""))


def reads(name: str, answer: Any, *parameters: Parameter, **options: Any) -> Decorator:
    """A call that changes nothing, and answers 304 where nothing has changed."""
    headers = ("if_none_match", "etag", "retry_after")
    answers = {200: answer, 304: None}
    return call(name, answers, *parameters, headers=headers, **options)


def lists(name: str, page: str, item: Shape, paging: Any = Paging, **options: Any) -> Decorator:
    """A list that is read a page at a time."""
    return reads(name, page_of(page, item), paging, **options)


def writes(name: str, takes: Any, answer: Any, *parameters: Any, **options: Any) -> Decorator:
    """A call that needs the score key."""
    headers = ("etag_after_write", "retry_after")
    options |= {"request": takes, "headers": headers, "problems": WRITE}
    return call(name, answer, *parameters, **options)


def sends_file(name: str, kind: str, *parameters: Parameter) -> Decorator:
    """A call that answers with a file of this media type."""
    content = OpenApiTypes.BINARY if kind == XLSX else OpenApiTypes.STR
    return call(name, {(200, kind): content}, *parameters)


def page_of(name: str, item: Shape) -> Shape:
    """The shape of one page of such items."""
    fields = {
        "count": IntegerField(min_value=0),
        "next": URLField(allow_null=True),
        "previous": URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (Serializer,), fields)
