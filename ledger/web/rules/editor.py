"""What the rules page shows: the form, what saving it would change, and what was before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from ledger.access.keys import recent_tables
from ledger.books import balances
from ledger.books.history import rule_versions
from ledger.common.bidi import isolated
from ledger.common.language import language
from ledger.models import Session
from ledger.tables import rule_trial
from ledger.tables.rule_trial import ReplayedRound
from ledger.tables.rule_words import SettingChange, changes_of, game_title
from ledger.web.forms import BET_UNITS
from ledger.web.games import form_for
from ledger.web.rules.form import SettingsForm
from ledger.web.table.page import Table
from scoring import RULE_SETS

VERSIONS = 20
"""How many versions back the page tells."""


@dataclass(slots=True)
class RulesPage:
    """Everything on the page; what was refused stands beside what was typed."""

    table: Table
    form: SettingsForm
    reason: str = ""
    name: str = ""
    wrong: dict[str, str] = field(default_factory=dict)
    preview: Mapping[str, Any] | None = None
    """What `previewed` says."""
    sources: Mapping[Session, str] = field(default_factory=dict)

    @property
    def may_write(self) -> bool:
        return self.table.may_write and not self.table.session.closed_at

    def is_valid(self) -> bool:
        return not self.wrong and self.form.is_valid()

    @property
    def rules(self) -> str:
        return self.form.rule_set.name

    @property
    def title(self) -> str:
        return game_title(self.rules, self.form.overrides())

    @property
    def new_game(self) -> bool:
        return self.rules != self.table.rules

    @property
    def changes(self) -> list[SettingChange]:
        """What saving changes at the table; for another game, what it changes in the document."""
        return self.form.changes({} if self.new_game else self.table.rule_version.settings)

    @property
    def grain(self) -> int:
        """Into how many parts these rules divide 1 cược."""
        return int(self.form.rule_set.in_force(self.form.overrides()).grain)

    @property
    def fitting_bet_units(self) -> list[int]:
        """Usual ones and the next ones to that in force; none where that is itself divisible."""
        grain, unit = self.grain, self.table.bet_unit
        if unit % grain == 0:
            return []
        below = unit // grain * grain
        return sorted({n for n in (below, below + grain, *BET_UNITS) if n and n % grain == 0})

    @property
    def games(self) -> list[tuple[str, str]]:
        return [(name, game(name)) for name in RULE_SETS]

    @property
    def versions(self) -> Iterator[dict[str, Any]]:
        """The newest versions of the rules: from which round each counted, what it changed."""
        found = rule_versions(self.table.session, VERSIONS + 1)
        older: list[Any] = [version for version, _first in found[1:]]
        for (version, first), before in zip(found[:VERSIONS], [*older, None], strict=False):
            yield {
                "version": version,
                "first": first,
                "title": game_title(version.rules, version.settings),
                "new_game": before is None or before.rules != version.rules,
                "changes": changes_of(before, version),
            }


def form_in_force(table: Table) -> SettingsForm:
    """The rules at the table now as a form."""
    rule_set = RULE_SETS[table.rules]
    return SettingsForm.of(rule_set, rule_set.values(table.rule_version.settings))


def sources(request: HttpRequest, page: RulesPage) -> dict[Session, str]:
    """Tables whose rounds the rules can be tried on, with their names: this one first."""
    here = page.table.session
    others = [session for session, _role in recent_tables(request) if session != here]
    played = rule_trial.played_by(page.rules, [here, *others])
    fit = [each for each in (here, *others) if each.pk in played]
    prefetch_related_objects(fit, "seats")
    names = {each: ", ".join(seat.name for seat in each.seats.all()) for each in fit}
    days = {each: date_format(localtime(each.opened_at), "j/n") for each in fit}
    return {each: f"{each.name or names[each]} · {days[each]}" for each in fit}


def previewed(session: Session, label: str, form: SettingsForm) -> dict[str, Any]:
    """The session's rounds under the rules of a valid form."""
    told = rule_trial.replay_rounds(session, form.rule_set.name, form.overrides())
    names = {each.seat: isolated(each.name) for each in balances.scoreboard(session)}
    return {
        "label": label,
        "session": session,
        "replay": told,
        "totals": [(names[seat], _whole(old), _whole(new)) for seat, old, new in told.totals],
        "changed": [_round(each, names) for each in told.changed],
        "refused": [_round(each, names) for each in told.refused],
    }


def _round(replayed: ReplayedRound, names: Mapping[int, str]) -> dict[str, Any]:
    """One round under the edited rules: what everybody would get, or why they refuse it."""
    round, new = replayed.round, sorted(replayed.new.items())
    return {
        "round": round,
        "words": form_for(round.rule_version.rules).describe(round.facts, names),
        "gains": [(names[seat], _whole(replayed.old[seat]), _whole(gain)) for seat, gain in new],
        "problems": [each.message(language(), names.__getitem__) for each in replayed.problems],
    }


def _whole(amount: Fraction) -> int | Decimal:
    """An amount as it can be written down exactly."""
    whole, parts = amount.as_integer_ratio()
    return whole if parts == 1 else Decimal(whole) / parts


def game(rules: str) -> str:
    """What a rule set is called."""
    return RULE_SETS[rules].title.say(language())
