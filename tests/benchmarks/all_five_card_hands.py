"""Ranks all five-card hands by the rule text, read once more, and compares with the engine's order.

python -m tests.benchmarks.all_five_card_hands

Here a hand is text ("2S 3S …"), and what beats what is told by the sentences of the rule, not by
the engine's numbers. Two hands draw in the engine exactly where the text gives them the same
description, and a hand is stronger there exactly where its description is.
"""

from collections import Counter
from itertools import combinations
from time import perf_counter

from scoring.binh.rows import row_strength
from scoring.common.cards import DECK

HIGH_TO_LOW = "AKQJT98765432"
BEST_FIRST = (
    *("thùng phá sảnh", "tứ quý", "cù lũ", "thùng", "sảnh", "xám chi", "thú", "dách", "rác"),
)
EVERY_HAND = 2_598_960
CLASSES = 7462

Description = tuple[int, tuple[int, ...]]


def described(ranks: str, suits: str) -> Description:
    """The kind, then the cards of the kind and the others, lower numbers for better ones."""
    of_a_suit = suits in ("SSSSS", "CCCCC", "DDDDD", "HHHHH")
    places = sorted(HIGH_TO_LOW.index(rank) for rank in ranks)
    times = Counter(places)
    alike = sorted(times.values())
    if alike == [1, 4]:
        kind = "tứ quý"
    elif alike == [2, 3]:
        kind = "cù lũ"
    elif alike == [1, 1, 3]:
        kind = "xám chi"
    elif alike == [1, 2, 2]:
        kind = "thú"
    elif alike == [1, 1, 1, 2]:
        kind = "dách"
    elif set(ranks) == set("A2345"):
        places = places[1:]  # the ace is the lowest card of this straight
        kind = "thùng phá sảnh" if of_a_suit else "sảnh"
    elif places[4] - places[0] == 4:
        kind = "thùng phá sảnh" if of_a_suit else "sảnh"
    else:
        kind = "thùng" if of_a_suit else "rác"
    of_the_kind_first = sorted(places, key=lambda place: (-times[place], place))
    return BEST_FIRST.index(kind), tuple(of_the_kind_first)


def compare_all() -> tuple[int, dict[Description, int]]:
    """How many hands there are, and each description with the engine's strength for it."""
    strengths: dict[Description, int] = {}
    hands = 0
    for hand in combinations(DECK, 5):
        hands += 1
        description = described("".join(c.code[0] for c in hand), "".join(c.code[1] for c in hand))
        strength = row_strength(hand)
        assert strengths.setdefault(description, strength) == strength, (hand, description)
    return hands, strengths


def main() -> None:
    start = perf_counter()
    hands, strengths = compare_all()
    in_order = [strengths[each] for each in sorted(strengths)]
    assert in_order == sorted(set(strengths.values()), reverse=True)
    assert (hands, len(strengths)) == (EVERY_HAND, CLASSES)
    straights = [each for each in sorted(strengths) if each[0] == BEST_FIRST.index("sảnh")]
    lowest = " ".join(HIGH_TO_LOW[place] for place in straights[-1][1])
    assert lowest == "5 4 3 2"
    print(
        f"{hands:,} hands, {len(strengths):,} classes, the same order in the engine; "
        f"lowest straight A-2-3-4-5; {perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
