"""Rows, lủng and mậu binh of Binh, against plain brute force; hidden hands that one deck gives."""

from collections import Counter
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import pytest

import scoring
from scoring.binh.mau_binh import Kind, kinds_in
from scoring.binh.possible import can_be_dealt
from scoring.binh.rows import CODES, Row, is_above, kind_of, row_strength, strength_of
from scoring.common.cards import CARDS, DECK, Card, Suit
from tests.benchmarks.all_five_card_hands import BEST_FIRST, HIGH_TO_LOW, described
from tests.random_rounds import deal
from tests.trust import sizes

LOW_TO_HIGH = "23456789TJQKA"
DEAL = partial(deal, "binh")
KNOWN = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
"""How many hands of five there are of each kind, weakest first, by the books on poker."""


def cards(text: str) -> list[Card]:
    return [CARDS[code] for code in text.split()]


def worth(row: list[Card]) -> tuple[int, tuple[int, ...]]:
    """A row by the rule text: its kind, then its ranks in the order of comparing."""
    if len(row) == 5:
        return described("".join(c.code[0] for c in row), "".join(c.code[1] for c in row))
    places = sorted(HIGH_TO_LOW.index(card.code[0]) for card in row)
    times = Counter(places)
    kind = {1: "rác", 2: "dách", 3: "xám chi"}[max(times.values())]
    return BEST_FIRST.index(kind), tuple(sorted(places, key=lambda at: (-times[at], at)))


def test_three_cards_are_compared_with_five_until_they_are_used_up() -> None:
    rng = Random(4)
    counts = Counter[str]()
    for _ in range(20_000):
        ranks = rng.sample(range(13), 4)
        few = [card for card in DECK if card.rank in ranks]
        dealt = rng.sample(few, 8)
        dau, five = dealt[:3], dealt[3:]
        (kind, ranks_of_three), (other, ranks_of_five) = worth(dau), worth(five)
        better = (kind, ranks_of_three) < (other, ranks_of_five[:3])
        assert is_above(row_strength(dau), row_strength(five)) == better, (dau, five)
        counts["above" if better else "below"] += 1
    assert min(counts.values()) > 1000


def test_there_are_as_many_rows_of_each_kind_as_the_books_on_poker_say() -> None:
    counts = Counter[int]()
    for ranks in combinations_with_replacement(range(13), 5):
        times = Counter(ranks).values()
        if max(times) <= 4:
            suited = 4 if len(times) == 5 else 0
            of_suits = {True: suited, False: prod(comb(4, n) for n in times) - suited}
            for of_one_suit, number in of_suits.items():
                counts[strength_of(ranks, of_one_suit, True, False)[0]] += number
    assert tuple(counts[kind] for kind in sorted(counts)) == KNOWN


STRAIGHTS = {
    frozenset(("A" + LOW_TO_HIGH)[at : at + length])
    for length in (3, 5)
    for at in range(len("A" + LOW_TO_HIGH) - length + 1)
}


def is_straight(row: tuple[Card, ...]) -> bool:
    ranks = frozenset([card.code[0] for card in row])
    return len(ranks) == len(row) and ranks in STRAIGHTS


def is_flush(row: tuple[Card, ...]) -> bool:
    return len({card.suit for card in row}) == 1


def three_rows(hand: list[Card], fits) -> bool:  # type: ignore[no-untyped-def]
    """Whether some arrangement has three rows that all fit, trying every one."""
    for dau in filter(fits, combinations(hand, 3)):
        rest = [card for card in hand if card not in dau]
        for giua in filter(fits, combinations(rest, 5)):
            if fits(tuple(card for card in rest if card not in giua)):
                return True
    return False


