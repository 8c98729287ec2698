"""Groups of people who play more than once: looked at here, and deleted with their names."""

from django.contrib import admin
from django.contrib.admin.models import DELETION, LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from ledger.admin import audit
from ledger.admin.readonly import FindsNames, ReadOnly, link
from ledger.models import Group
from ledger.people import groups


@admin.register(Group)
class GroupAdmin(FindsNames, ReadOnly):
    """Groups, newest first; one is deleted on its own page only."""

    actions = None
    list_display = ("id", "name", "made_at")
    list_display_links = ("id", "name")
    list_filter = ("made_at",)
    search_fields = ("name", "members__name")
    search_help_text = _("Mã nhóm, tên nhóm hay tên người trong nhóm.")
    ordering = ("-made_at", "pk")
    fields = ("id", "name", "currency", "made_at", "source", "members", "evenings")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.allows(request, "delete")

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Group]) -> list[LogEntry]:
        """By id: the name of the group goes with it."""
        return [audit.write(request.user, group, DELETION) for group in queryset]

    def delete_model(self, request: HttpRequest, group: Group) -> None:
        groups.delete(group, by=audit.BY_ADMIN)

    @admin.display(description=_("người trong nhóm"))
    def members(self, group: Group) -> str:
        return format_html_join("", "<div>{}</div>", ((each,) for each in group.members.all()))

    @admin.display(description=_("các bàn tính cho nhóm"))
    def evenings(self, group: Group) -> str:
        counted = group.evenings.select_related("session").order_by("session__opened_at")
        return format_html_join("", "<div>{}</div>", ((link(each.session),) for each in counted))
