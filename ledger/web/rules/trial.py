"""Rounds already played, scored once more under other rules; nothing is written.

Amounts are in the session's money and exact: a fraction is kept where the bet unit of a
round does not divide evenly under the other rules.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import scoring
from ledger.books.history import not_void
from ledger.models import Round, Session
from ledger.tables.rule_words import Settings

MOST_ROUNDS = 200
"""Only the newest are told again, so that a long evening is answered at once."""

Amounts = Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """One round: what it paid each seat, and what it would pay, or why it would be refused."""

    round: Round
    old: Amounts
    new: Amounts
    problems: tuple[scoring.Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """Rounds of one rule set, newest first; `older` were left out because they are too many."""

    rounds: tuple[ReplayedRound, ...]
    older: int

    @property
    def counted(self) -> list[ReplayedRound]:
        """The rounds that both rules accept: only these can be compared."""
        return [replayed for replayed in self.rounds if not replayed.problems]

    @property
    def changed(self) -> list[ReplayedRound]:
        return [replayed for replayed in self.counted if replayed.old != replayed.new]

    @property
    def refused(self) -> list[ReplayedRound]:
        return [replayed for replayed in self.rounds if replayed.problems]

    @property
    def totals(self) -> list[tuple[int, Fraction, Fraction]]:
        """Each seat with what the counted rounds paid it and would pay it."""
        old: Any = Counter()
        new: Any = Counter()
        for replayed in self.counted:
            old.update(replayed.old)
            new.update(replayed.new)
        return [(seat, old[seat], new[seat]) for seat in sorted(old)]


def replay_rounds(session: Session, rules: str, settings: Settings) -> Replay:
    """The rounds of `session` that were played by `rules`, under these overrides.

    Void rounds are left out, and a correction stands in the place of what it corrects.
    Asks the database twice. Raises scoring.SettingsError.
    """
    rounds = not_void(session.rounds.all()).filter(rule_version__rules=rules)
    newest = rounds.select_related("bet_unit").order_by("-stands_for")[:MOST_ROUNDS]
    replays = tuple(_replayed(round, rules, settings) for round in newest)
    return Replay(replays, rounds.count() - len(replays))


def played_by(rules: str, sessions: Iterable[Session]) -> set[str]:
    """The ids of those sessions that have rounds of this rule set; one query."""
    rounds = Round.objects.filter(session__in=list(sessions), rule_version__rules=rules)
    return set(rounds.order_by().values_list("session_id", flat=True).distinct())


def _replayed(round: Round, rules: str, settings: Settings) -> ReplayedRound:
    bet_unit = round.bet_unit.amount
    old = {int(seat): Fraction(net) * bet_unit for seat, net in round.result["net"].items()}
    try:
        outcome = scoring.score(rules, round.facts, settings)
    except scoring.FactsError as refused:
        return ReplayedRound(round, old, {}, refused.problems)
    new = {seat: Fraction(net, outcome.grain) * bet_unit for seat, net in outcome.net.items()}
    return ReplayedRound(round, old, new)
