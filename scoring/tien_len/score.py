"""Tiến lên by place: facts and rules in, who pays whom out."""

from collections.abc import Callable, Sequence

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problem, Word
from scoring.common.problem_texts import read_problems
from scoring.common.text import Text
from scoring.common.transfers import Outcome, Part, Reason, Transfers, net, pay, split, tell
from scoring.thirteen import payments
from scoring.thirteen.checks import warn_of_the_leader
from scoring.thirteen.facts import NOTHING
from scoring.tien_len.facts import TienLenFacts
from scoring.tien_len.rules import OPENING_KINDS, OTHER_KINDS, TienLenRules, place_word

problem = read_problems(__package__)


def settle(facts: TienLenFacts, rules: TienLenRules) -> Outcome:
    """The outcome of facts that were checked."""
    paid, unpaid = split(each for step in _steps(facts) for each in step(facts, rules))
    again = facts.toi_trang is not None or facts.ve_hai is not None
    transfers = payments.with_den_lang(paid, facts, rules)
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=_next_leader(facts),
        opening=again,
        warnings=_warnings(facts, rules),
        unpaid=unpaid,
        next={"opening": True} if again else {},
    )


def _steps(facts: TienLenFacts) -> Sequence[Callable[[TienLenFacts, TienLenRules], Transfers]]:
    """What is paid, in its order: a round that ended at once has no places."""
    if facts.toi_trang:
        return (_toi_trang,)
    if facts.ve_hai:
        return (payments.settle_ve_hai, payments.settle_chains)
    return (_places, _cong, _thoi, payments.settle_chains)


def _places(facts: TienLenFacts, rules: TienLenRules) -> Transfers:
    """Each place pays the one it stands against (TL-42, TL-27, TL-28), or all the first (TL-44)."""
    players = len(facts.players)
    for row in rules.places.get((players, len(facts.cong)), ()):
        parts = (Part(place_word(row.payer, players), rules.place_prices[row.setting]),)
        payer, payee = facts.places[row.payer], facts.places[row.payee]
        yield from pay(payer, payee, Reason.PLACE, row.rule, parts, rules.grain)


def _cong(facts: TienLenFacts, rules: TienLenRules) -> Transfers:
    """Each cóng player pays the first (TL-25, TL-26), or one pays for all (TL-31)."""
    first = facts.places[0] if facts.places else None
    if first is None:
        return
    if facts.den_bai is not None:
        parts = [part for seat in facts.cong for part in _cong_parts(facts, rules, seat)]
        yield from pay(facts.den_bai, first, Reason.DEN, "TL-31", parts, rules.grain)
        return
    for seat in facts.cong:
        parts = _cong_parts(facts, rules, seat)
        yield from pay(seat, first, Reason.CONG, "TL-25", parts, rules.grain)


def _cong_parts(facts: TienLenFacts, rules: TienLenRules, seat: int) -> list[Part]:
    player = None if facts.den_bai in (None, seat) else seat
    thoi = facts.thoi.get(seat, NOTHING)
    thoi_parts = payments.held_parts(thoi, HAND_SIZE, rules, rules.prices, player)
    return [Part(Reason.CONG, rules.cong, player=player), *thoi_parts]


def _thoi(facts: TienLenFacts, rules: TienLenRules) -> Transfers:
    """The last player pays for what he still holds (TL-39, TL-40, TL-44)."""
    payer = facts.last
    if payer is None or payer not in facts.thoi:
        return
    payee = facts.places[0 if rules.thoi_to == "nhat" or rules.nhat_an_tat else -2]
    counts = rules.thoi_behind_cong or not facts.cong
    holding = facts.thoi[payer]
    parts = payments.held_parts(holding, holding.fewest, rules, rules.prices)
    usual = payments.priced_by(parts, rules, "TL-44" if rules.nhat_an_tat else "TL-40")
    rule = usual if counts else "TL-39"
    yield from tell(payer, payee, Reason.THOI, rule, parts, rules.grain, counts)


def _toi_trang(facts: TienLenFacts, rules: TienLenRules) -> Transfers:
    """Each other pays the winner (TL-15, TL-47), with đếm heo for what he holds too (TL-16)."""
    won = facts.toi_trang
    assert won is not None
    counted = bool(rules.dem_heo & payments.kinds_shown(won, rules.dong_mau_cards))
    usual = Part(won.kind or Reason.TOI_TRANG, rules.toi_trang)
    return payments.settle_toi_trang(facts, rules, usual, counted)


def _next_leader(facts: TienLenFacts) -> int | None:
    """The đền player (TL-34), else the first (TL-12).

    Nobody is known after a tới trắng (TL-10) or a về hai (TL-50).
    """
    if facts.toi_trang or facts.ve_hai:
        return None
    return facts.places[0] if facts.den_bai is None else facts.den_bai


def _warnings(facts: TienLenFacts, rules: TienLenRules) -> tuple[Problem, ...]:
    """A kind of the other sort of round is doubtful, not impossible (TL-19, TL-20)."""
    won = facts.toi_trang
    usual, rule = (OPENING_KINDS, "TL-19") if facts.opening else (OTHER_KINDS, "TL-20")
    odd = tuple(warn_of_the_leader(facts, rules, usual))
    if won is None:
        return odd
    shown = (
        {won.kind} if won.kind else payments.kinds_shown(won, rules.dong_mau_cards) & rules.kinds
    )
    if not shown or shown & set(usual):
        return odd
    kinds, here = tuple(Word(kind) for kind in sorted(shown)), _SORTS[facts.opening]
    other = problem("kind_of_other_round", "toi_trang", won.player, rule, kinds=kinds, here=here)
    return (other, *odd)


_SORTS = {
    True: Text("ván khởi đầu", "an opening round"),
    False: Text("ván không phải ván khởi đầu", "a round that is no opening round"),
}
