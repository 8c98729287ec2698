"""What cannot have happened in a round of phỏm."""

from dataclasses import replace

from scoring.common.errors import Problem, Problems, SeatNumber, Word
from scoring.common.problem_texts import read_problems
from scoring.common.reading import show
from scoring.common.transfers import Seats
from scoring.phom.deck import check_points_of_all, check_same_card, check_shown
from scoring.phom.discard_order import discards, first_chot, turns
from scoring.phom.facts import PhomFacts, next_player
from scoring.phom.hands import HIGHEST, LOWEST, holds_phom, mask_of
from scoring.phom.rules import DEALT, MOST_EATEN, MOST_LEFT, TURNS, PhomRules, UKind
from scoring.phom.score import ranking

problem = read_problems(__package__)


def only_the_next_player_eats(facts: PhomFacts, rules: PhomRules) -> Problems:
    """A discard is eaten by whoever plays next, or not at all."""
    for at, each in enumerate(facts.an):
        following = next_player(facts.players, each.victim)
        if each.eater != following:
            victim, right = SeatNumber(each.victim), SeatNumber(following)
            yield problem("not_next", f"an[{at}].eater", each.eater, victim=victim, next=right)


def the_third_card_ends_the_round(facts: PhomFacts, rules: PhomRules) -> Problems:
    """The third card from one victim is an ù: nothing is eaten after it."""
    if facts.third is None:
        return
    winner = facts.an[facts.third].eater
    for at in range(facts.third + 1, len(facts.an)):
        eater = facts.an[at].eater
        before = sum(each.eater == eater for each in facts.an[:at])
        field, by = f"an[{at}]", SeatNumber(winner)
        if before >= MOST_EATEN:
            yield problem("four_eaten", field, eater, most=MOST_EATEN)
        elif before == MOST_EATEN - 1:
            yield problem("two_u", field, eater, winner=by)
        else:
            yield problem("eaten_after_u", field, eater, winner=by)


def no_ordinary_card_follows_a_chot_card(facts: PhomFacts, rules: PhomRules) -> Problems:
    """After the first chốt card all later eaten cards are chốt."""
    chot = False
    for at, each in enumerate(facts.an):
        if chot and not each.chot:
            yield problem("after_chot", f"an[{at}].chot", each.victim)
        chot = chot or each.chot


def each_eaten_card_was_discarded(facts: PhomFacts, rules: PhomRules) -> Problems:
    """In four turns, in this order, there is a discard for every eaten card."""
    an = facts.an
    if not an or (len(an) == 1 and facts.leader is None):
        return
    if [each.chot for each in an] != sorted(each.chot for each in an):
        return
    players = turns(facts, rules)
    places = discards(players, an, rules)
    for at in [at for at, discard in enumerate(places) if discard is None]:
        yield _no_discard(facts, players, rules, at)


def _no_discard(facts: PhomFacts, players: Seats, rules: PhomRules, at: int) -> Problem:
    each = facts.an[at]
    if each.chot:
        tai = replace(rules, chuyen_bai=True)
        field, last = f"an[{at}]", each.victim == players[-1]
        if rules.chuyen_bai or discards(players, facts.an, tai)[at] is None:
            return problem("last_discard" if last else "no_discard.chot", field, each.victim)
        name = "last_discard.tai" if last else "no_discard.tai"
        return problem(name, field, each.victim, setting="chuyen_bai")
    ordinary = first_chot(len(players), rules.chot_from_turn_3)
    turn = players.index(each.victim)
    possible = len(range(turn, ordinary, len(players)))
    return problem("no_discard", f"an[{at}]", each.victim, found=possible, turns=TURNS)


def one_player_is_u(facts: PhomFacts, rules: PhomRules) -> Problems:
    """An ù is one of this table's kinds, by one player; ù khan has nothing to eat with."""
    u = facts.u
    if u is None:
        return
    if u.player != facts.winner:
        yield problem("two_u", "u.player", u.player, winner=SeatNumber(facts.winner or 0))
    if u.kind not in rules.u:
        yield problem("kind_off", "u.kind", u.player, kind=Word(u.kind), setting=u.kind)
    elif u.kind is UKind.U_KHAN and any(each.eater == u.player for each in facts.an):
        yield problem("u_khan_ate", "u.kind", u.player)


