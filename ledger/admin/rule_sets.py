"""Rule sets that the place shares with every table: made from a game or another set, dropped."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html_join
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods

from ledger.admin import audit
from ledger.admin.readonly import Either, FindsNames, address, form_page, game
from ledger.admin.rule_form import SharedRulesForm, offered, start
from ledger.common.refusals import Refusal
from ledger.database.transactions import write_together
from ledger.models import SavedRules
from ledger.tables import saved_rules
from ledger.tables.rule_words import differences
from scoring import RULE_SETS, SettingsError

Sets = QuerySet[SavedRules]
SET = gettext_noop("bộ luật")


def _changes(saved: SavedRules) -> list[str]:
    """What the set changes in the document, a line each: "Heo đỏ: 1 → 2"."""
    return [str(each) for each in differences(saved.rules, {}, saved.values)]


@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """A new set, begun from a game or from another set; the same again adds nothing."""
    asked, first = request.GET.get("rules", ""), next(iter(RULE_SETS))
    shown = start(request.POST.get("rules", asked), first, {})
    form = SharedRulesForm(shown, request.POST if request.method == "POST" else None)
    rules, settings = shown.rule_set.name, form.settings.values
    if form.is_valid():
        try:
            kept = _share(request, form.cleaned_data["name"], rules, settings)
        except Refusal as refusal:
            form.add_error("name", refusal.message())
        else:
            messages.success(request, _("Đã lưu “%(name)s” cho mọi bàn.") % {"name": kept.name})
            return redirect(address(kept))
    more: Any = {"games": offered(asked, rules), "button": _("Lưu cho mọi bàn")}
    return form_page(request, SavedRules, _("Lập bộ luật"), form, "savedrules/make.html", **more)


def _share(request: HttpRequest, name: str, rules: str, settings: Mapping[str, Any]) -> SavedRules:
    with write_together():
        saved, replaced = saved_rules.share(name, rules, settings)
        for old in replaced or ():
            audit.note(request.user, old, SET, _("đang mời → đã bỏ"))
        if replaced is not None:
            audit.note(request.user, saved, SET, _("đã lưu"), *_changes(saved))
    return saved


class SetState(Either):
    """Sets that tables are offered, and those that were dropped."""

    title, parameter_name = gettext_lazy("tình trạng"), "dropped_at__isnull"
    words = gettext_lazy("đang mời"), gettext_lazy("đã bỏ")


@admin.register(SavedRules)
class SharedRulesAdmin(FindsNames):
    """The place's own sets; what a phone keeps is that phone's alone and not here."""

    list_display = ("name", "game", "state", "changes", "saved_at")
    list_filter = (SetState,)
    search_fields = ("name",)
    ordering = ("name", "-saved_at")
    fields = ("name", "game", "state", "changes", "saved_at", "dropped_at")
    actions: Any = ("stop_sharing", "share_again")

    def get_queryset(self, request: HttpRequest) -> Sets:
        return super().get_queryset(request).filter(shared=True)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.allows(request, "add")

    def add_view(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return make(request)

    @admin.action(description=gettext_lazy("Bỏ, không mời nữa"), permissions=["run"])
    def stop_sharing(self, request: HttpRequest, sets: Sets) -> None:
        """Offer them to no table any more."""
        with write_together():
            for saved in sets.filter(dropped_at=None):
                saved_rules.drop(saved)
                audit.note(request.user, saved, SET, _("đang mời → đã bỏ"))

    @admin.action(description=gettext_lazy("Lấy lại, mời mọi bàn"), permissions=["run"])
    def share_again(self, request: HttpRequest, sets: Sets) -> None:
        """Offer what dropped ones say to every table again, in place of sets of their names."""
        for saved in sets.exclude(dropped_at=None):
            try:
                _share(request, saved.name, saved.rules, saved.values)
            except (Refusal, SettingsError) as refusal:
                self.message_user(request, str(refusal), messages.ERROR)

    @admin.display(description=gettext_lazy("kiểu chơi"), ordering="rules")
    def game(self, saved: SavedRules) -> str:
        return game(saved.rules)

    @admin.display(description=gettext_lazy("tình trạng"), ordering="dropped_at")
    def state(self, saved: SavedRules) -> str:
        return _("đã bỏ") if saved.dropped_at else _("đang mời")

    @admin.display(description=gettext_lazy("khác luật gốc"))
    def changes(self, saved: SavedRules) -> str:
        return format_html_join("", "<div>{}</div>", ((line,) for line in _changes(saved))) or "–"
