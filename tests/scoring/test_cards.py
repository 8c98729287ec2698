"""Cards, groups of a hand, ranks of a deck and orders of chains, against plain brute force."""

import doctest
import importlib
import pkgutil
import re
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import scoring
from scoring.common.cards import CARDS, DECK, Card, Rank
from scoring.thirteen.cards import HELD_HANG, SIZES, GroupPrices, Item, Play, found_items
from scoring.thirteen.deck import RankGroup, fits
from scoring.thirteen.facts import Chain, ChainPlay
from scoring.thirteen.order import can_be_ordered

ROOT = Path(scoring.__file__).parent
PRICES = [(2, 3, 4, 0, 0), (5, 6, 12, 0, 0), (1, 1, 1, 1, 1), (3, 5, 3, 4, 0), (4, 2, 5, 7, 9)]


def test_every_spelling_of_a_card_is_read() -> None:
    spellings = ["TH", "th", "Th", "tH", "10H", "10h", "10♥", "10♥\ufe0f", "T♥", "t♥\ufe0f"]
    assert {CARDS[spelling].code for spelling in spellings} == {"TH"}
    assert not {"1H", "H10", "♥10", "11H", " 3S", "3S ", "3", "S3", ""} & CARDS.keys()
    assert len({card.bit for card in DECK}) == len(DECK) == 52


def brute_force(cards: list[Card], prices: GroupPrices) -> int:
    """The dearest disjoint groups by trying everything on counts of ranks."""
    counts = [sum(card.rank == rank for card in cards) for rank in Rank if rank < Rank.TWO]

    @cache
    def best(left: tuple[int, ...]) -> int:
        most = 0
        for rank in range(12):
            if left[rank] == 4:
                most = max(most, prices[1] + best((*left[:rank], 0, *left[rank + 1 :])))
            for length, price in ((3, prices[0]), (4, prices[2]), (5, prices[3]), (6, prices[4])):
                run = left[rank : rank + length]
                if len(run) == length and min(run) > 1:
                    taken = tuple(number - 2 for number in run)
                    rest = (*left[:rank], *taken, *left[rank + length :])
                    most = max(most, price + best(rest))
        return most

    return best(tuple(counts))


@pytest.mark.parametrize("prices", PRICES)
def test_held_hang_are_grouped_so_that_they_are_worth_most(prices: GroupPrices) -> None:
    rng = Random(3)
    worth = dict(zip(HELD_HANG, prices, strict=True))
    for _ in range(400):
        ranks = rng.sample(range(13), rng.randint(4, 7))
        few = [card for card in DECK if card.rank in ranks]
        cards = rng.sample(few, min(13, len(few)))
        items = found_items(cards, prices)
        assert sum(worth.get(item, 0) for item in items) == brute_force(cards, prices)
        assert sum(SIZES[item] for item in items) <= len(cards)
        heo = {card.code for card in cards if card.rank is Rank.TWO}
        assert {str(item) for item in items if item not in worth} == heo


@cache
def can_be_placed(free: tuple[int, ...], blocks: tuple[tuple[int, int], ...]) -> bool:
    """Whether all groups find ranks, trying every place for each in turn."""
    if not blocks:
        return True
    (length, each), *rest = blocks
    return any(
        can_be_placed(
            tuple(n - each if start <= at < start + length else n for at, n in enumerate(free)),
            tuple(rest),
        )
        for start in range(len(free) - length + 1)
        if min(free[start : start + length]) >= each
    )


def test_ranks_are_found_exactly_where_there_are_some() -> None:
    rng = Random(5)
    answers = set()
    for _ in range(3000):
        free = tuple(rng.choice((0, 1, 2, 2, 3, 4, 4, 4)) for _ in range(7))
        blocks = [(1, 4)] * rng.randint(0, 3) + [(1, 3)] * rng.randint(0, 2)
        blocks += [(1, 2)] * rng.randint(0, 2)
        blocks += [(rng.choice((3, 4, 5)), 2) for _ in range(rng.randint(0, 2))]
        answer = fits(free, tuple(RankGroup(*block) for block in blocks))
        assert answer == can_be_placed(free, tuple(blocks)), (free, blocks)
        answers.add(answer)
    assert answers == {True, False}


def played(player: int) -> ChainPlay:
    return ChainPlay(player, (Item.TU_QUY,), Play.TU_QUY)


def some_order_fits(chains: list[Chain], out: tuple[int, ...]) -> bool:
    """Try every order of the chains and every moment of going out."""
    return any(_plays_through(order, out) for order in permutations(chains))


