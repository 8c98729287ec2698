"""What cannot have happened in either Tiến lên game, whatever is paid for it."""

from collections.abc import Container, Iterable, Mapping

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problem, Problems, SeatNumber, Word
from scoring.common.problem_texts import read_problems
from scoring.thirteen.cards import LONG_RUNS, Item, Kind, Play, kinds_held
from scoring.thirteen.facts import NOTHING, ChainPlay, Holding, SharedFacts, ToiTrang
from scoring.thirteen.order import can_be_ordered
from scoring.thirteen.rules import CHOPS, DOI_THONG, SharedRules

problem = read_problems(__package__)


def toi_trang_stands_alone(facts: SharedFacts, rules: SharedRules) -> Problems:
    """A tới trắng ends the round before any play: nothing else decides it."""
    if facts.toi_trang is None:
        return
    for field in facts.only_played:
        if getattr(facts, field) and not (field == "den" and rules.den_lang):
            player, rule = facts.toi_trang.player, rules.ids.toi_trang
            yield problem("beside_toi_trang", field, player, rule, what=Word(field))


def the_winner_pays_for_nobody(facts: SharedFacts, rules: SharedRules) -> Problems:
    """Who pays the winner for everybody is somebody else."""
    if rules.den_lang and facts.den is not None and facts.den == facts.first:
        yield problem("den_wins", "den", facts.den, rules.ids.den_lang)


def chains_are_legal(facts: SharedFacts, rules: SharedRules) -> Problems:
    """Each play of a chain may chop the one before it, and the chains can have come in order."""
    if not facts.chat:
        return
    problems = list(_check_chains(facts, rules))
    yield from problems
    # chains of more cards than were dealt are refused elsewhere
    if facts.is_complete and not problems and max(facts.played.values()) <= HAND_SIZE:
        yield from _check_order(facts, rules)


def _check_chains(facts: SharedFacts, rules: SharedRules) -> Problems:
    cong = facts.cong
    for number, chain in enumerate(facts.chat):
        before = None
        for at, play in enumerate(chain.plays):
            field = f"chat[{number}].plays[{at}]"
            if play.player in cong:
                yield problem("cong_in_chain", f"{field}.player", play.player, rules.ids.cong)
            if before:
                yield from _check_chop(before, play, field, rules)
            elif play.play is Play.HAI_TU_QUY:
                yield problem("chain_start", f"{field}.cards", play.player, rules.ids.chop)
            before = play


def _check_chop(chopped: ChainPlay, chopper: ChainPlay, field: str, rules: SharedRules) -> Problems:
    player, rule = chopper.player, rules.ids.chop
    if chopped.player == player:
        yield problem("chops_himself", f"{field}.player", player, rule)
    if chopped.play not in rules.may_chop.get(chopper.play, ()):
        both = {"chopper": Word(chopper.play), "chopped": Word(chopped.play)}
        off = _turned_off(chopped.play, chopper.play, rules)
        name = "illegal_chop.off" if off else "illegal_chop"
        yield problem(name, f"{field}.cards", player, rule, **both, setting=off)


def _turned_off(chopped: Play, chopper: Play, rules: SharedRules) -> str:
    """The flag by which this chop would be legal, "" where there is none."""
    if chopped not in CHOPS.get(chopper, ()):
        return ""
    return "doi_thong" if {chopped, chopper} & DOI_THONG else "tu_quy_doi_heo"


def _check_order(facts: SharedFacts, rules: SharedRules) -> Problems:
    """The chains can have come in some order that fits who went out when."""
    problems = list(_check_victims(facts, rules.ids.went_out))
    yield from problems
    full = frozenset(seat for seat, number in facts.played.items() if number == HAND_SIZE)
    if not problems and not can_be_ordered(facts.chat, facts.out, full):
        yield _no_order(facts, full, rules.ids.went_out)


def _no_order(facts: SharedFacts, full: frozenset[int], rule: str) -> Problem:
    """The chain without which the others can be ordered, else the last one told."""
    without = [facts.chat[:at] + facts.chat[at + 1 :] for at in range(len(facts.chat))]
    fitting = [at for at, rest in enumerate(without) if can_be_ordered(rest, facts.out, full)]
    at = (fitting or [len(without) - 1])[0]
    chain = facts.chat[at]
    victim, field = SeatNumber(chain.victim), f"chat[{at}]"
    return problem("no_order", field, chain.chopper, rule, victim=victim, number=at + 1)


def _check_victims(facts: SharedFacts, rule: str) -> Problems:
    gone: list[int] = []
    for number, chain in enumerate(facts.chat):
        if not chain.victim_went_out:
            continue
        field, victim = f"chat[{number}].victim_went_out", chain.victim
        if victim not in facts.out:
            yield problem("victim_not_out", field, victim, rule)
        elif victim in gone:
            yield problem("out_twice", field, victim, rule)
        elif chain.chopper in facts.out[: facts.out.index(victim)]:
            path = f"chat[{number}].plays[{len(chain.plays) - 1}].player"
            yield problem("chopper_out", path, chain.chopper, rule, victim=SeatNumber(victim))
        gone.append(victim)


