"""The only writer of rounds and entries: record, void, correct; nothing is ever changed.

Scoring happens before the session is locked; under the lock everything it relied on is
looked at once more. A submission id that is stored answers the same for ever.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

import scoring
from ledger.access.actor import ON_THE_MACHINE, By
from ledger.access.keys import SESSION
from ledger.books import change_log, journal
from ledger.books.pricing import (
    WITH_TERMS,
    Priced,
    Terms,
    check_seats,
    numbers_of,
    priced,
    round_of,
    terms_of,
)
from ledger.books.settling import refuse_while_settling
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.common.refusals import (
    AlreadyCorrected,
    DifferentFacts,
    PostingError,
    ServiceBusy,
    SessionClosed,
    StaleRound,
    TermsChanged,
    UnknownSession,
)
from ledger.database.prepared import Insert, Prepared, sent_together
from ledger.database.transactions import TRIES, committed, confirmed, locked, locking, reachable
from ledger.models import Change, Flag, Posting, Round, Session

_SUBMITTED = Prepared(Round.objects.only("id"), "session", "submission_id")
_RECORD = Insert(Round)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The round a submission stands for; `created` is False when it was there before.

    Where it was created, `paid` is what it pays.
    """

    round: Round
    created: bool
    paid: tuple[journal.Payment, ...] = ()


def record(
    session: Session | str,
    *,
    submission_id: UUID,
    facts: Mapping[str, Any],
    after: int | None = None,
    terms: tuple[int, int] | None = None,
    by: By = ON_THE_MACHINE,
) -> Recorded:
    """Score `facts` under the terms in force and write the round with its entries.

    With `after`, that number must be the newest round's; with `terms`, they must be the
    primary keys of the rule version and the bet unit in force, as the scorer saw them.
    A session that was just read need not be read again: give it instead of its id.
    Raises scoring.FactsError or a PostingError, and then nothing was written, except that
    after ServiceBusy it may have been: sending the same id and facts again answers with
    the round, written once.
    """
    known = session if isinstance(session, Session) else None
    session_id = known.pk if known else str(session)
    return _submit(_Submission(session_id, submission_id, facts, after, None, by, terms), known)


def correct(
    session_id: str,
    number: int,
    *,
    submission_id: UUID,
    facts: Mapping[str, Any],
    after: int | None = None,
    by: By = ON_THE_MACHINE,
) -> Recorded:
    """Void round `number` and write the new facts in its place, under its own terms.

    A round that is void already can be corrected too, which is how a void is undone; a
    closed session's rounds as well, as long as it does not settle. Errors as in `record`,
    and AlreadyCorrected, Settling.
    """
    return _submit(_Submission(session_id, submission_id, facts, after, number, by))


def void(session_id: str, number: int, *, reason: str = "", by: By = ON_THE_MACHINE) -> Round:
    """Reverse a round by opposite entries; it stays, and doing it again changes nothing.

    A closed session's rounds can be voided too, as long as it does not settle: Settling.
    """
    reason = cleaned(reason, REASON_LIMIT, "reason")

    def write() -> Round:
        session = locked(session_id)
        target = round_of(session, number)
        if standing := _standing(target):
            refuse_while_settling(session)
            change_log.note(session, by, Change.Kind.VOID, round=number)
            _reverse(session, journal.seats_of(session), standing, reason)
        return target

    return committed(write)


@reachable()
def preview(
    session: Session | str, facts: Mapping[str, Any], correcting: int | None = None
) -> scoring.Outcome:
    """Score as `record` would, or as `correct` would for round `correcting`; store nothing.

    Raises scoring.FactsError, SessionClosed, UnknownRound or AmountRefused.
    """
    if isinstance(session, str):
        session = _session(session)
    if session.closed_at and correcting is None:
        raise SessionClosed
    terms = terms_of(session, correcting)
    check_seats(facts, numbers_of(session))
    return priced(facts, terms).outcome


@dataclass(frozen=True, slots=True)
class _Submission:
    session_id: str
    id: UUID
    facts: Mapping[str, Any]
    after: int | None
    correcting: int | None
    by: By
    terms: tuple[int, int] | None = None


class _TermsChangedError(Exception):
    """Somebody changed the bet unit or the rules while a round was being scored."""


@reachable()
def _submit(submission: _Submission, known: Session | None = None) -> Recorded:
    for _attempt in range(TRIES):
        try:
            return _submit_once(submission, known)
        except _TermsChangedError:
            known = None
        except ServiceBusy:
            # Perhaps only the answer to the commit was lost.
            if answer := _answered(submission, _sent(submission)()):
                return confirmed(submission.session_id, answer)
            raise
    raise ServiceBusy


