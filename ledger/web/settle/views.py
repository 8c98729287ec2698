"""Settling up: who pays whom, what was paid, who leaves early."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ledger.access.actor import By
from ledger.access.keys import Role, grant, key, say_seat, session_for
from ledger.books.settling import standing_carries, standing_payments
from ledger.common.amounts import amount as shown_amount
from ledger.common.refusals import AmountRefused, NotOwed
from ledger.models import Session
from ledger.tables import carry_over, payments, sessions
from ledger.web.forms import MISSING, SubmissionForm
from ledger.web.people.views import flagged_rounds
from ledger.web.requests import Request, writes
from ledger.web.settle import evening_summary
from ledger.web.settle.page import PayForm, carried, settling, settling_with
from ledger.web.table.page import Table

TAKEN_BACK = gettext_lazy("Việc này đã ghi rồi được rút lại, nên không ghi gì thêm. Xem lại đã.")
"""A form came again whose doing was undone meanwhile."""


@require_safe
def settle(request: Request, session_id: str) -> HttpResponse:
    """What is left to pay at a closed table; at an open one, what it would be."""
    return _page(request, Table(*session_for(request, session_id)))


@require_safe
def picture(request: Request, session_id: str) -> HttpResponse:
    """How the evening ended, to send around; the phone makes a PNG of it."""
    shown = Table(*session_for(request, session_id))
    placed = evening_summary.placed(evening_summary.rows(shown, settling(shown)))
    context = {"placed": placed, "height": placed[-1][-1] + evening_summary.ROW}
    return render(request, "settle/picture.svg", context, content_type="image/svg+xml")


@require_safe
def leave(request: Request, session_id: str, seat: int) -> HttpResponse:
    """How one person settles who leaves while the others play on."""
    shown = Table(*session_for(request, session_id))
    if shown.session.closed_at:
        return redirect("settle", session_id)
    return _leaver(request, shown, seat)


@writes("settle")
def close(request: Request, session: Session, by: By) -> str:
    """End the evening and settle."""
    sessions.close(session.pk, by=by)
    return _("Đã chốt sổ.")


@writes("settle")
def reopen(request: Request, session: Session, by: By) -> str:
    """Play on, or put a round right; what was paid stays paid."""
    sessions.reopen(session.pk, by=by)
    return _("Bàn đã mở lại.")


@writes("settle")
def pay(request: Request, session: Session, by: By) -> HttpResponse:
    """Somebody handed somebody money; the same form again marks nothing more."""
    shown, form = Table(session, Role.SCORE), PayForm(request.POST)
    if not form.is_valid():
        return _again(request, shown, form, _wrong(form))
    told = form.cleaned_data
    pair = {"debtor": told["debtor"], "creditor": told["creditor"]}
    try:
        payment = payments.pay(
            session.pk,
            **pair,
            amount=told["amount"],
            submission_id=told["submission"],
            leaver=told["leaver"],
            by=by,
        )
    except (NotOwed, AmountRefused) as refusal:
        return _again(request, shown, form, refusal.message())
    if not standing_payments(session).filter(pk=payment.pk).exists():
        messages.error(request, str(TAKEN_BACK))
        return _back(session.pk, told["leaver"])
    names = {side: shown.names.get(seat, f"#{seat}") for side, seat in pair.items()}
    said = names | {"amount": shown_amount(told["amount"])}
    messages.success(request, _("Đã ghi: %(debtor)s trả %(creditor)s %(amount)s.") % said)
    return _back(session.pk, told["leaver"])


@writes("settle")
def unmark(request: Request, session: Session, by: By, number: int) -> str:
    """It was not paid after all."""
    payments.unmark(session.pk, number, by=by)
    return _("Đã bỏ đánh dấu.")


@writes("settle")
def carry(request: Request, session: Session, by: By) -> HttpResponse:
    """Open a table with the same people that begins with what is left; this phone is its scorer."""
    form = SubmissionForm(request.POST)
    if not form.is_valid():
        return _page(request, Table(session, Role.SCORE), problem=str(MISSING))
    target = carry_over.carry(session.pk, submission_id=form.cleaned_data["submission"], by=by)
    if not standing_carries(session).filter(target=target).exists():
        messages.error(request, str(TAKEN_BACK))
        return redirect("settle", session.pk)
    grant(request, target, key(target, Role.SCORE))
    if by.seat:
        say_seat(request, target, by.seat)
    messages.success(request, _("Đã mở bàn mới, mang phần còn lại theo."))
    return redirect("table", target.pk)


@writes("settle")
def take_back(request: Request, session: Session, by: By, target: str) -> str:
    """The new table is not wanted after all: what was carried there comes back."""
    carry_over.take_back(session.pk, target, by=by)
    return _("Đã rút lại, bàn mới đã đóng.")


def _wrong(form: PayForm) -> str:
    """Why this form is refused: what was typed, else that it is none of ours."""
    typed = form.errors.get("amount")
    return str(typed[0]) if typed else str(MISSING)


def _again(request: Request, shown: Table, form: PayForm, problem: str) -> HttpResponse:
    """The page as it was sent from, with what is wrong and what was typed."""
    leaver = form.cleaned_data.get("leaver")
    shown = Table(shown.session, shown.role)
    if leaver and not shown.session.closed_at:
        return _leaver(request, shown, leaver, form=form, problem=problem)
    return _page(request, shown, form=form, problem=problem)


def _back(session_id: str, leaver: int | None) -> HttpResponse:
    return redirect("leave", session_id, leaver) if leaver else redirect("settle", session_id)


def _page(
    request: Request, shown: Table, *, form: PayForm | None = None, problem: str = ""
) -> HttpResponse:
    found = settling(shown, form)
    text = evening_summary.text(evening_summary.rows(shown, found))
    context: dict[str, Any] = {
        "table": shown,
        "settling": found,
        "text": text,
        "text_lines": text.count("\n") + 1,
        "flagged": flagged_rounds(shown),
        "problem": problem,
        "carried": carried(request, shown),
        "submission": uuid4(),
    }
    return render(request, "settle/settle.html", context, status=422 if problem else 200)


def _leaver(
    request: Request, shown: Table, seat: int, *, form: PayForm | None = None, problem: str = ""
) -> HttpResponse:
    if seat not in shown.names:
        raise Http404
    context: dict[str, Any] = {
        "table": shown,
        "settling": settling_with(shown, seat, form),
        "flagged": flagged_rounds(shown),
        "leaver": seat,
        "name": shown.names[seat],
        "problem": problem,
    }
    return render(request, "settle/leave.html", context, status=422 if problem else 200)
