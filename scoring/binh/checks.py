"""What cannot have happened in a round of Binh."""

from scoring.binh.facts import BinhFacts
from scoring.binh.kinds import drawn
from scoring.binh.mau_binh import kinds_in
from scoring.binh.possible import can_be_dealt
from scoring.binh.rows import CODES, KINDS_OF_THREE, NINTH, SIZES, Row
from scoring.binh.rules import ROW_LABELS, BinhRules
from scoring.common.cards import DECK, HAND_SIZE, Card
from scoring.common.errors import Problem, Problems, SeatNumber, Word
from scoring.common.problem_texts import read_problems

problem = read_problems(__package__)


def cards_or_rankings(facts: BinhFacts, rules: BinhRules) -> Problems:
    """With cards, the engine finds the order of the rows and who is lủng."""
    if not facts.by_cards:
        return
    if any(facts.chi.values()):
        yield problem("beside_hands.chi", "chi")
    if facts.kinds:
        yield problem("beside_hands.kinds", "kinds")
    for seat in facts.binh_lung:
        if any(facts.hands.get(seat, ())):
            yield problem("beside_hands.binh_lung", "binh_lung", seat)


def lung_or_mau_binh(facts: BinhFacts, rules: BinhRules) -> Problems:
    """Who has a mậu binh puts down no rows that could be out of order."""
    for at, seat in enumerate(facts.binh_lung):
        if seat in facts.mau_binh:
            yield problem("lung_and_mau_binh", f"binh_lung[{at}]", seat)


def hands_are_whole(facts: BinhFacts, rules: BinhRules) -> Problems:
    """Three rows of 3, 5 and 5; no cards at all only of a mậu binh."""
    for seat, rows in facts.hands.items():
        if not any(rows):
            if seat in facts.comparing:
                yield problem("no_cards", f"hands.{seat}", seat)
            continue
        for cards, (row, size) in zip(rows, SIZES.items(), strict=True):
            if len(cards) != size:
                field, label, number = f"hands.{seat}.{row}", ROW_LABELS[row], len(cards)
                yield problem("row_size", field, seat, row=label, size=size, found=number)


def everybody_shows_cards(facts: BinhFacts, rules: BinhRules) -> Problems:
    """With cards, all who compare show theirs."""
    if not facts.by_cards or not _rows_count(facts, rules):
        return
    for seat in facts.comparing:
        if seat not in facts.hands:
            yield problem("missing.hand", f"hands.{seat}", seat)


def _rows_count(facts: BinhFacts, rules: BinhRules) -> bool:
    return len(facts.comparing) > 1 and (rules.others_compare or not facts.mau_binh)


def everybody_is_ranked(facts: BinhFacts, rules: BinhRules) -> Problems:
    """Without cards, each row ranks all who compare, and nobody else."""
    if facts.by_cards:
        return
    needed = _rows_count(facts, rules)
    if needed and not any(facts.chi.values()):
        yield problem("missing.ranking", "chi")
        return
    for row in Row:
        if facts.chi.get(row):
            yield from _check_ranking(facts, row)
        elif needed:
            yield problem("missing.row", f"chi.{row}", row=ROW_LABELS[row])


def _check_ranking(facts: BinhFacts, row: Row) -> Problems:
    ranked = set()
    for at, group in enumerate(facts.chi[row]):
        for index, seat in enumerate(group):
            ranked.add(seat)
            yield from _has_no_rank(facts, seat, f"chi.{row}[{at}][{index}]", row)
    for seat in facts.comparing:
        if seat not in ranked:
            yield problem("not_ranked", f"chi.{row}", seat, row=ROW_LABELS[row])


def _has_no_rank(facts: BinhFacts, seat: int, field: str, row: Row) -> Problems:
    if seat not in facts.comparing:
        name = "ranks_mau_binh" if seat in facts.mau_binh else "ranks_lung"
        yield problem(name, field, seat, row=ROW_LABELS[row])


def kinds_fit_the_ranking(facts: BinhFacts, rules: BinhRules) -> Problems:
    """Kinds are told of rows that compare, and of all for which they decide."""
    problems: list[Problem] = []
    for seat, kinds in facts.kinds.items():
        problems += _has_no_rank(facts, seat, f"kinds.{seat}", next(iter(kinds)))
        problems += _check_kinds(facts, seat, rules)
    yield from problems
    if not facts.by_cards and not problems:
        yield from drawn(facts, rules)[1]


def _check_kinds(facts: BinhFacts, seat: int, rules: BinhRules) -> Problems:
    """What a row of its size can be, where the table has the kind."""
    for row, kind in facts.kinds[seat].items():
        field, label, name = f"kinds.{seat}.{row}", ROW_LABELS[row], Word(CODES[kind])
        if kind not in KINDS_OF_THREE and row is Row.DAU:
            yield problem("kind_of_row", field, seat, row=label, kind=name)
        elif kind in NINTH and not rules.nine_kinds:
            yield problem("kind_off", field, seat, kind=name, setting="nine_kinds")


def mau_binh_kinds_are_played(facts: BinhFacts, rules: BinhRules) -> Problems:
    """A kind that is a house extra counts where the table plays it."""
    for seat, kind in facts.mau_binh.items():
        if kind not in rules.mau_binh:
            yield problem("kind_off", f"mau_binh.{seat}", seat, kind=Word(kind), setting=kind)


def one_deck_has_the_cards(facts: BinhFacts, rules: BinhRules) -> Problems:
    """No card is there twice; a mậu binh is in the cards shown, or in those that are left."""
    if not facts.by_cards and not facts.mau_binh:
        return
    cards = [card for rows in facts.hands.values() for row in rows for card in row]
    known = frozenset(cards)
    if len(known) < len(cards):
        yield from _same_cards(facts)
    elif facts.mau_binh:
        yield from _check_mau_binh(facts, known)


def _same_cards(facts: BinhFacts) -> Problems:
    holders: dict[Card, int] = {}
    for seat, rows in facts.hands.items():
        for row, cards in zip(Row, rows, strict=True):
            for at, card in enumerate(cards):
                if card in holders:
                    field, first = f"hands.{seat}.{row}[{at}]", SeatNumber(holders[card])
                    name = "same_card" if first == seat else "same_card.of_two"
                    yield problem(name, field, seat, card=card.pretty, first=first)
                holders.setdefault(card, seat)


def _check_mau_binh(facts: BinhFacts, known: frozenset[Card]) -> Problems:
    hidden = {}
    for seat, kind in facts.mau_binh.items():
        cards = [card for row in facts.hands.get(seat, ()) for card in row]
        if not cards:
            hidden[seat] = kind
        elif len(cards) == HAND_SIZE and kind not in kinds_in(cards):
            yield problem("mau_binh_not_held", f"mau_binh.{seat}", seat, kind=Word(kind))
    free = [card for card in DECK if card not in known] if hidden else []
    if hidden and not can_be_dealt(free, list(hidden.values())):
        seat, kind = next(iter(hidden.items()))
        if len(hidden) == 1:
            yield problem("mau_binh_impossible", f"mau_binh.{seat}", seat, kind=Word(kind))
        else:
            yield problem("mau_binh_impossible.together", "mau_binh")


CHECKS = (
    *(cards_or_rankings, lung_or_mau_binh, hands_are_whole, everybody_shows_cards),
    *(everybody_is_ranked, kinds_fit_the_ranking),
    *(mau_binh_kinds_are_played, one_deck_has_the_cards),
)
