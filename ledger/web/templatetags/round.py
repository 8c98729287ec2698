"""Pieces of the round form."""

from django import template

from ledger.models import Round
from ledger.web.explain import Names, WhyLine, why_lines
from ledger.web.table import Entry

register = template.Library()


@register.inclusion_tag("_problems.html")
def problems(entry: Entry, place: str) -> dict[str, object]:
    """The place on the form where problems with this id are shown, empty or not."""
    return {"place": place, "found": entry.at.get(place, [])}


@register.simple_tag
def why(round: Round, names: Names) -> list[WhyLine]:
    """The payments of a recorded round, each with its arithmetic and its rule."""
    terms, unit = round.rule_version, round.bet_unit.amount
    return why_lines(terms.rules, round.result["transfers"], unit, names)