def check_thirteen(
    facts: SharedFacts, at_the_end: Mapping[int, int], rules: SharedRules, *, went_out_with: int = 0
) -> Problems:
    """Nobody had more than 13 cards: in chains, and ``held`` by seat at the end.

    Who is not cóng played a card at least; ``went_out_with`` counts the cards of a last play
    that was in no chain.
    """
    played = facts.played
    for seat in facts.players:
        least = 0 if seat in facts.cong or facts.toi_trang else 1
        if seat in facts.out:
            in_hand = played.get(seat, 0) + went_out_with
        else:
            in_hand = max(played.get(seat, 0), least) + at_the_end.get(seat, 0)
        if in_hand > HAND_SIZE:
            field = f"thoi.{seat}" if facts.thoi.get(seat, NOTHING).says_something else "chat"
            rule = rules.ids.cards
            yield problem("too_many_cards", field, seat, rule, found=in_hand, most=HAND_SIZE)


def check_holders(facts: SharedFacts, holders: Container[int], rules: SharedRules) -> Problems:
    """Only who may still hold cards holds heo or hàng; the 3♠ is told where it counts."""
    won = facts.toi_trang
    for seat, holding in facts.thoi.items():
        field, rule = f"thoi.{seat}", rules.ids.holding
        if seat not in holders and holding.says_something:
            name = "holds_nothing.won" if won and won.player == seat else "holds_nothing"
            yield problem(name, field, seat, rule)
        if Item.BA_BICH in holding.items and not rules.ba_bich:
            yield problem("ba_bich_off", field, seat, rule)
        yield from _without_price(holding, field, seat, rules)


def _without_price(holding: Holding, field: str, seat: int, rules: SharedRules) -> Problems:
    """The longest runs are named only where the house has a price for them."""
    for at, item in enumerate(holding.items):
        if item in LONG_RUNS and item not in rules.prices:
            name, rule = f"{field}[{at}]", rules.ids.long_runs
            yield problem("long_run_off", name, seat, rule, what=Word(item))


def check_hand_size(
    facts: SharedFacts, seat: int, least: int, most: int, rules: SharedRules
) -> Problems:
    """A hand shown has as many cards as its player can hold."""
    hand = facts.thoi[seat].hand
    if hand is not None and not least <= len(hand) <= most:
        field, rule = f"thoi.{seat}.hand", rules.ids.cards
        name = "hand_size.cong" if seat in facts.cong else "hand_size"
        expected = str(least) if least == most else f"{least}–{most}"
        yield problem(name, field, seat, rule, expected=expected, found=len(hand))


def the_winner_holds_his_kind(facts: SharedFacts, rules: SharedRules) -> Problems:
    """The named kind and the cards shown are in force and fit each other.

    Where kinds have amounts of their own one of the two must be told.
    """
    won = facts.toi_trang
    if won is None:
        return
    field, rule = "toi_trang.kind", rules.ids.kind
    if rules.kind_prices and won.kind is None and won.hand is None:
        yield problem("missing.kind", field, won.player, rule)
    if won.kind is not None and won.kind not in rules.kinds:
        off, turn_on = Word(won.kind), f"toi_trang_{won.kind}"
        yield problem("kind_off", field, won.player, rule, kind=off, setting=turn_on)
    if won.hand is not None:
        yield from _check_hand(won, rules)


def _check_hand(won: ToiTrang, rules: SharedRules) -> Problems:
    hand, field, rule = won.hand or (), "toi_trang.hand", rules.ids.kind
    possible = kinds_held(hand, rules.dong_mau_cards)
    if len(hand) != HAND_SIZE:
        yield problem("hand_size.won", field, won.player, rule, expected=HAND_SIZE, found=len(hand))
    elif won.kind is not None and won.kind not in possible:
        yield problem("kind_not_held", field, won.player, rule, kind=Word(won.kind))
    elif not possible & rules.kinds:
        yield problem("no_kind", field, won.player, rule)


def warn_of_the_leader(facts: SharedFacts, rules: SharedRules, usual: Iterable[Kind]) -> Problems:
    """What is odd with a leader who comes first in the playing order, and is known as such.

    Who leads has played a card; of several who hold a tới trắng hand the one nearest to him wins.
    """
    if facts.players[0] in facts.cong and not facts.opening:
        yield problem("leader_cong", "cong", facts.players[0], rules.ids.cong)
    won = facts.toi_trang
    before = facts.players[: facts.players.index(won.player)] if won else ()
    for seat in before:
        hand = facts.thoi[seat].hand if seat in facts.thoi else None
        kinds = kinds_held(hand or (), rules.dong_mau_cards) & rules.kinds & set(usual)
        if len(hand or ()) == HAND_SIZE and kinds and won:
            winner, field = SeatNumber(won.player), f"thoi.{seat}.hand"
            yield problem("nearer_toi_trang", field, seat, rules.ids.nearest, winner=winner)
