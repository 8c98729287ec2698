"""Xì dách: facts and rules in, who pays whom out."""

from collections.abc import Iterable

from scoring.banker.payments import outcome, pay_con, pay_stake
from scoring.banker.rules import DRAW, LOST, WON
from scoring.common.transfers import Outcome, Reason, Transfer, Transfers
from scoring.xi_dach.checks import pays_all
from scoring.xi_dach.facts import XiDachFacts
from scoring.xi_dach.rules import XI_BANG, XiDachRules


def settle(facts: XiDachFacts, rules: XiDachRules) -> Outcome:
    """The outcome of facts that were checked."""
    own = _each(facts) if pays_all(facts, rules) else _cons(facts, rules)
    bang = [seat for seat, word in facts.con.items() if word == XI_BANG]
    return outcome(facts, rules, own, bang[0] if len(bang) == 1 else None)


def _each(facts: XiDachFacts) -> Transfers:
    """Who is đền pays each other: a con his stake, the banker that of the payer (XD-8, XD-9)."""
    assert facts.den is not None
    rule = "XD-9" if facts.den == facts.banker else "XD-8"
    for seat in facts.players:
        if seat != facts.den:
            stake = facts.stake(facts.den if seat == facts.banker else seat)
            yield from pay_stake(facts.den, seat, stake, Reason.DEN, rule, Reason.DEN)


def _cons(facts: XiDachFacts, rules: XiDachRules) -> Transfers:
    """Each con against the banker; what a đền con pays for the others is under ``den_tra``."""
    payer = facts.den if rules.den_tra == "for_banker" else None
    for con, word in facts.results.items():
        if con == facts.den and rules.den_tra == "table":
            yield from _table(facts)
        elif word == LOST:
            yield from _lost(facts, rules, con)
        elif word != DRAW:
            yield from pay_con(facts, rules, con, won=True, hand=word, payer=payer)


def _table(facts: XiDachFacts) -> Iterable[Transfer]:
    """Who is đền pays the banker all stakes (XD-8)."""
    assert facts.den is not None
    assert facts.banker is not None
    stakes = sum(map(facts.stake, facts.cons))
    return pay_stake(facts.den, facts.banker, stakes, Reason.DEN, "XD-8", Reason.DEN)


def _lost(facts: XiDachFacts, rules: XiDachRules, con: int) -> Iterable[Transfer]:
    """A con pays the banker, by the hand of the banker where it counts (XD-6, XD-7)."""
    counts = rules.cai_nhan and con not in facts.non
    return pay_con(facts, rules, con, won=False, hand=(counts and facts.banker_kind) or WON)
