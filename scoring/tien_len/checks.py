"""What cannot have happened in a round of Tiến lên by place."""

from collections.abc import Callable, Iterator
from typing import Final

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problem
from scoring.common.text import Text
from scoring.thirteen.cards import SIZES
from scoring.thirteen.checks import (
    RuleIds,
    check_ba_bich,
    check_beside_toi_trang,
    check_chains,
    check_hand_size,
    check_holders,
    check_kind,
    check_order,
    check_thirteen,
)
from scoring.thirteen.facts import NOTHING, Held
from scoring.thirteen.possible import cards_told, check_cards, check_hang, check_winner
from scoring.thirteen.rules import CHOPS
from scoring.tien_len.facts import TienLenFacts
from scoring.tien_len.rules import TienLenRules

IDS: Final = RuleIds(
    cards="TL-1",
    chop="TL-36",
    cong="TL-24",
    went_out="TL-43",
    held="TL-39",
    toi_trang="TL-15",
    ba_bich="TL-11",
)


def toi_trang_stands_alone(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """No places, cóng, đền or chains beside a tới trắng."""
    if facts.toi_trang:
        others = {
            "places": facts.places,
            "cong": facts.cong,
            "den": facts.den,
            "chat": facts.chat,
        }
        yield from check_beside_toi_trang(others, facts.toi_trang.player, IDS)


def everybody_is_placed(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """Everybody is placed or cóng, once; only the very last may be left out."""
    if facts.is_complete or facts.toi_trang:
        return
    for at, seat in enumerate(facts.places):
        if seat in facts.cong:
            yield Problem("placed_and_cong", f"places[{at}]", _PLACED_AND_CONG, seat, "TL-24")
    if not facts.places:
        yield Problem("missing", "places", _NAME_THE_FIRST, None, "TL-9")
        return
    for seat in facts.players:
        if seat not in facts.places and seat not in facts.cong:
            yield Problem("not_placed", "places", _NOT_PLACED, seat, "TL-9")


def den_pays_for_a_table_of_cong(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """Đền bài only when all but the first are cóng, and by one of them."""
    if facts.den is None or facts.toi_trang or not facts.is_complete:
        return
    if facts.den not in facts.cong:
        yield Problem("den_not_cong", "den", _DEN_NOT_CONG, facts.den, "TL-29")
    elif len(facts.cong) < len(facts.players) - 1:
        yield Problem("den_not_all_cong", "den", _DEN_NOT_ALL, facts.den, "TL-29")


def only_who_has_cards_holds(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """Heo and hàng are held by the last, by cóng players, by losers of a tới trắng."""
    if not facts.thoi or not facts.is_complete:
        return
    yield from check_holders(facts, facts.holders, IDS)
    for seat in facts.thoi:
        if seat in facts.holders:
            played_nothing = seat != facts.last
            least, most = (HAND_SIZE, HAND_SIZE) if played_nothing else (1, HAND_SIZE - 1)
            yield from check_hand_size(facts, seat, least, most, IDS)


def nobody_had_more_than_thirteen(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """Cards in chains and cards still held are 13 at most."""
    if (not facts.thoi and not facts.chat) or not facts.is_complete:
        return
    held = {seat: _fewest_held(facts.thoi.get(seat, NOTHING)) for seat in facts.thoi}
    if facts.last is not None:
        held[facts.last] = max(1, held.get(facts.last, 0))
    yield from check_thirteen(facts, held, IDS)


def _fewest_held(held: Held) -> int:
    if held.hand is not None:
        return min(len(held.hand), HAND_SIZE - 1)
    return sum([SIZES[item] for item in held.items])


def chains_are_legal(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """Each play of a chain may chop the one before it."""
    if not facts.chat:
        return
    problems = list(check_chains(facts, CHOPS, IDS))
    yield from problems
    if facts.is_complete and not problems:
        yield from check_order(facts, IDS)


def one_deck_has_the_cards(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """All heo and hàng, played and held, come from one deck."""
    if not (facts.thoi or facts.chat or facts.toi_trang):
        return
    opened = facts.opening and facts.toi_trang is None
    told = cards_told(facts)
    problems = list(check_cards(facts, told, IDS))
    if opened:
        problems += check_ba_bich(facts, IDS)
    yield from problems
    if not problems:
        yield from check_hang(facts, told, IDS, ba_bich_gone=opened, ba_bich_led=opened)
        yield from check_winner(facts, told, IDS, rules.dong_mau_cards)


def the_winner_holds_his_kind(facts: TienLenFacts, rules: TienLenRules) -> Iterator[Problem]:
    """The tới trắng is one of this table; đếm heo must know which."""
    won = facts.toi_trang
    if won is None:
        return
    yield from check_kind(won, rules, "TL-20")
    holds = any(held.says_something for held in facts.thoi.values())
    if rules.dem_heo and not rules.kind_prices and holds and won.kind is None and won.hand is None:
        yield Problem("missing", "toi_trang.kind", _NAME_THE_KIND, won.player, "TL-17")


CHECKS: Final[tuple[Callable[[TienLenFacts, TienLenRules], Iterator[Problem]], ...]] = (
    toi_trang_stands_alone,
    everybody_is_placed,
    den_pays_for_a_table_of_cong,
    only_who_has_cards_holds,
    nobody_had_more_than_thirteen,
    chains_are_legal,
    one_deck_has_the_cards,
    the_winner_holds_his_kind,
)

_PLACED_AND_CONG = Text(
    "{player} bị cóng thì không có thứ hạng.", "{player} is cóng and so has no place."
)
_NAME_THE_FIRST = Text(
    "Còn thiếu thứ hạng: ít nhất phải ghi ai về nhất.",
    "The places are missing: name at least the first.",
)
_NOT_PLACED = Text(
    "Còn thiếu thứ hạng của {player}: mỗi người hoặc có thứ hạng hoặc bị cóng.",
    "The place of {player} is missing: everybody is placed or cóng.",
)
_DEN_NOT_CONG = Text(
    "{player} không bị cóng nên không thể đền bài.", "{player} is not cóng and cannot pay for all."
)
_DEN_NOT_ALL = Text(
    "Chỉ xét đền bài khi tất cả những người khác đều cóng; {player} không phải đền.",
    "One pays for all only when all others are cóng, so {player} does not.",
)
_NAME_THE_KIND = Text(
    "Bàn này đếm heo tùy kiểu tới trắng: cần ghi {player} tới trắng bằng gì.",
    "Here đếm heo depends on the kind of tới trắng: tell what {player} won with.",
)
