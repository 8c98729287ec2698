"""The rule card: what everything costs at this table, with rounds worked out as examples."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import Role
from ledger.common.language import language
from ledger.web.people.views import link_to
from ledger.web.requests import Request, reads
from ledger.web.rules.page import form_in_force
from ledger.web.table.explain import WhyLine, why_lines
from ledger.web.table.page import Table
from scoring import RULE_SETS, FactsError

LETTERS = dict(enumerate("ABCD", 1))
"""What the players of an example are called."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A round in words, and who pays whom in it."""

    title: str
    lines: list[WhyLine]
    nets: list[tuple[str, int]]


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


def _worked(table: Table) -> Iterator[WorkedExample]:
    """The game's examples under the rules in force; one that these refuse is left out."""
    assert table.session.rule_version
    rule_set, unit = RULE_SETS[table.rules], table.bet_unit
    rules = rule_set.in_force(table.session.rule_version.settings)
    for example in rule_set.examples:
        try:
            outcome = rule_set.score(example.facts, rules)
        except FactsError:
            continue
        transfers = [transfer.as_json() for transfer in outcome.transfers]
        yield WorkedExample(
            example.title.say(language()),
            why_lines(table.rules, transfers, unit, LETTERS),
            [(LETTERS[seat], net * unit // outcome.grain) for seat, net in outcome.net.items()],
        )
