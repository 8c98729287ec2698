"""Ba cây: facts and rules in, who pays whom out."""

from collections.abc import Iterator

from scoring.ba_cay.facts import BaCayFacts
from scoring.ba_cay.rules import DONG_HOA, MUOI, SAP, SAP_POINTS, TEN, BaCayRules
from scoring.banker.payments import outcome, pay_con
from scoring.banker.rules import LOST, WON
from scoring.common.errors import Problems
from scoring.common.problem_texts import read_problems
from scoring.common.transfers import Outcome, Transfers

problem = read_problems(__package__)

BEST = {SAP_POINTS: SAP, TEN: MUOI}
"""The points with which a player takes over from the banker."""


def settle(facts: BaCayFacts, rules: BaCayRules) -> Outcome:
    """The outcome of facts that were checked; without a banker only side bets are paid."""
    if facts.banker is None:
        return outcome(facts, rules, (), None)
    best = _best(facts)
    result = outcome(facts, rules, _cons(facts, rules), best[0] if len(best) == 1 else None)
    return result._replace(warnings=tuple(_warn_of_equals(best, rules)))


def _cons(facts: BaCayFacts, rules: BaCayRules) -> Transfers:
    """Each player against the banker, by the better hand of the two."""
    for con in facts.cons:
        if facts.points:
            won = _has_won(facts, con)
            hand = _hand(facts, rules, con if won else facts.banker or 0)
        else:
            word = facts.con.get(con, LOST)
            won, hand = word != LOST, word if word != LOST else facts.banker_kind or WON
        yield from pay_con(facts, rules, con, won, hand)


def _has_won(facts: BaCayFacts, con: int) -> bool:
    """Whether he has more points than the banker, or as many and the better card."""
    assert facts.banker is not None
    mine, his = facts.points[con], facts.points[facts.banker]
    return mine > his or (mine == his and con in facts.above)


def _hand(facts: BaCayFacts, rules: BaCayRules, seat: int) -> str:
    """The hand of this player with the largest factor."""
    hands = [BEST.get(facts.points[seat], WON), *([DONG_HOA] if seat in facts.dong_hoa else [])]
    special = [hand for hand in hands if hand != WON]
    return max(special, key=rules.factors.__getitem__, default=WON)


def _best(facts: BaCayFacts) -> list[int]:
    """Who of the others has sáp or else ten and may be the best, as far as it was told (BC-7)."""
    for points, word in BEST.items():
        if best := [*_having(facts, points, word)]:
            return [seat for seat in best if seat in facts.above] or best
    return []


def takes_pot(facts: BaCayFacts, rules: BaCayRules) -> int | None:
    """Who alone is the best of those with a share, from ten on where there is a banker (GA-3)."""
    sharing = {s: points for s, points in facts.points.items() if facts.has_share(s, rules)}
    most = max(sharing.values(), default=0)
    best = [seat for seat, points in sharing.items() if points == most]
    enough = facts.banker is None or most in BEST
    return best[0] if enough and len(best) == 1 else None


def _warn_of_equals(best: list[int], rules: BaCayRules) -> Problems:
    """Where two are equally good the banker stays, but somebody may know who takes over."""
    if len(best) > 1 and rules.doi_cai == "muoi":
        yield problem("equal_best", "banker")


def _having(facts: BaCayFacts, points: int, word: str) -> Iterator[int]:
    for seat in facts.cons:
        if facts.points.get(seat) == points or facts.con.get(seat) == word:
            yield seat
