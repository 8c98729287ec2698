"""The only writer of rounds and entries: record and void; nothing is ever changed.

Scoring happens before the session is locked; under the lock everything it relied on is
looked at once more, and where the terms are others it is scored again. A submission id
that is stored answers the same for ever.
"""

from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

import scoring
from ledger.access import limits
from ledger.access.actor import Actor
from ledger.access.keys import session_with_terms
from ledger.access.limits import Left
from ledger.books import change_log, handed_on, journal, pricing, sql
from ledger.books.balances import Seats
from ledger.books.chain import canonical
from ledger.books.settling import refuse_while_settling, reopens
from ledger.common import refusals
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.common.strict_json import Object
from ledger.database.transactions import confirm, reachable, retry, transaction
from ledger.models import Change, Flag, Link, Posting, Round, Session


@dataclass(frozen=True, slots=True)
class Recorded:
    """The round a submission stands for; `created` is False when it was there before.

    Where it was created: its line of the log, every seat right after it, and what is left of the
    limit that counts it.
    """

    round: Round
    created: bool
    line: Change | None = None
    seats: Seats = field(default_factory=dict)
    left: Left | None = None

    @property
    def balances(self) -> dict[int, int]:
        """The balance of every seat right after it."""
        return {number: seat.balance for number, seat in self.seats.items()}


@dataclass(frozen=True, slots=True)
class Submission:
    """A round as it was sent: for the first time, or again."""

    session_id: str
    id: UUID
    facts: pricing.Facts
    after: int | None
    correcting: int | None
    by: Actor
    terms: tuple[int, int] | None
    game: str | None


@reachable()
def record(
    session: Session | str,
    *,
    submission_id: UUID,
    facts: pricing.Facts,
    correcting: int | None = None,
    after: int | None = None,
    terms: tuple[int, int] | None = None,
    game: str | None = None,
    by: Actor,
) -> Recorded:
    """Score `facts` under the terms in force and write the round with its entries.

    With `after`, that number must be the newest round's; with `terms`, they must be the
    primary keys of the rule version and the bet unit in force, as the scorer saw them; with
    `game`, the rules must be of that game.
    A session that was just read need not be read again: give it instead of its id.
    With `correcting`, that round is made void and the new facts stand in its place, under
    its own terms: also a round that is void already, which is how a void is undone, and one
    of a closed session, as long as it does not settle.
    Raises scoring.FactsError or a PostingError, and then nothing was written, except that
    after ServiceBusy it may have been: sending the same id and facts again answers with
    the round, written once.
    """
    session_id = session if isinstance(session, str) else session.pk
    sent = Submission(session_id, submission_id, facts, after, correcting, by, terms, game)
    try:
        known = session_with_terms(session) if isinstance(session, str) else session
        return _write(sent, _score(known, sent))
    except (scoring.FactsError, refusals.PostingError, IntegrityError):
        # Sent again, or only the answer to the commit was lost.
        if stored := _stored(sent):
            confirm(session_id)
            return stored
        raise


@retry
def void(session_id: str, number: int, *, reason: str = "", by: Actor) -> Round:
    """Reverse a round by opposite entries; it stays, and doing it again changes nothing.

    A closed session's rounds can be voided too, as long as it does not settle: Settling.
    """
    reason = cleaned(reason, REASON_LIMIT, "reason")
    with transaction(session_id) as session:
        target = pricing.round_of(session, number)
        if standing := _standing(target):
            refuse_while_settling(session)
            details = reopens(target)
            line = change_log.line(session, by, Change.Kind.VOID, round=number, **details)
            _reverse(session, standing, reason, line)
    return target


def preview(
    session: Session,
    facts: pricing.Facts,
    correcting: int | None = None,
    game: str | None = None,
) -> scoring.Outcome:
    """Score as `record` would; store nothing.

    Raises scoring.FactsError, SessionClosed, UnknownRound, AmountRefused or OtherGame.
    """
    if session.closed_at and correcting is None:
        raise refusals.SessionClosed
    terms = pricing.terms_of(session, correcting)
    seats = sql.seats_of(session.pk)
    pricing.check_players(facts, seats)
    scored = pricing.priced(facts, terms, game)
    pricing.check_seats(facts, seats)
    return _warned(scored).outcome


def _score(session: Session, submission: Submission) -> pricing.Priced:
    """Score outside the lock; why it is not welcome goes before what is wrong with its facts."""
    try:
        terms = pricing.terms_of(session, submission.correcting)
        return _warned(pricing.priced(submission.facts, terms, submission.game))
    except (scoring.FactsError, refusals.PostingError) as refused:
        _welcome(session, submission)
        if isinstance(refused, scoring.FactsError):
            pricing.check_players(submission.facts, sql.seats_of(session.pk))
        raise


