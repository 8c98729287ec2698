"""Phỏm among cards left and the order of discards, against plain brute force."""

from itertools import chain, combinations, product
from random import Random

import scoring
from scoring import RULE_SETS
from scoring.common.cards import DECK, Card
from scoring.phom.discard_order import discards
from scoring.phom.facts import Eaten
from scoring.phom.hands import HIGHEST, LOWEST, VALUES, holds_phom, mask_of, points_of, split


def is_phom(cards: tuple[Card, ...]) -> bool:
    """Three or more in a row of one suit, or three or four of a rank."""
    values = sorted(VALUES[card] for card in cards)
    of_rank = len(set(values)) == 1
    in_a_row = values == list(range(values[0], values[0] + len(values)))
    return len(cards) > 2 and (of_rank or (in_a_row and len({card.suit for card in cards}) == 1))


def fewest(cards: frozenset[Card]) -> int:
    """Try every phỏm, then every phỏm of the rest."""
    least = sum(VALUES[card] for card in cards)
    for size in range(3, len(cards) + 1):
        for some in combinations(cards, size):
            if is_phom(some):
                least = min(least, fewest(cards - set(some)))
    return least


def test_the_split_into_phom_leaves_the_fewest_points() -> None:
    rng = Random(4)
    answers = set()
    for _ in range(600):
        ranks = rng.sample(range(13), rng.randint(3, 5)) if rng.random() < 0.5 else range(5)
        few = [card for card in DECK if card.rank in ranks]
        hand = frozenset(rng.sample(few, min(len(few), rng.randint(0, 9))))
        assert points_of(hand) == fewest(hand), hand
        best = split(hand)
        assert (best.points, sum(VALUES[card] for card in best.left)) == (fewest(hand),) * 2
        assert all(map(is_phom, best.phoms)), hand
        assert sorted(map(str, [*best.left, *chain(*best.phoms)])) == sorted(map(str, hand))
        some = any(is_phom(three) for three in combinations(hand, 3))
        assert holds_phom(mask_of(hand)) == some
        answers.add(some)
    assert answers == {True, False}


def test_the_bounds_of_points_are_those_of_the_deck() -> None:
    assert (HIGHEST[6], LOWEST[9], HIGHEST[9]) == (76, 15, 111)
    assert HIGHEST[52] == LOWEST[52] == 4 * sum(range(1, 14))


def some_order_fits(players: list[int], eaten: list[Eaten], from_turn_3: bool, more: int) -> bool:
    """Try every discard of the victim for each eaten card, after which there are `more`."""
    size = len(players)
    options = [
        [
            at
            for at in range(4 * size - 1 + more * number)
            if players[at % size] == each.victim
            and (at >= 3 * size - int(from_turn_3)) == each.chot
        ]
        for number, each in enumerate(eaten, 1)
    ]
    return any(list(order) == sorted(set(order)) for order in product(*options))


def test_a_discard_is_found_exactly_where_there_is_one() -> None:
    rng = Random(8)
    counts = {True: 0, False: 0}
    for _ in range(4000):
        players = rng.sample(range(1, 9), rng.randint(2, 4))
        cut = rng.randint(0, 5)
        eaten = []
        for at in range(rng.randint(1, 6)):
            turn = rng.randrange(len(players))
            eaten.append(Eaten(players[(turn + 1) % len(players)], players[turn], at >= cut))
        from_turn_3 = rng.random() < 0.5
        more = rng.random() < 0.5
        turn = "turn_3" if from_turn_3 else "turn_4"
        rules = RULE_SETS["phom"].in_force({"chot_from": turn, "chuyen_bai": more})
        answer = None not in discards(players, eaten, rules)
        assert answer == some_order_fits(players, eaten, from_turn_3, more), (players, eaten)
        counts[answer] += 1
    assert min(counts.values()) > 500


def test_the_round_of_the_contract() -> None:
    facts = {
        "players": [1, 2, 3, 4],
        "an": [{"eater": 2, "victim": 1, "chot": False}],
        "points": {"1": 12, "2": 3, "3": 45, "4": 3},
        "mom": [3],
        "ha": [1, 2, 3, 4],
        "u": None,
    }
    result = scoring.score("phom", facts).as_json()
    assert result["net"] == {"1": "-3", "2": "8", "3": "-4", "4": "-1"}
    assert result["next_leader"] == 2
    paid = [(each["payer"], each["reason"], each["rule"]) for each in result["transfers"]]  # type: ignore[attr-defined]
    assert paid == [
        (1, "an", "PH-15"),
        (4, "place", "PH-18"),
        (1, "place", "PH-18"),
        (3, "mom", "PH-18"),
    ]