def _plays_through(order: tuple[Chain, ...], out: tuple[int, ...]) -> bool:
    moments = [(c, p) for c, chain in enumerate(order) for p in range(len(chain.plays))]
    last = {order[c].plays[p].player: at for at, (c, p) in enumerate(moments)}
    forced = {
        order[c].plays[p].player: at
        for at, (c, p) in enumerate(moments)
        if p == len(order[c].plays) - 2 and order[c].victim_went_out
    }
    if any(last[player] != at for player, at in forced.items()):
        return False
    if sum(chain.victim_went_out for chain in order) != len(forced):
        return False
    if not forced.keys() <= set(out):
        return False
    return _times(out, 0, -1.0, last, forced, order, moments)


def _times(out, index, now, last, forced, order, moments) -> bool:  # type: ignore[no-untyped-def]
    """Give each player who goes out the earliest moment that is allowed."""
    if index == len(out):
        return True
    player = out[index]
    if player in forced:
        at = forced[player]
        return at > now and _times(out, index + 1, at, last, forced, order, moments)
    ends = [at for at, (c, p) in enumerate(moments) if p == len(order[c].plays) - 1]
    between = [-0.5, *(at + 0.5 for at in ends)]
    options = [at for at in between if at >= now and at > last.get(player, -1)]
    if player in last:
        chain, place = moments[last[player]]
        if place != len(order[chain].plays) - 2 and last[player] > now:
            options.append(last[player])
    return any(_times(out, index + 1, at, last, forced, order, moments) for at in sorted(options))


def test_an_order_of_chains_is_found_exactly_where_there_is_one() -> None:
    rng = Random(11)
    counts = {True: 0, False: 0}
    for _ in range(4000):
        seats = rng.sample(range(1, 5), rng.randint(2, 4))
        chains = []
        for _ in range(rng.randint(1, 3)):
            plays = [rng.choice(seats)]
            while len(plays) < rng.randint(2, 4):
                plays.append(rng.choice([seat for seat in seats if seat != plays[-1]]))
            chains.append(Chain(tuple(played(seat) for seat in plays), rng.random() < 0.6))
        out = tuple(rng.sample(seats, len(seats) - 1))
        answer = can_be_ordered(chains, out, frozenset())
        assert answer == some_order_fits(chains, out), (chains, out)
        counts[answer] += 1
    assert min(counts.values()) > 100


def test_a_player_who_played_thirteen_cards_in_chains_went_out_in_one() -> None:
    chain = Chain((played(1), played(2)), False)
    assert not can_be_ordered([chain], (1,), frozenset({1}))
    assert can_be_ordered([chain._replace(victim_went_out=True)], (1,), frozenset({1}))
    assert can_be_ordered([chain], (2,), frozenset({2}))


@pytest.mark.parametrize("game", scoring.RULE_SETS)
def test_every_rule_cited_is_in_the_rules(game: str) -> None:
    shared = [ROOT / part.rpartition(".")[2] for part in scoring.RULE_SETS[game].parts]
    texts = [each / "RULES.md" for each in (ROOT / game, *shared)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in texts)
    entries = re.findall(r"^### ([A-Z]+-\d+)\nvi: .+\nen: .+$", text, re.MULTILINE)
    assert len(entries) == len(set(entries)) == text.count("\n### ")
    cited = {
        rule
        for path in [*(ROOT / game).glob("*.py"), *(ROOT / game).glob("problems.txt")]
        for rule in re.findall(r"\b[A-Z]{2}-\d+\b", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited <= set(entries)
    assert {setting.rule for setting in scoring.RULE_SETS[game].settings} <= set(entries)


@pytest.mark.parametrize(
    "table", sorted(ROOT.glob("*/problems.txt")), ids=lambda table: table.parent.name
)
def test_every_problem_is_declared_and_found(table: Path) -> None:
    folder, text = table.parent, table.read_text(encoding="utf-8")
    declared = re.findall(r"^([\w.]+)(?: \w+-\d+)?\n +\S.*\n +\S.*$", text, re.MULTILINE)
    assert len(declared) == len(set(declared)) == (text.count("\n") - 2) / 3
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r'\bproblem\(\s*"([\w.]+)"', code)) <= set(declared)
    if folder.name == "common":
        code = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("**/*.py"))
    assert [name for name in declared if f'"{name}"' not in code] == []


@pytest.mark.parametrize(
    "module", [m.name for m in pkgutil.walk_packages(scoring.__path__, "scoring.")]
)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_the_example_of_the_door_is_true() -> None:
    assert doctest.testmod(scoring).failed == 0
