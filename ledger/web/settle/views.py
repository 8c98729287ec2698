"""Settling up: who pays whom, what was paid, who leaves early."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ledger.access.keys import Role, key, say_seat
from ledger.books.settling import standing_carries, standing_payments
from ledger.common.amounts import amount as amount_in_words
from ledger.common.refusals import AmountRefused, DifferentPayment, NotOwed
from ledger.common.strict_json import Object
from ledger.tables import agreement, carry_over, payments
from ledger.web.forms import MISSING
from ledger.web.page_cache import cached, cached_page
from ledger.web.phone_table import Table
from ledger.web.repeats import TAKEN_BACK, one_more, say_posted
from ledger.web.requests import Request, posted, reads, remember, submission_of, whole
from ledger.web.settle.evening_summary import message, summary
from ledger.web.settle.page import PayForm, carried, settling
from ledger.web.settle.picture import drawing
from ledger.web.table.history import flagged_lines


@reads
def settle(request: Request, table: Table) -> HttpResponse:
    """What is left to pay at a closed table; at an open one, what it would be."""
    if standing_carries(table.session).exists():  # of what goes on there this book knows nothing
        return _page(request, table)
    return cached_page(request, table, request.get_full_path(), lambda: _page(request, table))


@cached
def picture(request: Request, table: Table) -> HttpResponse:
    """How the evening ended, to send around; the phone makes a PNG of it."""
    context = drawing(summary(table, settling(table)))
    return render(request, "settle/picture.svg", context, content_type="image/svg+xml")


@cached
def leave(request: Request, table: Table, seat: int) -> HttpResponse:
    """How one person settles who leaves while the others play on."""
    if table.session.closed_at:
        return redirect("settle", table.pk)
    return _page(request, table, seat)


@posted("settle")
def pay(request: Request, table: Table) -> HttpResponse:
    """Somebody handed somebody money; the same form again marks nothing more."""
    session, form = table.session, PayForm(table, request.POST)
    if not form.is_valid():
        return _page(request, table, form=form)
    data = dict(form.cleaned_data)
    try:
        submission = data.pop("submission")
        payment, new = payments.pay(session.pk, submission_id=submission, by=table.by, **data)
    except (NotOwed, AmountRefused) as refusal:
        form.add_error("amount", refusal.message())
        return _page(request, table, form=form)
    except DifferentPayment as refusal:
        form.add_error("amount", one_more(refusal))
        return _page(request, table, form=form)
    values = {side: table.names[data[side]] for side in ("debtor", "creditor")}
    values["amount"] = amount_in_words(data["amount"])
    notice = _("Đã ghi: %(debtor)s trả %(creditor)s %(amount)s.") % values
    stands = new or standing_payments(session).filter(pk=payment.pk).exists()
    say_posted(request, notice, new=new, stands=stands)
    leaver = data["leaver"]
    return redirect("leave", session.pk, leaver) if leaver else redirect("settle", session.pk)


@posted("settle")
def unmark(request: Request, table: Table, number: int) -> str:
    """It was not paid after all."""
    payments.unmark(table.pk, number, by=table.by)
    return _("Đã bỏ đánh dấu.")


@posted("settle")
def carry(request: Request, table: Table) -> HttpResponse:
    """Open a table with the same people that begins with what is left; this phone is its scorer."""
    session, submission = table.session, submission_of(request)
    target = carry_over.carry(session.pk, submission_id=submission, by=table.by)
    if not standing_carries(session).filter(target=target).exists():
        messages.error(request, TAKEN_BACK)
        return redirect("settle", session.pk)
    remember(request, target, key(target, Role.SCORE))
    say_seat(request, target, table.seat)
    messages.success(request, _("Đã mở bàn mới, mang phần còn lại theo."))
    return redirect("table", target.pk)


@posted("settle")
def take_back(request: Request, table: Table, target: str) -> str:
    """The new table is not wanted after all: what was carried there comes back."""
    carry_over.take_back(table.pk, target, by=table.by)
    return _("Đã rút lại, bàn mới đã chốt sổ.")


@posted("settle", write=False)
def agree(request: Request, table: Table) -> str:
    """Somebody says on this phone that the book is right."""
    seat = whole(request.POST.get("seat"))
    agreement.agree(table.pk, seat, request.POST.get("head", ""), by=table.by)
    return _("%(name)s đồng ý với sổ.") % {"name": table.names[seat]}


def _page(
    request: Request, table: Table, leaver: int | None = None, form: PayForm | None = None
) -> HttpResponse:
    problem = ""
    if form:
        leaver = None if table.session.closed_at else form.cleaned_data.get("leaver")
        problem = str(form.errors.get("amount", [MISSING])[0])
    if leaver and leaver not in table.names:
        raise Http404
    page = settling(table, form, leaver)
    context: Object = {"table": table, "settling": page, "problem": problem}
    context["flagged"] = flagged_lines(table)
    if leaver:
        context |= {"leaver": leaver, "name": table.names[leaver]}
    else:
        context |= {"text": message(summary(table, page)), "submission": uuid4()}
        final = agreement.final_line(table.session)
        context |= {"final": final, "agreed": agreement.agreed(table.session, final)}
        context["carried"] = carried(request, table)
    template = "settle/leave.html" if leaver else "settle/settle.html"
    return render(request, template, context, status=422 if problem else 200)
