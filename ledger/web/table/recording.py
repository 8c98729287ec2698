"""A round from the phone: preview it, record it, and never lose what was typed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from ledger import books
from ledger.books.chain import text
from ledger.books.history import PlayedRound, just_recorded, played_rounds
from ledger.common import refusals
from ledger.common.strict_json import Object
from ledger.database.transactions import confirm
from ledger.models import Change
from ledger.tables import sessions
from ledger.web import shown_terms
from ledger.web.phone_table import Table
from ledger.web.requests import Request, go, posted, submission_of, table_of, whole
from ledger.web.table import drafts
from ledger.web.table.columns import page_pieces
from ledger.web.table.drafts import Draft
from ledger.web.table.history import plain_line
from ledger.web.table.news import act
from ledger.web.table.own_hands import own_of
from ledger.web.table.views import changes, page, round_or_404, same_table
from scoring import FactsError, SettingsError

MOST_BESIDE = 5
"""Rounds of another phone that are shown beside the one typed here."""


@posted()
def preview(request: Request, table: Table) -> HttpResponse:
    """What the round as tapped so far would pay, else its page, for the players it was typed for.

    Stores nothing.
    """
    if not request.htmx:
        return page(request, table, drafts.scored(table, typed(request, table)))
    _play_by_shown_terms(request, table)
    draft = drafts.scored(table, typed(request, table))
    return render(request, "table/preview.html", page_pieces(table, draft))


def _play_by_shown_terms(request: Request, table: Table) -> None:
    """Take the terms that the form was shown with for those in force, for this answer alone.

    Its prices are of these, and stay until recording it says that others are in force by now.
    """
    shown, session = request.POST.get("terms"), table.session
    if shown is None or table.plays_by(shown):
        return
    version_id, bet_unit_id = (*shown.split("-"), "")[:2]
    version = session.rule_versions.filter(pk=whole(version_id), rules=table.rules).first()
    bet_unit = session.bet_units.filter(pk=whole(bet_unit_id)).first()
    if version and bet_unit and shown_terms.are_meant((version, bet_unit), shown):
        session.rule_version, session.bet_unit = version, bet_unit


@posted()
def record(request: Request, table: Table) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    sent = typed(request, table)
    draft = drafts.checked(table, sent)
    if not draft.differs:
        notice = _("Chưa đổi gì, ván vẫn như cũ.")
        draft = replace(drafts.scored(table, draft), notice=notice, status=422)
    if draft.status != 200:
        there = played_rounds(table.session.rounds.filter(submission_id=sent.submission_id))
        if there:
            return _sent_before(request, table, sent, there[0])
        return form_again(request, table, draft)
    try:
        recorded = _write(request, table, draft)
    except refusals.DifferentFacts as other:
        stored = round_or_404(table, other.round.number)
        return _sent_before(request, table, sent, stored)
    except FactsError as refused:
        return form_again(request, table, drafts.with_problems(table, draft, refused.problems))
    except refusals.StaleRound:
        return _behind(request, table, draft)
    except refusals.TermsChanged as changed:
        return again(request, table.pk, changed.message())
    except refusals.Refusal as refusal:
        draft = drafts.scored(table, draft)
        if draft.status == 200:
            draft = replace(draft, problems=(*draft.problems, table.why_not(refusal)))
        return form_again(request, table, replace(draft, status=409))
    if not recorded.created:
        stored = round_or_404(table, recorded.round.number)
        return _sent_before(request, table, sent, stored)
    new = table_of(request, table.pk, write=True) if draft.correcting else table.after(recorded)
    return _on_the_books(request, new, just_recorded(recorded), draft, line=recorded.line)


@posted()
def turn_on(request: Request, table: Table) -> HttpResponse:
    """Play by the setting that lets the round as typed be, from this round on, and score it."""
    key, asked = table.pk, request.POST.get("on", "")
    settings = table.rule_version.values | {asked: True}
    try:
        sessions.change_rules(key, table.rules, settings, by=table.by)
    except (SettingsError, refusals.Refusal) as refusal:
        return again(request, key, str(refusal))
    return again(request, key, status=200)


def again(request: Request, session_id: str, notice: str = "", status: int = 409) -> HttpResponse:
    """The round form as typed, scored under the terms of now, with a notice; nothing is written."""
    table = table_of(request, session_id, write=True)
    draft = drafts.scored(table, typed(request, table))
    return form_again(request, table, replace(draft, notice=notice, status=status))


def typed(request: Request, table: Table) -> Draft:
    """The draft as the phone sent it, nonsense included."""
    number = whole(request.POST.get("correcting"))
    if number:
        draft = drafts.correction(table, round_or_404(table, number), request.POST)
    else:
        seats = [whole(seat) for seat in request.POST.get("seats", "").split(",")]
        draft = drafts.draft_of(table, request.POST, seats)
    after = whole(request.POST.get("newest"))
    return replace(draft, submission_id=submission_of(request), after=after)


def form_again(request: Request, table: Table, draft: Draft) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return page(request, table, draft, draft.status)
    pieces = page_pieces(table, draft)
    if not draft.correcting:
        pieces["own"] = own_of(table)
    return render(request, "table/console_again.html", pieces, status=draft.status)


def _write(request: Request, table: Table, draft: Draft) -> books.Recorded:
    facts, submission = draft.form.facts(), draft.submission_id
    write = partial(books.record, submission_id=submission, facts=facts, by=table.by)
    if draft.correcting:
        return write(table.pk, correcting=draft.correcting.number)
    shown = request.POST.get("terms", "")
    terms = shown_terms.ids_meant(table.session.terms, shown) if shown else None
    return write(table.session, after=_newest_seen(table, draft), terms=terms)


def _newest_seen(table: Table, draft: Draft) -> int:
    """Return the newest round that this phone has seen.

    Whoever only missed corrections has missed no round, while the same people play on.
    """
    newest, form = table.session.round_count, draft.form
    if draft.after >= newest or table.missed(draft.after).exists():
        return draft.after
    same = (form.seats, form.terms.start) == ([*table.next.players], table.next.start)
    return newest if same else draft.after


def _sent_before(request: Request, table: Table, draft: Draft, stored: PlayedRound) -> HttpResponse:
    """A round sent twice is on the books once; sent with other contents it asks what is meant."""
    confirm(table.pk)
    number = {"number": table.numbering.of(stored.round)}
    if drafts.correction(table, stored, request.POST).form.facts() == stored.round.facts:
        done = _("Ván này đã ghi rồi: ván %(number)s") % number
        return _on_the_books(request, table_of(request, table.pk, write=True), stored, draft, done)
    draft = replace(draft, submission_id=uuid4(), instead=stored.round.number)
    notice = _("Lần bấm trước đã ghi thành ván %(number)s như dưới đây. Sai thì sửa ván đó.")
    return _beside(request, table, replace(draft, notice=notice % number), [stored])


def _behind(request: Request, table: Table, draft: Draft) -> HttpResponse:
    """Rounds this phone has not seen stand beside the one typed here."""
    rounds = played_rounds(table.missed(draft.after)[:MOST_BESIDE])
    rounds = rounds or played_rounds(table.rounds.order_by("-stands_for")[:1])
    notice = _("Đã có người ghi trước: ván mới nhất là ván %(newest)s.")
    newest = table.numbering.of(rounds[0].round) if rounds else 0
    return _beside(request, table, replace(draft, notice=notice % {"newest": newest}), rounds)


def _beside(
    request: Request, table: Table, draft: Draft, rounds: Sequence[PlayedRound]
) -> HttpResponse:
    """These rounds stand beside the one typed here, and the person chooses."""
    table.session.refresh_from_db(fields=["round_count"])
    form = draft.form
    draft = replace(
        draft,
        form=form.under(replace(form.terms, start=table.next.start)),
        newer=[plain_line(table, played) for played in rounds],
        after=table.session.round_count,
    )
    draft = drafts.scored(table, draft)
    if draft.status == 200:
        draft = replace(draft, mine=form.describe(form.facts(), table.names, form.in_force))
    if not table.plays_by(request.POST.get("terms")):
        draft = replace(draft, warnings=(*draft.warnings, refusals.TermsChanged().message()))
    return form_again(request, table, replace(draft, status=409))


def _on_the_books(
    request: Request,
    table: Table,
    played: PlayedRound,
    draft: Draft,
    words: str = "",
    line: Change | None = None,
) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form.

    That is so where the round is the newest and the same people play on.
    The answer names the submission: a phone that keeps the round lets go of it by that alone.
    """
    number = played.round.number
    blank = drafts.blank_draft(table) if request.htmx and not draft.correcting else None
    kind = Change.Kind.CORRECTED if draft.correcting else Change.Kind.RECORDED
    waited = bool(request.htmx) and request.htmx.source == "form#resend"
    done, undo = act(table, kind, played.round, waited=waited)
    if blank and blank.after == number and same_table(request, table):
        blank = blank.after_act(words or done, undo)
        texts = [text(line, table.session.head)] if line else []
        context: Object = changes(request, table, blank, played, texts)
        answer = render(request, "table/recorded.html", context)
        answer["HX-Reswap"] = "none"
    else:
        messages.success(request, words or done, extra_tags=undo)
        answer = go(request, "table", table.pk)
    recorded = {"submission": draft.submission_id, "number": number}
    return trigger_client_event(answer, "recorded", recorded)
