"""What cannot have happened where somebody ended the round on 2s (về hai), which is no win."""

from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.thirteen import checks
from scoring.thirteen.cards import COLOURED_HEO, HEO
from scoring.thirteen.facts import SHORTEST_CHAIN, ChainPlay, SharedFacts, VeHai
from scoring.thirteen.rules import SharedRules

problem = read_problems(__package__)

ONLY_WON = ("places", "winner", "cong", "den", "cards_left", "dut_ba_bich")
"""The fields that only a round that somebody won has, in either game; ``thoi`` is one too."""


def ve_hai_stands_alone(facts: SharedFacts, rules: SharedRules) -> Problems:
    """It is told where the table plays it, beside chains alone."""
    ended, rule = facts.ve_hai, rules.ids.ve_hai
    if ended is None or facts.toi_trang:
        return
    if not rules.ve_hai:
        yield problem("ve_hai_off", "ve_hai", ended.player, rule, setting="ve_hai")
        return
    beside = [field for field in ONLY_WON if getattr(facts, field, None)]
    beside += ["thoi"] if any(holding.says_something for holding in facts.thoi.values()) else []
    for field in beside:
        yield problem("beside_ve_hai", field, ended.player, rule, what=Word(field))


def ve_hai_fits_the_chains(facts: SharedFacts, rules: SharedRules) -> Problems:
    """Who ended on 2s went out with no other play, and a deck has four 2s."""
    ended, rule = facts.ve_hai, rules.ids.ve_hai
    if ended is None or facts.toi_trang:
        return
    for number, chain in enumerate(facts.chat):
        if chain.victim_went_out and chain.victim == ended.player:
            play = chain.plays[-2]
            if not 1 <= _twos(play) <= ended.count:
                field, what = f"chat[{number}].victim_went_out", Word(play.play)
                yield problem("ve_hai_differs", field, ended.player, rule, what=what)
    chopped = sum([_twos(chain.plays[0]) for chain in facts.chat])
    if chopped + ended.count - _told_twice(facts, ended) > len(HEO):
        yield problem("too_many_twos", "ve_hai.count", ended.player, rule, chopped=chopped)


def nobody_had_more_than_thirteen(facts: SharedFacts, rules: SharedRules) -> Problems:
    """Cards in chains and the 2s he ended on are 13 at most; each other held a card."""
    ended = facts.ve_hai
    if ended and not facts.toi_trang:
        at_the_end = {seat: 1 for seat in facts.players if seat != ended.player}
        more = ended.count - _told_twice(facts, ended)
        yield from checks.check_thirteen(facts, at_the_end, rules, went_out_with=more)


def _told_twice(facts: SharedFacts, ended: VeHai) -> int:
    """How many of the 2s that he ended on may be told as chopped too."""
    may_be_last = [
        _twos(chain.plays[0])
        for chain in facts.chat
        if [at for at, play in enumerate(chain.plays) if play.player == ended.player] == [0]
        and (len(chain.plays) > SHORTEST_CHAIN or chain.victim_went_out)
    ]
    return min(ended.count, max(may_be_last, default=0))


def _twos(play: ChainPlay) -> int:
    """How many 2s a play is."""
    return sum([item in COLOURED_HEO for item in play.items])
