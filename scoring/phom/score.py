"""Phỏm: facts and rules in, who pays whom out."""

from collections.abc import Iterator, Sequence
from itertools import chain

from scoring.common.den_lang import paid_by
from scoring.common.errors import Problem
from scoring.common.problem_texts import read_problems
from scoring.common.transfers import Outcome, Part, Reason, Transfers, net, pay, split, tell
from scoring.phom.discard_order import turns
from scoring.phom.facts import Eaten, PhomFacts
from scoring.phom.rules import PLACES, STEPS, PhomRules, UKind
from scoring.pot.rules import GRAIN

problem = read_problems(__package__)


def settle(facts: PhomFacts, rules: PhomRules) -> Outcome:
    """The outcome of facts that were checked."""
    ranks = ranking(facts)
    eaten = () if rules.ga and rules.an_vao_ga else _an(facts, rules)
    steps = eaten, _places(facts, rules, ranks), _u(facts, rules)
    transfers, unpaid = split(chain.from_iterable(steps))
    if rules.den_lang and facts.den is not None:
        transfers = paid_by(facts.den, ranks[0], transfers, "PH-20")
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=ranks[0] if rules.next_leader == "nhat" else None,
        warnings=_warnings(facts),
        unpaid=unpaid,
    )


def ranking(facts: PhomFacts) -> Sequence[int]:
    """First to last: fewest points (PH-12), móm below all others (PH-13), then by hạ (PH-14).

    Where all are móm, and where a móm player's points were left out, hạ alone decides. An ù is
    first and alone (PH-4).
    """
    winner = facts.winner
    if winner is not None:
        return (winner,)
    if facts.ranks:
        return facts.ranked
    points, order = facts.points, facts.order
    if not facts.mom:
        return sorted(order, key=points.__getitem__)
    others = [seat for seat in order if seat not in facts.mom]
    below = [seat for seat in order if seat in facts.mom]
    if others and all(seat in points for seat in below):
        below.sort(key=points.__getitem__)
    return sorted(others, key=points.__getitem__) + below


def _an(facts: PhomFacts, rules: PhomRules) -> Transfers:
    """Each eaten card is paid by whoever discarded it (PH-8, PH-15, PH-16, PH-17)."""
    counts = facts.winner is None or rules.an_beside_u
    eaten: dict[int, int] = {}
    for each in facts.an:
        number = eaten.get(each.victim, 0)
        eaten[each.victim] = number + 1
        step = rules.steps[number]
        if each.chot and rules.chot >= step:
            parts, rule = (Part("chot", rules.chot),), _chot_rule(facts, rules, each)
        else:
            parts, rule = (Part(STEPS[number], step),), "PH-8" if rules.an_flat else "PH-15"
        rule = rule if counts else "PH-19"
        yield from tell(each.victim, each.eater, Reason.AN, rule, parts, rules.grain, counts)


def puts_in(facts: PhomFacts, rules: PhomRules) -> Iterator[tuple[int, Part]]:
    """Who discarded an eaten card, with what he would pay, where that goes into the pot (PH-21)."""
    for each in _an(facts, rules) if rules.an_vao_ga else ():
        for part in each.parts:
            yield each.payer, part._replace(units=part.units * GRAIN // rules.grain)


def _chot_rule(facts: PhomFacts, rules: PhomRules, eaten: Eaten) -> str:
    """The last discard of turn 3 is the last player's; all others are of turn 4."""
    if not rules.chot_from_turn_3:
        return "PH-9"
    return "PH-16" if eaten.victim == turns(facts, rules)[-1] else "PH-17"


def _places(facts: PhomFacts, rules: PhomRules, ranks: Sequence[int]) -> Transfers:
    """Each pays the first, by his place or as móm (PH-18)."""
    first, *others = ranks
    if not others or (first in facts.mom and not rules.all_mom_pay):
        return
    for place, seat in enumerate(others):
        if rules.places_by == "bet" and place == len(others) - 1:
            place = len(PLACES) - 1
        parts = [Part(PLACES[place], rules.places[place])]
        reason = Reason.PLACE
        if seat in facts.mom:
            reason = Reason.MOM
            parts = [Part(Reason.MOM, rules.mom), *(parts if rules.mom_on_top else ())]
        yield from pay(seat, first, reason, "PH-18", parts, rules.grain)


def _u(facts: PhomFacts, rules: PhomRules) -> Transfers:
    """Each other pays the ù player (PH-19), or one who let him eat three pays for all (PH-10)."""
    winner = facts.winner
    if winner is None:
        return
    kind = facts.u.kind if facts.u else UKind.U
    losers = [seat for seat in facts.players if seat != winner]
    if facts.third is not None and rules.den:
        payer = facts.an[facts.third].victim
        parts = [Part(kind, rules.u[kind], player=_other(seat, payer)) for seat in losers]
        yield from pay(payer, winner, Reason.DEN, "PH-10", parts, rules.grain)
        return
    for seat in losers:
        parts = [Part(kind, rules.u[kind])]
        yield from pay(seat, winner, Reason.U, "PH-19", parts, rules.grain)


def _other(player: int, payer: int) -> int | None:
    return None if player == payer else player


def _warnings(facts: PhomFacts) -> tuple[Problem, ...]:
    """What is doubtful, not impossible: no points left (PH-4), móm that nobody named (PH-13)."""
    if facts.winner is not None:
        return ()
    none_left = [seat for seat, points in facts.points.items() if not points]
    unnamed = [seat for seat in facts.mom if seat not in facts.named_mom]
    return (
        *[problem("zero_points", f"points.{seat}", seat) for seat in none_left],
        *[problem("mom_not_named", f"points.{seat}", seat) for seat in unnamed],
    )


def takes_pot(facts: PhomFacts, rules: PhomRules) -> int | None:
    """Who is ù (GA-3)."""
    return facts.winner
