"""Pieces of the round form.

What stands on it by the dozen is put together here: in a template each variable of
each option costs as much as the whole option does here.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ledger.common.language import language
from ledger.models import Round
from ledger.web.games import form_for
from ledger.web.games.card_fields import deck
from ledger.web.games.choices import FormChoice
from ledger.web.table.explain import Names, WhyLine, unpaid_lines, why_lines
from ledger.web.table.page import Draft, HistoryRound

register = template.Library()

KEPT = 1 << 8
"""How many choices of a kind are kept as they were put together; none of them names anybody."""

Choice = tuple[int, int | str, bool]
"""Its value, its word, and whether it is chosen."""

OPTION = '<option value="{}"{}>{}</option>'
RADIO = '<label class="chip"><input type="radio" name="{}" value="{}"{}>{}</label>'
PROBLEMS = '<div class="problems" id="{}" role="alert">{}</div>'
PROBLEM = '<p class="problem">{}</p>'
DOUBT = '<a href="{}">{}</a>'
CORRECT = '<a class="button" data-kind="plain" href="{}correct/">{}</a>'
RESTORE = '<button class="button" data-kind="plain" form="act" formaction="{}restore/">{}</button>'
VOID = (
    '<button class="button" data-kind="plain" form="act" formaction="{0}void/" hx-post="{0}void/"'
    ' hx-target="#round-{1}" hx-swap="outerHTML" hx-include="#round-state input, #seen input">'
    "{2}</button>"
)
BOX = '<label class="item"{}><input type="checkbox" name="{}" value="{}"{}>{}{}</label>'


@register.filter
def options(items: Iterable[FormChoice]) -> SafeString:
    """The choices of a select."""
    told = ((item.code, " selected" if item.chosen else "", item.label) for item in items)
    return format_html_join("", OPTION, told)


@register.filter
def kept_options(items: Sequence[FormChoice]) -> SafeString:
    """The same where no choice is a player."""
    return options(items) if _told(items) else _kept_options(tuple(items))


_kept_options = lru_cache(maxsize=KEPT)(options)


@register.simple_tag
def radios(name: str, seat: int, choices: Iterable[Choice]) -> SafeString:
    """Buttons of which a seat has one at most."""
    return _radios(name, seat, tuple(choices))


@lru_cache(maxsize=KEPT)
def _radios(name: str, seat: int, choices: tuple[Choice, ...]) -> SafeString:
    told = (
        (f"{name}-{seat}", value, " checked" if chosen else "", word)
        for value, word, chosen in choices
    )
    return format_html_join("", RADIO, told)


@register.simple_tag
def boxes(name: str, seat: int, items: Sequence[FormChoice]) -> SafeString:
    """Items that a seat ticks, each with its note in small."""
    field = f"{name}-{seat}"
    return _boxes(field, items) if _told(items) else _kept_boxes(field, tuple(items))


def _boxes(field: str, items: Iterable[FormChoice]) -> SafeString:
    return format_html_join("", BOX, (_box(field, item) for item in items))


_kept_boxes = lru_cache(maxsize=KEPT)(_boxes)


def _told(items: Iterable[FormChoice]) -> bool:
    """Whether any is chosen: that may be whatever somebody sent, and is not kept."""
    return any(item.chosen for item in items)


def _box(field: str, item: FormChoice) -> tuple[str, ...]:
    red, checked = " data-red" if item.red else "", " checked" if item.chosen else ""
    note = format_html("<small>{}</small>", item.note) if item.note else ""
    return red, field, item.code, checked, item.label, note


@register.simple_tag
def picker(deck_order: str) -> SafeString:
    """The cards to tap."""
    return _picker(deck_order, language())


@lru_cache(maxsize=16)
def _picker(deck_order: str, _language: str) -> SafeString:
    """The same for everybody who speaks the language and ranks the cards so."""
    return render_to_string("table/picker.html", {"suits": deck(deck_order)})


@register.simple_tag
def problems(entry: Draft, place: str) -> SafeString:
    """The place on the form where problems with this id are shown, empty or not."""
    said = format_html_join("", PROBLEM, ((sentence,) for sentence in entry.at.get(place, ())))
    return format_html(PROBLEMS, place, said)


@register.simple_tag
def doubt(told: HistoryRound) -> SafeString:
    """The way to how a round was worked out, and to calling it wrong."""
    return format_html(DOUBT, told.address, _("Vì sao? Sai rồi?"))


@register.simple_tag
def actions(told: HistoryRound) -> SafeString:
    """What a scorer can do with a round of the history."""
    correct = format_html(CORRECT, told.address, _("Sửa"))
    if told.played.void:
        return correct + format_html(RESTORE, told.address, _("Ghi lại"))
    return correct + format_html(VOID, told.address, told.round.number, _("Huỷ ván"))


@register.simple_tag
def why(round: Round, names: Names) -> list[WhyLine]:
    """The payments of a recorded round, each with its arithmetic and its rule."""
    terms, unit = round.rule_version, round.bet_unit.amount
    lines = why_lines(terms.rules, round.result["transfers"], unit, names)
    return lines + unpaid_lines(terms.rules, round.facts, terms.settings, names)


@register.simple_tag
def told(round: Round, names: Names) -> list[str]:
    """What happened in a recorded round, in words."""
    return form_for(round.rule_version.rules).describe(round.facts, names)
