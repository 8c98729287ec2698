"""The phone form of each rule set, found by the rule set's own name.

A folder here is named like its rule set and has a `Form` in `form.py`; nothing else in the
service knows which games exist.
"""

from functools import cache
from importlib import import_module

from ledger.web.games.base import RoundForm


@cache
def form_for(rules: str) -> type[RoundForm]:
    """The round form of a rule set."""
    found: type[RoundForm] = import_module(f"{__name__}.{rules}.form").Form
    return found
