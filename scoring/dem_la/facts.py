"""What a table can tell of a round of Tiến lên by cards left."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.common.cards import HAND_SIZE
from scoring.common.reading import FLAG, SEAT, by_seat, facts, read_facts, whole
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.dem_la.rules import PLAYERS, DemLaRules
from scoring.pot import POT
from scoring.thirteen.facts import CHAT, THOI, TOI_TRANG, VE_HAI, SharedFacts, Thoi, cards_played

FACTS = facts(
    "A round of Tiến lên by cards left",
    PLAYERS,
    winner=SEAT.described("who was out first"),
    toi_trang=TOI_TRANG,
    chat=CHAT,
    cards_left=by_seat(
        whole(0, HAND_SIZE, Text("số lá còn lại", "the number of cards left"), "cards_left"),
        "how many cards were left; 13 is cóng",
    ),
    thoi=THOI,
    ve_hai=VE_HAI,
    den=SEAT.described("đền làng: who pays the winner for everybody"),
    dut_ba_bich=FLAG.described(
        "đút ba bích: the winner's very last card was a lone 3♠; false if left out"
    ),
    **POT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemLaFacts(SharedFacts):
    """One round.

    ``cards_left`` as told, by seat; ``left`` how many cards each loser holds, as told or as many
    as he showed; ``losers`` everybody but the winner; ``cong`` who has all 13 left.
    """

    only_played = ("winner", "cards_left", "chat", "dut_ba_bich", "ve_hai")

    winner: int | None = None
    cards_left: Mapping[int, int] = field(default_factory=dict)
    dut_ba_bich: bool = False
    losers: Seats
    left: Mapping[int, int]

    @property
    def out(self) -> Seats:
        """Only the winner empties his hand, or who ended the round on 2s."""
        if self.ve_hai:
            return (self.ve_hai.player,)
        return () if self.winner is None else (self.winner,)

    @property
    def first(self) -> int | None:
        """Who went out, or won before any play."""
        return self.toi_trang.player if self.toi_trang else self.winner

    @property
    def ba_bich_played(self) -> bool:
        """The last card of a đút 3 bích is the 3♠ (DL-20)."""
        return self.dut_ba_bich


def read(raw: Mapping[str, object], rules: DemLaRules) -> DemLaFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    fields = read_facts(FACTS, raw)
    toi_trang = fields.get("toi_trang")
    first = toi_trang.player if toi_trang else fields.get("winner")
    losers = tuple([seat for seat in fields["players"] if seat != first])
    left = {} if toi_trang else _left(losers, fields.get("cards_left", {}), fields.get("thoi", {}))
    return DemLaFacts(
        **fields,
        played=cards_played(fields.get("chat", ())),
        is_complete="winner" in fields or "ve_hai" in fields,
        losers=losers,
        left=left,
        cong=tuple([seat for seat, number in left.items() if number == HAND_SIZE]),
    )


def pays_flat(facts: DemLaFacts, rules: DemLaRules) -> bool:
    """Whether each loser pays the same for a đút 3 bích, whatever he holds."""
    return facts.dut_ba_bich and rules.dut_ba_bich and rules.dut_flat > 0


def _left(losers: Seats, numbers: Mapping[int, int], thoi: Thoi) -> dict[int, int]:
    left = {seat: numbers[seat] for seat in losers if seat in numbers}
    for seat, holding in thoi.items():
        if seat not in left and seat in losers and holding.hand is not None:
            left[seat] = len(holding.hand)
    return left
