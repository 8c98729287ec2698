"""Rounds: recorded, read, made void, corrected."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

from ledger import books
from ledger.api.calls import lists, reads, writes
from ledger.api.pages import RoundSlices
from ledger.api.queries import ON, DryRun, RoundPaging
from ledger.api.serializers import rounds as shapes
from ledger.api.serializers.common import shared
from ledger.api.views.base import BY_API, SessionView
from ledger.books import balances, history
from ledger.books.chain import normal
from ledger.books.handed_on import began_otherwise
from ledger.books.numbering import BY_THE_BOOK
from ledger.common import refusals
from ledger.common.language import language
from ledger.common.strict_json import Object
from ledger.models import Round, Session
from scoring import ProblemJSON, RefusedError

ROUND_OR_SCORED = PolymorphicProxySerializer(
    "RoundOrScored", [shapes.RoundObject, shapes.Scored], None
)


class RecordView(SessionView):
    """A call that may record a round."""

    def recorded(self, record: Callable[..., books.Recorded]) -> Response:
        """Record what was sent: the answer is 201 for a new round, 200 for one sent before.

        A new one is counted in the same commit, and one that is refused as well.
        """
        sent = self.sent(shapes.Submit)
        id, game = sent.pop("id"), sent.pop("rules", None)
        try:
            new = record(submission_id=id, game=game, **sent, by=BY_API)
        except (refusals.Refusal, RefusedError):
            if not self.session.rounds.filter(submission_id=id).exists():
                self.count()
            raise
        self.session, self.left = new.round.session, new.left
        created, number = new.created, new.round.number
        played = history.just_recorded(new) if created else _round(self.session, number)
        shown = _shown(played)
        # The same to the letter when it is sent again: some databases keep keys in their own order.
        shown |= {key: normal(shown[key]) for key in ("facts", "result")}
        return Response(shown, 201 if created else 200)


class Rounds(RecordView):
    @lists("list_rounds", "RoundPage", shapes.RoundObject, RoundPaging)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """List rounds, newest first; void ones stay among them."""
        rounds = RoundSlices(self.session, self.query["since"], self.query.get("state", ""))
        return self.page(rounds, shapes.RoundObject)

    @writes(
        "record_round",
        shapes.Submit,
        {201: shapes.RoundObject, 200: ROUND_OR_SCORED},
        DryRun,
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Record a round; the same id and facts again change nothing."""
        if self.query.get("dry_run") in ON:
            sent = self.sent(shapes.TryOut)
            scored = _scored(self.session, sent)
            return Response(shapes.Scored(scored).data)
        return self.recorded(partial(books.record, self.session))


class OneRound(RecordView):
    @reads("get_round", shapes.RoundObject)
    def get(self, request: Request, session_id: str, number: int) -> HttpResponseBase:
        """Read a round; its facts, its transfers and what it paid."""
        return Response(_shown(_round(self.session, number)))

    @writes("correct_round", shapes.Submit, shapes.ChangedRound)
    def put(self, request: Request, session_id: str, number: int) -> Response:
        """Correct a round; it becomes void, and these facts are recorded in its place."""
        answer = self.recorded(partial(books.record, session_id, correcting=number))
        answer.data["later"] = _later(self.session.rounds.get(number=answer.data["number"]))
        return answer


class Void(SessionView):
    @writes("void_round", shapes.ReasonSerializer, shapes.ChangedRound)
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Void a round; new entries reverse it, and again changes nothing."""
        reason = self.written(shapes.ReasonSerializer)["reason"]
        round = books.void(session_id, number, reason=reason, by=BY_API)
        self.session = round.session
        return Response(_shown(_round(self.session, number)) | {"later": _later(round)})


def _scored(session: Session, sent: Object) -> history.PlayedRound:
    """The round that was sent as it would be, with the balances right after it."""
    facts, after = sent["facts"], sent.get("after")
    if after not in (None, session.round_count):
        raise refusals.StaleRound(session.rounds.filter(number=session.round_count).first())
    result = books.preview(session, facts, game=sent.get("rules")).as_json(language())
    rules, bet_unit = session.terms
    round = Round(rule_version=rules, bet_unit=bet_unit, facts=facts, result=result)
    played = history.PlayedRound(round, False, "", None, None)
    standings = balances.scoreboard(session)
    then = {each.seat: each.balance + played.amounts.get(each.seat, 0) for each in standings}
    return replace(played, balances=then)


def _shown(played: history.PlayedRound) -> Object:
    return shared(shapes.RoundObject).to_representation(played)


def _later(changed: Round) -> list[ProblemJSON]:
    """How a later round began otherwise than what this one hands on by now."""
    return [each.as_json(language()) for each in began_otherwise(changed, BY_THE_BOOK)]


def _round(session: Session, number: int) -> history.PlayedRound:
    rounds = history.played_rounds(session.rounds.filter(number=number))
    if not rounds:
        raise Http404
    return history.with_balances(session, rounds)[0]
