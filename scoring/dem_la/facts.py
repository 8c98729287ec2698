"""What a table can tell of a round of Tiến lên by cards left."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from scoring.cards import HAND_SIZE
from scoring.dem_la.rules import DemLaRules
from scoring.errors import FactsError
from scoring.reading import Reader
from scoring.text import Text
from scoring.tien_len_facts import (
    NOTHING,
    Chain,
    Thoi,
    ToiTrang,
    read_chat,
    read_thoi,
    read_toi_trang,
)

FIELDS: Final = frozenset(
    {"players", "winner", "cards_left", "thoi", "chat", "dut_ba_bich", "toi_trang"}
)
_A_NUMBER = Text("số lá còn lại, từ 0 đến 13", "the number of cards left, 0 to 13")


@dataclass(frozen=True, slots=True)
class DemLaFacts:
    """One round: ``cards_left`` as told, by seat."""

    players: tuple[int, ...]
    winner: int | None
    cards_left: Mapping[int, int]
    thoi: Thoi
    chat: tuple[Chain, ...]
    dut_ba_bich: bool
    toi_trang: ToiTrang | None

    def left(self, seat: int) -> int | None:
        """How many cards a loser holds: as told, or as many as he showed."""
        told = self.cards_left.get(seat)
        if told is not None:
            return told
        hand = self.thoi.get(seat, NOTHING).hand
        return None if hand is None else len(hand)

    @property
    def losers(self) -> tuple[int, ...]:
        """Everybody but the winner, in playing order."""
        return tuple([seat for seat in self.players if seat != self.winner])

    @property
    def cong(self) -> tuple[int, ...]:
        """Who played nothing: all 13 cards are left."""
        if self.toi_trang:
            return ()
        return tuple([seat for seat in self.players if self.left(seat) == HAND_SIZE])

    @property
    def out(self) -> tuple[int, ...]:
        """Only the winner empties his hand."""
        return () if self.winner is None else (self.winner,)

    @property
    def holders(self) -> Set[int]:
        """Who may still hold cards."""
        won = self.toi_trang.player if self.toi_trang else self.winner
        return frozenset(self.players) - {won}


def read(raw: Mapping[str, object], rules: DemLaRules) -> DemLaFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    reader = Reader()
    fields = reader.fields(raw, FIELDS, "")
    reader.read_players(fields.get("players"))
    if not reader.players:
        raise FactsError(reader.problems)
    winner = fields.get("winner")
    facts = DemLaFacts(
        players=reader.players,
        winner=None if winner is None else reader.seat(winner, "winner"),
        cards_left=_read_cards_left(reader, fields.get("cards_left")),
        thoi=read_thoi(reader, fields.get("thoi")),
        chat=read_chat(reader, fields.get("chat")),
        dut_ba_bich=reader.flag(fields.get("dut_ba_bich"), "dut_ba_bich"),
        toi_trang=read_toi_trang(reader, fields.get("toi_trang")),
    )
    if reader.problems:
        raise FactsError(reader.problems)
    return facts


def _read_cards_left(reader: Reader, value: object) -> dict[int, int]:
    left: dict[int, int] = {}
    for seat, number in reader.by_seat(value, "cards_left"):
        if type(number) is int and 0 <= number <= HAND_SIZE:
            left[seat] = number
        else:
            reader.expected(_A_NUMBER, number, f"cards_left.{seat}", "cards_left")
    return left
