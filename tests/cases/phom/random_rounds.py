"""Random rounds of phỏm that can have happened."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from scoring.common.cards import DECK, Card, Suit
from scoring.phom.hands import KING, VALUES, holds_phom, mask_of, points_of
from scoring.phom.rules import DEALT, MOST_EATEN, MOST_LEFT, SHORTEST_PHOM, TURNS

BY_VALUE: Final = {(card.suit, VALUES[card]): card for card in DECK}
Facts = dict[str, object]


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round, played through four turns of discards."""
    facts: dict[str, object] = {"players": list(players)}
    eaten = list(_eaten(rng, list(players)))
    if eaten:
        facts["an"] = [_an(rng, each) for each in eaten]
    by_eating = bool(eaten) and _ends(eaten)
    if by_eating or rng.random() < 0.15:
        return facts | _u(rng, players, eaten[-1][0] if by_eating else None)
    eaters = {eater for eater, _, _ in eaten}
    share = rng.choice((0.1, 0.1, 0.3, 1.0))
    mom = [seat for seat in players if seat not in eaters and rng.random() < share]
    return facts | _counted(rng, players, mom)


def _eaten(rng: Random, players: list[int]) -> Iterator[tuple[int, int, bool]]:
    """Each discard but the very last may be eaten; the third card from one player ends it."""
    share = rng.choice((0.0, 0.1, 0.25, 0.5))
    size = len(players)
    from_each = dict.fromkeys(players, 0)
    for discard in range(TURNS * size - 1):
        if rng.random() >= share:
            continue
        victim, eater = players[discard % size], players[(discard + 1) % size]
        yield eater, victim, discard >= (TURNS - 1) * size - 1
        from_each[victim] += 1
        if from_each[victim] == MOST_EATEN:
            return


def _ends(eaten: Sequence[tuple[int, int, bool]]) -> bool:
    victims = [victim for _, victim, _ in eaten]
    return victims.count(victims[-1]) == MOST_EATEN


def _an(rng: Random, eaten: tuple[int, int, bool]) -> Facts:
    eater, victim, chot = eaten
    facts: Facts = {"eater": eater, "victim": victim, "chot": chot}
    if not chot and rng.random() < 0.1:
        del facts["chot"]
    return facts


def _u(rng: Random, players: Sequence[int], winner: int | None) -> Facts:
    if winner is not None and rng.random() < 0.5:
        return {"u": None}
    facts: Facts = {"player": rng.choice(list(players)) if winner is None else winner}
    if rng.random() < 0.5:
        facts["kind"] = rng.choice(("u", "u_tron"))
    return {"u": facts}


def _counted(rng: Random, players: Sequence[int], mom: Sequence[int]) -> Facts:
    """Points or cards left of everybody, from one deck."""
    stock = rng.sample(DECK, len(DECK))
    others = [seat for seat in players if seat not in mom]
    for _ in others:
        _lay(rng, stock)
    points: dict[str, object] = {}
    named = list(mom)
    for seat in players:
        hand = _nothing(stock) if seat in mom else _take(stock, rng.randint(0, MOST_LEFT))
        by_hand = rng.random() < 0.3
        if by_hand:
            points[str(seat)] = {"hand": [card.code for card in hand]}
        elif seat not in mom or rng.random() < 0.5:
            points[str(seat)] = points_of(hand)
        if by_hand and seat in mom and rng.random() < 0.5:
            named.remove(seat)
    facts: Facts = {"points": points, "mom": named}
    if rng.random() < 0.5:
        facts["ha"] = rng.sample(list(players), len(players)) if rng.random() < 0.5 else others
    return facts


def _lay(rng: Random, stock: list[Card]) -> None:
    """Take a phỏm out of the stock: three of a rank or three in a row."""
    while True:
        suit, value = rng.choice(list(Suit)), rng.randint(1, KING - SHORTEST_PHOM + 1)
        run = [BY_VALUE[suit, value + step] for step in range(SHORTEST_PHOM)]
        of_rank = [BY_VALUE[each, value] for each in Suit if each is not suit]
        phom = rng.choice((run, of_rank))
        if all(card in stock for card in phom):
            for card in phom:
                stock.remove(card)
            return


def _take(stock: list[Card], number: int) -> list[Card]:
    return [stock.pop() for _ in range(number)]


def _nothing(stock: list[Card]) -> list[Card]:
    """Nine cards without a phỏm."""
    hand: list[Card] = []
    for card in tuple(reversed(stock)):
        if len(hand) < DEALT and not holds_phom(mask_of([*hand, card])):
            hand.append(card)
            stock.remove(card)
    return hand
