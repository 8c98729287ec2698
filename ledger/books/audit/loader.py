"""Reading the journal again from its beginning, in short queries and flat memory."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import DatabaseError
from django.db.models import Max, QuerySet

from ledger import models
from ledger.books.journal import Movement, movements_of
from ledger.models import BetUnit, Entry, Posting, Round, RuleVersion, Session

CHUNK = 400
"""Postings read at a time."""

Terms = TypeVar("Terms", RuleVersion, BetUnit)


@dataclass(frozen=True, slots=True)
class Posted:
    """One posting with its entries; a seat of another session is seat 0."""

    posting: Posting
    lines: Sequence[int]
    movements: Sequence[Movement]


@dataclass(frozen=True, slots=True)
class PostedRound(Posted):
    """One of a round, with all that it can be compared to.

    `reverses` is what a void gives back, `corrects_void` whether the round that this one
    corrects was void before.
    """

    round: Round
    reverses: Sequence[Movement]
    corrects_void: bool


@dataclass(frozen=True, slots=True)
class PostedPayment(Posted):
    """One of a payment marked or taken back."""

    payment: models.Payment


@dataclass(frozen=True, slots=True)
class PostedCarry(Posted):
    """One of what was carried into another session, or taken back.

    `there` are the entries of the other session's posting, `carried` those of this one that
    are taken back.
    """

    carry: models.Carry
    there: Sequence[Movement]
    carried: Sequence[Movement]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A posting that is so damaged that it cannot be loaded."""

    number: int
    error: Exception


@dataclass(slots=True)
class JournalReader:
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
            .select_related("round", "payment__debtor", "payment__creditor", "carry")
            .order_by("number")
        )
        lines = self._lines(
            "posting_id", posting__session=self.session, posting__number__range=(first, last)
        )
        others = self._rounds([posting for posting in postings if posting.round], lines)
        return [others.get(posting.pk) or _other(posting, lines) for posting in postings]

    def _rounds(
        self, postings: Sequence[Posting], lines: "Mapping[int, Lines]"
    ) -> Mapping[int, Posted]:
        """The postings that are of rounds, by key."""
        rounds = {posting.pk: posting.round for posting in postings if posting.round}
        self._complete(rounds.values())
        voids = [p.round_id for p in postings if p.kind == Posting.Kind.VOID]
        paid = self._lines(
            "posting__round_id", posting__round__in=voids, posting__kind=Posting.Kind.ROUND
        )
        void_at = self._void_at(round.corrects_id for round in rounds.values())
        return {
            posting.pk: PostedRound(
                posting,
                *_apart(lines[posting.pk]),
                round=(round := rounds[posting.pk]),
                reverses=[movement for _, movement in paid[round.pk]],
                corrects_void=void_at.get(round.corrects_id, 0) < posting.number,
            )
            for posting in postings
        }

    def _lines(self, key: str, **which: Any) -> "Mapping[int, Lines]":
        """The entries of some postings, in line order, under the posting's or round's key."""
        rows = (
            Entry.objects.filter(**which)
            .order_by("posting_id", "line")
            .values_list(key, "line", "payer_id", "payee_id", "amount", "reason")
        )
        found: defaultdict[int, Lines] = defaultdict(list)
        for at, line, payer, payee, amount, reason in rows:
            seats = self.numbers.get(payer, 0), self.numbers.get(payee, 0)
            found[at].append((line, Movement(*seats, amount, reason)))
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

Lines = list[tuple[int, Movement]]
"""Entries with their line numbers."""


def _apart(lines: Lines) -> tuple[list[int], list[Movement]]:
    return [line for line, _ in lines], [movement for _, movement in lines]


def _other(posting: Posting, lines: Mapping[int, Lines]) -> Posted:
    """The posting of a payment or a carry; raises LookupError where it is of nothing."""
    entries = _apart(lines[posting.pk])
    if posting.payment:
        return PostedPayment(posting, *entries, payment=posting.payment)
    if posting.carry:
        carried = posting.carry.postings.filter(kind=Posting.Kind.CARRIED, session=posting.session)
        there = posting.carry.postings.filter(kind=posting.kind).exclude(session=posting.session)
        return PostedCarry(
            posting, *entries, carry=posting.carry, there=_all(there), carried=_all(carried)
        )
    raise LookupError("it stands for nothing that there is")


def _all(postings: QuerySet[Posting]) -> list[Movement]:
    """The entries of these postings, in line order."""
    return [movement for posting in postings for movement in movements_of(posting)]


def _load(known: dict[int, Terms], model: type[Terms], keys: Iterable[int]) -> None:
    known.update(model._default_manager.in_bulk(list(set(keys) - known.keys())))
