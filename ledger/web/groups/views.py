"""Groups: the page of one, and which tables count for it."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.access.actor import Actor
from ledger.access.group_keys import group_for, makes_room, own_groups
from ledger.access.keys import Role, grant, key, recent_tables
from ledger.access.links import link_to
from ledger.models import Group, Link
from ledger.people import groups
from ledger.people.group_accounts import accounts
from ledger.people.group_settling import refuse_while_owing
from ledger.web.groups.page import evenings_of
from ledger.web.groups.settling_page import settled
from ledger.web.groups.year import story
from ledger.web.phone_table import Table
from ledger.web.requests import Request, go, posted, posted_group, submission_of, table_of, whole
from ledger.web.settle.picture import drawing

BY_GROUP = Actor(Link.GROUP)


@require_safe
def group(request: Request, group_id: str) -> HttpResponse:
    """How the evenings went, what came to whom, and the tables that count."""
    group, role = group_for(request, group_id)
    may_write = role is Role.SCORE
    roles = list(Role) if may_write else [Role.VIEW]
    context = evenings_of(group) | {
        "group": group,
        "may_write": may_write,
        "mine": {session.pk for session, _role in recent_tables(request)},
        "owed": settled(group, owing=True),
        "unpaid": len(accounts(group).evenings),
        "links": [(role, link_to(request, group, role)) for role in reversed(roles)],
    }
    return render(request, "groups/group.html", context)


@require_safe
def year(request: Request, group_id: str, year: int | None = None) -> HttpResponse:
    """A year as a story, for every key of the group; without one the newest with a round."""
    group, _role = group_for(request, group_id)
    mine = {session.pk for session, _role in recent_tables(request)}
    context = {"group": group, "story": story(group, year), "mine": mine}
    return render(request, "groups/year.html", context)


@require_safe
def year_picture(request: Request, group_id: str, year: int) -> HttpResponse:
    """The same to send around."""
    context = drawing(story(group_for(request, group_id).group, year).summary)
    return render(request, "settle/picture.svg", context, content_type="image/svg+xml")


@require_safe
def of_table(request: Request, session_id: str) -> HttpResponse:
    """The groups this table counts for or may count for, with who would be whom."""
    table = table_of(request, session_id, write=True)
    own = [group for group, role in own_groups(request) if role is Role.SCORE]
    counting = Group.objects.filter(evenings__session=table.session)
    context = {
        "table": table,
        "choices": [
            (place, [(seat, name, place["matched"][seat]) for seat, name in table.names.items()])
            for place in groups.places(own, table.session)
        ],
        "submission": uuid4(),
        "makes_room": makes_room(request),
        "others": counting.exclude(pk__in=[group.pk for group in own]),
    }
    return render(request, "groups/groups.html", context)


@posted("groups")
def make(request: Request, table: Table) -> HttpResponse:
    """A group of everybody at this table."""
    name, submission = request.POST.get("name", ""), submission_of(request)
    made = groups.make(name, table.session, submission_id=submission, by=table.by)
    grant(request, made, key(made, Role.SCORE))
    return go(request, "group", made.pk, notice=_("Đã lập nhóm; bàn này là buổi đầu."))


@posted("groups")
def add(request: Request, table: Table, group_id: str) -> HttpResponse:
    """Let this table count for a group, with the members that were chosen for its seats."""
    chosen, _role = group_for(request, group_id, write=True)
    members = {seat: whole(request.POST.get(f"seat-{seat}")) for seat in table.names}
    groups.add(chosen, table.session, members, by=table.by)
    return go(request, "group", chosen.pk, notice=_("Bàn này tính cho nhóm từ giờ."))


@posted("groups")
def leave(request: Request, table: Table, group_id: str) -> str:
    """Let this table count for a group no longer; whoever scores it may say so."""
    counting = get_object_or_404(Group, pk=group_id, evenings__session=table.session)
    groups.take_out(counting, table.pk, by=table.by)
    return _("Bàn này không tính cho nhóm nữa.")


@posted_group
def out(request: Request, group: Group) -> str:
    """Let one of its tables count no longer."""
    groups.take_out(group, request.POST.get("session", ""), by=BY_GROUP)
    return _("Đã bỏ bàn khỏi nhóm; thêm lại được từ trang của bàn.")


@posted_group
def rename(request: Request, group: Group) -> None:
    """Call the group otherwise."""
    groups.rename(group, request.POST.get("name", ""))


@posted_group
def renew(request: Request, group: Group, role: str) -> str:
    """Make a link worthless and hand out a new one; this phone stays in."""
    groups.renew_key(group, Role(role))
    grant(request, group, key(group, Role.SCORE))
    return _("Đường dẫn cũ đã hết hiệu lực.")


@posted_group
def drop(request: Request, group: Group) -> HttpResponse | None:
    """Delete the group and its names, once that was ticked; the tables stay."""
    if request.POST.get("sure") != "1":
        messages.error(request, _("Đánh dấu vào ô trước khi xoá."))
        return None
    refuse_while_owing(group)
    groups.delete(group, by=BY_GROUP)
    return go(request, "home", notice=_("Đã xoá nhóm và tên trong nhóm. Các bàn vẫn còn."))
