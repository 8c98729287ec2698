"""What cannot have happened in a round of Tiến lên by place."""

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problems
from scoring.common.problem_texts import read_problems
from scoring.thirteen import checks, ve_hai
from scoring.thirteen.facts import Holding
from scoring.thirteen.possible import one_deck_has_the_cards
from scoring.tien_len.facts import TienLenFacts
from scoring.tien_len.rules import TienLenRules

problem = read_problems(__package__)


def everybody_is_placed(facts: TienLenFacts, rules: TienLenRules) -> Problems:
    """Everybody is placed or cóng, once; only the very last may be left out."""
    if facts.is_complete or facts.toi_trang:
        return
    for at, seat in enumerate(facts.places):
        if seat in facts.cong:
            yield problem("placed_and_cong", f"places[{at}]", seat)
    if not facts.places:
        yield problem("missing.first", "places")
        return
    for seat in facts.players:
        if seat not in facts.places and seat not in facts.cong:
            yield problem("not_placed", "places", seat)


def den_pays_for_a_table_of_cong(facts: TienLenFacts, rules: TienLenRules) -> Problems:
    """Đền bài only when all but the first are cóng, and by one of them."""
    if facts.den is None or rules.den_lang or not facts.is_complete:
        return
    if facts.toi_trang or facts.ve_hai:
        return
    if facts.den not in facts.cong:
        yield problem("den_not_cong", "den", facts.den, setting="den_lang")
    elif len(facts.cong) < len(facts.players) - 1:
        yield problem("den_not_all_cong", "den", facts.den, setting="den_lang")


def only_who_has_cards_holds(facts: TienLenFacts, rules: TienLenRules) -> Problems:
    """Heo and hàng are held by the last, by cóng players, by losers of a tới trắng."""
    if not facts.thoi or not facts.is_complete or facts.ve_hai:
        return
    yield from checks.check_holders(facts, facts.holders, rules)
    for seat in facts.thoi:
        if seat in facts.holders:
            least, most = (1, HAND_SIZE - 1) if seat == facts.last else (HAND_SIZE, HAND_SIZE)
            yield from checks.check_hand_size(facts, seat, least, most, rules)


def nobody_had_more_than_thirteen(facts: TienLenFacts, rules: TienLenRules) -> Problems:
    """Cards in chains and cards still held are 13 at most."""
    if (not facts.thoi and not facts.chat) or not facts.is_complete or facts.ve_hai:
        return
    at_the_end = {seat: _fewest_held(each) for seat, each in facts.thoi.items()}
    if facts.last is not None:
        at_the_end[facts.last] = max(1, at_the_end.get(facts.last, 0))
    yield from checks.check_thirteen(facts, at_the_end, rules)


def _fewest_held(holding: Holding) -> int:
    return holding.fewest if holding.hand is None else min(holding.fewest, HAND_SIZE - 1)


def dem_heo_knows_the_kind(facts: TienLenFacts, rules: TienLenRules) -> Problems:
    """Đếm heo depends on the kind of tới trắng, so it must be told."""
    won = facts.toi_trang
    if won is None or won.kind is not None or won.hand is not None:
        return
    holds = any(holding.says_something for holding in facts.thoi.values())
    if rules.dem_heo and not rules.kind_prices and holds:
        yield problem("missing.kind", "toi_trang.kind", won.player)


CHECKS = (
    checks.toi_trang_stands_alone,
    ve_hai.ve_hai_stands_alone,
    checks.the_winner_pays_for_nobody,
    everybody_is_placed,
    den_pays_for_a_table_of_cong,
    only_who_has_cards_holds,
    nobody_had_more_than_thirteen,
    ve_hai.nobody_had_more_than_thirteen,
    checks.chains_are_legal,
    ve_hai.ve_hai_fits_the_chains,
    one_deck_has_the_cards,
    checks.the_winner_holds_his_kind,
    dem_heo_knows_the_kind,
)
