"""Pages that only show: the ledger is written by the table, and never from here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from ledger.admin.words import game
from scoring import RULE_SETS


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # cannot be subscribed at run time
    """Shown to who may view it; added to, changed and deleted by nobody, whatever is allowed."""

    actions: Any = None
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    change_form_template = "admin/ledger/shown.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        name = self.opts.model_name
        return bool(request.user.has_perm(f"{self.opts.app_label}.view_{name}"))


class GameFilter(admin.SimpleListFilter):
    """By game, for sessions and rounds alike."""

    title = _("kiểu chơi")
    parameter_name = "rules"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, game(name)) for name in RULE_SETS]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        chosen = self.value()
        return queryset.filter(rule_version__rules=chosen) if chosen else queryset


def link(obj: Any, text: object = "") -> Any:
    """A link to the page of `obj`; a dash where there is none."""
    if obj is None:
        return "–"
    address = reverse(f"admin:ledger_{obj._meta.model_name}_change", args=[obj.pk])
    return format_html('<a href="{}">{}</a>', address, text or str(obj))


def list_link(model: str, text: object, **filters: object) -> Any:
    """A link to a list with only those rows."""
    query = "&".join(f"{name}={value}" for name, value in filters.items())
    return format_html(
        '<a href="{}?{}">{}</a>', reverse(f"admin:ledger_{model}_changelist"), query, text
    )
