"""Rounds: recorded, read, made void, corrected."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ledger import books
from ledger.access.limits import Limit
from ledger.api import problems
from ledger.api.calls import JSON, SUBMISSIONS, lists, reads, writes
from ledger.api.descriptions import DESCRIPTIONS
from ledger.api.pages import RoundSlices
from ledger.api.queries import ON, DryRun, RoundPaging
from ledger.api.serializers import rounds as shapes
from ledger.api.serializers.common import shared
from ledger.api.views.base import BY_API, SessionView
from ledger.books import balances, journal, submissions
from ledger.books.history import PlayedRound, just_recorded, played_rounds, with_balances
from ledger.books.submissions import Answered
from ledger.common import refusals
from ledger.models import Session
from scoring import RefusedError

MOST_AT_ONCE = 200
ROUND_OR_SCORED = PolymorphicProxySerializer(
    "RoundOrScored", [shapes.RoundObject, shapes.Scored], None
)
NO_LIST = _("Cần một danh sách từ 1 đến %(most)s ván.")


class RecordView(SessionView):
    """A call that may record a round."""

    def recorded(self, record: Callable[..., books.Recorded]) -> Response:
        """Record what was sent: the answer is 201 for a new round, 200 for one sent before.

        A new one is counted in the same commit, and one that is refused as well.
        """
        sent = self.sent(shapes.Submit)
        id = sent.pop("id")
        try:
            found = record(submission_id=id, **sent, by=BY_API, on_created=self.count)
        except refusals.ServiceBusy:
            raise
        except (refusals.PostingError, RefusedError):
            self.count(int(not self.session.rounds.filter(submission_id=id).exists()))
            raise
        return _answer(self.session, found)


class Rounds(RecordView):
    """A session's rounds, and a new one."""

    @lists("list_rounds", "RoundPage", shapes.RoundObject, RoundPaging)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """List rounds, newest first; void ones stay among them."""
        since, state = self.query["since"], self.query.get("state", "")
        return self.page(RoundSlices(self.session, since=since, state=state), shapes.RoundObject)

    @writes(
        "record_round",
        shapes.Submit,
        {201: shapes.RoundObject, 200: ROUND_OR_SCORED},
        DryRun,
        examples=SUBMISSIONS,
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Record a round; the same id and facts again change nothing."""
        if self.query.get("dry_run") in ON:
            sent = self.sent(shapes.TryOut)
            scored = _scored(self.session, sent["facts"], sent.get("after"))
            return Response(shapes.Scored(scored).data)
        return self.recorded(partial(books.record, self.session))


class OneRound(RecordView):
    """One round."""

    @reads("get_round", shapes.RoundObject)
    def get(self, request: Request, session_id: str, number: int) -> HttpResponseBase:
        """Read a round; its facts, its transfers and what it paid."""
        return Response(_shown(_round(self.session, number)))

    @writes("correct_round", shapes.Submit, shapes.RoundObject, examples=SUBMISSIONS)
    def put(self, request: Request, session_id: str, number: int) -> Response:
        """Correct a round; it becomes void, and these facts are recorded in its place."""
        return self.recorded(partial(books.record, session_id, correcting=number))


class Void(SessionView):
    """Taking a round back."""

    @writes("void_round", shapes.ReasonSerializer, shapes.RoundObject)
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Void a round; new entries reverse it, and again changes nothing."""
        reason = self.written(shapes.ReasonSerializer)["reason"]
        books.void(session_id, number, reason=reason, by=BY_API)
        return Response(_shown(_round(self.session, number)))


class Bulk(SessionView):
    """Many rounds in one call."""

    @writes("record_rounds", {JSON: DESCRIPTIONS["many_rounds"]}, shapes.BulkAnswer)
    def post(self, request: Request, session_id: str) -> Response:
        """Record many rounds; each in a transaction of its own, in order, answered on its own."""
        sent = request.data
        if not isinstance(sent, list) or not 1 <= len(sent) <= MOST_AT_ONCE:
            raise _no_list(MOST_AT_ONCE)
        new, most = _new(self.session, sent), Limit(*settings.API_WRITES).most
        if new > most:  # which no waiting would change
            raise _no_list(most)
        self.count(new)
        return Response({"results": _results(self.session, _record_all(session_id, sent))})


def _no_list(most: int) -> ValidationError:
    message = ErrorDetail(str(NO_LIST) % {"most": most}, "type")
    return ValidationError({"non_field_errors": [message]})


def _record_all(session_id: str, sent: list[object]) -> list[Answered]:
    """Record one after the other; once the database does not answer, the rest is not tried."""
    answered: list[Answered] = []
    for each in sent:
        if answered and answered[-1].is_busy:
            answered.append(Answered(None, error=answered[-1].error))
        else:
            answered.append(submissions.record(session_id, each, by=BY_API))
    return answered


def _results(session: Session, answered: list[Answered]) -> list[dict[str, Any]]:
    keys = [each.round.pk for each in answered if each.round]
    found = played_rounds(session.rounds.filter(pk__in=keys))
    rounds = {p.round.pk: p for p in with_balances(session, found)}
    return [
        {
            "id": str(each.id) if each.id else None,
            "outcome": _outcome(each),
            "round": _shown(rounds[each.round.pk]) if each.round else None,
            "problem": problems.refused(each.error) if each.error else None,
        }
        for each in answered
    ]


def _outcome(answered: Answered) -> str:
    if answered.error:
        return "refused"
    return "recorded" if answered.created else "present"


def _new(session: Session, sent: list[object]) -> int:
    """How many submissions would be new: those that are stored are only looked up."""
    ids = [str(each.get("id")) for each in sent if isinstance(each, dict)]
    spelt = [id for id in ids if re.fullmatch(submissions.UUID_SPELLING, id)]
    return len(ids) - session.rounds.filter(submission_id__in=spelt).count()


def _scored(session: Session, facts: Mapping[str, Any], after: int | None) -> dict[str, Any]:
    """What the round would come to now."""
    if after not in (None, session.round_count):
        raise refusals.StaleRound(session.rounds.filter(number=session.round_count).first())
    outcome = books.preview(session, facts)
    assert session.rule_version
    assert session.bet_unit
    unit = session.bet_unit.amount // outcome.grain
    amounts = {seat: units * unit for seat, units in outcome.net.items()}
    return {
        "rules": session.rule_version.rules,
        "bet_unit": session.bet_unit.amount,
        "facts": facts,
        "result": outcome.as_json(get_language() or "vi"),
        "amounts": amounts,
        "balances": {
            s.seat: s.balance + amounts.get(s.seat, 0) for s in balances.scoreboard(session)
        },
    }


def _answer(session: Session, recorded: books.Recorded) -> Response:
    """The same to the letter as often as it is sent, in whatever order a database keeps keys."""
    new = recorded.created
    played = just_recorded(recorded) if new else _round(session, recorded.round.number)
    shown = _shown(played)
    shown |= {key: journal.normal(shown[key]) for key in ("facts", "result")}
    return Response(shown, 201 if recorded.created else 200)


def _shown(played: PlayedRound) -> dict[str, Any]:
    shown: dict[str, Any] = shared(shapes.RoundObject).to_representation(played)
    return shown


def _round(session: Session, number: int) -> PlayedRound:
    found = played_rounds(session.rounds.filter(number=number))
    if not found:
        raise Http404
    return with_balances(session, found)[0]
