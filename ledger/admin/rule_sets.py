"""Rule sets that the place shares with every table: made from a game or another set, dropped."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods

from ledger.admin import audit
from ledger.admin.readonly import (
    Either,
    FindsNames,
    ReadOnly,
    address,
    form_page,
    game,
    offered_first,
)
from ledger.admin.rule_form import SHARED, SharedRulesForm, offered, start
from ledger.admin.terms import TableBetUnitForm
from ledger.common.amounts import amount
from ledger.common.refusals import Refusal
from ledger.database.transactions import write_together
from ledger.models import HouseTerms, SavedRules
from ledger.tables import saved_rules
from ledger.tables.rule_words import differences
from scoring import RULE_SETS, SettingsError

Sets = QuerySet[SavedRules]
SET = gettext_noop("bộ luật")
HOUSE = gettext_noop("bàn mới")


def _changes(saved: SavedRules) -> list[str]:
    """What the set changes in the document, a line each: "Heo đỏ: 1 → 2"."""
    return [str(each) for each in differences(saved.rules, {}, saved.values)]


class HouseForm(TableBetUnitForm):
    """What the first page offers first to whoever opens a table."""

    seen = reason = None  # type: ignore[assignment]  # as forms leave out a field
    field_order = ("rules", "amount")
    rules = forms.ChoiceField(label=gettext_lazy("Luật"))

    def __init__(self, data: Any, house: HouseTerms) -> None:
        initial = {"rules": choice(house), "amount": amount(house.bet_unit)}
        super().__init__(data, initial=initial)
        titles = [(value, title) for value, title, _chosen in offered("", "")]
        self.fields["rules"].choices = titles  # type: ignore[attr-defined]
        self.fields["amount"].label = _("1 cược")

    def offer(self) -> HouseTerms:
        """Offer what was chosen first; raises a PostingError."""
        chosen, bet_unit = self.cleaned_data["rules"], self.cleaned_data["amount"]
        saved = next((each for each in saved_rules.shared() if SHARED + each.pk == chosen), None)
        return saved_rules.offer_first(saved.rules if saved else chosen, saved, bet_unit)


def choice(house: HouseTerms) -> str:
    """What a form calls the rules that a new table is offered first."""
    return SHARED + house.saved.pk if house.saved else house.rules


@require_http_methods(["GET", "HEAD", "POST"])
def house(request: HttpRequest) -> HttpResponse:
    """Which game, rules and bet unit the first page offers first; tables that are open stay."""
    before = saved_rules.house_terms()
    form = HouseForm(request.POST if request.method == "POST" else None, before)
    if form.is_valid():
        try:
            with write_together():
                now = form.offer()
                if (words := offered_first(now)) != offered_first(before):
                    audit.note(request.user, now, HOUSE, f"{offered_first(before)} → {words}")
        except Refusal as refusal:
            form.add_error("amount", refusal.message())
        else:
            messages.success(request, _("Bàn mới được mời sẵn: %(terms)s.") % {"terms": words})
            return redirect("admin:index")
    more: Any = {"button": _("Mời sẵn"), "page": "savedrules/house.html"}
    return form_page(request, SavedRules, _("Mời sẵn bàn mới"), form, **more)


@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """A new set, begun from a game or from another set; the same again adds nothing."""
    asked, first = request.GET.get("rules", ""), next(iter(RULE_SETS))
    shown = start(request.POST.get("rules", asked), first, {})
    form = SharedRulesForm(shown, request.POST if request.method == "POST" else None)
    rules, settings = shown.rule_set.name, form.settings.values
    if form.is_valid():
        try:
            row = _share(request, form.cleaned_data["name"], rules, settings)
        except Refusal as refusal:
            form.add_error("name", refusal.message())
        else:
            messages.success(request, _("Đã lưu “%(name)s” cho mọi bàn.") % {"name": row.name})
            return redirect(address(row))
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
class SharedRulesAdmin(FindsNames, ReadOnly):
    """The place's own sets; what a phone keeps is that phone's alone and not here."""

    list_display = ("name", "game", "state", "changes", "saved_at")
    list_filter = (SetState,)
    search_fields = ("name",)
    ordering = ("name", "-saved_at")
    fields = ("name", "game", "state", "changes", "saved_at", "dropped_at")
    actions: Any = ("stop_sharing", "share_again")

    def get_queryset(self, request: HttpRequest) -> Sets:
        return super().get_queryset(request).filter(shared=True)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.house)
        return [path("house/", view, name="ledger_savedrules_house"), *super().get_urls()]

    def house(self, request: HttpRequest) -> HttpResponse:
        """What new tables are offered, for who may see the sets and decide that."""
        may = request.user.has_perm("ledger.change_houseterms")
        if not (may and self.has_view_permission(request)):
            raise PermissionDenied
        return house(request)

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
