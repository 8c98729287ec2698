"""Pieces of the round form."""

from django import template

from ledger.web.table import Entry

register = template.Library()


@register.inclusion_tag("_problems.html")
def problems(entry: Entry, place: str) -> dict[str, object]:
    """The place on the form where problems with this id are shown, empty or not."""
    return {"place": place, "found": entry.at.get(place, [])}
