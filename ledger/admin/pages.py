"""The admin pages for the person who runs the place: what there is, and who changed it.

They show the ledger and never write it; what may be changed at a table is changed by the
same service calls as from a phone, and written down with who did it.
"""

from ledger.admin import audit, groups, journal, people, rule_sets, sessions, tokens

__all__ = ["audit", "groups", "journal", "people", "rule_sets", "sessions", "tokens"]
