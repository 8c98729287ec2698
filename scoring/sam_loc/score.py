"""Sâm lốc: facts and rules in, who pays whom out."""

from collections.abc import Iterable
from itertools import pairwise

from scoring.common.den_lang import paid_by
from scoring.common.transfers import (
    Outcome,
    Part,
    Reason,
    Seats,
    Transfer,
    Transfers,
    net,
    pay,
    split,
    tell,
)
from scoring.sam_loc.facts import SamLocFacts
from scoring.sam_loc.rules import DEALT, SamLocRules


def settle(facts: SamLocFacts, rules: SamLocRules) -> Outcome:
    """The outcome of facts that were checked."""
    steps = (_bao_sam, _toi_trang) if facts.at_once else (_cards, _thoi, _chains)
    transfers, unpaid = split(each for step in steps for each in step(facts, rules))
    if facts.den is not None and facts.winner is not None:
        transfers = paid_by(facts.den, facts.winner, transfers, "SL-9")
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=_next_leader(facts),
        unpaid=unpaid,
    )


def _cards(facts: SamLocFacts, rules: SamLocRules) -> Transfers:
    """Each loser pays the winner for every card left (SL-1), or for all of them (SL-2)."""
    assert facts.winner is not None
    for seat in facts.losers:
        left = facts.cards_left[seat]
        reason, rule = (Reason.CONG, "SL-2") if left == DEALT else (Reason.CARDS, "SL-1")
        counted = Part("cards", left * rules.card, number=left, each=rules.card)
        parts = (Part(Reason.CONG, rules.cong) if left == DEALT else counted,)
        yield from pay(seat, facts.winner, reason, rule, parts, rules.grain)


def _thoi(facts: SamLocFacts, rules: SamLocRules) -> Transfers:
    """Losers pay the winner for each 2 that they still hold (SL-3)."""
    assert facts.winner is not None
    for seat in facts.losers:
        if number := facts.hai.get(seat, 0):
            parts = (Part("hai", number * rules.hai, number=number, each=rules.hai),)
            yield from tell(seat, facts.winner, Reason.THOI, "SL-3", parts, rules.grain)


def _chains(facts: SamLocFacts, rules: SamLocRules) -> Transfers:
    """Every chain by itself, each link (SL-4, SL-5) or the last one for all."""
    for plays in facts.chat:
        links = list(enumerate(pairwise(plays)))
        if rules.chat_chong == "last_pays_all":
            yield from _chop(plays[-2:], [_link(*link, plays[-2], rules) for link in links], rules)
            continue
        for at, link in links:
            yield from _chop(link, [_link(at, link, link[0], rules)], rules)


def _chop(link: Seats, parts: list[Part], rules: SamLocRules) -> Iterable[Transfer]:
    chopped, chopper = link
    rule = "SL-4" if len(parts) == 1 and parts[0].what == "hai" else "SL-5"
    return tell(chopped, chopper, Reason.CHAT, rule, parts, rules.grain)


def _link(at: int, link: Seats, payer: int, rules: SamLocRules) -> Part:
    """What the chop number ``at`` of a chain costs ``payer``."""
    times = 2**at if rules.chat_chong == "double" and at else None
    player = None if link[0] == payer else link[0]
    units = rules.chat * (times or 1)
    return Part("tu_quy" if at else "hai", units, player=player, by="tu_quy", times=times)


def _bao_sam(facts: SamLocFacts, rules: SamLocRules) -> Transfers:
    """All others pay who declared sâm (SL-6); stopped, he pays for them (SL-7)."""
    if facts.bao_sam is None:
        return
    player, blocker = facts.bao_sam
    others = [seat for seat in facts.players if seat != player]
    if blocker is None:
        for seat in others:
            parts = (Part(Reason.BAO_SAM, rules.bao_sam),)
            yield from pay(seat, player, Reason.BAO_SAM, "SL-6", parts, rules.grain)
        return
    to_one = rules.den_sam_to == "blocker"
    times = len(others) if to_one else 1
    parts = (Part("den_sam", rules.den_sam * times, times=times if times > 1 else None),)
    for seat in (blocker,) if to_one else others:
        yield from pay(player, seat, Reason.DEN, "SL-7", parts, rules.grain)


def _toi_trang(facts: SamLocFacts, rules: SamLocRules) -> Transfers:
    """Each other pays who won before any play (SL-8)."""
    if facts.toi_trang is None:
        return
    player, kind = facts.toi_trang
    for seat in facts.players:
        if seat != player:
            parts = (Part(kind or Reason.TOI_TRANG, rules.toi_trang),)
            yield from pay(seat, player, Reason.TOI_TRANG, "SL-8", parts, rules.grain)


def _next_leader(facts: SamLocFacts) -> int | None:
    """Who won, or stopped a báo sâm (SL-11)."""
    if facts.bao_sam:
        return facts.bao_sam.blocker or facts.bao_sam.player
    return facts.toi_trang.player if facts.toi_trang else facts.winner


def takes_pot(facts: SamLocFacts, rules: SamLocRules) -> int | None:
    """Who won with a báo sâm, or before any play (GA-3)."""
    declared = facts.bao_sam.player if facts.bao_sam and facts.bao_sam.blocker is None else None
    return facts.toi_trang.player if facts.toi_trang else declared
