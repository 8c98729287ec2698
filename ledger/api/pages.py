"""Lists, a page at a time: {"count", "next", "previous", "results"}."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination

from ledger.books.entries import entry_count, ledger_entries
from ledger.books.history import not_void, played_rounds, with_balances
from ledger.models import Posting, Round, Session

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A page that a cursor led to; `cursor` leads on from it, where anything follows."""

    count: int
    found: Sequence[Any]
    cursor: int | None


def rounds_of(session: Session, *, since: int = 0, state: str = "") -> Slices:
    """A session's rounds after number `since` in this state, newest first."""
    rounds = _rounds(session, since, state)
    # Numbers have no gaps: all rounds need no counting.
    length = rounds.count() if state else max(0, session.round_count - since)
    return Slices(length, lambda *at: with_balances(session, played_rounds(rounds[slice(*at)])))


def rounds_before(
    session: Session, cursor: int, size: int, *, since: int = 0, state: str = ""
) -> Piece:
    """The newest of these rounds with a number below `cursor`, which is 0 at the beginning."""
    rounds = _rounds(session, since, state)
    older = rounds.filter(number__lt=cursor) if cursor else rounds
    found = with_balances(session, played_rounds(older[: size + 1]))
    more = found[size - 1].round.number if len(found) > size else None
    return Piece(rounds.count(), found[:size], more)


def _rounds(session: Session, since: int, state: str) -> QuerySet[Round]:
    rounds = session.rounds.filter(number__gt=since).order_by("-number")
    if state == "void":
        return rounds.filter(postings__kind=Posting.Kind.VOID)
    return not_void(rounds) if state else rounds


def ledger_of(session: Session, *, since: int = 0) -> Slices:
    """Every payment of a session, oldest first; with `since`, those after that round's."""
    total = before = entry_count(session)
    if since <= session.round_count:
        before = entry_count(session, until_round=since) if since else 0
    return Slices(
        total - before,
        lambda first, last: list(ledger_entries(session, before + first, before + last)),
    )


def ledger_after(session: Session, cursor: int, size: int, *, since: int = 0) -> Piece:
    """The oldest of these payments but for the first `cursor` ones."""
    entries = ledger_of(session, since=since)
    more = cursor + size if entries.length > cursor + size else None
    return Piece(entries.length, entries[cursor : cursor + size], more)


def page_of(name: str, item: Shape) -> Shape:
    """The shape of one page of such items, for the schema."""
    fields = {
        "count": serializers.IntegerField(min_value=0),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (serializers.Serializer,), fields)