def five_pairs_and_a_triple(ranks: Counter[str]) -> bool:
    """Whether five pairs are left once three cards of some rank are taken away."""
    triples = [ranks - Counter({rank: 3}) for rank in ranks if ranks[rank] >= 3]
    return any(sum(number // 2 for number in left.values()) == 5 for left in triples)


def by_the_text(hand: list[Card]) -> set[Kind]:
    """What thirteen cards hold, sentence by sentence."""
    ranks = Counter(card.code[0] for card in hand)
    colours = Counter(card.code[1] in "DH" for card in hand)
    pairs = sum(number // 2 for number in ranks.values())
    runs = [LOW_TO_HIGH[at : at + 5] for at in range(9)] + ["A2345"]
    five = list(combinations(hand, 5))
    holds = {
        Kind.RONG_CUON: len({card.code[1] for card in hand}) == 1,
        Kind.SANH_RONG: len(ranks) == 13,
        Kind.DONG_MAU_13: max(colours.values()) == 13,
        Kind.DONG_MAU_12: max(colours.values()) >= 12,
        Kind.NAM_DOI_XAM: five_pairs_and_a_triple(ranks),
        Kind.SAU_DOI: pairs >= 6,
        Kind.NAM_DOI_THONG: any(all(ranks[rank] > 1 for rank in run) for run in runs),
        Kind.THUNG_PHA_SANH: any(is_flush(row) and is_straight(row) for row in five),
        Kind.TU_QUY: 4 in ranks.values(),
        Kind.BA_THUNG: three_rows(hand, is_flush),
        Kind.BA_SANH: three_rows(hand, is_straight),
    }
    return {kind for kind, is_held in holds.items() if is_held}


def some_hands(rng: Random, number: int) -> list[list[Card]]:
    """Hands as dealt, hands of few ranks, and hands made of runs with perhaps a card changed."""
    if number % 3 == 0:
        shown = DEAL(rng, [1, 2, 3, 4]).get("hands", {}).values()
        return [[CARDS[code] for row in hand.values() for code in row] for hand in shown if hand]
    if number % 50 == 1:
        suit = rng.choice(tuple(Suit))
        return [[card for card in DECK if card.suit is suit]]
    if number % 3 == 1:
        ranks = rng.sample(range(13), 6)
        return [rng.sample([card for card in DECK if card.rank in ranks], 13)]
    free = rng.sample(DECK, len(DECK))
    hand = []
    for length in (5, 5, rng.choice((2, 3, 3))):
        start = rng.randint(-1, 13 - length)
        for at in range(start, start + length):
            code = LOW_TO_HIGH[at]
            card = next((card for card in free if card.code[0] == code), free[0])
            free.remove(card)
            hand.append(card)
    return [(hand + free)[:13]]


@sizes("rounds", 150, 300, 750)
def test_every_mau_binh_is_found_and_no_other(rounds: int) -> None:
    rng = Random(8)
    counts = Counter[Kind]()
    for number in range(rounds):
        for hand in some_hands(rng, number):
            kinds = by_the_text(hand)
            assert set(kinds_in(hand)) == kinds, hand
            counts.update(kinds)
    assert set(counts) == set(Kind)


def test_the_cards_left_over_can_hold_a_mau_binh_exactly_where_some_thirteen_do() -> None:
    rng = Random(2)
    counts = Counter[bool]()
    for number in range(40):
        ranks = rng.sample(range(13), 13 if number % 2 else 6)
        free = rng.sample([card for card in DECK if card.rank in ranks], 15)
        some = [by_the_text(list(hand)) for hand in rng.sample(list(combinations(free, 13)), 5)]
        every = set().union(*(set(kinds_in(hand)) for hand in combinations(free, 13)))
        assert set().union(*some) <= every
        for kind in Kind:
            assert can_be_dealt(free, [kind]) == (kind in every), (free, kind)
            counts[kind in every] += 1
    assert min(counts.values()) > 20


@pytest.mark.parametrize("players", [2, 3, 4])
@sizes("rounds", 20, 60, 200)
def test_hidden_hands_that_were_dealt_are_possible(players: int, rounds: int) -> None:
    rng = Random(players)
    hidden = 0
    while hidden < rounds:
        facts = DEAL(rng, list(range(1, players + 1)))
        hands = facts.get("hands", {})
        declared = [Kind(kind) for seat, kind in facts["mau_binh"].items() if hands.get(seat)]
        if len(declared) < players // 2:
            continue
        shown = [s for s, h in hands.items() if h and s not in facts["mau_binh"]]
        known = {CARDS[c] for s in shown for row in hands[s].values() for c in row}
        assert can_be_dealt([card for card in DECK if card not in known], declared)
        hidden += 1


def test_four_hidden_hands_are_refused_only_where_colours_leave_no_four_of_a_kind() -> None:
    """Three hands of one colour use up two of any rank, unless two of them have only twelve."""
    impossible = {
        (Kind.DONG_MAU_13, Kind.DONG_MAU_13, Kind.DONG_MAU_13, Kind.TU_QUY),
        (Kind.DONG_MAU_13, Kind.DONG_MAU_13, Kind.DONG_MAU_12, Kind.TU_QUY),
    }
    colours = [Kind.DONG_MAU_13, Kind.DONG_MAU_12]
    for first in Kind:
        for kinds in combinations([*colours * 3, first], 4):
            wanted = tuple(sorted(kinds, key=list(Kind).index))
            assert can_be_dealt(DECK, wanted) == (wanted not in impossible), wanted


def test_rows_are_named_in_the_order_of_the_facts() -> None:
    assert [row.value for row in Row] == ["dau", "giua", "cuoi"]


ROWS = {"dau": [[1, 2, 3]], "giua": [[1, 2, 3]], "cuoi": [[1, 2, 3]]}


@pytest.mark.parametrize(
    ("ranked", "kinds", "sentence"),
    [
        (
            {"dau": [[1, 2], [3]]},
            {"1": {"dau": "xam_chi"}, "2": {"dau": "rac"}},
            "Chi đầu của ghế 1 là xám chi, mạnh hơn người hòa: các chi hòa nhau phải cùng loại.",
        ),
        (
            {"dau": [[1], [2, 3]]},
            {"2": {"dau": "dach"}, "3": {"dau": "rac"}},
            "Chi đầu của ghế 2 là dách, mạnh hơn người hòa: các chi hòa nhau phải cùng loại.",
        ),
        (
            {"dau": [[1], [2, 3]]},
            {"1": {"dau": "rac"}, "2": {"dau": "dach"}},
            "Chi đầu của ghế 2 là dách, mạnh hơn người xếp trên: xem lại thứ tự.",
        ),
        (
            {"dau": [[1], [2, 3]]},
            {"1": {"dau": "xam_chi"}, "2": {"giua": "dach"}},
            "Chi giữa của ghế 2 là dách, yếu hơn chi trước, người hòa hoặc người xếp dưới: "
            "xem lại, hay là binh lủng?",
        ),
    ],
)
def test_a_refused_kind_says_which_rows_it_is_compared_with(
    ranked: Any, kinds: Any, sentence: str
) -> None:
    with pytest.raises(scoring.FactsError) as refused:
        scoring.score("binh", {"players": [1, 2, 3], "chi": ROWS | ranked, "kinds": kinds})
    assert [problem.message() for problem in refused.value.problems] == [sentence]


@sizes("rounds", 1500, 4000)
def test_kinds_that_pay_more_told_beside_rankings_are_enough(rounds: int) -> None:
    extras = {"xam_chi_dau": 3, "cu_lu_chi_giua": 2, "tu_quy_chi_cuoi": 4, "tu_quy_chi_giua": 8}
    extras |= {"thung_pha_sanh_chi_cuoi": 5, "thung_pha_sanh_chi_giua": 10}
    rng, count = Random(5), 0
    for _ in range(rounds):
        facts: dict[str, Any] = DEAL(rng, [1, 2, 3, 4])
        hands = facts.get("hands")
        if not hands or not all(hands.values()) or facts["mau_binh"]:
            continue
        rows = {int(seat): hand for seat, hand in hands.items()}
        by_cards = scoring.score("binh", facts, extras)
        lung = sorted({t.payer for t in by_cards.transfers if t.reason == "binh_lung"})
        able = [seat for seat in rows if seat not in lung]
        spoken: dict[str, Any] = {"players": [1, 2, 3, 4], "binh_lung": lung, "chi": {}}
        for row in ("dau", "giua", "cuoi") if len(able) > 1 else ():
            strength = {s: row_strength([CARDS[c] for c in rows[s][row]]) for s in able}
            order = sorted(set(strength.values()), reverse=True)
            spoken["chi"][row] = [[s for s in able if strength[s] == each] for each in order]
            for seat in able:
                kind = CODES[kind_of(strength[seat])]
                if {f"{kind}_{row}", f"{kind}_chi_{row}"}.isdisjoint(extras):
                    continue
                spoken.setdefault("kinds", {}).setdefault(str(seat), {})[row] = kind
        outcome = scoring.score("binh", spoken, extras)
        assert outcome.net == by_cards.net, (facts, spoken)
        count += by_cards.net != scoring.score("binh", facts).net
    assert count > rounds // 200
