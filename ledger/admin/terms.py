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

from ledger import posting
from ledger.admin import audit
from ledger.admin.rule_form import RuleForm
from ledger.admin.upkeep import page
from ledger.admin.words import game, rules_changed
from ledger.amounts import amount
from ledger.language import language
from ledger.models import BetUnit, RuleVersion, Session
from ledger.seating import REASON_LIMIT
from ledger.writing import together_with
from scoring import RULE_SETS, SettingsError

BET_UNIT = gettext_noop("mức cược")
RULES = gettext_noop("luật")

WHOLE = r"^[0-9]{1,10}$|^[0-9]{1,3}([., ][0-9]{3}){1,3}$"
"""A whole number, its thousands apart or not."""


class BetUnitForm(forms.Form):
    """What one cược is worth from the next round on."""

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
    initial = {"amount": amount(session.bet_unit.amount)}
    form = BetUnitForm(request.POST if request.method == "POST" else None, initial=initial)
    if not (form.is_valid() and _bet_unit_changed(request, session, form)):
        title, status = _("Đổi mức cược"), 422 if form.is_bound else 200
        return page(request, session, "form.html", title, form=form, button=title, status=status)
    said = _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": amount(form.number())}
    messages.success(request, said)
    return redirect("admin:ledger_session_change", session.pk)


def _bet_unit_changed(request: HttpRequest, session: Session, form: BetUnitForm) -> bool:
    def note(now: BetUnit) -> None:
        before = BetUnit.objects.filter(session=session, number=now.number - 1).first()
        if before and now.pk != session.bet_unit_id:
            audit.note(request.user, session, BET_UNIT, lambda: _became(before, now), now.number)

    try:
        with together_with(note):
            reason = form.cleaned_data["reason"]
            posting.change_bet_unit(session.pk, form.number(), reason=reason)
    except posting.ServiceBusy:
        raise
    except posting.PostingError as refusal:
        _blame(form, refusal, "amount")
    return form.is_valid()


def _became(before: BetUnit, now: BetUnit) -> list[str]:
    return [f"{amount(before.amount)} → {amount(now.amount)}"]


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, session: Session) -> HttpResponse:
    """Another game or other amounts, as a phone would set them."""
    form = _rule_form(request, session)
    if not (form.is_valid() and _rules_changed(request, session, form)):
        games = [(name, game(name), name == form.rule_set.name) for name in RULE_SETS]
        more = {"form": form, "games": games, "button": _("Dùng luật này từ ván sau")}
        status = 422 if form.is_bound else 200
        return page(request, session, "form.html", _("Đổi luật"), status=status, **more)
    messages.success(request, _("Từ ván sau: %(game)s.") % {"game": game(form.rule_set.name)})
    return redirect("admin:ledger_session_change", session.pk)


def _rule_form(request: HttpRequest, session: Session) -> RuleForm:
    """The form of the game asked for, filled with the rules in force or the document's."""
    now = session.rule_version
    assert now
    data = request.POST if request.method == "POST" else None
    asked = (data or request.GET).get("rules", now.rules)
    rule_set = RULE_SETS[asked if asked in RULE_SETS else now.rules]
    values = rule_set.values(now.settings if rule_set.name == now.rules else None)
    return RuleForm(rule_set, values, data)


def _rules_changed(request: HttpRequest, session: Session, form: RuleForm) -> bool:
    def note(now: RuleVersion) -> None:
        before = RuleVersion.objects.filter(session=session, number=now.number - 1).first()
        if before and now.pk != session.rule_version_id:
            audit.note(request.user, session, RULES, lambda: _told(before, now), now.number)

    try:
        with together_with(note):
            overrides, reason = form.overrides(), form.cleaned_data["reason"]
            posting.change_rules(session.pk, form.rule_set.name, overrides, reason=reason)
    except posting.ServiceBusy:
        raise
    except SettingsError as refusal:
        form.add_error(None, [problem.message(language()) for problem in refusal.problems])
    except posting.PostingError as refusal:
        _blame(form, refusal, None)
    return form.is_valid()


def _told(before: RuleVersion, now: RuleVersion) -> list[str]:
    changed = rules_changed(before, now)
    if before.rules == now.rules:
        return changed
    return [f"{game(before.rules)} → {game(now.rules)}", *changed]


def _blame(form: Any, refusal: posting.PostingError, field: str | None) -> None:
    """Say why it was refused beside the field that did it."""
    wrong = "reason" if isinstance(refusal, posting.TextRefused) else field
    if isinstance(refusal, posting.SessionClosed):
        wrong = None
    form.add_error(wrong, refusal.message())
