"""What cannot have happened in either Tiến lên game, whatever is paid for it."""

from collections.abc import Container, Iterator, Mapping

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problem, SeatNumber, Word
from scoring.common.text import Text
from scoring.thirteen.cards import Play, kinds_held
from scoring.thirteen.facts import NOTHING, ChainPlay, SharedFacts, ToiTrang
from scoring.thirteen.order import can_be_ordered
from scoring.thirteen.rules import SharedRules


def toi_trang_stands_alone(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    """A tới trắng ends the round before any play: nothing else decides it."""
    if facts.toi_trang is None:
        return
    for field in facts.only_played:
        if getattr(facts, field):
            player, args = facts.toi_trang.player, {"field": field}
            yield Problem("beside_toi_trang", field, _BESIDE, player, rules.ids.toi_trang, args)


def chains_are_legal(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    """Each play of a chain may chop the one before it, and the chains can have come in order."""
    if not facts.chat:
        return
    problems = list(_check_chains(facts, rules))
    yield from problems
    # chains of more cards than were dealt are refused elsewhere
    if facts.is_complete and not problems and max(facts.played.values()) <= HAND_SIZE:
        yield from _check_order(facts, rules)


def _check_chains(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    cong = facts.cong
    for number, chain in enumerate(facts.chat):
        before = None
        for at, play in enumerate(chain.plays):
            field = f"chat[{number}].plays[{at}]"
            if play.player in cong:
                yield Problem(
                    "cong_in_chain", f"{field}.player", _CONG_PLAYS, play.player, rules.ids.cong
                )
            if before:
                yield from _check_chop(before, play, field, rules)
            elif play.play is Play.HAI_TU_QUY:
                yield Problem(
                    "chain_start", f"{field}.cards", _BAD_START, play.player, rules.ids.chop
                )
            before = play


def _check_chop(
    chopped: ChainPlay, chopper: ChainPlay, field: str, rules: SharedRules
) -> Iterator[Problem]:
    player, rule = chopper.player, rules.ids.chop
    if chopped.player == player:
        yield Problem("chops_himself", f"{field}.player", _CHOPS_HIMSELF, player, rule)
    if chopped.play not in rules.may_chop.get(chopper.play, ()):
        args = {"chopper": Word(chopper.play), "chopped": Word(chopped.play)}
        yield Problem("illegal_chop", f"{field}.cards", _ILLEGAL_CHOP, player, rule, args)


def _check_order(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    """The chains can have come in some order that fits who went out when."""
    problems = list(_check_victims(facts, rules.ids.went_out))
    yield from problems
    full = frozenset(seat for seat, number in facts.played.items() if number == HAND_SIZE)
    if not problems and not can_be_ordered(facts.chat, facts.out, full):
        yield Problem("no_order", "chat", _NO_ORDER, None, rules.ids.went_out)


def _check_victims(facts: SharedFacts, rule: str) -> Iterator[Problem]:
    gone: list[int] = []
    for number, chain in enumerate(facts.chat):
        if not chain.victim_went_out:
            continue
        field, victim = f"chat[{number}].victim_went_out", chain.victim
        if victim not in facts.out:
            yield Problem("victim_not_out", field, _NOT_OUT, victim, rule)
        elif victim in gone:
            yield Problem("out_twice", field, _OUT_TWICE, victim, rule)
        elif chain.chopper in facts.out[: facts.out.index(victim)]:
            path = f"chat[{number}].plays[{len(chain.plays) - 1}].player"
            args = {"victim": SeatNumber(victim)}
            yield Problem("chopper_out", path, _CHOPPER_OUT, chain.chopper, rule, args)
        gone.append(victim)


def check_thirteen(
    facts: SharedFacts, held: Mapping[int, int], rules: SharedRules, *, went_out_with: int = 0
) -> Iterator[Problem]:
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
            in_hand = max(played.get(seat, 0), least) + held.get(seat, 0)
        if in_hand > HAND_SIZE:
            field = f"thoi.{seat}" if facts.thoi.get(seat, NOTHING).says_something else "chat"
            args = {"found": in_hand, "most": HAND_SIZE}
            yield Problem("too_many_cards", field, _TOO_MANY, seat, rules.ids.cards, args)


def check_holders(
    facts: SharedFacts, holders: Container[int], rules: SharedRules
) -> Iterator[Problem]:
    """Only who may still hold cards holds heo or hàng."""
    for seat, held in facts.thoi.items():
        if seat not in holders and held.says_something:
            yield Problem("holds_nothing", f"thoi.{seat}", _OUT_OF_CARDS, seat, rules.ids.held)


def check_hand_size(
    facts: SharedFacts, seat: int, least: int, most: int, rules: SharedRules
) -> Iterator[Problem]:
    """A hand shown has as many cards as its player can hold."""
    hand = facts.thoi[seat].hand
    if hand is not None and not least <= len(hand) <= most:
        expected = str(least) if least == most else f"{least}–{most}"
        args = {"expected": expected, "found": len(hand)}
        yield Problem("hand_size", f"thoi.{seat}.hand", _HAND_SIZE, seat, rules.ids.cards, args)


def the_winner_holds_his_kind(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    """The named kind and the cards shown are in force and fit each other.

    Where kinds have amounts of their own one of the two must be told.
    """
    won = facts.toi_trang
    if won is None:
        return
    field, rule = "toi_trang.kind", rules.ids.kind
    if rules.kind_prices and won.kind is None and won.hand is None:
        yield Problem("missing", field, _NAME_THE_KIND, won.player, rule)
    if won.kind is not None and won.kind not in rules.kinds:
        yield Problem("kind_off", field, _KIND_OFF, won.player, rule, {"kind": Word(won.kind)})
    if won.hand is not None:
        yield from _check_hand(won, rules)


def _check_hand(won: ToiTrang, rules: SharedRules) -> Iterator[Problem]:
    hand, field, rule = won.hand or (), "toi_trang.hand", rules.ids.kind
    held = kinds_held(hand, rules.dong_mau_cards)
    if len(hand) != HAND_SIZE:
        args: dict[str, object] = {"expected": HAND_SIZE, "found": len(hand)}
        yield Problem("hand_size", field, _THIRTEEN, won.player, rule, args)
    elif won.kind is not None and won.kind not in held:
        args = {"kind": Word(won.kind)}
        yield Problem("kind_not_held", field, _NOT_HELD, won.player, rule, args)
    elif not held & rules.kinds:
        yield Problem("no_kind", field, _NO_KIND, won.player, rule)


_CONG_PLAYS = Text(
    "{player} bị cóng, chưa đánh lá nào, nên không thể có trong vụ chặt.",
    "{player} is cóng and played nothing, so is in no chain.",
)
_BAD_START = Text(
    "Hai tứ quý chỉ đánh được khi chặt đôi heo, không mở đầu một vụ chặt.",
    "Two fours of a kind are only played to chop a pair of 2s; a chain cannot start with them.",
)
_CHOPS_HIMSELF = Text(
    "{player} không thể tự chặt bài của mình.", "{player} cannot chop his own play."
)
_ILLEGAL_CHOP = Text(
    "{player}: {chopper} không chặt được {chopped}.", "{player}: {chopper} cannot chop {chopped}."
)
_NOT_OUT = Text(
    "{player} không tới khi bị chặt: theo kết quả ván này, {player} vẫn còn bài.",
    "{player} cannot have gone out when chopped: by the result {player} still held cards.",
)
_OUT_TWICE = Text("{player} không thể tới hai lần.", "{player} cannot go out twice.")
_CHOPPER_OUT = Text(
    "{player} đã hết bài trước khi {victim} tới, nên không thể chặt {victim} lúc đó.",
    "{player} was out before {victim} went out, so cannot have chopped {victim} then.",
)
_NO_ORDER = Text(
    "Không có thứ tự nào để các vụ chặt này xảy ra khớp với thứ tự hết bài.",
    "These chains can have come in no order that fits who went out when.",
)
_TOO_MANY = Text(
    "{player} đánh và còn cầm ít nhất {found} lá, mà mỗi người chỉ được chia {most} lá.",
    "{player} played and held at least {found} cards, but everybody is dealt {most}.",
)
_OUT_OF_CARDS = Text(
    "{player} không còn lá nào, không thể cầm heo hay hàng.",
    "{player} has no cards left, so holds no heo or hàng.",
)
_HAND_SIZE = Text(
    "Bài còn lại của {player} phải là {expected} lá, không phải {found} lá.",
    "The cards left of {player} must be {expected}, not {found}.",
)
_NAME_THE_KIND = Text(
    "Bàn này mỗi kiểu tới trắng một giá: cần ghi {player} tới trắng bằng gì.",
    "Here each kind of tới trắng has its price: tell what {player} won with.",
)
_KIND_OFF = Text(
    "Bàn này không tính {kind} là tới trắng.", "This table has no tới trắng by {kind}."
)
_THIRTEEN = Text(
    "{player} tới trắng với {expected} lá, không phải {found} lá.",
    "{player} wins at once with {expected} cards, not {found}.",
)
_NOT_HELD = Text("Bài của {player} không có {kind}.", "The cards of {player} do not hold {kind}.")
_NO_KIND = Text(
    "Bài của {player} không có kiểu tới trắng nào của bàn này.",
    "The cards of {player} hold no tới trắng of this table.",
)
_BESIDE = Text(
    "{player} tới trắng thì ván chưa ai đánh lá nào: phải bỏ trống {field}.",
    "{player} won before any play, so {field} must be left out.",
)
