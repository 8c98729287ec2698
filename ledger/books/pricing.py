"""What facts come to in money: scored under the terms in force, before any lock."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from ledger.books import journal
from ledger.books.chain import normal
from ledger.common.amounts import amount
from ledger.common.refusals import AmountRefused, OtherGame, UnknownRound
from ledger.models import AMOUNT_LIMIT, Round, Session
from scoring.common.text import Text

WITH_TERMS = ("rule_version", "bet_unit", "corrects")
"""What is read along with a round that is looked at again."""

INDIVISIBLE = Text(
    "Điểm lẻ như vậy không chia được với mức cược {bet}: ghi số khác, hoặc đổi mức cược.",
    "Such points cannot be paid with a bet of {bet}: tell others, or change the bet unit.",
)
NO_SEAT = Text("Bàn này không có ghế {seat}.", "There is no seat {seat} at this table.")


Facts = Mapping[str, object]
"""What the table tells of a round, as JSON."""

Terms = Session | Round
"""What a round is scored under: the session, or for a correction the round corrected."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A scored round: its facts as they are stored, `movements` in the table's currency."""

    facts: Any
    terms: Terms
    outcome: scoring.Outcome
    revision: int
    movements: tuple[journal.Movement, ...]


def priced(facts: Facts, terms: Terms, game: str | None = None) -> Priced:
    """Score facts and turn units into amounts, whoever sits at the table.

    Raises FactsError for facts that are no round, AmountRefused for a sum no ledger holds, and
    OtherGame where they are meant for another `game` than these terms are of.
    """
    stored, (rules, bet_unit) = normal(facts), terms.terms
    if game not in (None, rules.rules):
        raise OtherGame(rules=rules.rules)
    outcome = scoring.score(rules.rules, stored, rules.values)
    if bet_unit.amount % outcome.grain:
        # Rules whose prices are fixed are checked against the bet unit before they are in force.
        values = {"bet": amount(bet_unit.amount)}
        raise scoring.FactsError([scoring.Problem("fraction", "points", INDIVISIBLE, args=values)])
    movements = tuple(
        journal.Movement(
            each.payer, each.payee, each.units * bet_unit.amount // each.grain, str(each.reason)
        )
        for each in outcome.transfers
    )
    if any(movement.amount > AMOUNT_LIMIT for movement in movements):
        raise AmountRefused
    return Priced(stored, terms, outcome, scoring.RULE_SETS[rules.rules].revision, movements)


def terms_of(session: Session, correcting: int | None) -> Terms:
    """Those in force, or those of the round to be corrected; raises UnknownRound."""
    return session if correcting is None else round_of(session, correcting)


def round_of(session: Session, number: int) -> Round:
    """The round with this number, and its terms; raises UnknownRound."""
    found = session.rounds.select_related(*WITH_TERMS).filter(number=number).first()
    if found is None:
        raise UnknownRound(number=number)
    return found


def check_players(facts: Facts, seats: Container[int]) -> None:
    """Refuse facts whose players are not all among these seats; the rest is the rules'."""
    _refuse_others(_players(facts), seats)


def check_seats(facts: Facts, seats: Container[int]) -> None:
    """Refuse facts that were scored and name others than these seats.

    Some rules let who sits out be named beside a number of his.
    """
    _refuse_others((*_players(facts), *_beside_numbers(facts)), seats)


def _refuse_others(named: Iterable[tuple[str, int]], seats: Container[int]) -> None:
    unknown = [
        scoring.Problem("unknown_seat", field, NO_SEAT, args={"seat": seat})
        for field, seat in named
        if seat not in seats
    ]
    if unknown:
        raise scoring.FactsError(unknown)


def _players(facts: Facts) -> Iterator[tuple[str, int]]:
    players = facts.get("players")
    for index, player in enumerate(players if isinstance(players, list | tuple) else ()):
        if type(player) is int:
            yield f"players[{index}]", player


def _beside_numbers(facts: Facts) -> Iterator[tuple[str, int]]:
    by_seat = {name: each for name, each in facts.items() if isinstance(each, Mapping)}
    for name, each in by_seat.items():
        yield from ((f"{name}.{key}", int(key)) for key in each if str(key).isdecimal())
