"""Whether the books are right: everything that can be worked out again is, and compared.

The tables are read in short queries, a few hundred postings at a time, so that a table
in play is neither held up nor reported for a round that came in meanwhile, and memory
stays flat. A difference that was found is carried along, so it is reported once.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import Count, Max

import scoring
from ledger.books import journal
from ledger.books.audit import carries, payments
from ledger.books.audit.loader import JournalReader, Posted, PostedPayment, PostedRound
from ledger.books.audit.state import Difference, Walk, in_words, name_of
from ledger.common.worker_pool import shared
from ledger.database import guards
from ledger.models import BetUnit, Change, Posting, Round, RuleVersion, Seat, Session


def differences(
    session_ids: Iterable[str] | None = None, processes: int = 1
) -> Iterator[Difference]:
    """All differences in these sessions, or in the whole database; nothing is changed.

    Several processes share the sessions as `ledger.common.worker_pool` says.
    """
    if session_ids is None:
        yield from _database()
        session_ids = Session.objects.order_by("pk").values_list("pk", flat=True).iterator()
    if processes == 1:
        for session_id in session_ids:
            yield from check_session(session_id)
    else:
        for found in shared(_all_of, session_ids, processes):
            yield from found


def _all_of(session_id: str) -> list[Difference]:
    """What a process answers to the one that asked it."""
    return list(check_session(session_id))


def check_session(session_id: str) -> Iterator[Difference]:
    """All differences in one session, read as it stood at one moment."""
    seats = list(Seat.objects.filter(session=session_id).select_related("session"))
    if not seats:
        yield Difference(session_id, "session", "there is no such session, or it has no seats")
        return
    walk = Walk(seats[0].session, sorted(seats, key=lambda seat: seat.number))
    yield from _terms(walk)
    yield from _logged(walk)
    for read in JournalReader(walk.session, {seat.pk: seat.number for seat in seats}):
        if isinstance(read, Posted):
            yield from _posting(walk, read)
        else:
            yield walk.found("unreadable", f"posting {read.number} cannot be read: {read.error!r}")
    yield from _end(walk)


def _database() -> Iterator[Difference]:
    """What holds for all sessions at once."""
    for name in guards.missing(apps, connection):
        yield Difference("", "guard", f"the trigger {name} is not in force")
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("", "reference", f"a row refers to one that does not exist: {error}")


def _posting(walk: Walk, posted: Posted) -> Iterator[Difference]:
    """Compare one posting, then carry it along; a row too damaged to compare is a difference."""
    for check in _checks(posted):
        try:
            yield from check(walk, posted)
        except Exception as error:
            yield walk.found("unreadable", f"{name_of(posted)} cannot be read: {error!r}")
    walk.head = posted.posting.hash
    walk.postings = posted.posting.number


def _numbered(walk: Walk, posted: Posted) -> Iterator[Difference]:
    expected = walk.postings + 1
    if posted.posting.number != expected:
        yield walk.found("posting_gap", f"posting {expected} is missing")
    if list(posted.lines) != list(range(1, len(posted.lines) + 1)):
        yield walk.found("line_gap", f"the lines of {name_of(posted)} have a gap")


def _rounds(walk: Walk, posted: PostedRound) -> Iterator[Difference]:
    """Rounds are posted one after the other, without a gap."""
    if posted.round.session_id != walk.session.pk:
        yield walk.found("foreign_round", f"{name_of(posted)} is of a round of another session")
    if posted.posting.kind == Posting.Kind.ROUND:
        for number in range(walk.rounds + 1, posted.round.number):
            yield walk.found("round_gap", f"round {number} is missing or was never posted")
        if posted.round.number <= walk.rounds:
            yield walk.found("round_order", f"round {posted.round.number} is posted out of order")
        walk.rounds = max(walk.rounds, posted.round.number)
    elif posted.round.number > walk.rounds:
        yield walk.found("void_first", f"round {posted.round.number} is void before it is posted")


def _chained(walk: Walk, posted: Posted) -> Iterator[Difference]:
    document = journal.document(posted.posting, posted.movements)
    if journal.chained(walk.head, document) != posted.posting.hash:
        yield walk.found(
            "hash", f"{name_of(posted)} or what it stands for is not what its hash was made of"
        )


def _entries(walk: Walk, posted: Posted) -> Iterator[Difference]:
    """Each entry is between two seats of this session; carry it into the balances."""
    for line, movement in zip(posted.lines, posted.movements, strict=True):
        if not (movement.payer and movement.payee) or movement.payer == movement.payee:
            yield walk.found(
                "entry_seats",
                f"entry {line} of {name_of(posted)} is not between two seats of the session",
            )
        if type(movement.amount) is not int or movement.amount <= 0:
            yield walk.found(
                "entry_amount",
                f"entry {line} of {name_of(posted)} has the amount {movement.amount!r}",
            )
            continue
        walk.balances[movement.payer] -= movement.amount
        walk.balances[movement.payee] += movement.amount


def _scored(walk: Walk, posted: PostedRound) -> Iterator[Difference]:
    """Stored facts score to the stored result, and that to the stored entries."""
    round = posted.round
    if posted.posting.kind != Posting.Kind.ROUND:
        return
    try:
        facts, terms = journal.normal(round.facts), round.rule_version
        outcome = scoring.score(terms.rules, facts, terms.settings)
    except Exception as error:  # whatever damaged facts lead to
        yield walk.found("facts", f"the facts of round {round.number} do not score: {error!r}")
        return
    result = outcome.as_json()
    for key in ("transfers", "net", "next_leader", "opening"):
        if round.result.get(key) != result[key]:
            yield walk.found(
                "result",
                f"round {round.number} has stored {key} {round.result.get(key)!r},"
                f" its facts give {result[key]!r}",
            )
    unit, rest = divmod(round.bet_unit.amount, outcome.grain)
    expected = [journal.movement_of(transfer, unit) for transfer in outcome.transfers]
    if rest or list(posted.movements) != expected:
        yield walk.found(
            "entries",
            f"the entries of round {round.number} are {in_words(posted.movements)},"
            f" its facts give {in_words(expected)}",
        )


def _reversed(walk: Walk, posted: PostedRound) -> Iterator[Difference]:
    """A void posting gives back exactly what the round paid."""
    if posted.posting.kind != Posting.Kind.VOID:
        return
    expected = [movement.reversed() for movement in posted.reverses]
    if list(posted.movements) != expected:
        yield walk.found(
            "void",
            f"the void of round {posted.round.number} is {in_words(posted.movements)},"
            f" the opposite of what it paid is {in_words(expected)}",
        )


def _corrected(walk: Walk, posted: PostedRound) -> Iterator[Difference]:
    """A correction stands where the void round stood, under its terms."""
    round, target = posted.round, posted.round.corrects
    if target is None:
        if round.stands_for != round.number:
            yield walk.found("stands_for", f"round {round.number} does not stand for itself")
        return
    if posted.posting.kind == Posting.Kind.ROUND and not posted.corrects_void:
        yield walk.found("not_void", f"round {round.number} corrects {target.number}, not void")
    if target.session_id != walk.session.pk or round.stands_for != target.stands_for:
        yield walk.found("stands_for", f"round {round.number} does not stand for what it corrects")
    if (round.rule_version_id, round.bet_unit_id) != (target.rule_version_id, target.bet_unit_id):
        yield walk.found("terms", f"round {round.number} has other terms than the one it corrects")


def _of_this_table(walk: Walk, posted: PostedRound) -> Iterator[Difference]:
    """A round is scored under terms of its own session."""
    for terms in (posted.round.rule_version, posted.round.bet_unit):
        if terms.session_id != walk.session.pk:
            yield walk.found("terms", f"round {posted.round.number} has another session's terms")


Checks = tuple[Callable[[Walk, Any], Iterator[Difference]], ...]

OF_ROUNDS: Checks = (_rounds, _scored, _reversed, _corrected, _of_this_table)
CHECKS: Checks = (_numbered, _chained, _entries)
"""What is compared of every posting, after what is compared of a round alone."""


def _checks(posted: Posted) -> Checks:
    if isinstance(posted, PostedRound):
        return *OF_ROUNDS, *CHECKS
    own = payments if isinstance(posted, PostedPayment) else carries
    return *own.CHECKS, *CHECKS


def _terms(walk: Walk) -> Iterator[Difference]:
    """Rules and bet units are numbered without a gap, and the newest are in force.

    One query reads both the rows and what is in force, so a change meanwhile is no difference.
    """
    for model, in_force, name in (
        (RuleVersion, "rule_version", "rule version"),
        (BetUnit, "bet_unit", "bet unit"),
    ):
        rows = list(
            model._default_manager.filter(session=walk.session)
            .order_by("number")
            .values_list("number", "pk", f"session__{in_force}_id")
        )
        if [number for number, _, _ in rows] != list(range(1, len(rows) + 1)):
            yield walk.found("terms_gap", f"the numbers of its {name}s have a gap")
        if not rows or rows[-1][1] != rows[-1][2]:
            yield walk.found("terms_in_force", f"its newest {name} is not the one in force")


def _logged(walk: Walk) -> Iterator[Difference]:
    """The log has no gap and ends where the session says.

    One query reads both, so a change meanwhile is no difference.
    """
    log = Change.objects.filter(session=walk.session).order_by()
    found = log.values("session__log_count").annotate(lines=Count("pk"), newest=Max("number"))
    nothing = {"session__log_count": walk.session.log_count, "lines": 0, "newest": 0}
    for row in found or [nothing]:
        if row["lines"] != row["newest"]:
            yield walk.found("log_gap", "the numbers of its log have a gap")
        if row["newest"] != row["session__log_count"]:
            yield walk.found(
                "log_count",
                f"the session counts {row['session__log_count']} lines of its log,"
                f" the newest is {row['newest']}",
            )


def _end(walk: Walk) -> Iterator[Difference]:
    """What the session and its seats keep is what the journal gives."""
    session = walk.session
    yield from _counted(walk)
    yield from payments.unposted(walk)
    yield from carries.unposted(walk)
    if session.head != walk.head:
        yield walk.found("head", "the session's head is not the hash of its newest posting")
    numbers = [seat.number for seat in walk.seats]
    if numbers != list(range(1, len(numbers) + 1)):
        yield walk.found("seat_gap", "the seat numbers have a gap")
    for seat in walk.seats:
        if seat.balance != walk.balances[seat.number]:
            yield walk.found(
                "balance",
                f"seat {seat.number} has the balance {seat.balance},"
                f" its entries add up to {walk.balances[seat.number]}",
            )


def _counted(walk: Walk) -> Iterator[Difference]:
    """The session counts all its postings and rounds, also those that came in meanwhile."""
    if walk.postings != walk.session.posting_count:
        yield walk.found(
            "posting_count",
            f"the session counts {walk.session.posting_count} postings,"
            f" the newest is {walk.postings}",
        )
    if walk.rounds != walk.session.round_count:
        yield walk.found(
            "round_count",
            f"the session counts {walk.session.round_count} rounds, the newest posted is"
            f" {walk.rounds}",
        )
    newest = [
        model._default_manager.filter(session=walk.session).aggregate(newest=Max("number"))
        for model in (Posting, Round)
    ]
    now = Session.objects.get(pk=walk.session.pk)
    for name, found, counted in zip(
        ("posting", "round"), newest, (now.posting_count, now.round_count), strict=True
    ):
        if (found["newest"] or 0) > counted:
            yield walk.found(f"uncounted_{name}", f"{name} {found['newest']} is not counted")
