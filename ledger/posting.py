"""The only writer of rounds and entries: record, void, correct; nothing is ever changed.

Scoring happens before the session is locked; under the lock everything it relied on is
looked at once more. A submission id that is stored answers the same for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

import scoring
from ledger import journal
from ledger.models import AMOUNT_LIMIT, BetUnit, Posting, Round, RuleVersion, Session
from ledger.refusals import (
    AlreadyCorrected,
    AmountRefused,
    BetUnitIndivisible,
    BetUnitRefused,
    DifferentFacts,
    NameTaken,
    PostingError,
    RulesRefused,
    SeatCountRefused,
    SeatRefused,
    ServiceBusy,
    SessionClosed,
    StaleRound,
    TermsChanged,
    TextRefused,
    UnknownRound,
    UnknownSeat,
    UnknownSession,
)
from ledger.seating import (
    REASON_LIMIT,
    add_player,
    change_bet_unit,
    change_rules,
    cleaned,
    close,
    forget_names,
    open_session,
    rename_session,
    renew_key,
    reopen,
    sit,
)
from ledger.writing import TRIES, committed, locked, reachable
from scoring.text import Text

__all__ = (
    "AlreadyCorrected",
    "AmountRefused",
    "BetUnitIndivisible",
    "BetUnitRefused",
    "DifferentFacts",
    "NameTaken",
    "PostingError",
    "Recorded",
    "RulesRefused",
    "SeatCountRefused",
    "SeatRefused",
    "ServiceBusy",
    "SessionClosed",
    "StaleRound",
    "TermsChanged",
    "TextRefused",
    "UnknownRound",
    "UnknownSeat",
    "UnknownSession",
    "add_player",
    "change_bet_unit",
    "change_rules",
    "close",
    "correct",
    "forget_names",
    "open_session",
    "preview",
    "record",
    "rename_session",
    "renew_key",
    "reopen",
    "sit",
    "void",
)


NO_SEAT = Text("Bàn này không có ghế {seat}.", "There is no seat {seat} at this table.")


@dataclass(frozen=True, slots=True)
class Recorded:
    """The round a submission stands for; `created` is False when it was there before."""

    round: Round
    created: bool


def record(
    session_id: str,
    *,
    submission_id: UUID,
    facts: Mapping[str, Any],
    after: int | None = None,
    terms: tuple[int, int] | None = None,
) -> Recorded:
    """Score `facts` under the terms in force and write the round with its entries.

    With `after`, that number must be the newest round's; with `terms`, they must be the
    primary keys of the rule version and the bet unit in force, as the scorer saw them.
    Raises scoring.FactsError or a PostingError, and then nothing was written, except that
    after ServiceBusy it may have been: sending the same id and facts again answers with
    the round, written once.
    """
    return _submit(_Submission(session_id, submission_id, facts, after, None, terms))


def correct(
    session_id: str,
    number: int,
    *,
    submission_id: UUID,
    facts: Mapping[str, Any],
    after: int | None = None,
) -> Recorded:
    """Void round `number` and write the new facts in its place, under its own terms.

    A round that is void already can be corrected too, which is how a void is undone; a
    closed session's rounds as well. Errors as in `record`, and AlreadyCorrected.
    """
    return _submit(_Submission(session_id, submission_id, facts, after, number))


def void(session_id: str, number: int, *, reason: str = "") -> Round:
    """Reverse a round by opposite entries; it stays, and doing it again changes nothing.

    A closed session's rounds can be voided too.
    """
    reason = cleaned(reason, REASON_LIMIT)

    def write() -> Round:
        session = locked(session_id)
        target = _round(session, number)
        _reverse(session, _seats(session), target, reason)
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
    return _scored(session, facts, _terms(session, correcting)).outcome


@dataclass(frozen=True, slots=True)
class _Submission:
    session_id: str
    id: UUID
    facts: Mapping[str, Any]
    after: int | None
    correcting: int | None
    terms: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a round is scored under; for a correction, the terms of the round corrected."""

    rules: RuleVersion
    bet_unit: BetUnit


@dataclass(frozen=True, slots=True)
class _Scored:
    terms: _Terms
    outcome: scoring.Outcome
    payments: tuple[journal.Payment, ...]


class _TermsChangedError(Exception):
    """Somebody changed the bet unit or the rules while a round was being scored."""


@reachable()
def _submit(submission: _Submission) -> Recorded:
    for _attempt in range(TRIES):
        try:
            return _submit_once(submission)
        except _TermsChangedError:
            continue
        except ServiceBusy:
            if answer := _answered(submission):
                return answer  # the commit had gone through, only its answer was lost
            raise
    raise ServiceBusy


def _submit_once(submission: _Submission) -> Recorded:
    """Score outside the lock what is worth scoring, then write it under the lock."""
    session = _session(submission.session_id)
    if answer := _admitted(session, submission):
        return answer
    scored = _scored(session, submission.facts, _terms(session, submission.correcting))
    return committed(lambda: _write(submission, scored))


def _write(submission: _Submission, scored: _Scored) -> Recorded:
    session = locked(submission.session_id)
    if answer := _admitted(session, submission):
        return answer
    seats, target = _seats(session), None
    if submission.correcting is None:
        _still_in_force(session, scored.terms)
    else:
        target = _round(session, submission.correcting)
        _reverse(session, seats, target, "")
    return Recorded(_append(session, seats, submission, scored, target), created=True)


