"""What the forms of the admin hold."""

from ledger.tables.rule_words import shown
from scoring import RULE_SETS


def fields(rules: str, *, version: str = "1", **changed: str) -> dict[str, str]:
    """What the form of a rule set holds, with some of it typed anew."""
    page = {f"set-{s.name}": shown(s, s.default) for s in RULE_SETS[rules].settings}
    typed = {f"set-{name}": value for name, value in changed.items()}
    return page | typed | {"rules": rules, "seen": version}
