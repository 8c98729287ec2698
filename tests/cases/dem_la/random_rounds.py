"""Random rounds of Tiến lên by cards left that can have happened."""

from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.common.cards import HAND_SIZE, Card
from scoring.dem_la.rules import CHOPS, HOUSE_KINDS
from scoring.thirteen.cards import BA_BICH, Kind
from tests.cases.thirteen import (
    Deal,
    chat_told,
    deal_chains,
    holding,
    keep_something,
    thoi_told,
    winning_cards,
)

PRICES: Final = (5, 6, 12, 0, 0)
IN_FORCE: Final = tuple(kind for kind in Kind if kind not in HOUSE_KINDS)


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round."""
    if rng.random() < 0.1:
        return _toi_trang(rng, players)
    winner, *losers = rng.sample(list(players), len(players))
    cong = [seat for seat in losers if rng.random() < 0.15]
    dut = rng.random() < 0.15
    dealt = Deal(rng, players)
    if dut:
        dealt.give(winner, [BA_BICH])
    active = [seat for seat in players if seat not in cong]
    chains = deal_chains(dealt, active, () if dut else (winner,), CHOPS)
    for seat in losers:
        keep_something(dealt, seat)
    dealt.fill()
    left = {seat: _left(dealt, seat, seat in cong) for seat in losers}
    return {
        "players": list(players),
        "winner": winner,
        "cards_left": {str(seat): len(cards) for seat, cards in left.items()},
        "thoi": thoi_told(rng, left, PRICES, suits_count=dut),
        "chat": chat_told(chains),
        "dut_ba_bich": dut,
    }


def _left(dealt: Deal, seat: int, is_cong: bool) -> list[Card]:
    if is_cong:
        return dealt.hands[seat]
    return holding(dealt, seat, HAND_SIZE - max(1, len(dealt.played[seat])))


def _toi_trang(rng: Random, players: Sequence[int]) -> dict[str, object]:
    kind = rng.choice(IN_FORCE)
    winner = rng.choice(list(players))
    dealt = Deal(rng, players)
    dealt.give(winner, winning_cards(rng, kind))
    dealt.fill()
    shown: dict[str, object] = {"player": winner}
    by_hand = rng.random() < 0.5
    if by_hand:
        shown["hand"] = [card.code for card in dealt.hands[winner]]
    if not by_hand or rng.random() < 0.5:
        shown["kind"] = kind.value
    others = {seat: hand for seat, hand in dealt.hands.items() if seat != winner}
    facts: dict[str, object] = {"players": list(players), "toi_trang": shown}
    if rng.random() < 0.5:
        return facts
    return facts | {"thoi": thoi_told(rng, others, PRICES, suits_count=False)}
