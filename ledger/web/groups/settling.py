"""A group settles several evenings as one, and marks what was paid of it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.access.actor import Actor
from ledger.access.group_keys import group_for
from ledger.access.keys import Role
from ledger.common.refusals import AccountsChanged, AmountRefused, NothingOpen
from ledger.models import Group, Link
from ledger.people import group_settling
from ledger.web.groups.settling_page import open_page, settled
from ledger.web.requests import Request, go, posted_group, submission_of

BY_GROUP = Actor(Link.GROUP)


@require_safe
def page(request: Request, group_id: str) -> HttpResponse:
    """What the evenings left unpaid together, and what was settled of it."""
    group, role = group_for(request, group_id)
    return _page(request, group, may_write=role is Role.SCORE)


@posted_group
def settle(request: Request, group: Group) -> HttpResponse:
    """Settle the evenings that the page showed, as they were then."""
    choices = (each.rpartition("/") for each in request.POST.getlist("evening"))
    states, id = {session: state for session, _slash, state in choices}, submission_of(request)
    try:
        made, _new = group_settling.settle(group, states, submission_id=id, by=BY_GROUP)
    except (AccountsChanged, NothingOpen, AmountRefused) as refusal:
        return _page(request, group, may_write=True, problem=refusal.message())
    notice = _("Đã gộp. Ai trả ai thì bấm “Đã trả”.")
    if made.undone_at:
        notice = _("Lần gộp này đã được bỏ, nên không gộp lại. Xem lại đã.")
    return go(request, "group_settle", group.pk, notice=notice)


@posted_group
def mark(request: Request, group: Group, settlement: UUID, number: int) -> HttpResponse:
    """It was paid, or was not after all."""
    paid = request.POST.get("paid") == "1"
    group_settling.mark(group, settlement, number, paid=paid)
    notice = _("Đã đánh dấu đã trả.") if paid else _("Đã bỏ đánh dấu.")
    return go(request, "group_settle", group.pk, notice=notice)


@posted_group
def undo(request: Request, group: Group, settlement: UUID) -> HttpResponse:
    """The evenings are to be settled otherwise."""
    group_settling.undo(group, settlement, by=BY_GROUP)
    return go(request, "group_settle", group.pk, notice=_("Đã bỏ gộp; các buổi lại như trước."))


def _page(request: Request, group: Group, *, may_write: bool, problem: str = "") -> HttpResponse:
    context = open_page(group, request.GET.getlist("evening"))
    context |= {"group": group, "may_write": may_write, "problem": problem}
    context["settled"] = settled(group)
    return render(request, "groups/settle.html", context, status=409 if problem else 200)
