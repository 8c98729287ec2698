"""Random rounds of Tiến lên by place that can have happened."""

from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.common.cards import HAND_SIZE, Card
from scoring.thirteen.cards import BA_BICH
from scoring.thirteen.rules import CHOPS
from scoring.tien_len.rules import OPENING_KINDS, OTHER_KINDS
from tests.cases.thirteen import (
    Deal,
    chat_told,
    deal_chains,
    holding,
    keep_something,
    thoi_told,
    winning_cards,
)

PRICES: Final = (2, 3, 4, 0, 0)


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round."""
    opening = rng.random() < 0.3
    if rng.random() < 0.1:
        return _toi_trang(rng, players, opening)
    order = rng.sample(list(players), len(players))
    some_cong = rng.random() < 0.25
    number = rng.randint(1, len(order) - 1) if some_cong else 0
    places, cong = order[: len(order) - number], order[len(order) - number :]
    facts: dict[str, object] = {"players": list(players), "opening": opening}
    dealt = Deal(rng, players)
    if opening:
        leader = rng.choice(places)
        dealt.give(leader, [BA_BICH])
        dealt.played[leader].append(BA_BICH)
    out = tuple(places[:-1] if len(places) > 1 else places)
    chains = deal_chains(dealt, places, out, CHOPS)
    holders = places[1:][-1:] + cong
    for seat in holders:
        keep_something(dealt, seat)
    dealt.fill()
    left = {seat: _left(dealt, seat, seat in cong) for seat in holders}
    facts |= {"places": places, "cong": cong, "chat": chat_told(chains)}
    if len(places) > 1 and rng.random() < 0.5:
        facts["places"] = places[:-1]
    if len(places) == 1:
        facts["den"] = rng.choice([None, *cong])
    return facts | {"thoi": thoi_told(rng, left, PRICES, suits_count=False)}


def _left(dealt: Deal, seat: int, is_cong: bool) -> list[Card]:
    if is_cong:
        return dealt.hands[seat]
    return holding(dealt, seat, HAND_SIZE - max(1, len(dealt.played[seat])))


def _toi_trang(rng: Random, players: Sequence[int], opening: bool) -> dict[str, object]:
    kind = rng.choice(OPENING_KINDS if opening else OTHER_KINDS)
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
    facts = {"players": list(players), "opening": opening, "toi_trang": shown}
    if rng.random() < 0.5:
        return facts
    return facts | {"thoi": thoi_told(rng, others, PRICES, suits_count=False)}
