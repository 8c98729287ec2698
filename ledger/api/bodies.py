"""What callers send: JSON only, read strictly."""

from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from ledger.common import strict_json
from ledger.common.refusals import Refusal


class NotJSON(Refusal):
    """The body cannot be read as JSON."""

    status, code = 400, "json"
    text = _("Nội dung gửi lên không phải JSON hợp lệ.")


class StrictJSON(BaseParser):
    """Reads a body as UTF-8 JSON, whatever else its type says."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], *more: object, **named: object) -> Any:
        try:
            return strict_json.loads(stream.read())
        except ValueError as error:
            raise NotJSON from error


class MergePatch(StrictJSON):
    """Reads a change as RFC 7396 has it: members of objects are merged, null takes one away."""

    media_type = "application/merge-patch+json"


class AlwaysJSON(DefaultContentNegotiation):
    """Answers with what the view renders, whatever is asked for: there is one form of each."""

    def select_renderer(self, request: Request, renderers: Any, *more: Any, **named: Any) -> Any:
        return renderers[0], renderers[0].media_type
