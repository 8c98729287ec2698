"""Lists, a page at a time: {"count", "next", "previous", "results"}."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination

from ledger.books.entries import entry_count, ledger_entries
from ledger.books.history import PlayedRound, newest_rounds, with_balances
from ledger.models import Session

Shape = type[serializers.Serializer[Any]]


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`, as Paging reads it; a page that is not there is 404."""

    page_size = 20
    max_page_size = 100
    page_size_query_param = "page_size"


class LongPages(Pages):
    """Pages of short lines: a whole evening fits in one."""

    page_size = 1000
    max_page_size = 1000


@dataclass(frozen=True, slots=True)
class Slices:
    """A list of so many items; `read` gets those from one index up to but without another."""

    length: int
    read: Callable[[int, int], Sequence[object]]

    def __getitem__(self, at: slice) -> Sequence[object]:
        first, last, _step = at.indices(self.length)
        return self.read(first, last)

    def __len__(self) -> int:
        return self.length


def rounds_of(session: Session) -> Slices:
    """A session's rounds, newest first; numbers have no gaps, so no page needs counting."""

    def read(first: int, last: int) -> Sequence[PlayedRound]:
        before = session.round_count - first + 1
        found = newest_rounds(session, before=before, limit=last - first)
        return with_balances(session, found)

    return Slices(session.round_count, read)


def whole_ledger(session: Session) -> Slices:
    """Every payment of a session, oldest first."""

    return Slices(
        entry_count(session),
        lambda first, last: list(ledger_entries(session, first, last)),
    )


def page_of(name: str, item: Shape) -> Shape:
    """The shape of one page of such items, for the schema."""
    fields = {
        "count": serializers.IntegerField(min_value=0),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (serializers.Serializer,), fields)
