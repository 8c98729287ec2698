"""Another bet unit or other rules for a table, from the next round on, and why."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import quote
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods

from ledger.admin import audit
from ledger.admin.readonly import address, form_page, game, told_apart
from ledger.admin.rule_form import TableRulesForm, TermsForm, offered, start
from ledger.common import refusals
from ledger.common.amounts import amount, money
from ledger.database.transactions import write_together
from ledger.models import BetUnit, RuleVersion, Session
from ledger.tables import sessions
from ledger.tables.rule_words import changes_of

BET_UNIT = gettext_noop("mức cược")
RULES = gettext_noop("luật")

MEANWHILE = gettext_lazy("Trong lúc trang này mở, %(what)s của bàn vừa đổi:")
AGAIN = gettext_lazy("Những gì gõ ở đây còn nguyên. Xem lại rồi gửi lần nữa.")


class TableBetUnitForm(TermsForm):
    """What one cược is worth from the next round on."""

    field_order: Sequence[str] = ("amount",)
    amount = forms.CharField(
        label=gettext_lazy("1 cược từ ván sau"),
        max_length=16,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autofocus": True}),
    )

    def clean_amount(self) -> int:
        reading = money(self.cleaned_data["amount"])
        if not reading or not reading[0]:
            raise forms.ValidationError(_("Mức cược là số nguyên từ 1, ví dụ 5.000."))
        return reading[0]


def way(session: Session) -> str:
    """What one cược is worth at a table, as the link to change it."""
    _version, unit = session.terms
    page = reverse("admin:ledger_session_bet-unit", args=[quote(session.pk)])
    link = '<a href="{}">{}<span class="visually-hidden"> {}</span></a>'
    return format_html(link, page, amount(unit.amount), _("Đổi mức cược"))


@require_http_methods(["GET", "HEAD", "POST"])
def bet_unit(request: HttpRequest, session: Session) -> HttpResponse:
    """Another bet unit, as a phone would set it."""
    _version, now = session.terms
    data = request.POST if request.method == "POST" else None
    form = TableBetUnitForm(data, initial={"seen": now.number})
    form.fields["amount"].help_text = _("Đang là %(amount)s.") % {"amount": amount(now.amount)}
    if form.is_valid():
        asked = form.cleaned_data["amount"]
        change = partial(sessions.change_bet_unit, session.pk, asked)
        notice = _("Từ ván sau, 1 cược = %(amount)s.") % {"amount": amount(asked)}
        if _changed(request, session, form, BET_UNITS, change, notice):
            return redirect(address(session))
    return form_page(request, Session, _("Đổi mức cược"), form, session=session)


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, session: Session) -> HttpResponse:
    """Another game or other amounts, as a phone would set them."""
    now, _unit = session.terms
    data = request.POST if request.method == "POST" else None
    asked = (data or request.GET).get("rules", now.rules)
    form = TableRulesForm(start(asked, now.rules, now.values), data, seen=now.number)
    rules = form.settings.rule_set.name
    if form.is_valid():
        change = partial(sessions.change_rules, session.pk, rules, form.settings.values)
        notice = _("Từ ván sau: %(game)s.") % {"game": game(rules)}
        if _changed(request, session, form, VERSIONS, change, notice):
            return redirect(address(session))
    games = offered(request.GET.get("rules", ""), rules)
    more: Any = {"session": session, "games": games, "button": _("Dùng luật này từ ván sau")}
    return form_page(request, Session, _("Đổi luật"), form, **more)


class ManyBetUnitsForm(TableBetUnitForm):
    """The same for several tables, which the form names again."""

    seen = None  # type: ignore[assignment]  # as forms leave out a field
    action = forms.CharField(widget=forms.HiddenInput, initial="bet_unit_of_many")

    def __init__(self, tables: Iterable[Session], data: QueryDict | None) -> None:
        super().__init__(data)
        chosen = [(each.pk, each.pk) for each in tables]
        self.fields[ACTION_CHECKBOX_NAME] = forms.MultipleChoiceField(
            choices=chosen, initial=dict(chosen), widget=forms.MultipleHiddenInput
        )


@admin.action(description=gettext_lazy("Đổi mức cược"), permissions=["bet"])
def bet_unit_of_many(shown: Any, request: HttpRequest, tables: Any) -> HttpResponse | None:
    """Another bet unit for each table that is ticked, on a page between; None when it is done."""
    form = ManyBetUnitsForm(tables, request.POST if "amount" in request.POST else None)
    more: Any = {"page": "session/many.html", "tables": [told_apart(each) for each in tables]}
    page = partial(form_page, request, Session, _("Đổi mức cược"), form, **more)
    if not form.is_valid():
        return page()
    asked, reason = form.cleaned_data["amount"], form.cleaned_data["reason"]
    change_to = partial(sessions.change_bet_unit, amount=asked, reason=reason, by=audit.BY_ADMIN)
    count, refused = 0, []
    with write_together():
        for session in tables:
            change = partial(change_to, session.pk)
            try:
                count += audit.done(session, change, _note(request, session, BET_UNITS))
            except refusals.Refusal as refusal:
                refused.append(f"{told_apart(session)}: {refusal.message()}")
    if len(refused) == len(tables):
        form.add_error("amount", refused)
        return page()
    for line in refused:
        messages.error(request, line)
    values = {"amount": amount(asked), "count": count}
    messages.success(request, _("Từ ván sau, 1 cược = %(amount)s ở %(count)s bàn.") % values)
    return None


def _became(before: RuleVersion, now: RuleVersion) -> list[str]:
    changed = [str(each) for each in changes_of(before, now)]
    if before.rules == now.rules:
        return changed
    return [f"{game(before.rules)} → {game(now.rules)}", *changed]


@dataclass(frozen=True, slots=True)
class TermsKind:
    """Bet units or rules: their relation, what they are called, what one of them changed."""

    rows: str
    name: str
    became: Callable[[Any, Any], list[str]]
    same: Promise
    field: str | None = None
    """Of the form, where a refusal stands."""


def _units(before: BetUnit, now: BetUnit) -> list[str]:
    return [f"{amount(before.amount)} → {amount(now.amount)}"]


SAME_UNIT = gettext_lazy("Mức cược vẫn như cũ, không đổi gì.")
BET_UNITS = TermsKind("bet_units", BET_UNIT, _units, SAME_UNIT, "amount")
SAME = gettext_lazy("Luật vẫn như cũ, không đổi gì.")
VERSIONS = TermsKind("rule_versions", RULES, _became, SAME)


def _note(request: HttpRequest, session: Session, kind: TermsKind) -> Callable[[Any], None]:
    def note(now: Any) -> None:
        before = getattr(session, kind.rows).get(number=now.number - 1)
        audit.note(request.user, session, kind.name, *kind.became(before, now))

    return note


def _changed(
    request: HttpRequest,
    session: Session,
    form: TermsForm,
    kind: TermsKind,
    change: Callable[..., Any],
    notice: str,
) -> bool:
    """Whether it is as the form says now; if not, the form says why."""
    typed, rows = form.cleaned_data, getattr(session, kind.rows)
    decision = {"reason": typed["reason"], "seen": typed["seen"], "by": audit.BY_ADMIN}
    try:
        anew = audit.done(session, partial(change, **decision), _note(request, session, kind))
        messages.success(request, notice if anew else str(kind.same))
    except refusals.TermsChanged:
        before, now = rows.get(number=min(typed["seen"], rows.count())), rows.latest("number")
        form.follow(now)
        lines = kind.became(before, now)
        form.add_error(None, [MEANWHILE % {"what": _(kind.name)}, *lines, AGAIN])
    except refusals.Refusal as refusal:
        wrong = "reason" if isinstance(refusal, refusals.TextRefused) else kind.field
        form.add_error(wrong, refusal.message())
    return form.is_valid()
