"""Reading the journal again from its beginning, in short queries and flat memory."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import DatabaseError
from django.db.models import Max

from ledger.journal import Payment
from ledger.models import BetUnit, Entry, Posting, Round, RuleVersion, Session

CHUNK = 400
"""Postings read at a time."""

Terms = TypeVar("Terms", RuleVersion, BetUnit)


@dataclass(frozen=True, slots=True)
class Posted:
    """One posting with all that it can be compared to; a seat of another session is seat 0.

    `reverses` is what a void gives back, `corrects_void` whether the round that this one
    corrects was void before.
    """

    posting: Posting
    round: Round
    lines: Sequence[int]
    payments: Sequence[Payment]
    reverses: Sequence[Payment]
    corrects_void: bool


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A posting that is so damaged that it cannot be loaded."""

    number: int
    error: Exception


@dataclass(slots=True)
class Reader:
    """Reads one session's counted postings in order."""

    session: Session
    numbers: Mapping[int, int]
    """Seat number by key."""
    rules: dict[int, RuleVersion] = field(default_factory=dict)
    bet_units: dict[int, BetUnit] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Posted | Unreadable]:
        newest = self.session.postings.aggregate(newest=Max("number"))["newest"] or 0
        last = min(newest, self.session.posting_count)
        for first in range(1, last + 1, CHUNK):
            yield from self._read(first, min(first + CHUNK - 1, last))

    def _read(self, first: int, last: int) -> Iterator[Posted | Unreadable]:
        """These postings; where they cannot be read together, each on its own."""
        try:
            yield from self._chunk(first, last)
        except (ValueError, TypeError, LookupError, DatabaseError) as error:
            if first == last:
                yield Unreadable(first, error)
                return
            for number in range(first, last + 1):
                yield from self._read(number, number)

    def _chunk(self, first: int, last: int) -> list[Posted]:
        postings = list(
            Posting.objects.filter(session=self.session, number__range=(first, last))
            .select_related("round")
            .order_by("number")
        )
        self._complete([posting.round for posting in postings])
        lines = self._lines(
            "posting_id", posting__session=self.session, posting__number__range=(first, last)
        )
        voids = [p.round_id for p in postings if p.kind == Posting.Kind.VOID]
        paid = self._lines(
            "posting__round_id", posting__round__in=voids, posting__kind=Posting.Kind.ROUND
        )
        void_at = self._void_at(posting.round.corrects_id for posting in postings)
        return [
            Posted(
                posting,
                posting.round,
                lines=[line for line, _ in lines[posting.pk]],
                payments=[payment for _, payment in lines[posting.pk]],
                reverses=[payment for _, payment in paid[posting.round_id]],
                corrects_void=void_at.get(posting.round.corrects_id, 0) < posting.number,
            )
            for posting in postings
        ]

    def _lines(self, key: str, **which: Any) -> Mapping[int, list[tuple[int, Payment]]]:
        """The entries of some postings, in line order, under the posting's or round's key."""
        rows = (
            Entry.objects.filter(**which)
            .order_by("posting_id", "line")
            .values_list(key, "line", "payer_id", "payee_id", "amount", "reason")
        )
        found: defaultdict[int, list[tuple[int, Payment]]] = defaultdict(list)
        for at, line, payer, payee, amount, reason in rows:
            seats = self.numbers.get(payer, 0), self.numbers.get(payee, 0)
            found[at].append((line, Payment(*seats, amount, reason)))
        return found

    def _complete(self, rounds: Iterable[Round]) -> None:
        """Give the rounds their terms, loaded once a session, and what they correct."""
        rounds = list(rounds)
        _load(self.rules, RuleVersion, (round.rule_version_id for round in rounds))
        _load(self.bet_units, BetUnit, (round.bet_unit_id for round in rounds))
        corrected = Round.objects.in_bulk([r.corrects_id for r in rounds if r.corrects_id])
        for round in rounds:
            round.rule_version = self.rules[round.rule_version_id]
            round.bet_unit = self.bet_units[round.bet_unit_id]
            if round.corrects_id:
                round.corrects = corrected[round.corrects_id]

    def _void_at(self, rounds: Iterable[int | None]) -> dict[int | None, int]:
        """The number of the posting that made each of these rounds void; no round never was."""
        keys = [key for key in rounds if key]
        voids = Posting.objects.filter(round__in=keys, kind=Posting.Kind.VOID)
        never: dict[int | None, int] = dict.fromkeys(keys, NEVER)
        return never | dict(voids.values_list("round_id", "number"))


NEVER = 2**63


def _load(known: dict[int, Terms], model: type[Terms], keys: Iterable[int]) -> None:
    known.update(model._default_manager.in_bulk(list(set(keys) - known.keys())))
