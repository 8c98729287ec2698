"""What the API is: for programs the schema, for people a page made from it."""

import json
from functools import cache

from django.http import HttpResponse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request

import ledger.api.openapi  # noqa: F401  # registers what drf-spectacular is to know
from ledger.api.keys import Anybody
from ledger.api.views.base import ApiView


class Schema(ApiView):
    """The OpenAPI 3 schema, as JSON."""

    permission_classes = (Anybody,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(document(), content_type="application/json")


@cache
def document() -> bytes:
    """The schema, worked out once; in English, which is what its readers write programs in."""
    with override("en"):
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]
        schema = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return json.dumps(schema, ensure_ascii=False).encode()


class Docs(SpectacularSwaggerSplitView):
    """The schema as a page on which every call can be tried; no script stands in the page."""

    permission_classes = (Anybody,)
    url_name = "api_schema"
    template_name = "api_docs.html"
