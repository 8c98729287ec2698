"""The rules of a table: read, edited, tried on rounds already played, saved."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledger.common import refusals
from ledger.tables import saved_rules, sessions
from ledger.tables.rule_form import SettingsForm
from ledger.tables.rule_words import refused
from ledger.web.home.rule_choices import offers
from ledger.web.phone_table import Table
from ledger.web.requests import Request, go, posted, table_of, whole
from ledger.web.rules.editor import RulesPage, form_in_force, previewed, tried_on
from scoring import RULE_SETS, RuleSet, SettingsError


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: Request, session_id: str) -> HttpResponse:
    """The page; posted, these rules count from the next round on."""
    if request.method == "POST":
        return _save(request, session_id)
    return _show(request, _asked(request, table_of(request, session_id)))


def _asked(request: Request, table: Table) -> RulesPage:
    """The rules in force, or those that the address asks for: a game's, or a saved set's.

    A game that was played here before comes back as it was played: the pot is still in it.
    """
    game = request.GET.get("game", table.rules)
    offered = offers(request) if game != table.rules else ()
    asked = next((each for each in offered if each.value == game), None)
    if asked is None:
        return RulesPage(table, form_in_force(table))
    rule_set, name = RULE_SETS[asked.rules], asked.label if game != asked.rules else ""
    if not name and (played := table.session.rule_versions.filter(rules=game).last()):
        return RulesPage(table, SettingsForm.of(rule_set, played.values))
    try:
        values = rule_set.values(asked.settings)
    except SettingsError as refusal:
        messages.error(request, refused(refusal))
        values = rule_set.values()
    return RulesPage(table, SettingsForm.of(rule_set, values), name=name)


def _show(request: Request, page: RulesPage, status: int = 200) -> HttpResponse:
    context = {"page": page, "table": page.table, "offers": offers(request)}
    return render(request, "rules/rules.html", context, status=status)


def _typed(request: Request, table: Table) -> RulesPage:
    """The page as it was sent; the rules in force where it names no game there is."""
    rule_set: RuleSet | None = RULE_SETS.get(request.POST.get("rules", ""))
    if rule_set is None:
        wrong = {"rules": _("Không có kiểu chơi này.")}
        return RulesPage(table, form_in_force(table), wrong=wrong)
    reason, name = request.POST.get("reason", ""), request.POST.get("name", "")
    return RulesPage(table, SettingsForm(rule_set, request.POST), reason, name)


def _save(request: Request, session_id: str) -> HttpResponse:
    page = _typed(request, table_of(request, session_id, write=True))
    if not page.is_valid():
        return _show(request, page, 422)
    seen, by = whole(request.POST.get("seen")) or None, page.table.by
    rules, settings = page.rules, page.form.values
    try:
        sessions.change_rules(session_id, rules, settings, reason=page.reason, seen=seen, by=by)
    except refusals.Refusal as refusal:
        _blame(page, refusal)
        return _show(request, page, 422)
    notice = _("Từ ván sau chơi theo luật này: %(game)s.") % {"game": page.title}
    return go(request, "table", session_id, notice=notice)


def _blame(page: RulesPage, refusal: refusals.Refusal) -> None:
    """Say why nothing was saved, at the field where there is one."""
    if isinstance(refusal, refusals.TextRefused):
        page.wrong["reason"] = refusal.message()
    elif isinstance(refusal, refusals.TermsChanged):
        page.table.session.refresh_from_db()
        page.wrong["rules"] = _(
            "Máy khác vừa đổi luật của bàn. Xem lại những chỗ sẽ đổi dưới đây rồi bấm lần nữa."
        )
    elif not isinstance(refusal, refusals.BetUnitIndivisible):  # the page says it in any case
        page.wrong["rules"] = refusal.message()


@posted("rules")
def preview(request: Request, table: Table) -> HttpResponse:
    """The page again: with one line reset, or with rounds already played told under it."""
    page, reset = _typed(request, table), request.POST.get("reset")
    if reset and not page.wrong:
        page.form.reset(reset)
        return _show(request, page)
    if not page.is_valid():
        return _show(request, page, 422)
    if session := tried_on(request, page):
        page.preview = previewed(session, page.form)
    else:
        page.wrong["from"] = _("Máy này chưa có ván nào theo kiểu chơi này để thử.")
    return _show(request, page)


@posted("rules")
def keep(request: Request, table: Table) -> HttpResponse:
    """Keep the rules as edited on this phone, under a name; the table's stay as they are."""
    page = _typed(request, table)
    if not page.is_valid():
        return _show(request, page, 422)
    try:
        saved, replaced = saved_rules.keep(request, page.name, page.rules, page.form.values)
    except refusals.Refusal as refusal:
        page.wrong["name"] = refusal.message()
        return _show(request, page, 422)
    messages.success(request, _("Đã lưu “%(name)s” trên máy này.") % {"name": saved.name})
    if replaced:
        notice = _("Đã thay bộ cũ cùng tên."), reverse("saved"), _("Lấy lại bộ cũ")
        messages.success(request, format_html('{} <a href="{}#dropped">{}</a>', *notice))
    return _show(request, page)
