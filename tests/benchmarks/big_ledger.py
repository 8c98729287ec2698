"""Rounds by the thousand, written past the service, as it would have written them."""

import os
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402

import scoring  # noqa: E402
from ledger.access.actor import ON_THE_MACHINE  # noqa: E402
from ledger.books import journal, sql  # noqa: E402
from ledger.books.chain import chained  # noqa: E402
from ledger.books.change_log import line, seal  # noqa: E402
from ledger.books.pricing import Priced, priced  # noqa: E402
from ledger.database import guards  # noqa: E402
from ledger.models import Change, Entry, Posting, Round, Seat, Session  # noqa: E402
from ledger.tables import sessions  # noqa: E402
from tests.random_rounds import deal  # noqa: E402
from tests.sample_tables import entries_of  # noqa: E402

BATCH = 2000
PLAYERS = (1, 2, 3, 4)
MOMENT = datetime(2026, 11, 21, tzinfo=UTC)
VARIETY = 400
"""How many different rounds are dealt; dealing more would only be slow."""


def build(entries: int) -> None:
    """One table a rule set, each with its share of the entries; the guards stand aside."""
    for rules in scoring.RULE_SETS:
        bet_unit = 1000 * scoring.RULE_SETS[rules].in_force({}).grain
        names = [f"Người {number}" for number in PLAYERS]
        session = sessions.open_session(
            rules=rules, settings={}, bet_unit=bet_unit, players=names, by=ON_THE_MACHINE
        )
        guards.remove(connection)
        with transaction.atomic():
            fill(session, entries // len(scoring.RULE_SETS))
        guards.install(connection)


def fill(session: Session, entries: int = 0, rounds: int = 0, dealt: Sequence[Priced] = ()) -> None:
    """Write rounds, of those dealt, until there are so many of them, and so many entries."""
    seats = {seat.number: seat for seat in session.seats.all()}
    written_rounds = written(session, seats, entries, rounds, dealt or deals(session))
    while batch := list(islice(written_rounds, BATCH)):
        Round.objects.bulk_create(round for round, _, _ in batch)
        Posting.objects.bulk_create(posted for _, posted, _ in batch)
        Entry.objects.bulk_create(entry for _, _, lines in batch for entry in lines)
    last = line(session, ON_THE_MACHINE, Change.Kind.KEPT)
    seal(session, last)
    sql.add(last)
    session.save()
    Seat.objects.bulk_update(seats.values(), ["balance"])


def written(
    session: Session, seats: journal.Seats, entries: int, rounds: int, dealt: Sequence[Priced]
) -> Iterator[tuple[Round, Posting, list[Entry]]]:
    """Rounds with their postings and entries, until there are enough of both."""
    count = 0
    for number in range(1, entries + rounds + 1):
        scored = dealt[number % len(dealt)]
        payments = scored.movements
        journal.move(seats, payments)
        session.round_count = session.posting_count = number
        yield posted(session, seats, number, scored.facts, scored.outcome.as_json(), payments)
        count += len(payments)
        if count >= entries and number >= rounds:
            return


def deals(session: Session) -> list[Priced]:
    """Some rounds by chance with what they come to."""
    assert session.rule_version
    rules, rng = session.rule_version.rules, random.Random(1)
    return [priced(deal(rules, rng, PLAYERS), session) for _ in range(VARIETY)]


def posted(
    session: Session,
    seats: journal.Seats,
    number: int,
    facts: Any,
    result: Any,
    payments: Sequence[journal.Movement],
) -> tuple[Round, Posting, list[Entry]]:
    round = Round(
        session=session,
        number=number,
        submission_id=UUID(int=number),
        rule_version=session.rule_version,
        bet_unit=session.bet_unit,
        facts=facts,
        result=result,
        stands_for=number,
        recorded_at=MOMENT,
    )
    posting = Posting(session=session, number=number, kind="round", round=round, posted_at=MOMENT)
    session.head = chained(session.head, journal.document(posting, payments))
    posting.hash = session.head
    return round, posting, entries_of(posting, payments, seats)
