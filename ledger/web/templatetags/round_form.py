"""What the templates of a round ask for."""

from collections.abc import Sequence

from django import template

from ledger.books import handed_on, settling
from ledger.common.amounts import units
from ledger.common.language import language
from ledger.common.person import Names
from ledger.models import OtherItem, Round
from ledger.web.games import in_words
from ledger.web.phone_table import Table
from ledger.web.table.explain import WhyLine, why_lines
from ledger.web.table.history import HistoryRound, before_any_round, flagged_lines
from ledger.web.table.news import sentences
from ledger.web.table.nods import question, who_nodded
from scoring import RULE_SETS

register = template.Library()
register.simple_tag(in_words)
register.simple_tag(before_any_round)
register.simple_tag(HistoryRound.figures)
register.simple_tag(HistoryRound.others_paid)
register.simple_tag(who_nodded)
register.inclusion_tag("table/nod.html", name="nod_question")(question)


@register.inclusion_tag("table/flag_line.html")
def flag_line(table: Table) -> dict[str, object]:
    """The first round that somebody calls wrong, for whoever answers it."""
    lines = flagged_lines(table) if table.may_write and table.flagged else []
    return {"line": lines[0] if lines else None}


@register.inclusion_tag("parts/pots.html")
def pots(table: Table, *, of_bets: bool = False) -> dict[str, object]:
    """What is in the pot of each game that was played here, for whoever ends that game.

    With `of_bets` it says what another bet unit does to them.
    """
    left = handed_on.pots(table.session).items()
    games = [(RULE_SETS[rules].title.say(language()), units(f"{each:f}")) for rules, each in left]
    return {"pots": games, "of_bets": of_bets}


@register.inclusion_tag("table/paid_since.html")
def paid_since(made: Round | OtherItem) -> dict[str, object]:
    """What was handed over, or carried into another table, when a round or an item counted."""
    payments = settling.paid_since(made).select_related("debtor", "creditor")
    return {"payments": payments, "carried_on": settling.carried_since(made).exists()}


@register.simple_tag
def rules_of(lines: Sequence[WhyLine]) -> list[dict[str, str]]:
    """The rules that the lines name, each once."""
    return list({line["rule"]["id"]: line["rule"] for line in lines if line["rule"]}.values())


@register.simple_tag
def began_otherwise(table: Table, history_round: HistoryRound) -> list[str]:
    """How a round that stands began otherwise than the one before it hands on."""
    if history_round.played.void:
        return []
    return sentences(table, handed_on.differs_from_before(history_round.round, table.numbering))


@register.simple_tag
def why(round: Round, names: Names) -> list[WhyLine]:
    """The payments of a recorded round, each with its arithmetic and its rule."""
    terms, unit = round.rule_version, round.bet_unit.amount
    unpaid = RULE_SETS[terms.rules].unpaid(round.facts, terms.values)
    return why_lines(terms.rules, [*round.result["transfers"], *unpaid], unit, names)
