"""What a table can tell of a round of Sâm lốc."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scoring.common.reading import SEAT, a_list, by_seat, facts, one_of, read_facts, record, whole
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.pot import POT, PotFacts
from scoring.sam_loc.rules import DEALT, PLAYERS, TU_QUY, TWOS, Kind, SamLocRules

MOST_PLAYS: Final = PLAYERS[-1] * (DEALT // TU_QUY) + 1
"""Of a chain: a 2, and as many tứ quý as all players can hold."""


class BaoSam(NamedTuple):
    """Who declared sâm, and who stopped him, if anybody did."""

    player: int
    blocker: int | None = None


class InstantWin(NamedTuple):
    """Who won before any play, and by which kind where that was told."""

    player: int
    kind: Kind | None = None


def _chain(plays: Seats) -> Seats:
    """A chain is who played in it."""
    return plays


FACTS = facts(
    "A round of Sâm lốc",
    PLAYERS,
    winner=SEAT.described("who was out first"),
    cards_left=by_seat(
        whole(0, DEALT, Text("số lá còn lại", "the number of cards left"), "cards_left"),
        f"how many cards were left; {DEALT} is cóng",
    ),
    hai=by_seat(
        whole(0, TWOS, Text("số heo còn trên tay", "the number of 2s left")),
        "thối, how many of the cards left are 2s",
    ),
    chat=a_list(
        record(
            _chain,
            "one chain: the first played a 2, each next one chopped it with a tứ quý",
            {"plays": a_list(SEAT, "who played, in order", MOST_PLAYS, minItems=2)},
        ),
        "chặt, the chains of this round, in no order",
        TWOS,
    ),
    den=SEAT.described("đền báo: who let the winner out and pays for all losers"),
    bao_sam=record(
        BaoSam,
        "báo sâm: who declared to win every trick",
        {"player": SEAT},
        blocker=SEAT.described("who stopped him; left out where he won"),
    ),
    toi_trang=record(
        InstantWin,
        "tới trắng: who won before any play",
        {"player": SEAT},
        kind=one_of(Kind, "what was held", Text("một kiểu tới trắng", "a kind of tới trắng")),
    ),
    **POT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SamLocFacts(PotFacts):
    """One round; ``chat`` has the chains, each as who played in it."""

    winner: int | None = None
    cards_left: Mapping[int, int] = field(default_factory=dict)
    hai: Mapping[int, int] = field(default_factory=dict)
    chat: tuple[Seats, ...] = ()
    den: int | None = None
    bao_sam: BaoSam | None = None
    toi_trang: InstantWin | None = None

    @property
    def losers(self) -> Seats:
        """Everybody but the winner, in playing order."""
        return tuple([seat for seat in self.players if seat != self.winner])

    @property
    def at_once(self) -> BaoSam | InstantWin | None:
        """What alone decides the round."""
        return self.bao_sam or self.toi_trang


def read(raw: Mapping[str, object], rules: SamLocRules) -> SamLocFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return SamLocFacts(**read_facts(FACTS, raw))
