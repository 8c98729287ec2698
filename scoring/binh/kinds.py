"""What follows from the kinds of rows that were told beside how the rows compared."""

from scoring.binh.facts import BinhFacts
from scoring.binh.rows import CODES, KINDS, KINDS_OF_THREE, NINTH, Row, RowKind
from scoring.binh.rules import ROW_LABELS, BinhRules
from scoring.common.errors import Problem, Word
from scoring.common.problem_texts import read_problems
from scoring.common.transfers import Seats

problem = read_problems(__package__)

NEVER_EQUAL = (RowKind.XAM_CHI, RowKind.CU_LU, RowKind.TU_QUY)
"""One deck has no two equal rows of these: each takes three cards of its rank."""

Bounds = dict[tuple[Row, Seats], RowKind]
BySeat = dict[int, dict[Row, RowKind]]


def drawn(facts: BinhFacts, rules: BinhRules) -> tuple[BySeat, list[Problem]]:
    """What rows surely are; and which kinds cannot be, or have to be told.

    A row is at least what it beats or draws with, and what stands before it in its hand. Where
    its kind was not told it is one that pays as any row, if there is such a one left.
    """
    known: BySeat = {seat: {} for seat in facts.players}
    least, most = _bounds(facts, rules, least=True), _bounds(facts, rules, least=False)
    missing: list[Problem] = []
    for row, extras in zip(reversed(Row), reversed(rules.extras), strict=True):
        for group in reversed(facts.chi.get(row, ())):
            low, high = least[row, group], most[row, group]
            left = [kind for kind in _possible(rules, row, group) if low <= kind <= high]
            kinds = _kinds_in(facts, row, group)
            above = "kind_above.tied" if len({*kinds.values()}) > 1 else "kind_above"
            lung = "kinds_lung.tied" if len(group) > 1 else "kinds_lung"
            wrong = [(above, seat) for seat in kinds if kinds[seat] > high]
            wrong += [(lung, seat) for seat in kinds if kinds[seat] < low]
            wrong += [] if left or low > high else [("kind_equal", (*kinds, *group)[0])]
            for name, seat in wrong:
                return known, [_problem(name, row, seat, kinds.get(seat, low))]
            pays = [kind for kind in left if extras.get(kind, rules.chi) != rules.chi]
            if len(left) == 1:
                known |= {seat: {**known[seat], row: left[0]} for seat in group}
            elif pays == left and group != facts.chi[row][-1]:
                missing.insert(0, _problem("missing.kind", row, group[0], low))
    return known, missing


def _kinds_in(facts: BinhFacts, row: Row, group: Seats) -> dict[int, RowKind]:
    return {seat: facts.kinds[seat][row] for seat in group if row in facts.kinds.get(seat, ())}


def _bounds(facts: BinhFacts, rules: BinhRules, *, least: bool) -> Bounds:
    """The least or most that rows can be, by what was told of others."""
    best, other, step = (max, min, -1) if least else (min, max, 1)
    bounds: Bounds = {}
    before: dict[int, RowKind] = {}
    for row in tuple(Row)[::-step]:
        bound = other(KINDS)
        for group in facts.chi.get(row, ())[::step]:
            kinds = _kinds_in(facts, row, group).values()
            bound = best([bound, *kinds, *[before.get(seat, bound) for seat in group]])
            fitting = [kind for kind in _possible(rules, row, group) if best(kind, bound) == kind]
            bound = other(fitting) if fitting and not kinds else bound
            before |= dict.fromkeys(group, bound)
            bounds[row, group] = bound
    return bounds


def _possible(rules: BinhRules, row: Row, group: Seats) -> list[RowKind]:
    """The kinds that a row, or several equal ones, can be."""
    never = (NEVER_EQUAL if len(group) > 1 else ()) + (() if rules.nine_kinds else NINTH)
    return [kind for kind in (KINDS_OF_THREE if row is Row.DAU else KINDS) if kind not in never]


def _problem(name: str, row: Row, seat: int, kind: RowKind) -> Problem:
    word = Word(CODES[kind])
    return problem(name, f"kinds.{seat}.{row}", seat, row=ROW_LABELS[row], kind=word)
