"""Lists, a page at a time: {"count", "next", "previous", "results"}."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from ledger.books import balances
from ledger.books.balances import LedgerEntry, PlayedRound
from ledger.models import Session

NO_SIZE = _("Một trang có từ 1 đến %(most)s dòng.")

Item = TypeVar("Item")
Shape = type[serializers.Serializer[Any]]


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`; a page that is not there is 404."""

    page_size = 20
    max_page_size = 100
    page_size_query_param = "page_size"

    def get_page_size(self, request: Request) -> int:
        """The size asked for; raises ValidationError where there is no such page."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not re.fullmatch("[1-9][0-9]{0,3}", text) or int(text) > self.max_page_size:
            said = str(NO_SIZE) % {"most": self.max_page_size}
            raise ValidationError({"page_size": [ErrorDetail(said, "page_size")]})
        return int(text)

    def check(self, request: Request) -> None:
        """Refuse a page that can be nowhere, also where the answer has no pages."""
        self.get_page_size(request)
        self.get_page_number(request, None)

    def get_page_number(self, request: Request, paginator: Any) -> str:
        """The page asked for, in plain digits; raises Http404 for any other spelling."""
        text = request.query_params.get(self.page_query_param, "1")
        if not re.fullmatch("[1-9][0-9]{0,8}", text):
            raise Http404
        return text


class LongPages(Pages):
    """Pages of short lines: a whole evening fits in one."""

    page_size = 1000
    max_page_size = 1000


@dataclass(frozen=True)
class Slices(Generic[Item]):
    """A list of so many items; `read` gets those from one index up to but without another."""

    length: int
    read: Callable[[int, int], Sequence[Item]]

    def __getitem__(self, at: slice) -> Sequence[Item]:
        first, last, _step = at.indices(self.length)
        return self.read(first, last)

    def __len__(self) -> int:
        return self.length


def newest_rounds(session: Session) -> Slices[PlayedRound]:
    """A session's rounds, newest first; numbers have no gaps, so no page needs counting."""

    def read(first: int, last: int) -> Sequence[PlayedRound]:
        before = session.round_count - first + 1
        found = balances.history(session, before=before, limit=last - first)
        return balances.with_balances(session, found)

    return Slices(session.round_count, read)


def whole_ledger(session: Session) -> Slices[LedgerEntry]:
    """Every payment of a session, oldest first."""

    def read(first: int, last: int) -> Sequence[LedgerEntry]:
        return list(balances.ledger(session, first, last))

    return Slices(balances.entry_count(session), read)


def page_of(name: str, item: Shape) -> Shape:
    """The shape of one page of such items, for the schema."""
    fields = {
        "count": serializers.IntegerField(min_value=0),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (serializers.Serializer,), fields)