def _warned(scored: pricing.Priced) -> pricing.Priced:
    """The same, warned of what the round before hands on otherwise; a correction is not."""
    if not isinstance(scored.terms, Session):
        return scored
    warnings = (*scored.outcome.warnings, *handed_on.warnings(scored.terms, scored.facts))
    return replace(scored, outcome=scored.outcome._replace(warnings=warnings))


@retry
def _write(submission: Submission, scored: pricing.Priced) -> Recorded:
    """The one transaction of a round; raises IntegrityError if it is stored already."""
    with transaction(submission.session_id) as session:
        target, kind = _welcome(session, submission), Change.Kind.RECORDED
        if target:
            kind = Change.Kind.RESTORED
            if standing := _standing(target):
                kind = Change.Kind.CORRECTED
                _reverse(session, standing)
        elif _ids(session) != _ids(scored.terms):  # somebody changed them meanwhile
            scored = _warned(pricing.priced(submission.facts, session, submission.game))
        seats = journal.pay(session.pk, scored.movements)
        pricing.check_seats(submission.facts, seats)
        round = _new_round(session, submission, scored, target)
        about: Object = {"round": round.number}
        if target:
            about = {"round": target.number, "again": round.number, **reopens(target)}
        line = change_log.line(session, submission.by, kind, **about)
        posting = Posting(kind=Posting.Kind.ROUND, round=round, posted_at=round.recorded_at)
        journal.append(session, posting, scored.movements, seats, line)
        left = limits.take(*limits.writes(session.pk)) if submission.by.link == Link.API else None
    return Recorded(round, True, line, seats, left)


def _new_round(
    session: Session, submission: Submission, scored: pricing.Priced, target: Round | None
) -> Round:
    session.round_count += 1
    round = Round(
        session=session,
        number=session.round_count,
        submission_id=submission.id,
        rule_version=scored.terms.rule_version,
        bet_unit=scored.terms.bet_unit,
        revision=scored.revision,
        facts=scored.facts,
        result=scored.outcome.as_json(),
        corrects=target,
        stands_for=target.stands_for if target else session.round_count,
        recorded_at=timezone.now(),
    )
    sql.add(round)
    return round


def _standing(target: Round) -> Posting | None:
    """The posting that a round stands by, None once it is void."""
    postings = {posting.kind: posting for posting in target.postings.all()}
    return None if Posting.Kind.VOID in postings else postings[Posting.Kind.ROUND]


def _reverse(
    session: Session, standing: Posting, reason: str = "", line: Change | None = None
) -> None:
    """Post the exact opposite of a round's entries, which answers who called it wrong."""
    target = standing.round
    assert target
    target.flags.filter(state=Flag.State.OPEN).update(state=Flag.State.REVERSED)
    back = [movement.reversed() for movement in journal.movements_of(standing)]
    posting = Posting(kind=Posting.Kind.VOID, round=target, reason=reason)
    journal.post(session, posting, back, line)


@retry
def _stored(submission: Submission) -> Recorded | None:
    """What this submission was answered before, None if it is new; raises DifferentFacts."""
    rounds = Round.objects.select_related(*pricing.WITH_TERMS)
    round = rounds.filter(session=submission.session_id, submission_id=submission.id).first()
    if round is None:
        return None
    asked = (canonical(submission.facts), submission.correcting)
    stored = (canonical(round.facts), round.corrects.number if round.corrects else None)
    if asked != stored:
        raise refusals.DifferentFacts(round)
    return Recorded(round, created=False)


def _welcome(session: Session, submission: Submission) -> Round | None:
    """The round it corrects; raises why this session does not take a new submission now."""
    target = None
    if submission.correcting is not None:
        target = pricing.round_of(session, submission.correcting)
        if newer := Round.objects.filter(corrects=target).first():
            raise refusals.AlreadyCorrected(newer, number=target.number)
        refuse_while_settling(session)
    elif session.closed_at:
        raise refusals.SessionClosed
    if submission.after not in (None, session.round_count):
        raise refusals.StaleRound(session.rounds.filter(number=session.round_count).first())
    if submission.terms not in (None, _ids(session)):
        raise refusals.TermsChanged
    return target


def _ids(terms: pricing.Terms) -> tuple[int | None, int | None]:
    return terms.rule_version_id, terms.bet_unit_id