def _append(
    session: Session,
    seats: journal.Seats,
    submission: _Submission,
    scored: _Scored,
    target: Round | None,
) -> Round:
    """Write the round, its posting and its entries, and carry them into the balances."""
    journal.move(seats, scored.payments)
    journal.tally(seats, scored.outcome.net, scored.payments, 1)
    session.round_count += 1
    round = Round.objects.create(
        session=session,
        number=session.round_count,
        submission_id=submission.id,
        rule_version=scored.terms.rules,
        bet_unit=scored.terms.bet_unit,
        facts=journal.normal(submission.facts),
        result=scored.outcome.as_json(),
        balances={str(number): seat.balance for number, seat in sorted(seats.items())},
        corrects=target,
        stands_for=target.stands_for if target else session.round_count,
        recorded_at=timezone.now(),
    )
    posting = Posting(kind=Posting.Kind.ROUND, round=round, posted_at=round.recorded_at)
    journal.post(session, seats, posting, scored.payments)
    return round


def _reverse(session: Session, seats: journal.Seats, target: Round, reason: str) -> None:
    """Post the exact opposite of a round's entries, unless that was done before."""
    postings = {posting.kind: posting for posting in target.postings.all()}
    if Posting.Kind.VOID in postings:
        return
    paid = journal.payments_of(postings[Posting.Kind.ROUND])
    back = [payment.reversed() for payment in paid]
    journal.move(seats, back)
    journal.tally(seats, target.facts["players"], paid, -1)
    posting = Posting(kind=Posting.Kind.VOID, round=target, reason=reason, posted_at=timezone.now())
    journal.post(session, seats, posting, back)


def _admitted(session: Session, submission: _Submission) -> Recorded | None:
    """The answer given before, None if this one is new and welcome; else raises why not."""
    if answer := _answered(submission):
        return answer
    if submission.correcting is not None:
        target = _round(session, submission.correcting)
        if newer := Round.objects.filter(corrects=target).first():
            raise AlreadyCorrected(target.number, newer)
    elif session.closed_at:
        raise SessionClosed
    if submission.after not in (None, session.round_count):
        raise StaleRound(session.rounds.filter(number=session.round_count).first())
    if submission.terms not in (None, (session.rule_version_id, session.bet_unit_id)):
        raise TermsChanged
    return None


def _answered(submission: _Submission) -> Recorded | None:
    """The round this submission id stands for, if any; raises DifferentFacts."""
    found = (
        Round.objects.filter(session=submission.session_id, submission_id=submission.id)
        .select_related("corrects", "rule_version", "bet_unit")
        .first()
    )
    if found is None:
        return None
    asked = (journal.canonical(submission.facts), submission.correcting)
    stored = (journal.canonical(found.facts), found.corrects.number if found.corrects else None)
    if asked != stored:
        raise DifferentFacts(found)
    return Recorded(found, created=False)


def _check_seats(session: Session, facts: Mapping[str, Any]) -> None:
    """Refuse facts whose players are not all seats of this session; the rest is the rules'."""
    players = facts.get("players")
    named = list(players) if isinstance(players, list | tuple) else []
    seats = set(session.seats.values_list("number", flat=True))
    unknown = [
        scoring.Problem("unknown_seat", f"players[{index}]", NO_SEAT, args={"seat": player})
        for index, player in enumerate(named)
        if type(player) is int and player not in seats
    ]
    if unknown:
        raise scoring.FactsError(unknown)


def _terms(session: Session, correcting: int | None) -> _Terms:
    terms: Session | Round = session if correcting is None else _round(session, correcting)
    assert terms.rule_version is not None
    assert terms.bet_unit is not None
    return _Terms(terms.rule_version, terms.bet_unit)


def _still_in_force(session: Session, terms: _Terms) -> None:
    now = (session.rule_version_id, session.bet_unit_id)
    if now != (terms.rules.pk, terms.bet_unit.pk):
        raise _TermsChangedError


def _scored(session: Session, facts: Mapping[str, Any], terms: _Terms) -> _Scored:
    """Score facts that name this session's seats only, and turn units into amounts."""
    _check_seats(session, facts)
    outcome = scoring.score(terms.rules.rules, journal.normal(facts), terms.rules.settings)
    unit, rest = divmod(terms.bet_unit.amount, outcome.grain)
    assert rest == 0, "a bet unit is checked against the rules before it is in force"
    payments = tuple(journal.paid(transfer, unit) for transfer in outcome.transfers)
    if any(payment.amount > AMOUNT_LIMIT for payment in payments):
        raise AmountRefused
    return _Scored(terms, outcome, payments)


def _session(session_id: str) -> Session:
    session = (
        Session.objects.select_related("rule_version", "bet_unit").filter(pk=session_id).first()
    )
    if session is None:
        raise UnknownSession
    return session


def _round(session: Session, number: int) -> Round:
    terms = ("rule_version", "bet_unit", "corrects")
    found = session.rounds.select_related(*terms).filter(number=number).first()
    if found is None:
        raise UnknownRound(number=number)
    return found


def _seats(session: Session) -> journal.Seats:
    return {seat.number: seat for seat in session.seats.all()}
