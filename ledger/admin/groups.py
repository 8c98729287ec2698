"""Groups of people who play more than once: looked at here, and deleted with their names."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_POST

from ledger.admin import audit
from ledger.admin.readonly import ReadOnly, address, link
from ledger.database.transactions import write_together
from ledger.models import Group
from ledger.people import groups

GROUP = gettext_noop("nhóm chơi")


@require_POST
def drop(request: HttpRequest, group: Group) -> HttpResponse:
    """Delete a group and its names, once that was ticked; the tables stay."""
    if request.POST.get("sure") != "1":
        messages.error(request, _("Đánh dấu vào ô trước khi xoá."))
        return redirect(address(group))

    with write_together():
        groups.delete(group, by=audit.BY_ADMIN)
        audit.note(request.user, group, GROUP, lambda: [_("đã xoá, cùng tên trong nhóm")])
    messages.success(request, _("Đã xoá nhóm và tên trong nhóm. Các bàn vẫn còn."))
    return redirect("admin:ledger_group_changelist")


@admin.register(Group)
class GroupAdmin(ReadOnly):
    """Groups, newest first."""

    list_display = ("id", "name", "people", "tables", "made_at")
    list_display_links = ("id", "name")
    list_filter = ("made_at",)
    search_fields = ("id", "name")
    ordering = ("-made_at", "pk")
    fields = ("id", "name", "currency", "made_at", "source", "members", "evenings")
    change_form_template = "admin/ledger/group/shown.html"
    pages: ClassVar = {"drop": (drop, "ledger.delete_group")}

    def get_queryset(self, request: HttpRequest) -> Any:
        counts = {each: Count(each, distinct=True) for each in ("members", "evenings")}
        told = {f"{each}_told": count for each, count in counts.items()}
        return super().get_queryset(request).select_related("source").annotate(**told)

    @admin.display(description=gettext_lazy("số người"), ordering="members_told")
    def people(self, group: Any) -> int:
        return int(group.members_told)

    @admin.display(description=gettext_lazy("số bàn"), ordering="evenings_told")
    def tables(self, group: Any) -> int:
        return int(group.evenings_told)

    @admin.display(description=gettext_lazy("người trong nhóm"))
    def members(self, group: Group) -> Any:
        return format_html_join("", "<div>{}</div>", ((each,) for each in group.members.all()))

    @admin.display(description=gettext_lazy("các bàn tính cho nhóm"))
    def evenings(self, group: Group) -> Any:
        counted = group.evenings.select_related("session").order_by("session__opened_at")
        return format_html_join("", "<div>{}</div>", ((link(each.session),) for each in counted))
