"""The rule card: what everything costs at this table, with rounds worked out as examples."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import Role
from ledger.access.links import link_to
from ledger.common.language import language
from ledger.common.strict_json import Object
from ledger.web.phone_table import Table
from ledger.web.requests import Request, reads
from ledger.web.rules.editor import form_in_force
from ledger.web.table.explain import why_lines
from scoring import RULE_SETS, FactsError

LETTERS = dict(enumerate("ABCDEFGH", 1))
"""What the players of an example are called."""


@reads
def card(request: Request, table: Table) -> HttpResponse:
    """Everything this table plays by, to print and to send around."""
    context = {
        "table": table,
        "form": form_in_force(table),
        "examples": list(_worked(table)),
        "link": link_to(request, table.session, Role.VIEW, "card"),
    }
    return render(request, "rules/card.html", context)


def _worked(table: Table) -> Iterator[Object]:
    """The game's examples under the rules in force; one that these refuse is left out."""
    rule_set, unit = RULE_SETS[table.rules], table.bet_unit
    rules = rule_set.in_force(table.rule_version.values)
    for example in rule_set.examples:
        try:
            outcome = rule_set.score(example.facts, rules)
        except FactsError:
            continue
        transfers = [transfer.as_json() for transfer in outcome.transfers]
        net = outcome.net.items()
        yield {
            "title": example.title.say(language()),
            "lines": why_lines(table.rules, transfers, unit, LETTERS),
            "nets": [(LETTERS[seat], units * unit // outcome.grain) for seat, units in net],
        }
