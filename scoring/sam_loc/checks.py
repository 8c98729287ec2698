"""What cannot have happened in a round of Sâm lốc."""

from itertools import pairwise

from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.sam_loc.facts import SamLocFacts
from scoring.sam_loc.rules import DEALT, TU_QUY, TWOS, SamLocRules

problem = read_problems(__package__)


def what_ends_the_round_stands_alone(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """Nothing else is told beside a tới trắng or a báo sâm."""
    if facts.at_once is None:
        return
    name = "beside_bao_sam" if facts.bao_sam else "beside_toi_trang"
    for field in ("winner", "cards_left", "hai", "chat", "den", "toi_trang"):
        value = getattr(facts, field)
        if value and value is not facts.at_once:
            yield problem(name, field, facts.at_once.player, what=Word(field))


def nobody_stops_himself(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """Who stopped a báo sâm is another."""
    if facts.bao_sam and facts.bao_sam.blocker == facts.bao_sam.player:
        yield problem("stops_himself", "bao_sam.blocker", facts.bao_sam.player)


def somebody_won(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """A round that was played has a winner, who holds nothing and pays for nobody."""
    winner = facts.winner
    if facts.at_once:
        return
    if winner is None:
        yield problem("missing.winner", "winner")
        return
    if left := facts.cards_left.get(winner):
        yield problem("winner_holds", f"cards_left.{winner}", winner, found=left)
    if facts.den == winner:
        yield problem("den_wins", "den", winner)
    for seat in facts.losers:
        if not facts.cards_left.get(seat):
            name = "cards_left" if seat in facts.cards_left else "missing.number"
            yield problem(name, f"cards_left.{seat}", seat)


def nobody_holds_too_many_twos(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """A 2 that is held is a card left, and a deck has four of them, chopped ones included."""
    for seat, number in facts.hai.items():
        left = 0 if seat == facts.winner else facts.cards_left.get(seat, DEALT)
        if number > left:
            yield problem("more_twos", f"hai.{seat}", seat, found=number, left=left)
    twos = sum(facts.hai.values()) + len(facts.chat)
    if twos > TWOS:
        yield problem("twos", "hai" if facts.hai else "chat", found=twos)


def chains_can_have_happened(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """Somebody who played a card chopped another, and nobody chopped himself."""
    for number, plays in enumerate(facts.chat):
        field = f"chat[{number}].plays"
        if len(plays) < 2:
            yield problem("chain_too_short", field)
        for at, seat in enumerate(plays):
            if facts.cards_left.get(seat) == DEALT:
                yield problem("cong_in_chain", f"{field}[{at}]", seat)
        for at, (chopped, chopper) in enumerate(pairwise(plays), 1):
            if chopped == chopper:
                yield problem("chops_himself", f"{field}[{at}]", chopper)


def nobody_had_more_than_ten(facts: SamLocFacts, rules: SamLocRules) -> Problems:
    """A tứ quý for each chop, each 2 that was chopped, and the cards left are ten at most."""
    for seat in facts.players:
        chops = sum(plays[1:].count(seat) for plays in facts.chat)
        chopped = sum(plays[:1] == (seat,) for plays in facts.chat)
        left = facts.cards_left.get(seat, 0)
        number = TU_QUY * chops + chopped + left
        if number > DEALT > left:
            yield problem("too_many_cards", "chat", seat, found=number)


CHECKS = (
    what_ends_the_round_stands_alone,
    nobody_stops_himself,
    somebody_won,
    nobody_holds_too_many_twos,
    chains_can_have_happened,
    nobody_had_more_than_ten,
)
