"""What the templates of a round ask for."""

from django import template

from ledger.models import Round
from ledger.web.games import in_words
from ledger.web.table.drafts import Draft
from ledger.web.table.explain import Names, WhyLine, unpaid_lines, why_lines
from ledger.web.table.history import before_any_round

register = template.Library()
register.simple_tag(in_words)
register.simple_tag(before_any_round)


@register.inclusion_tag("table/problems.html")
def problems(draft: Draft, place: str) -> dict[str, object]:
    """The place on the form where problems with this id are shown, empty or not."""
    return {"place": place, "sentences": draft.at.get(place, ())}


@register.simple_tag
def why(round: Round, names: Names) -> list[WhyLine]:
    """The payments of a recorded round, each with its arithmetic and its rule."""
    terms, unit = round.rule_version, round.bet_unit.amount
    lines = why_lines(terms.rules, round.result["transfers"], unit, names)
    return lines + unpaid_lines(terms.rules, round.facts, terms.settings, names)