def an_u_stands_alone(facts: PhomFacts, rules: PhomRules) -> Problems:
    """No points, ranks, móm or hạ beside an ù."""
    winner = facts.winner
    if winner is None:
        return
    beside = {"points": facts.points, "mom": facts.named_mom, "ha": facts.ha, "ranks": facts.ranks}
    for field in [field for field, value in beside.items() if value]:
        yield problem("beside_u", field, winner, what=Word(field))


def who_is_mom_ate_nothing(facts: PhomFacts, rules: PhomRules) -> Problems:
    """An eaten card lies in a phỏm, so its eater laid one down."""
    if not facts.mom or not facts.an or facts.winner is not None:
        return
    eaters = {each.eater for each in facts.an}
    for seat in facts.mom:
        if seat in eaters:
            named = seat in facts.named_mom
            field = f"mom[{facts.named_mom.index(seat)}]" if named else f"points.{seat}.hand"
            yield problem("mom_ate", field, seat)


def everybody_is_counted(facts: PhomFacts, rules: PhomRules) -> Problems:
    """Points of everybody who is not móm, and a place in hạ where an order is told."""
    if facts.winner is not None:
        return
    if facts.ranks:
        yield from _ranked(facts)
        return
    for seat in facts.players:
        if seat in facts.mom:
            continue
        if seat not in facts.points:
            yield problem("missing", f"points.{seat}", seat)
        if facts.ha and seat not in facts.ha:
            yield problem("not_in_ha", "ha", seat)


def _ranked(facts: PhomFacts) -> Problems:
    """Ranks have everybody who is not móm, but for the last, and stand for points."""
    left_out = [s for s in facts.players if s not in facts.ranks and s not in facts.mom]
    for seat in left_out if len(left_out) > 1 else ():
        yield problem("not_ranked", "ranks", seat)
    ranked = [seat for seat in facts.ranks if seat in facts.mom]
    if facts.ranks[len(facts.ranks) - len(ranked) :] != tuple(ranked):
        yield problem("mom_ranked_above", "ranks", ranked[0])
    if facts.points:
        yield problem("ranks_beside_points", "ranks", next(iter(facts.points)))


def who_pays_for_all_let_three_be_eaten(facts: PhomFacts, rules: PhomRules) -> Problems:
    """Đền follows from the third card eaten from one player; under đền làng anybody may pay."""
    if facts.den is None:
        return
    victim = facts.an[facts.third].victim if facts.third is not None and rules.den else None
    if victim is not None and facts.den != victim:
        yield problem("den_of_another", "den", facts.den, victim=SeatNumber(victim))
    elif victim is None and not rules.den_lang:
        yield problem("den_off", "den", facts.den, setting="den_lang")
    elif not any(everybody_is_counted(facts, rules)) and ranking(facts)[0] == facts.den:
        yield problem("den_wins", "den", facts.den)


def the_cards_left_are_possible(facts: PhomFacts, rules: PhomRules) -> Problems:
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


def _left(facts: PhomFacts, seat: int) -> Problems:
    """A móm player's points are those of nine cards, anyone else's of at most six."""
    points, is_mom = facts.points[seat], seat in facts.mom
    if seat in facts.hands:
        yield from _hand(facts, seat, is_mom)
        return
    least, most = (LOWEST[DEALT], HIGHEST[DEALT]) if is_mom else (0, HIGHEST[MOST_LEFT])
    if not least <= points <= most:
        name, field = "points.mom" if is_mom else "points", f"points.{seat}"
        yield problem(name, field, seat, least=least, most=most, found=show(points))


def _hand(facts: PhomFacts, seat: int, is_mom: bool) -> Problems:
    hand, field = facts.hands[seat], f"points.{seat}.hand"
    if is_mom and len(hand) != DEALT:
        yield problem("hand_size.mom", field, seat, found=len(hand), dealt=DEALT)
    elif not is_mom and len(hand) > MOST_LEFT:
        yield problem("hand_size", field, seat, found=len(hand), most=MOST_LEFT)
    elif is_mom and holds_phom(mask_of(set(hand))):
        yield problem("mom_holds_phom", field, seat)


CHECKS = (
    only_the_next_player_eats,
    the_third_card_ends_the_round,
    no_ordinary_card_follows_a_chot_card,
    each_eaten_card_was_discarded,
    one_player_is_u,
    an_u_stands_alone,
    who_is_mom_ate_nothing,
    everybody_is_counted,
    who_pays_for_all_let_three_be_eaten,
    the_cards_left_are_possible,
)
