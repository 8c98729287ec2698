"""Random rounds of Binh that can have happened: hands really dealt, and arranged as players do."""

from collections.abc import Sequence
from random import Random

from scoring.binh.mau_binh import FIVES, HOUSE_KINDS, RANKS, THREES, Kind, kinds_in
from scoring.binh.rows import SIZES, VALUES, Row, is_above, row_strength
from scoring.common.cards import DECK, HAND_SIZE, Card, Suit

Hand = list[Card]
Rows = dict[Row, Hand]
DOCUMENTED = tuple(kind for kind in Kind if kind not in HOUSE_KINDS)


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round, by cards or by rankings."""
    hands = _deal_hands(rng, players)
    rows = {seat: _arrange(rng, hand) for seat, hand in hands.items()}
    declared = {
        seat: rng.choice(kinds)
        for seat, hand in hands.items()
        if (kinds := [kind for kind in kinds_in(hand) if kind in DOCUMENTED]) and rng.random() < 0.8
    }
    facts: dict[str, object] = {"players": list(players)}
    mau_binh = {str(seat): kind.value for seat, kind in declared.items()}
    if rng.random() < 0.6:
        return facts | {"hands": _hands_told(rng, rows, declared), "mau_binh": mau_binh}
    comparing = {seat: each for seat, each in rows.items() if seat not in declared}
    lung = [seat for seat, each in comparing.items() if _is_lung(each)]
    able = {seat: each for seat, each in comparing.items() if seat not in lung}
    return facts | {"chi": _chi_told(able), "binh_lung": lung, "mau_binh": mau_binh}


def _deal_hands(rng: Random, players: Sequence[int]) -> dict[int, Hand]:
    """Thirteen cards each; now and then somebody is given a mậu binh."""
    free = rng.sample(DECK, len(DECK))
    hands: dict[int, Hand] = {}
    for seat in players:
        core = _mau_binh(rng, free) if rng.random() < 0.06 else []
        taken = set(core)
        rest = [card for card in free if card not in taken]
        hands[seat] = core + rest[: HAND_SIZE - len(core)]
        free = rest[HAND_SIZE - len(core) :]
    return hands


def _mau_binh(rng: Random, free: Sequence[Card]) -> Hand:
    """Cards that make a mậu binh, as far as they are free."""
    kind = rng.choice(DOCUMENTED)
    by_rank = [[card for card in free if VALUES[card] == rank] for rank in range(RANKS)]
    five, other, three = rng.choice(FIVES), rng.choice(FIVES), rng.choice(THREES)
    if kind in (Kind.DONG_MAU_13, Kind.DONG_MAU_12):
        colour = [card for card in free if card.suit >= Suit.DIAMONDS]
        return colour[: HAND_SIZE if kind is Kind.DONG_MAU_13 else HAND_SIZE - 1]
    if kind is Kind.BA_THUNG:
        return [card for suit, size in zip(rng.sample(tuple(Suit), 3), (5, 5, 3), strict=True)
                for card in [card for card in free if card.suit is suit][:size]]  # fmt: skip
    if kind is Kind.BA_SANH:
        return [card for run in (five, other, three) for card in _one_of_each(by_rank, run)]
    if kind is Kind.THUNG_PHA_SANH:
        suit = rng.choice(tuple(Suit))
        return [card for card in free if card.suit is suit and VALUES[card] in five]
    if kind is Kind.TU_QUY:
        return rng.choice(by_rank)
    ranks = rng.sample(range(len(by_rank)), 6) if kind is Kind.SAU_DOI else five
    return [card for rank in ranks for card in by_rank[rank][:2]]


def _one_of_each(by_rank: list[Hand], ranks: Sequence[int]) -> Hand:
    return [by_rank[rank].pop() for rank in ranks if by_rank[rank]]


def _arrange(rng: Random, hand: Hand) -> Rows:
    """The rows of a player who looks for flushes, straights or groups; sometimes a mistake."""
    ways = [_cut(_in_order(hand, first)) for first in _firsts(hand)]
    legal = [rows for rows in ways if not _is_lung(rows)]
    if not legal:
        legal = [rows for rows in map(_swapped, ways) if not _is_lung(rows)]
    rows = rng.choice(legal or ways)
    return _swapped(rows) if rng.random() < 0.04 else rows


def _firsts(hand: Hand) -> list[set[Card]]:
    """What may go into the last row first: nothing special, five of a suit, a straight."""
    firsts: list[set[Card]] = [set()]
    for suit in Suit:
        of_suit = sorted((c for c in hand if c.suit is suit), key=VALUES.__getitem__)[-5:]
        firsts += [set(of_suit)] if len(of_suit) == SIZES[Row.CUOI] else []
    by_value = {VALUES[card]: card for card in hand}
    firsts += [{by_value[v] for v in five} for five in FIVES if all(v in by_value for v in five)]
    return firsts


def _in_order(hand: Hand, first: set[Card]) -> Hand:
    """The chosen cards, then groups of equal ranks, the largest and highest before the others."""
    rest = [VALUES[card] for card in hand if card not in first]
    return sorted(
        hand,
        key=lambda card: (card in first, rest.count(VALUES[card]), VALUES[card]),
        reverse=True,
    )


def _cut(cards: Hand) -> Rows:
    return {Row.DAU: cards[10:], Row.GIUA: cards[5:10], Row.CUOI: cards[:5]}


def _swapped(rows: Rows) -> Rows:
    return {**rows, Row.GIUA: rows[Row.CUOI], Row.CUOI: rows[Row.GIUA]}


def _is_lung(rows: Rows) -> bool:
    dau, giua, cuoi = [row_strength(rows[row]) for row in Row]
    return is_above(dau, giua) or giua > cuoi


def _hands_told(
    rng: Random, rows: dict[int, Rows], declared: dict[int, Kind]
) -> dict[str, dict[str, list[str]]]:
    hands = {
        str(seat): {row.value: [card.code for card in cards] for row, cards in each.items()}
        for seat, each in rows.items()
    }
    for seat in declared:
        if len(hands) > 1 and rng.random() < 0.3:
            hands[str(seat)] = {}
    return hands


def _chi_told(rows: dict[int, Rows]) -> dict[str, list[list[int]]]:
    chi: dict[str, list[list[int]]] = {}
    for row in Row:
        by_strength: dict[int, list[int]] = {}
        for seat, each in rows.items():
            by_strength.setdefault(row_strength(each[row]), []).append(seat)
        chi[row.value] = [by_strength[each] for each in sorted(by_strength, reverse=True)]
    return chi
