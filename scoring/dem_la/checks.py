"""What cannot have happened in a round of Tiến lên by cards left."""

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.dem_la.facts import DemLaFacts, pays_flat
from scoring.dem_la.rules import DemLaRules
from scoring.thirteen import checks, ve_hai
from scoring.thirteen.cards import SIZES, UNSUITED
from scoring.thirteen.facts import NOTHING
from scoring.thirteen.possible import one_deck_has_the_cards

problem = read_problems(__package__)


def somebody_won(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """A round without tới trắng has a winner, who holds nothing."""
    if facts.toi_trang or facts.ve_hai:
        return
    if facts.winner is None:
        yield problem("missing.winner", "winner")
    elif facts.cards_left.get(facts.winner):
        field = f"cards_left.{facts.winner}"
        yield problem("winner_holds", field, facts.winner, found=facts.cards_left[facts.winner])


def losers_have_cards_left(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """Every loser has 1 to 13 cards left, the same told and shown.

    Where all pay the same for a đút 3 bích nobody need have counted them.
    """
    if facts.toi_trang or facts.ve_hai or facts.winner is None:
        return
    uncounted = pays_flat(facts, rules)
    for seat in facts.losers:
        left, number = facts.left.get(seat), facts.cards_left.get(seat)
        hand = facts.thoi.get(seat, NOTHING).hand
        if left is None and not uncounted:
            yield problem("missing.number", f"cards_left.{seat}", seat)
        elif left == 0 and number is not None:
            yield problem("cards_left", f"cards_left.{seat}", seat)
        if hand is not None and number is not None and len(hand) != number:
            field = f"cards_left.{seat}"
            yield problem("cards_left_differ", field, seat, told=number, found=len(hand))


def only_losers_hold(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """Heo and hàng are held by losers, and not more than they have cards left."""
    if not facts.thoi or facts.ve_hai or (facts.winner is None and facts.toi_trang is None):
        return
    yield from checks.check_holders(facts, facts.losers, rules)
    least = HAND_SIZE if facts.toi_trang else 1
    for seat, thoi in facts.thoi.items():
        if seat not in facts.losers:
            continue
        if thoi.hand is not None:
            yield from checks.check_hand_size(facts, seat, least, HAND_SIZE, rules)
            continue
        number, left = thoi.fewest, facts.cards_left.get(seat, HAND_SIZE)
        if number > left:
            yield problem("too_many_items", f"thoi.{seat}", seat, found=number, left=left)


def suits_are_told_where_they_count(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """A heo of unknown suit is priced only where its colour is enough."""
    if (facts.toi_trang and not rules.dem_heo) or pays_flat(facts, rules):
        return
    dut = facts.dut_ba_bich and rules.dut_ba_bich
    prices, rule = (rules.dut_prices, "DL-21") if dut else (rules.prices, "DL-17")
    for seat, thoi in facts.thoi.items():
        for at, item in enumerate(thoi.items):
            if item in UNSUITED and item not in prices:
                yield problem("suit_needed", f"thoi.{seat}[{at}]", seat, rule, heo=Word(item))


def nobody_had_more_than_thirteen(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """Cards in chains and cards left are 13 at most; under đút 3 bích the 3♠ comes on top."""
    if not (facts.chat or facts.toi_trang) or facts.ve_hai:
        return
    at_the_end = {seat: max(1, facts.thoi.get(seat, NOTHING).fewest) for seat in facts.losers}
    at_the_end |= facts.left
    if facts.toi_trang:
        at_the_end = {
            seat: sum([SIZES[item] for item in each.items]) for seat, each in facts.thoi.items()
        }
    yield from checks.check_thirteen(facts, at_the_end, rules, went_out_with=int(facts.dut_ba_bich))


def nobody_is_chopped_out_on_ba_bich(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """Who went out on the 3♠ did not go out with a play that was chopped."""
    for number, chain in enumerate(facts.chat if facts.dut_ba_bich else ()):
        if chain.victim_went_out and chain.victim == facts.winner:
            field = f"chat[{number}].victim_went_out"
            yield problem("out_on_ba_bich", field, chain.victim)


def one_pays_for_all_where_it_is_played(facts: DemLaFacts, rules: DemLaRules) -> Problems:
    """The document knows no đền; a table may."""
    if facts.den is not None and not rules.den_lang and not facts.ve_hai:
        yield problem("den_off", "den", facts.den, rules.ids.den_lang, setting="den_lang")


CHECKS = (
    one_pays_for_all_where_it_is_played,
    checks.toi_trang_stands_alone,
    ve_hai.ve_hai_stands_alone,
    checks.the_winner_pays_for_nobody,
    somebody_won,
    losers_have_cards_left,
    only_losers_hold,
    suits_are_told_where_they_count,
    nobody_had_more_than_thirteen,
    ve_hai.nobody_had_more_than_thirteen,
    checks.chains_are_legal,
    ve_hai.ve_hai_fits_the_chains,
    nobody_is_chopped_out_on_ba_bich,
    one_deck_has_the_cards,
    checks.the_winner_holds_his_kind,
)
