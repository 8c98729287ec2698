"""Lists, a page at a time: {"count", "next", "previous", "results"}."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from ledger.books.entries import entry_count, ledger_entries
from ledger.books.history import PlayedRound, not_void, played_rounds, with_balances
from ledger.models import Posting, Round, Session


class Slices:
    """A list of so many items; `read` gets those from one index up to but without another."""

    def __init__(self, length: int, read: Callable[[int, int], Sequence[Any]]) -> None:
        self.length, self.read = length, read

    def __getitem__(self, at: slice) -> Sequence[Any]:
        first, last, _step = at.indices(self.length)
        return self.read(first, last)

    def __len__(self) -> int:
        return self.length

    def after(self, cursor: Any, size: int) -> tuple[Sequence[Any], Any]:
        """So many items from a cursor on, and the cursor of the next, if any; 0 begins."""
        end = cursor + size
        return self[cursor:end], end if end < self.length else None


class Numbered(Slices):
    """A list numbered without gaps up to the newest, newest first: those after number `since`.

    A cursor is the number of the oldest item told: what is added meanwhile moves nothing.
    """

    def __init__(self, newest: int, since: int, read: Callable[[int, int], Sequence[Any]]) -> None:
        self.newest = newest
        super().__init__(max(0, newest - since), read)

    def after(self, cursor: int, size: int) -> tuple[Sequence[Any], int | None]:
        items, end = super().after(max(0, self.newest + 1 - cursor) if cursor else 0, size)
        return items, end and self.newest + 1 - end


class SessionSlices(Slices):
    """These sessions, newest first, where `since` names one those opened after it.

    A cursor is the oldest session told. Raises Http404 where there is no such session.
    """

    def __init__(self, sessions: QuerySet[Session], since: str) -> None:
        later = Q() if since == "0" else ~_opened_by(since)
        self.sessions = sessions.filter(later).order_by("-opened_at", "pk")
        super().__init__(self.sessions.count(), lambda *at: list(self.sessions[slice(*at)]))

    def after(self, cursor: str, size: int) -> tuple[Sequence[Session], str | None]:
        before = Q() if cursor == "0" else _opened_by(cursor) & ~Q(pk=cursor)
        sessions = list(self.sessions.filter(before)[: size + 1])
        return sessions[:size], sessions[size - 1].pk if len(sessions) > size else None


def _opened_by(session_id: str) -> Q:
    """Sessions that were open when this one opened, with it, in the order of the list."""
    at = get_object_or_404(Session.objects.only("opened_at"), pk=session_id).opened_at
    return Q(opened_at__lt=at) | Q(opened_at=at, pk__gte=session_id)


class RoundSlices(Slices):
    """A session's rounds after number `since` in this state, newest first.

    A cursor is the number of the oldest round told: what is recorded meanwhile moves nothing.
    """

    def __init__(self, session: Session, since: int, state: str) -> None:
        self.session, rounds = session, session.rounds.filter(number__gt=since)
        if state:
            void = rounds.filter(postings__kind=Posting.Kind.VOID)
            rounds = void if state == "void" else not_void(rounds)
        self.rounds = rounds.order_by("-number")
        # Numbers have no gaps: all rounds need no counting.
        length = self.rounds.count() if state else max(0, session.round_count - since)
        super().__init__(length, lambda *at: self.played(self.rounds[slice(*at)]))

    def played(self, rounds: QuerySet[Round]) -> Sequence[PlayedRound]:
        return with_balances(self.session, played_rounds(rounds))

    def after(self, cursor: int, size: int) -> tuple[Sequence[PlayedRound], int | None]:
        older = self.rounds.filter(number__lt=cursor) if cursor else self.rounds
        rounds = self.played(older[: size + 1])
        return rounds[:size], rounds[size - 1].round.number if len(rounds) > size else None


def ledger_of(session: Session, since: int) -> Slices:
    """Every payment of a session after those of round `since`, oldest first; 0 for all."""
    total = before = entry_count(session)
    if since <= session.round_count:
        before = entry_count(session, until_round=since) if since else 0
    return Slices(
        total - before,
        lambda first, last: list(ledger_entries(session, before + first, before + last)),
    )
