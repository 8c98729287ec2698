"""Settling up: who pays whom, what was paid, who leaves early."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ledger.access.keys import Role, by_phone, grant, key, say_seat, session_for
from ledger.books.settling import standing_carries, standing_payments
from ledger.common.amounts import amount as shown_amount
from ledger.common.refusals import AmountRefused, NotOwed
from ledger.tables import carry_over, payments, sessions
from ledger.web.forms import MISSING
from ledger.web.people.views import flagged_rounds
from ledger.web.requests import Request, posted_settling
from ledger.web.settle import evening_summary
from ledger.web.settle.page import CarryForm, PayForm, carried, settling, settling_with
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
    drawn = evening_summary.picture(evening_summary.rows(shown, settling(shown)))
    return render(request, "settle/picture.svg", {"picture": drawn}, content_type="image/svg+xml")


@require_safe
def leave(request: Request, session_id: str, seat: int) -> HttpResponse:
    """How one person settles who leaves while the others play on."""
    shown = Table(*session_for(request, session_id))
    if shown.session.closed_at:
        return redirect("settle", session_id)
    return _leaver(request, shown, seat)


@posted_settling
def close(request: Request, session_id: str) -> HttpResponse:
    """End the evening and settle."""
    by = by_phone(request, *session_for(request, session_id, write=True))
    sessions.close(session_id, by=by)
    messages.success(request, _("Đã chốt sổ."))
    return redirect("settle", session_id)


@posted_settling
def reopen(request: Request, session_id: str) -> HttpResponse:
    """Play on, or put a round right; what was paid stays paid."""
    by = by_phone(request, *session_for(request, session_id, write=True))
    sessions.reopen(session_id, by=by)
    messages.success(request, _("Bàn đã mở lại."))
    return redirect("settle", session_id)


@posted_settling
def pay(request: Request, session_id: str) -> HttpResponse:
    """Somebody handed somebody money; the same form again marks nothing more."""
    shown = Table(*session_for(request, session_id, write=True))
    form = PayForm(request.POST)
    if not form.is_valid():
        return _again(request, shown, form, _wrong(form))
    told, by = form.cleaned_data, by_phone(request, shown.session, shown.role)
    pair = {"debtor": told["debtor"], "creditor": told["creditor"]}
    try:
        marked = payments.pay(
            session_id,
            **pair,
            amount=told["amount"],
            submission_id=told["submission"],
            leaver=told["leaver"],
            by=by,
        )
    except (NotOwed, AmountRefused) as refusal:
        return _again(request, shown, form, refusal.message())
    if not standing_payments(shown.session).filter(pk=marked.payment.pk).exists():
        messages.error(request, str(TAKEN_BACK))
        return _back(session_id, told["leaver"])
    names = {side: shown.names.get(seat, f"#{seat}") for side, seat in pair.items()}
    said = names | {"amount": shown_amount(told["amount"])}
    messages.success(request, _("Đã ghi: %(debtor)s trả %(creditor)s %(amount)s.") % said)
    return _back(session_id, told["leaver"])


@posted_settling
def unmark(request: Request, session_id: str, number: int) -> HttpResponse:
    """It was not paid after all."""
    by = by_phone(request, *session_for(request, session_id, write=True))
    payments.unmark(session_id, number, by=by)
    messages.success(request, _("Đã bỏ đánh dấu."))
    return redirect("settle", session_id)


@posted_settling
def carry(request: Request, session_id: str) -> HttpResponse:
    """Open a table with the same people that begins with what is left; this phone is its scorer."""
    shown = Table(*session_for(request, session_id, write=True))
    form = CarryForm(request.POST)
    if not form.is_valid():
        return _page(request, shown, problem=str(MISSING))
    by = by_phone(request, shown.session, shown.role)
    opened = carry_over.carry(session_id, submission_id=form.cleaned_data["submission"], by=by)
    if not standing_carries(shown.session).filter(target=opened.session).exists():
        messages.error(request, str(TAKEN_BACK))
        return redirect("settle", session_id)
    grant(request, opened.session, key(opened.session, Role.SCORE))
    if by.seat:
        say_seat(request, opened.session, by.seat)
    messages.success(request, _("Đã mở bàn mới, mang phần còn lại theo."))
    return redirect("table", opened.session.pk)


@posted_settling
def take_back(request: Request, session_id: str, target: str) -> HttpResponse:
    """The new table is not wanted after all: what was carried there comes back."""
    by = by_phone(request, *session_for(request, session_id, write=True))
    carry_over.take_back(session_id, target, by=by)
    messages.success(request, _("Đã rút lại, bàn mới đã đóng."))
    return redirect("settle", session_id)


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
