"""The name of the terms that a form was shown with, as it sends it back.

Their ids alone would not do: where an older copy was put in the place of the books, the next
terms get the ids of those that were lost.
"""

import hashlib

from ledger.books.chain import canonical
from ledger.models import BetUnit, RuleVersion

Terms = tuple[RuleVersion, BetUnit]

NO_TERMS = 0, 0
"""Ids that no terms have."""


def named(terms: Terms) -> str:
    """The ids of a rule version and a bet unit, and how the hash of what they say begins."""
    version, bet_unit = terms
    words = canonical([version.rules, version.settings, bet_unit.amount])
    return f"{version.pk}-{bet_unit.pk}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def are_meant(terms: Terms, name: str) -> bool:
    """Whether `name` is of these; a form from before the hash was there says the ids alone."""
    whole = named(terms)
    return name in (whole, whole.rpartition("-")[0])


def ids_meant(in_force: Terms, name: str) -> tuple[int, int]:
    """The ids of the terms in force if they are meant, else of none."""
    version, bet_unit = in_force
    return (version.pk, bet_unit.pk) if are_meant(in_force, name) else NO_TERMS
