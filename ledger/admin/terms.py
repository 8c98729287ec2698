"""Another bet unit or other rules for a table, from the next round on, and why."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods

from ledger.admin import audit
from ledger.admin.rule_form import TableRulesForm, offered, start
from ledger.admin.upkeep import page
from ledger.admin.words import game, rules_changed
from ledger.common import refusals
from ledger.common.amounts import amount
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.language import language
from ledger.models import BetUnit, RuleVersion, Session
from ledger.tables import sessions
from scoring import SettingsError

BET_UNIT = gettext_noop("mức cược")
RULES = gettext_noop("luật")

MEANWHILE = gettext_lazy("Trong lúc trang này mở, %(what)s của bàn vừa đổi:")
AGAIN = gettext_lazy("Những gì gõ ở đây còn nguyên. Xem lại rồi gửi lần nữa.")

WHOLE = r"^[0-9]{1,10}$|^[0-9]{1,3}([., ][0-9]{3}){1,3}$"
"""A whole number, its thousands apart or not."""


class TableBetUnitForm(forms.Form):
    """What one cược is worth from the next round on; `seen` is the number of the one before."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    amount = forms.RegexField(
        WHOLE,
        label=gettext_lazy("1 cược từ ván sau"),
        max_length=16,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages={"invalid": gettext_lazy("Mức cược là một số nguyên, ví dụ 5.000.")},
    )
    reason = forms.CharField(label=gettext_lazy("Lý do"), max_length=REASON_LIMIT)

    def number(self) -> int:
        return int(re.sub(r"\D", "", self.cleaned_data["amount"]))


@require_http_methods(["GET", "HEAD", "POST"])
def bet_unit(request: HttpRequest, session: Session) -> HttpResponse:
    """Another bet unit, as a phone would set it."""
    assert session.bet_unit
    initial = {"amount": amount(session.bet_unit.amount), "seen": session.bet_unit.number}
    form = TableBetUnitForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid() and _bet_unit_changed(request, session, form):
        return redirect("admin:ledger_session_change", session.pk)
    title, status = _("Đổi mức cược"), 422 if form.is_bound else 200
    return page(request, session, "form.html", title, form=form, button=title, status=status)


def _bet_unit_changed(request: HttpRequest, session: Session, form: TableBetUnitForm) -> bool:
    """Whether it is as the form says now; if not, the form says why."""
    typed = form.cleaned_data

    def note(now: BetUnit) -> None:
        before = session.bet_units.get(number=now.number - 1)
        audit.note(request.user, session, BET_UNIT, lambda: _became(before, now), now.number)

    def act() -> BetUnit:
        told = {"reason": typed["reason"], "seen": typed["seen"]}
        return sessions.change_bet_unit(session.pk, form.number(), **told, by=audit.BY_ADMIN)

    said = _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": amount(form.number())}
    try:
        anew = audit.done(session, act, note)
        messages.success(request, said if anew else _("Mức cược vẫn như cũ, không đổi gì."))
    except refusals.TermsChanged:
        _meanwhile_another_unit(form, session)
    except refusals.Refusal as refusal:
        _blame(form, refusal, "amount")
    return form.is_valid()


def _meanwhile_another_unit(form: TableBetUnitForm, session: Session) -> None:
    """Say what became of the bet unit that the form shows; sent again, the form counts."""
    before = session.bet_units.filter(number=form.cleaned_data["seen"]).first()
    now = session.bet_units.latest("number")
    form.data = _sent(form) | {"seen": now.number}
    told = _became(before, now) if before else [amount(now.amount)]
    form.add_error(None, [MEANWHILE % {"what": _("mức cược")}, *told, AGAIN])


def _sent(form: forms.Form) -> dict[str, Any]:
    return {name: form.data[name] for name in form.data}


def _became(before: BetUnit, now: BetUnit) -> list[str]:
    return [f"{amount(before.amount)} → {amount(now.amount)}"]


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, session: Session) -> HttpResponse:
    """Another game or other amounts, as a phone would set them."""
    form = _rule_form(request, session)
    if not (form.is_valid() and _rules_changed(request, session, form)):
        games = offered(request.GET.get("rules", ""), form.rule_set.name)
        more = {"form": form, "games": games, "button": _("Dùng luật này từ ván sau")}
        status = 422 if form.is_bound else 200
        return page(request, session, "form.html", _("Đổi luật"), status=status, **more)
    return redirect("admin:ledger_session_change", session.pk)


def _rule_form(request: HttpRequest, session: Session) -> TableRulesForm:
    """The form of the game asked for, filled with the rules in force or the document's."""
    now = session.rule_version
    assert now
    data = request.POST if request.method == "POST" else None
    asked = (data or request.GET).get("rules", now.rules)
    return TableRulesForm(*start(asked, now.rules, now.settings), data, seen=now.number)


def _rules_changed(request: HttpRequest, session: Session, form: TableRulesForm) -> bool:
    """Whether they are as the form says now; if not, the form says why."""
    rules, typed = form.rule_set.name, form.cleaned_data

    def note(now: RuleVersion) -> None:
        before = session.rule_versions.get(number=now.number - 1)
        audit.note(request.user, session, RULES, lambda: _told(before, now), now.number)

    def act() -> RuleVersion:
        told, by = {"reason": typed["reason"], "seen": typed["seen"]}, audit.BY_ADMIN
        return sessions.change_rules(session.pk, rules, form.overrides(), **told, by=by)

    said = _("Từ ván sau: %(game)s.") % {"game": game(rules)}
    try:
        anew = audit.done(session, act, note)
        messages.success(request, said if anew else _("Luật vẫn như cũ, không đổi gì."))
    except refusals.TermsChanged:
        _meanwhile_other_rules(form, session)
    except SettingsError as refusal:
        form.add_error(None, [problem.message(language()) for problem in refusal.problems])
    except refusals.Refusal as refusal:
        _blame(form, refusal, None)
    return form.is_valid()


def _meanwhile_other_rules(form: TableRulesForm, session: Session) -> None:
    """Say what became of the rules that the form shows; sent again, the form counts.

    What nobody touched in the form follows the other change, so that it is not undone.
    """
    before = session.rule_versions.filter(number=form.cleaned_data["seen"]).first()
    now = session.rule_versions.latest("number")
    rules, told = form.rule_set.name, _told(before, now) if before else [game(now.rules)]
    form.data = _sent(form) | {"seen": now.number}
    if before and before.rules == now.rules == rules:
        form.data = _sent(form) | form.untouched(before.settings, now.settings)
    form.add_error(None, [MEANWHILE % {"what": _("luật")}, *told, AGAIN])
    if now.rules != rules:
        form.add_error(None, f"{_('Gửi lần nữa thì đổi:')} {game(now.rules)} → {game(rules)}")


def _told(before: RuleVersion, now: RuleVersion) -> list[str]:
    changed = rules_changed(before, now)
    if before.rules == now.rules:
        return changed
    return [f"{game(before.rules)} → {game(now.rules)}", *changed]


def _blame(form: Any, refusal: refusals.Refusal, field: str | None) -> None:
    """Say why it was refused beside the field that did it."""
    wrong = "reason" if isinstance(refusal, refusals.TextRefused) else field
    if isinstance(refusal, refusals.SessionClosed):
        wrong = None
    form.add_error(wrong, refusal.message())
