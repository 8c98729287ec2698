"""The schema of the calls about rules, payments, keys, the log, figures and groups.

What each takes and answers is shown by an example from examples.json.
"""

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from ledger.api import further_serializers as shapes
from ledger.api.pages import page_of
from ledger.api.queries import Paging
from ledger.api.schema import Decorator, reads, writes
from ledger.api.serializers import OtherItemObject, WholeSession
from scoring import RULE_SETS

EXAMPLES = json.loads(files(__package__).joinpath("examples.json").read_text(encoding="utf-8"))
"""By the name of the call: what is `sent` and what is `told`, which of a list is its lines."""

PAGE = {"count": 1, "next": None, "previous": None}


def _call(make: Callable[..., Decorator], name: str, summary: str, *schema: Any) -> Decorator:
    """The schema of a call with its summary and its examples."""
    shown = extend_schema(summary=summary, examples=list(_examples(name)))
    decorate = make(name, *schema)
    return lambda view: shown(decorate(view))


def _examples(name: str) -> Iterator[OpenApiExample]:
    sent, told = EXAMPLES[name].get("sent"), EXAMPLES[name]["told"]
    if sent:
        yield OpenApiExample("sent", sent, request_only=True)
    shown = PAGE | {"results": told} if isinstance(told, list) else told
    yield OpenApiExample("told", shown, response_only=True, status_codes=["200", "201"])


def _list(name: str, summary: str, page: str, item: Any) -> Decorator:
    """A list, a page at a time."""
    return _call(reads, name, summary, page_of(page, item), Paging)


def _open(decorate: Decorator) -> Decorator:
    """A call that needs no key."""
    return lambda view: extend_schema(auth=[])(decorate(view))


GAME, GROUP, PAYMENT = shapes.GameSerializer, shapes.GroupSerializer, shapes.PaymentObject
NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(RULE_SETS))
MARKED = {
    201: OpenApiResponse(PAYMENT, "Marked"),
    200: OpenApiResponse(PAYMENT, "Marked before: the same answer again"),
}

list_rules = _open(_list("list_rules", "List the games", "GamePage", GAME))
get_rules = _open(_call(reads, "get_rules", "Read the settings of a game", GAME, NAME))
reopen_session = _call(writes, "reopen_session", "Reopen a session", None, {200: WholeSession})
renew_key = _call(writes, "renew_key", "Renew a key", shapes.RenewKey, {200: shapes.KeysSerializer})
list_payments = _list("list_payments", "List payments", "PaymentPage", PAYMENT)
mark_paid = _call(writes, "mark_paid", "Mark money as handed over", shapes.MarkPaid, MARKED)
void_payment = _call(writes, "void_payment", "Take a payment back", None, {200: PAYMENT})
list_other = _list("list_other", "List other items", "OtherItemPage", OtherItemObject)
list_flags = _list("list_flags", "List rounds called wrong", "FlagPage", shapes.FlagSerializer)
list_changes = _list("list_changes", "Read the log", "LogPage", shapes.LogLineSerializer)
get_figures = _call(reads, "get_figures", "Read an evening in figures", shapes.FiguresSerializer)
get_group = _call(reads, "get_group", "Read a group", GROUP)
get_group_totals = _call(
    reads, "get_group_totals", "Read what all evenings came to", shapes.GroupTotalsSerializer
)
