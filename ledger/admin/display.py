"""How the admin says things: games, and tables that are told apart."""

from ledger.common.amounts import amount
from ledger.models import Session
from ledger.tables.rule_words import game_title
from scoring import RULE_SETS


def game(rules: str) -> str:
    """What a rule set is called; one that is no longer there by its own name."""
    return game_title(rules, {}) if rules in RULE_SETS else rules


def told_apart(session: Session) -> str:
    """A table as it is told from others of its name: with id, game and what one cược is worth."""
    name = f"{session.name} ({session.pk})" if session.name else session.pk
    version, unit = session.rule_version, session.bet_unit
    rules, one_bet = version.rules if version else "", unit.amount if unit else 0
    return f"{name} · {game(rules)} · {amount(one_bet)}"
