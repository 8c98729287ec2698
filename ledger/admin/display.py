"""How the admin says things: games, and players with their balance."""

from typing import Any

from django.utils.html import format_html

from ledger.common.amounts import signed
from ledger.common.language import language
from ledger.models import Seat
from scoring import RULE_SETS


def game(rules: str) -> str:
    """What a rule set is called; one that is no longer there by its own name."""
    found = RULE_SETS.get(rules)
    return found.title.say(language()) if found else rules


def balance(seat: Seat) -> Any:
    """A player with the balance, which no line break parts."""
    return format_html("<span class=nowrap>{} {}</span>", str(seat), signed(seat.balance))
