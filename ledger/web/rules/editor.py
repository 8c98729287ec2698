"""What the rules page shows: the form, what saving it would change, and what it would have paid."""

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from ledger.access.keys import recent_tables
from ledger.books import balances
from ledger.books.numbering import Numbering, numbering
from ledger.common.bidi import isolated
from ledger.common.language import language
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.models import Session
from ledger.tables.rule_form import SettingsForm
from ledger.tables.rule_words import SettingChange, differences, game_title
from ledger.web.games import in_words
from ledger.web.phone_table import Table
from ledger.web.rules.trial import ReplayedRound, played_by, replay_rounds
from scoring import RULE_SETS


@dataclass(slots=True)
class RulesPage:
    """Everything on the page; what was refused stands beside what was typed."""

    table: Table
    form: SettingsForm
    reason: str = ""
    name: str = ""
    wrong: dict[str, str] = field(default_factory=dict)
    preview: Object | None = None
    """What `previewed` says."""

    def is_valid(self) -> bool:
        return not self.wrong and self.form.is_valid()

    @property
    def rules(self) -> str:
        return self.form.rule_set.name

    @property
    def title(self) -> str:
        return game_title(self.rules, self.form.values)

    @property
    def new_game(self) -> bool:
        return self.rules != self.table.rules

    @property
    def changes(self) -> list[SettingChange]:
        """What saving changes at the table; for another game, what it changes in the document."""
        before = {} if self.new_game else self.table.rule_version.values
        return differences(self.rules, before, self.form.values)

    @property
    def grain(self) -> int:
        """Into how many parts these rules divide 1 cược."""
        return int(self.form.rule_set.in_force(self.form.values).grain)

    @property
    def is_divisible(self) -> bool:
        """Whether the bet unit in force can be divided into as many parts."""
        return self.table.bet_unit % self.grain == 0


def form_in_force(table: Table) -> SettingsForm:
    """The rules at the table now as a form."""
    return SettingsForm.of(RULE_SETS[table.rules], table.rule_version.values)


def tried_on(request: HttpRequest, page: RulesPage) -> Session | None:
    """The table whose rounds the rules are tried on: this one, else the last that played them."""
    here = [page.table.session, *(session for session, _role in recent_tables(request))]
    played = played_by(page.rules, here)
    return next((each for each in here if each.pk in played), None)


def previewed(session: Session, form: SettingsForm) -> Object:
    """The session's rounds under the rules of a valid form."""
    replay = replay_rounds(session, form.rule_set.name, form.values)
    names = {each.seat: isolated(each.name) for each in balances.scoreboard(session)}
    numbers = numbering(session)
    day = date_format(localtime(session.opened_at), "j/n")
    return {
        "label": f"{session.name or ', '.join(names.values())} · {day}",
        "session": session,
        "replay": replay,
        "totals": [(names[seat], _whole(old), _whole(new)) for seat, old, new in replay.totals],
        "changed": [_round(each, names, numbers) for each in replay.changed],
        "refused": [_round(each, names, numbers) for each in replay.refused],
    }


def _round(replayed: ReplayedRound, names: Names, numbers: Numbering) -> Object:
    """One round under the edited rules: what everybody would get, or why they refuse it."""
    round, new = replayed.round, sorted(replayed.new.items())
    return {
        "round": round,
        "number": numbers.of(round),
        "words": in_words(round, names),
        "gains": [(names[seat], _whole(replayed.old[seat]), _whole(gain)) for seat, gain in new],
        "problems": [each.message(language(), names.__getitem__) for each in replayed.problems],
    }


def _whole(amount: Fraction) -> int | Decimal:
    """An amount as it can be written down exactly."""
    whole, parts = amount.as_integer_ratio()
    return whole if parts == 1 else Decimal(whole) / parts
