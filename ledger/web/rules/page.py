"""What the rules page shows: the form, what saving it would change, and what was before."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from ledger.access.keys import recent_tables
from ledger.books import balances
from ledger.common.bidi import isolated
from ledger.common.language import language
from ledger.models import RuleVersion, Session
from ledger.tables import replay
from ledger.tables.replay import Replay, ReplayedRound
from ledger.tables.rule_words import SettingChange, changes_of
from ledger.web.games import form_for
from ledger.web.rules.form import SettingsForm
from ledger.web.table.page import Table
from scoring import RULE_SETS

VERSIONS = 20
"""How many versions back the page tells."""


@dataclass(frozen=True, slots=True)
class OtherGain:
    """What one player would get instead."""

    name: str
    old: int | Decimal
    new: int | Decimal


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """One round under the edited rules: changes, or why they refuse it."""

    number: int
    corrects: int | None
    words: list[str]
    changes: list[OtherGain]
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """The rounds of one table under the edited rules."""

    label: str
    session_id: str
    replay: Replay
    totals: list[OtherGain]
    changed: list[ReplayLine]
    refused: list[ReplayLine]


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version of the rules: from which round it counted, and what it changed."""

    version: RuleVersion
    first: int | None
    title: str
    new_game: bool
    changes: Sequence[SettingChange]


@dataclass(slots=True)
class RulesPage:
    """Everything on the page; what was refused stands beside what was typed."""

    table: Table
    form: SettingsForm
    reason: str = ""
    name: str = ""
    wrong: dict[str, str] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)
    preview: Preview | None = None
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
        return self.form.rule_set.title.say(language())

    @property
    def new_game(self) -> bool:
        return self.rules != self.table.rules

    @property
    def changes(self) -> list[SettingChange]:
        """What saving changes at the table; for another game, what it changes in the document."""
        version = self.table.session.rule_version
        assert version
        return self.form.changes({} if self.new_game else version.settings)

    @property
    def seen(self) -> int:
        """The number of the version that the page was made from."""
        assert self.table.session.rule_version
        return self.table.session.rule_version.number

    @property
    def games(self) -> list[tuple[str, str]]:
        return [(name, found.title.say(language())) for name, found in RULE_SETS.items()]

    @property
    def versions(self) -> list[VersionLine]:
        return list(_versions(self.table.session))


def in_force(table: Table) -> Mapping[str, str | int | bool]:
    """All values at the table now."""
    assert table.session.rule_version
    return RULE_SETS[table.rules].values(table.session.rule_version.settings)


def form_in_force(table: Table) -> SettingsForm:
    """The rules at the table now as a form."""
    return SettingsForm.of(RULE_SETS[table.rules], in_force(table))


def sources(request: HttpRequest, page: RulesPage) -> dict[Session, str]:
    """Tables whose rounds the rules can be tried on, with their names: this one first."""
    here = page.table.session
    others = [session for session, _role in recent_tables(request) if session != here]
    played = replay.played_by(page.rules, [here, *others])
    fit = [each for each in (here, *others) if each.pk in played]
    names = balances.names_of(fit)
    days = {each: date_format(localtime(each.opened_at), "j/n") for each in fit}
    return {each: f"{each.name or ', '.join(names[each.pk])} · {days[each]}" for each in fit}


def previewed(session: Session, label: str, form: SettingsForm) -> Preview:
    """The session's rounds under the rules of a valid form."""
    told = replay.replay_rounds(session, form.rule_set.name, form.overrides())
    names = {each.seat: isolated(each.name) for each in balances.scoreboard(session)}
    return Preview(
        label=label,
        session_id=session.pk,
        replay=told,
        totals=[OtherGain(names[seat], _whole(old), _whole(new)) for seat, old, new in told.totals],
        changed=[_round(each, names) for each in told.changed],
        refused=[_round(each, names) for each in told.refused],
    )


def _round(replayed: ReplayedRound, names: Mapping[int, str]) -> ReplayLine:
    round = replayed.round
    return ReplayLine(
        number=round.number,
        corrects=round.stands_for if round.corrects else None,
        words=form_for(round.rule_version.rules).describe(round.facts, names),
        changes=[
            OtherGain(names[seat], _whole(replayed.old[seat]), _whole(new))
            for seat, new in sorted(replayed.new.items())
        ],
        problems=[problem.message(language(), names.__getitem__) for problem in replayed.problems],
    )


def _whole(amount: Fraction) -> int | Decimal:
    """An amount as it can be written down exactly."""
    if amount.denominator == 1:
        return int(amount)
    return Decimal(amount.numerator) / Decimal(amount.denominator)


def _versions(session: Session) -> Iterator[VersionLine]:
    found = balances.rule_versions(session, VERSIONS + 1)
    for at, (version, first) in enumerate(found[:VERSIONS]):
        before = found[at + 1][0] if at + 1 < len(found) else None
        new_game = before is None or before.rules != version.rules
        yield VersionLine(
            version=version,
            first=first,
            title=game(version.rules),
            new_game=new_game,
            changes=changes_of(before, version),
        )


def game(rules: str) -> str:
    """What a rule set is called."""
    return RULE_SETS[rules].title.say(language())