def _submit_once(submission: _Submission, known: Session | None) -> Recorded:
    """Score outside the lock, then write under it; why it is not welcome goes before its facts."""
    session = known or _session(submission.session_id)
    try:
        scored = priced(submission.facts, terms_of(session, submission.correcting))
    except (scoring.FactsError, PostingError) as refused:
        if answer := _admitted(session, submission, _sent(submission)()):
            return confirmed(session.pk, answer)
        if isinstance(refused, scoring.FactsError):
            check_seats(submission.facts, numbers_of(session))
        raise
    return committed(lambda: _write(submission, scored))


@sent_together()
def _write(submission: _Submission, scored: Priced) -> Recorded:
    lock, sent = locking(submission.session_id), _sent(submission)
    asked_seats = journal.asking_for_seats(submission.session_id)
    session, before, seats = lock(), sent(), asked_seats()
    if answer := _admitted(session, submission, before):
        return answer
    target, kind = None, Change.Kind.RECORDED
    check_seats(submission.facts, seats)
    if submission.correcting is None:
        _still_in_force(session, scored.terms)
    else:
        target, kind = round_of(session, submission.correcting), Change.Kind.RESTORED
        if standing := _standing(target):
            kind = Change.Kind.CORRECTED
            _reverse(session, seats, standing, "")
    round = _append(session, seats, submission, scored, target, kind)
    return Recorded(round, True, scored.payments)


def _append(
    session: Session,
    seats: journal.Seats,
    submission: _Submission,
    scored: Priced,
    target: Round | None,
    kind: Change.Kind,
) -> Round:
    """Write the round, its posting and its entries, and carry them into the balances."""
    journal.move(seats, scored.payments)
    journal.tally(seats, scored.outcome.net, scored.payments, 1)
    session.round_count += 1
    round = Round(
        session=session,
        number=session.round_count,
        submission_id=submission.id,
        rule_version=scored.terms.rules,
        bet_unit=scored.terms.bet_unit,
        facts=scored.facts,
        result=scored.outcome.as_json(),
        balances=journal.balances(seats),
        corrects=target,
        stands_for=target.stands_for if target else session.round_count,
        recorded_at=timezone.now(),
    )
    told = {"round": target.number, "again": round.number} if target else {"round": round.number}
    _RECORD.one(round)
    change_log.note(session, submission.by, kind, **told)
    posting = Posting(kind=Posting.Kind.ROUND, round=round, posted_at=round.recorded_at)
    journal.post(session, seats, posting, scored.payments)
    return round


def _standing(target: Round) -> Posting | None:
    """The posting that a round stands by, None once it is void."""
    postings = {posting.kind: posting for posting in target.postings.all()}
    return None if Posting.Kind.VOID in postings else postings[Posting.Kind.ROUND]


def _reverse(session: Session, seats: journal.Seats, standing: Posting, reason: str) -> None:
    """Post the exact opposite of a round's entries, which answers who called it wrong."""
    target, paid = standing.round, journal.payments_of(standing)
    assert target
    back = [payment.reversed() for payment in paid]
    journal.move(seats, back)
    journal.tally(seats, target.facts["players"], paid, -1)
    target.flags.filter(state=Flag.State.OPEN).update(state=Flag.State.REVERSED)
    posting = Posting(
        kind=Posting.Kind.VOID,
        round=target,
        reason=reason,
        posted_at=timezone.now(),
        balances=journal.balances(seats),
    )
    journal.post(session, seats, posting, back)


def _sent(submission: _Submission) -> Callable[[], list[Round]]:
    """Ask for the round this submission id, mostly new, stands for; what this returns has it."""
    return _SUBMITTED.asked(submission.session_id, submission.id)


def _admitted(session: Session, submission: _Submission, sent: list[Round]) -> Recorded | None:
    """The answer given before, None if this one is new and welcome; else raises why not."""
    if answer := _answered(submission, sent):
        return answer
    if submission.correcting is not None:
        target = round_of(session, submission.correcting)
        if newer := Round.objects.filter(corrects=target).first():
            raise AlreadyCorrected(target.number, newer)
        refuse_while_settling(session)
    elif session.closed_at:
        raise SessionClosed
    if submission.after not in (None, session.round_count):
        raise StaleRound(session.rounds.filter(number=session.round_count).first())
    if submission.terms not in (None, (session.rule_version_id, session.bet_unit_id)):
        raise TermsChanged
    return None


def _answered(submission: _Submission, sent: list[Round]) -> Recorded | None:
    """The answer that was given to it if it was sent before; raises DifferentFacts."""
    if not sent:
        return None
    found = Round.objects.select_related(*WITH_TERMS).get(pk=sent[0].pk)
    asked = (journal.canonical(submission.facts), submission.correcting)
    stored = (journal.canonical(found.facts), found.corrects.number if found.corrects else None)
    if asked != stored:
        raise DifferentFacts(found)
    return Recorded(found, created=False)


def _still_in_force(session: Session, terms: Terms) -> None:
    now = (session.rule_version_id, session.bet_unit_id)
    if now != (terms.rules.pk, terms.bet_unit.pk):
        raise _TermsChangedError


def _session(session_id: str) -> Session:
    if session := SESSION.first(session_id):
        return session
    raise UnknownSession
