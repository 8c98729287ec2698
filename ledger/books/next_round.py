"""The round to come: who plays and who leads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ledger.books.balances import Standing
from ledger.books.handed_on import handed_on, standing
from ledger.common.strict_json import Object
from ledger.models import Round, Session
from scoring import RULE_SETS

LOOKS_BACK = 16
"""Rounds after which it does not matter who of two has waited longer."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to come: who leads, where anybody can know, whether it is a ván khởi đầu,
    its players in playing order, the leader first where known, and what it starts with."""

    leader: int | None
    opening: bool
    players: tuple[int, ...]
    start: Object


def next_round(
    session: Session, standings: Iterable[Standing], newest: Round | None = None
) -> NextRound:
    """Who plays next and who leads, from the scoreboard and the `newest` round, else one query.

    What counts is the round played last that still stands, wherever it was corrected.
    Those who played it play again, in the same order, while they sit in and the seating is the
    same; who is missing is taken in the order of the seating. Where the table rotates and somebody
    waits, who lost most makes room for who has waited longest. The first round of a session is a
    ván khởi đầu.
    """
    rules, _bet_unit = session.terms
    most = RULE_SETS[rules.rules].players[-1]
    newest = newest or standing(session).first()
    here = seated(session, [each.seat for each in standings if not each.sitting_out])
    if newest is None:
        return NextRound(None, True, tuple(here[:most]), RULE_SETS[rules.rules].first)
    result = newest.result
    played, leader = newest.facts["players"], result["next_leader"]
    if session.rotates and len(here) > most:
        wanted = _rotated(session, played, here, result["net"])
    else:
        wanted = [*(seat for seat in played if seat in here), *here]
    chosen = list(dict.fromkeys(wanted))[:most]
    same = newest.stands_for > session.seated_after and chosen == played
    order = chosen if same else [seat for seat in here if seat in chosen]
    first = order.index(leader) if leader in order else 0
    same_game = newest.rule_version.rules == rules.rules
    last = newest if same_game else standing(session, rules.rules).first()
    players = (*order[first:], *order[:first])
    return NextRound(leader, result["opening"], players, handed_on(last))


def seated(session: Session, seats: Iterable[int]) -> list[int]:
    """These seats in playing order."""
    places = {int(seat): at for at, seat in enumerate(session.seating)}
    return sorted(seats, key=lambda seat: (places.get(seat, len(places)), seat))


def _rotated(
    session: Session, last: list[int], here: list[int], net: Mapping[str, str]
) -> list[int]:
    """Who is to play: who lost most, the later of equals, after who has waited longest."""
    losses = {seat: Fraction(net[str(seat)]) for seat in last}
    loser = min(reversed(last), key=losses.__getitem__)
    staying = [seat for seat in last if seat in here and seat != loser]
    newest = standing(session).values_list("stands_for", "facts__players")[:LOOKS_BACK]
    played = {seat: at for at, seats in reversed(newest) for seat in seats}
    waiting = sorted(
        (seat for seat in here if seat not in last),
        key=lambda seat: (played.get(seat, 0), here.index(seat)),
    )
    return [*staying, *waiting, loser]
