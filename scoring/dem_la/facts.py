"""What a table can tell of a round of Tiến lên by cards left."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import FactsError
from scoring.common.reading import Reader
from scoring.common.text import Text
from scoring.dem_la.rules import DemLaRules
from scoring.thirteen.facts import (
    Chain,
    Thoi,
    ToiTrang,
    cards_played,
    read_chat,
    read_thoi,
    read_toi_trang,
)

FIELDS: Final = frozenset(
    {"players", "winner", "cards_left", "thoi", "chat", "dut_ba_bich", "toi_trang"}
)
_A_NUMBER = Text("số lá còn lại, từ 0 đến 13", "the number of cards left, 0 to 13")


class DemLaFacts(NamedTuple):
    """One round.

    ``cards_left`` as told, by seat; ``left`` how many cards each loser holds, as told or as many
    as he showed; ``losers`` everybody but the winner; ``cong`` who has all 13 left.
    """

    players: tuple[int, ...]
    winner: int | None
    cards_left: Mapping[int, int]
    thoi: Thoi
    chat: tuple[Chain, ...]
    played: Mapping[int, int]
    dut_ba_bich: bool
    toi_trang: ToiTrang | None
    losers: tuple[int, ...]
    left: Mapping[int, int]
    cong: tuple[int, ...]

    @property
    def out(self) -> tuple[int, ...]:
        """Only the winner empties his hand."""
        return () if self.winner is None else (self.winner,)


def read(raw: Mapping[str, object], rules: DemLaRules) -> DemLaFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    reader = Reader()
    fields = reader.facts(raw, FIELDS)
    facts = _read_round(reader, fields)
    if reader.problems:
        raise FactsError(reader.problems)
    return facts


def _read_round(reader: Reader, fields: Mapping[str, object]) -> DemLaFacts:
    winner = fields.get("winner")
    won = None if winner is None else reader.seat(winner, "winner")
    toi_trang = read_toi_trang(reader, fields.get("toi_trang"))
    chat = read_chat(reader, fields.get("chat"))
    first = toi_trang.player if toi_trang else won
    losers = tuple([seat for seat in reader.players if seat != first])
    cards_left = _read_cards_left(reader, fields.get("cards_left"))
    thoi = read_thoi(reader, fields.get("thoi"))
    left = {} if toi_trang else _left(losers, cards_left, thoi)
    return DemLaFacts(
        players=reader.players,
        winner=won,
        cards_left=cards_left,
        thoi=thoi,
        chat=chat,
        played=cards_played(chat),
        dut_ba_bich=reader.flag(fields.get("dut_ba_bich"), "dut_ba_bich"),
        toi_trang=toi_trang,
        losers=losers,
        left=left,
        cong=tuple([seat for seat, number in left.items() if number == HAND_SIZE]),
    )


def _left(losers: tuple[int, ...], told: Mapping[int, int], thoi: Thoi) -> dict[int, int]:
    left = {seat: told[seat] for seat in losers if seat in told}
    for seat, held in thoi.items():
        if seat not in left and seat in losers and held.hand is not None:
            left[seat] = len(held.hand)
    return left


def _read_cards_left(reader: Reader, value: object) -> dict[int, int]:
    left: dict[int, int] = {}
    for seat, number in reader.by_seat(value, "cards_left"):
        if type(number) is int and 0 <= number <= HAND_SIZE:
            left[seat] = number
        else:
            reader.expected(_A_NUMBER, number, f"cards_left.{seat}", "cards_left")
    return left
