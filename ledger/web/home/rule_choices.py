"""What a new table may play: each document's rules, those of last time, shared ones, its own."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from ledger.access.keys import recent_tables
from ledger.models import Session
from ledger.tables import saved_rules
from ledger.tables.rule_words import Settings, changes_of, differences, game_title
from scoring import RULE_SETS

SAVED, SHARED, TABLE = "saved-", "shared-", "table-"


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One choice: what the form sends for it, and what it opens the table with."""

    value: str
    label: str
    rules: str
    settings: Settings

    @property
    def words(self) -> list[str]:
        """The label, and what stands in its brackets."""
        return self.label.rstrip(")").split(" (")

    @property
    def changed(self) -> int:
        """How many settings are not as the document has them."""
        return len(differences(self.rules, {}, self.settings))


def offers(request: HttpRequest, like: str = "") -> list[RuleChoice]:
    """Each game, and a table's own rules where it is named and had its own.

    Then what the place shares, by name, and what this phone keeps, newest first.
    """
    choices = [RuleChoice(name, game_title(name, {}), name, {}) for name in RULE_SETS]
    known = last_time(request, like)
    version = known.rule_version if known else None
    if version and changes_of(None, version):
        choices.append(RuleChoice(TABLE + like, _("Như lần trước"), version.rules, version.values))
    for each in (*saved_rules.shared(), *saved_rules.on_this_phone(request)):
        value = (SHARED if each.shared else SAVED) + each.pk
        choices.append(RuleChoice(value, each.name, each.rules, each.values))
    return choices


def last_time(request: HttpRequest, like: str) -> Session | None:
    """The table of this phone that is named, if any."""
    tables = recent_tables(request) if like else ()
    return next((session for session, _role in tables if session.pk == like), None)
