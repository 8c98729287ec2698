"""What cannot have happened in a round of phỏm."""

from collections.abc import Callable, Iterator
from typing import Final

from scoring.common.errors import Problem, SeatNumber, Word
from scoring.common.reading import show
from scoring.common.text import Text
from scoring.phom.deck import check_points_of_all, check_same_card, check_shown
from scoring.phom.facts import PhomFacts, next_player
from scoring.phom.hands import HIGHEST, LOWEST, holds_phom, mask_of
from scoring.phom.rules import DEALT, MOST_EATEN, MOST_LEFT, TURNS, PhomRules, UKind
from scoring.phom.turns import discards, first_chot


def only_the_next_player_eats(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """A discard is eaten by whoever plays next, or not at all."""
    for at, each in enumerate(facts.an):
        following = next_player(facts.players, each.victim)
        if each.eater != following:
            args = {"victim": SeatNumber(each.victim), "next": SeatNumber(following)}
            yield Problem("not_next", f"an[{at}].eater", _NOT_NEXT, each.eater, "PH-8", args)


def the_third_card_ends_the_round(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """The third card from one victim is an ù: nothing is eaten after it."""
    if facts.third is None:
        return
    winner = facts.an[facts.third].eater
    for at in range(facts.third + 1, len(facts.an)):
        eater = facts.an[at].eater
        before = sum(each.eater == eater for each in facts.an[:at])
        field, args = f"an[{at}]", {"winner": SeatNumber(winner)}
        if before >= MOST_EATEN:
            yield Problem("four_eaten", field, _FOUR, eater, "PH-6", {"most": MOST_EATEN})
        elif before == MOST_EATEN - 1:
            yield Problem("two_u", field, _TWO_U, eater, "PH-10", args)
        else:
            yield Problem("eaten_after_u", field, _AFTER_U, eater, "PH-10", args)


def no_ordinary_card_follows_a_chot_card(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """After the first chốt card all later eaten cards are chốt."""
    chot = False
    for at, each in enumerate(facts.an):
        if chot and not each.chot:
            yield Problem("after_chot", f"an[{at}].chot", _AFTER_CHOT, each.victim, "PH-17")
        chot = chot or each.chot


def each_eaten_card_was_discarded(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """In four turns, in this order, there is a discard for every eaten card."""
    an = facts.an
    if not an or (len(an) == 1 and (rules.chot_from_turn_3 or not an[0].chot)):
        return
    if [each.chot for each in an] != sorted(each.chot for each in an):
        return
    found = discards(facts.players, an, rules.chot_from_turn_3)
    for at in [at for at, discard in enumerate(found) if discard is None]:
        yield _no_discard(facts, rules, at)


def _no_discard(facts: PhomFacts, rules: PhomRules, at: int) -> Problem:
    each = facts.an[at]
    if each.chot and each.victim == facts.players[-1]:
        return Problem("last_discard", f"an[{at}]", _LAST, each.victim, "PH-5")
    if each.chot:
        return Problem("no_discard", f"an[{at}]", _ONE_CHOT, each.victim, "PH-17")
    ordinary = first_chot(len(facts.players), rules.chot_from_turn_3)
    turn = facts.players.index(each.victim)
    args = {"found": len(range(turn, ordinary, len(facts.players))), "turns": TURNS}
    return Problem("no_discard", f"an[{at}]", _NO_DISCARD, each.victim, "PH-5", args)


def one_player_is_u(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """An ù is one of this table's kinds, by one player; ù khan has nothing to eat with."""
    told = facts.u
    if told is None:
        return
    if told.player != facts.winner:
        args: dict[str, object] = {"winner": SeatNumber(facts.winner or 0)}
        yield Problem("two_u", "u.player", _TWO_U, told.player, "PH-10", args)
    if told.kind not in rules.u:
        args = {"kind": Word(told.kind)}
        yield Problem("kind_off", "u.kind", _KIND_OFF, told.player, "PH-4", args)
    elif told.kind is UKind.U_KHAN and any(each.eater == told.player for each in facts.an):
        yield Problem("u_khan_ate", "u.kind", _KHAN_ATE, told.player, "PH-4")


def an_u_stands_alone(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """No points, móm or hạ beside an ù."""
    winner = facts.winner
    if winner is None:
        return
    told = {"points": facts.points, "mom": facts.named_mom, "ha": facts.ha}
    for field in [field for field, value in told.items() if value]:
        yield Problem("beside_u", field, _BESIDE_U, winner, "PH-4", {"field": field})


def who_is_mom_ate_nothing(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """An eaten card lies in a phỏm, so its eater laid one down."""
    if not facts.mom or not facts.an or facts.winner is not None:
        return
    eaters = {each.eater for each in facts.an}
    for seat in facts.mom:
        if seat in eaters:
            named = seat in facts.named_mom
            field = f"mom[{facts.named_mom.index(seat)}]" if named else f"points.{seat}.hand"
            yield Problem("mom_ate", field, _MOM_ATE, seat, "PH-13")


def everybody_is_counted(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """Points of everybody who is not móm, and a place in hạ where an order is told."""
    if facts.winner is not None:
        return
    for seat in facts.players:
        if seat in facts.mom:
            continue
        if seat not in facts.points:
            yield Problem("missing", f"points.{seat}", _NO_POINTS, seat, "PH-11")
        if facts.ha and seat not in facts.ha:
            yield Problem("not_in_ha", "ha", _NOT_IN_HA, seat, "PH-14")


def the_cards_left_are_possible(facts: PhomFacts, rules: PhomRules) -> Iterator[Problem]:
    """Each player's cards or points are possible, and all of them come from one deck."""
    if facts.winner is not None:
        return
    problems = [problem for seat in facts.points for problem in _left(facts, seat)]
    if facts.hands:
        problems += check_same_card(facts)
    if not problems:
        problems += check_shown(facts)
        problems += check_points_of_all(facts)
    yield from problems


def _left(facts: PhomFacts, seat: int) -> Iterator[Problem]:
    """A móm player's points are those of nine cards, anyone else's of at most six."""
    points, is_mom = facts.points[seat], seat in facts.mom
    if seat in facts.hands:
        yield from _hand(facts, seat, is_mom)
        return
    least, most = (LOWEST[DEALT], HIGHEST[DEALT]) if is_mom else (0, HIGHEST[MOST_LEFT])
    if not least <= points <= most:
        text = _MOM_POINTS if is_mom else _POINTS
        args = {"least": least, "most": most, "found": show(points)}
        yield Problem("points", f"points.{seat}", text, seat, "PH-11", args)


def _hand(facts: PhomFacts, seat: int, is_mom: bool) -> Iterator[Problem]:
    hand, field = facts.hands[seat], f"points.{seat}.hand"
    args = {"found": len(hand), "most": MOST_LEFT, "dealt": DEALT}
    if is_mom and len(hand) != DEALT:
        yield Problem("hand_size", field, _MOM_HAND, seat, "PH-13", args)
    elif not is_mom and len(hand) > MOST_LEFT:
        yield Problem("hand_size", field, _HAND, seat, "PH-13", args)
    elif is_mom and holds_phom(mask_of(set(hand))):
        yield Problem("mom_holds_phom", field, _MOM_HOLDS, seat, "PH-13")


CHECKS: Final[tuple[Callable[[PhomFacts, PhomRules], Iterator[Problem]], ...]] = (
    only_the_next_player_eats,
    the_third_card_ends_the_round,
    no_ordinary_card_follows_a_chot_card,
    each_eaten_card_was_discarded,
    one_player_is_u,
    an_u_stands_alone,
    who_is_mom_ate_nothing,
    everybody_is_counted,
    the_cards_left_are_possible,
)

_NOT_NEXT = Text(
    "{player} không đánh ngay sau {victim}: chỉ {next} ăn được lá của {victim}.",
    "{player} does not play next after {victim}: only {next} can eat that discard.",
)
_FOUR = Text(
    "{player} không thể ăn quá {most} lá trong một ván.",
    "{player} cannot eat more than {most} cards in a round.",
)
_TWO_U = Text(
    "Chỉ một người ù được: {winner} ăn ba lá đã ù, {player} không ù nữa.",
    "Only one player can be ù: {winner} is, with three eaten cards, so {player} is not.",
)
_AFTER_U = Text(
    "{winner} ăn lá thứ ba là ù và ván dừng, {player} không thể ăn thêm.",
    "{winner} is ù with the third eaten card, which ends the round: {player} eats nothing more.",
)
_AFTER_CHOT = Text(
    "Đã có lá chốt bị ăn thì các lá sau đều là chốt: lá của {player} phải là chốt.",
    "After a chốt card was eaten all later ones are chốt: so is the card of {player}.",
)
_LAST = Text(
    "Lá cuối cùng của bàn do {player} đánh, không còn ai ăn được.",
    "{player} makes the table's very last discard, which nobody can eat.",
)
_ONE_CHOT = Text(
    "Theo thứ tự này {player} không còn lá chốt nào để bị ăn.",
    "In this order no chốt card of {player} is left to be eaten.",
)
_NO_DISCARD = Text(
    "{player} chỉ đánh {found} lá thường trong {turns} vòng; theo thứ tự này không còn lá nào.",
    "{player} discards only {found} ordinary cards in {turns} turns; in this order none is left.",
)
_KIND_OFF = Text("Bàn này không chơi {kind}.", "This table does not play {kind}.")
_KHAN_ATE = Text(
    "{player} đã ăn bài nên không thể ù khan.", "{player} ate a card, so this is no ù khan."
)
_BESIDE_U = Text(
    "{player} ù thì ván dừng, không tính điểm: phải bỏ trống {field}.",
    "{player} is ù and nothing else is counted, so {field} must be left out.",
)
_MOM_ATE = Text(
    "{player} đã ăn bài thì có phỏm để hạ, không thể móm.",
    "{player} ate a card, so had a phỏm to lay down and is not móm.",
)
_NO_POINTS = Text(
    "Còn thiếu điểm của {player}, hoặc {player} bị móm.",
    "The points of {player} are missing, unless {player} is móm.",
)
_NOT_IN_HA = Text(
    "Thứ tự hạ bài còn thiếu {player}.", "{player} is missing in the order of laying down."
)
_POINTS = Text(
    "{player} hạ phỏm thì còn nhiều nhất 6 lá: điểm từ {least} đến {most}, không phải {found}.",
    "{player} laid a phỏm down and has at most 6 cards: {least} to {most} points, not {found}.",
)
_MOM_POINTS = Text(
    "{player} móm thì còn đủ 9 lá: điểm từ {least} đến {most}, không phải {found}.",
    "{player} is móm and has all 9 cards: {least} to {most} points, not {found}.",
)
_MOM_HAND = Text(
    "{player} móm thì còn đúng {dealt} lá, không phải {found} lá.",
    "{player} is móm and has {dealt} cards left, not {found}.",
)
_HAND = Text(
    "{player} không móm thì còn nhiều nhất {most} lá sau khi hạ, không phải {found} lá.",
    "{player} is not móm and has at most {most} cards after laying down, not {found}.",
)
_MOM_HOLDS = Text(
    "Bài của {player} có phỏm, nên {player} không móm.",
    "The cards of {player} hold a phỏm, so {player} is not móm.",
)
