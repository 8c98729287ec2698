"""What every call has in common: strict addresses, one session, answers that may be unchanged."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.http import quote_etag
from rest_framework.exceptions import MethodNotAllowed, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from ledger.access import limits
from ledger.access.actor import Actor
from ledger.access.keys import Role
from ledger.access.limits import Count, Left
from ledger.api.fields import Strict
from ledger.api.keys import OpensSession
from ledger.api.pages import Slices
from ledger.api.serializers.common import Shape, shared
from ledger.common.strict_json import Object
from ledger.exports import files, sheets
from ledger.models import Link, Session

BY_API = Actor(Link.API)

MakeBook = Callable[..., sheets.Book]
Items = Slices | QuerySet[Any] | Sequence[Any]


class ApiView(APIView):
    """A call that refuses methods, parameters and fields it does not know."""

    http_method_names = ["get", "head", "post", "put", "patch"]  # noqa: RUF012
    query: Object
    """The query parameters, as the schema of the call (`ledger.api.calls`) has them."""
    session: Session | None = None
    """The one that the call is about, as it was read, and from a write on as that left it."""
    left: Left | None = None
    """What the caller may still do, where it was counted a moment ago."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        method = str(request.method)
        if method not in self.allowed_methods:
            raise MethodNotAllowed(method)
        request.body  # noqa: B018  # raises RequestDataTooBig, also where nobody reads it
        super().initial(request, *args, **kwargs)
        query = shared(getattr(getattr(self, method.lower()), "query", Strict))
        asked = request.query_params
        if twice := [name for name in asked if len(asked.getlist(name)) > 1]:
            raise ValidationError({twice[0]: [query.error("twice")]})
        self.query = query.run_validation(asked.dict())

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer: Any = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ["Authorization"])
        if request.method not in SAFE_METHODS:
            if self.session and answer.status_code < 300:
                answer["ETag"] = session_tag(self.session)
        elif answer.status_code == 200 and hasattr(answer, "render"):
            answer = unless_known(request, answer)
        if answer.status_code < 500:
            self.tell_limit(request, answer)
        return answer

    def tell_limit(self, request: Request, answer: HttpResponseBase) -> None:
        """Say what the caller may still do (draft-ietf-httpapi-ratelimit-headers-10)."""
        limit, what, who = self.limited(request)
        name = what.replace(" ", "-")
        left, wait = self.left or limits.left(limit, what, who)
        answer["RateLimit-Policy"] = f'"{name}";q={limit.most};w={limit.period}'
        answer["RateLimit"] = f'"{name}";r={left};t={wait}'

    def limited(self, request: Request) -> Count:
        """What is counted here: writes, as soon as a key has opened a session."""
        return limits.writes(self.session.pk) if self.session else limits.wrong_keys(request)

    def sessions(self) -> QuerySet[Session]:
        """The session, or all that the query leaves, of which a list or a file is."""
        chosen = {"pk": self.session.pk} if self.session else self.query.get("filter", {})
        return Session.objects.filter(**chosen)

    def file(self, make: MakeBook, format: str = "", **options: object) -> StreamingHttpResponse:
        """A file of these sessions, in this format or that which the query names."""
        book = make(self.sessions(), for_programs=True, **options)
        return files.download(self.request, book, format or self.query["format"])

    def sent(self, shape: type[Shape]) -> Object:
        """The body as `shape` reads it; raises ValidationError."""
        return dict(shared(shape).run_validation(self.request.data))

    def page(self, items: Items, shape: type[Shape]) -> Response:
        """One page of a long list, by its number or from a cursor on.

        A page that is not there is 404.
        """
        if isinstance(items, Slices) and "cursor" in self.query:
            results, cursor = items.after(self.query["cursor"], self.query["page_size"])
            here = self.request.build_absolute_uri()
            following = replace_query_param(here, "cursor", cursor) if cursor else None
            links = {"count": len(items), "next": following, "previous": None}
            return Response({**links, "results": shape(results, many=True).data})
        paginator = PageNumberPagination()
        paginator.page_size = self.query["page_size"]
        listed = paginator.paginate_queryset(items, self.request, view=self)  # type: ignore[arg-type]
        return paginator.get_paginated_response(shape(listed, many=True).data)


class SessionView(ApiView):
    """A call about one session, which the caller's key opens; writing needs the score key."""

    permission_classes = (OpensSession,)
    session: Session
    role: Role
    staff_may_write = False
    by_staff = False
    """Whether a staff token writes, not the session's key."""

    @property
    def by(self) -> Actor:
        """Who makes a change."""
        return Actor(Link.ADMIN) if self.by_staff else BY_API

    def count(self) -> None:
        """Count a write to this session; raises TooMany."""
        self.left = limits.take(*limits.writes(self.session.pk))

    def written(self, shape: type[Shape] | type[Strict] = Strict) -> Object:
        """The body of one more write; raises ValidationError, TooMany."""
        sent = self.sent(shape)
        self.count()
        return sent


def session_tag(session: Session) -> str:
    """The ETag of a session as `GET sessions/{id}/` answers it, which has no texts."""
    return quote_etag(hashlib.sha256(repr(session.state()).encode()).hexdigest()[:32])


def unless_known(request: Request, answer: Any) -> Any:
    """The answer with an ETag of its own or of its content; 304 where the caller has it."""
    answer.render()
    if not answer.has_header("ETag"):
        set_response_etag(answer)
    return get_conditional_response(request, answer["ETag"], response=answer)
