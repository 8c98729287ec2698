"""An evening at a table, played by chance but written like any other."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import scoring
from ledger import books
from ledger.models import Round, Session
from ledger.tables import sessions

PLAYERS = ("An", "Bình", "Chi", "Dũng")
NAME = "Bàn chơi thử"
BET_UNIT, HIGHER_BET_UNIT = 2000, 5000
RESTLESS = 2
"""The seat that misses a few rounds."""


def open_tables(rng: Random, rounds: int) -> Iterator[Session]:
    """Open one table for each rule set there is and play `rounds` rounds at it."""
    for rules in scoring.RULE_SETS:
        session = sessions.open_session(
            rules=rules, settings={}, bet_unit=BET_UNIT, players=PLAYERS, name=NAME
        )
        _Evening(session.pk, rules, rng).play(rounds)
        yield session


@dataclass(slots=True)
class _Evening:
    session_id: str
    rules: str
    rng: Random
    leader: int | None = None
    opening: bool = True
    absent: int | None = None

    def play(self, rounds: int) -> None:
        """All rounds, with what happens between them on a long evening."""
        incidents: tuple[tuple[int, Callable[[Round], None]], ...] = (
            (rounds // 5, self._leave),
            (rounds // 5 + 3, self._return),
            (rounds // 3, self._void),
            (rounds // 2, self._correct),
            (rounds * 2 // 3, self._raise),
        )
        for number in range(rounds):
            played = self._record()
            for when, happens in incidents:
                if when == number:
                    happens(played)

    def _record(self) -> Round:
        facts = self._deal(self._in_order(), opening=self.opening)
        recorded = books.record(self.session_id, submission_id=self._id(), facts=facts)
        self.leader = recorded.round.result["next_leader"]
        self.opening = recorded.round.result["opening"]
        return recorded.round

    def _in_order(self) -> list[int]:
        """Who plays, the leader first."""
        seats = [seat for seat in range(1, len(PLAYERS) + 1) if seat != self.absent]
        first = seats.index(self.leader) if self.leader in seats else 0
        return seats[first:] + seats[:first]

    def _deal(self, players: list[int], *, opening: bool) -> Mapping[str, Any]:
        return scoring.RULE_SETS[self.rules].deal(self.rng, players, opening)

    def _id(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)

    def _leave(self, played: Round) -> None:
        self.absent = RESTLESS
        sessions.sit(self.session_id, RESTLESS, out=True)

    def _return(self, played: Round) -> None:
        self.absent = None
        sessions.sit(self.session_id, RESTLESS, out=False)

    def _void(self, played: Round) -> None:
        books.void(self.session_id, played.number, reason="Chia nhầm bài")

    def _correct(self, played: Round) -> None:
        facts = self._deal(played.facts["players"], opening=played.facts.get("opening", False))
        books.correct(self.session_id, played.number, submission_id=self._id(), facts=facts)

    def _raise(self, played: Round) -> None:
        sessions.change_bet_unit(self.session_id, HIGHER_BET_UNIT, reason="Cả bàn đồng ý")
