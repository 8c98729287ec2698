"""How the admin says things: games, what changed in their rules, players with their balance."""

from typing import Any

from django.utils.html import format_html

from ledger.common.amounts import signed
from ledger.common.language import language
from ledger.models import RuleVersion, Seat
from ledger.tables.rule_words import changes_of
from scoring import RULE_SETS


def game(rules: str) -> str:
    """What a rule set is called; one that is no longer there by its own name."""
    found = RULE_SETS.get(rules)
    return found.title.say(language()) if found else rules


def rules_changed(before: RuleVersion | None, after: RuleVersion) -> list[str]:
    """What `after` changed, a line each: "Heo đỏ: 1 → 2".

    Without a version before, or with one of another game, it is compared with the document.
    """
    found = changes_of(before, after) if after.rules in RULE_SETS else []
    return [f"{each.label}: {each.old} → {each.new}" for each in found]


def balance(seat: Seat) -> Any:
    """A player with the balance, which no line break parts."""
    return format_html("<span class=nowrap>{} {}</span>", str(seat), signed(seat.balance))
