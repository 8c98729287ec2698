"""Tiến lên by place: facts and rules in, who pays whom out."""

from collections.abc import Iterator, Sequence

from scoring.errors import Problem, Word
from scoring.text import Text
from scoring.tien_len.facts import TienLenFacts
from scoring.tien_len.kinds import OPENING_KINDS, OTHER_KINDS
from scoring.tien_len.rules import PLACES, TienLenRules
from scoring.tien_len_cards import Item, found_items
from scoring.tien_len_facts import NOTHING, Chain
from scoring.tien_len_kinds import kinds_shown
from scoring.transfers import Outcome, Part, Reason, Transfer, net, pay


def settle(facts: TienLenFacts, rules: TienLenRules) -> Outcome:
    """The outcome of facts that were checked."""
    steps = (_toi_trang,) if facts.toi_trang else (_places, _cong, _thoi, _chat)
    transfers = tuple([transfer for step in steps for transfer in step(facts, rules)])
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=_next_leader(facts),
        opening=facts.toi_trang is not None,
        warnings=_warnings(facts, rules),
    )


def _places(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Transfer]:
    """Each place pays the one it stands against (TL-42, TL-27, TL-28)."""
    for row in PLACES.get((len(facts.players), len(facts.cong)), ()):
        parts = (Part(_place_word(facts, row.payer), rules.places[row.setting]),)
        payer, payee = facts.places[row.payer], facts.places[row.payee]
        yield from pay(payer, payee, Reason.PLACE, row.rule, parts, rules.grain)


def _place_word(facts: TienLenFacts, place: int) -> str:
    is_last = place == len(facts.players) - 1
    return "bet" if is_last else ("nhat", "nhi", "ba")[place]


def _cong(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Transfer]:
    """Each cóng player pays the first (TL-25, TL-26), or one pays for all (TL-31)."""
    first = facts.places[0] if facts.places else None
    if first is None:
        return
    if facts.den is not None:
        parts = [part for seat in facts.cong for part in _cong_parts(facts, rules, seat)]
        yield from pay(facts.den, first, Reason.DEN, "TL-31", parts, rules.grain)
        return
    for seat in facts.cong:
        parts = _cong_parts(facts, rules, seat)
        yield from pay(seat, first, Reason.CONG, "TL-25", parts, rules.grain)


def _cong_parts(facts: TienLenFacts, rules: TienLenRules, seat: int) -> list[Part]:
    player = None if facts.den in (None, seat) else seat
    held = [Part(item, rules.prices[item], player=player) for item in _held(facts, rules, seat)]
    return [Part(Reason.CONG, rules.cong, player=player), *held]


def _held(facts: TienLenFacts, rules: TienLenRules, seat: int) -> tuple[Item, ...]:
    held = facts.thoi.get(seat, NOTHING)
    return held.items if held.hand is None else found_items(held.hand, rules.group_prices)


def _thoi(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Transfer]:
    """The last player pays for what he still holds (TL-39, TL-40)."""
    payer = facts.last
    if payer is None or payer not in facts.thoi or (facts.cong and not rules.thoi_behind_cong):
        return
    payee = facts.places[0 if rules.thoi_to_first else -2]
    parts = [Part(item, rules.prices[item]) for item in _held(facts, rules, payer)]
    yield from pay(payer, payee, Reason.THOI, "TL-40", parts, rules.grain)


def _chat(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Transfer]:
    """The last chopped pays the last chopper for the whole chain (TL-38, TL-43)."""
    for chain in facts.chat:
        if chain.victim_went_out and rules.chat_void_if_out:
            continue
        parts = _chain_parts(chain, rules)
        yield from pay(chain.victim, chain.chopper, Reason.CHAT, "TL-38", parts, rules.grain)


def _chain_parts(chain: Chain, rules: TienLenRules) -> Sequence[Part]:
    return [
        Part(item, rules.prices[item], player=_other(play.player, chain.victim), by=after.play)
        for play, after in zip(chain.plays, chain.plays[1:], strict=False)
        for item in play.items
    ]


def _other(player: int, payer: int) -> int | None:
    return None if player == payer else player


def _toi_trang(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Transfer]:
    """Each other pays the winner (TL-15), with đếm heo for what he holds too (TL-16)."""
    won = facts.toi_trang
    assert won is not None
    counted = bool(rules.dem_heo & kinds_shown(won, rules.dong_mau_cards))
    what = won.kind or Reason.TOI_TRANG
    for seat in facts.players:
        if seat == won.player:
            continue
        parts = [Part(what, rules.toi_trang)]
        yield from pay(seat, won.player, Reason.TOI_TRANG, "TL-15", parts, rules.grain)
        if counted:
            parts = [Part(item, rules.prices[item]) for item in _held(facts, rules, seat)]
            yield from pay(seat, won.player, Reason.THOI, "TL-16", parts, rules.grain)


def _next_leader(facts: TienLenFacts) -> int | None:
    """The đền player (TL-34), nobody known after a tới trắng (TL-10), else the first (TL-12)."""
    if facts.toi_trang:
        return None
    return facts.places[0] if facts.den is None else facts.den


def _warnings(facts: TienLenFacts, rules: TienLenRules) -> tuple[Problem, ...]:
    """A kind of the other sort of round is doubtful, not impossible (TL-19, TL-20)."""
    won = facts.toi_trang
    if won is None:
        return ()
    here, rule = (OPENING_KINDS, "TL-19") if facts.opening else (OTHER_KINDS, "TL-20")
    shown = {won.kind} if won.kind else kinds_shown(won, rules.dong_mau_cards) & rules.kinds
    if not shown or shown & set(here):
        return ()
    args = {"kinds": tuple(Word(kind) for kind in sorted(shown)), "here": _SORTS[facts.opening]}
    return (Problem("kind_of_other_round", "toi_trang", _DOUBTFUL, won.player, rule, args),)


_SORTS = {
    True: Text("ván khởi đầu", "an opening round"),
    False: Text("ván không phải ván khởi đầu", "a round that is no opening round"),
}
_DOUBTFUL = Text(
    "{kinds} thường không tính là tới trắng ở {here}.",
    "{kinds} is not usually a tới trắng in {here}.",
)
