"""What follows from the kinds of rows that were told beside how the rows compared."""

from collections.abc import Mapping

from scoring.binh.facts import BinhFacts
from scoring.binh.rows import CODES, KINDS, KINDS_OF_THREE, NINTH, Row, RowKind
from scoring.binh.rules import ROW_LABELS, BinhRules
from scoring.common.errors import Problem, Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.common.transfers import Seats

problem = read_problems(__package__)

NEVER_EQUAL = (RowKind.XAM_CHI, RowKind.CU_LU, RowKind.TU_QUY)
"""One deck has no two equal rows of these: each takes three cards of its rank."""

BySeat = dict[int, RowKind]


def drawn(
    facts: BinhFacts, rules: BinhRules
) -> tuple[Mapping[int, Mapping[Row, RowKind]], list[Problem]]:
    """What rows surely are; and which kinds cannot be, or have to be told.

    A row is at least what it beats or draws with, and what stands before it in its hand. Where
    its kind was not told it is one that pays as any row, if there is such a one left.
    """
    known: dict[int, dict[Row, RowKind]] = {seat: {} for seat in facts.players}
    before, strongest = dict.fromkeys(facts.players, RowKind.RAC), _strongest(facts)
    asked: list[Problem] = []
    for row, extras in zip(Row, rules.extras, strict=True):
        least, ranking = RowKind.RAC, facts.chi.get(row, ())
        for group in reversed(ranking):
            least = max([least, *[before[seat] for seat in group]])
            if wrong := next(_contradictions(facts, row, group, least, before), None):
                return known, [wrong]
            told, most = [*_told(facts, row, group).values()], strongest[row, group[0]]
            left = told[:1] or _possible(rules, row, group, least, most)
            if not left and least <= most:
                return known, [_problem("kind_equal", row, group[0], least)]
            if len(left) == 1:
                for seat in group:
                    known[seat][row] = left[0]
            elif left and group != ranking[-1]:
                plain = [kind for kind in left if extras.get(kind, rules.chi) == rules.chi]
                if not plain:
                    asked.append(_problem("missing.kind", row, group[0], left[0]))
                left = plain or left
            least = (left or [least])[0]
            before |= dict.fromkeys(group, least)
    return known, asked


def _told(facts: BinhFacts, row: Row, group: Seats) -> BySeat:
    kinds = facts.kinds
    return {seat: kinds[seat][row] for seat in group if row in kinds.get(seat, ())}


def _strongest(facts: BinhFacts) -> dict[tuple[Row, int], RowKind]:
    """The strongest that rows can be, by what was told of those above and behind them."""
    most: dict[tuple[Row, int], RowKind] = {}
    behind = dict.fromkeys(facts.players, KINDS[-1])
    for row in reversed(Row):
        above = KINDS[-1]
        for group in facts.chi.get(row, ()):
            told = _told(facts, row, group).values()
            above = min([above, *told, *[behind[seat] for seat in group]])
            behind |= dict.fromkeys(group, above)
            most |= {(row, seat): above for seat in group}
    return most


def _possible(
    rules: BinhRules, row: Row, group: Seats, least: RowKind, most: RowKind
) -> list[RowKind]:
    """The kinds that a row, or several equal ones, can be."""
    never = (NEVER_EQUAL if len(group) > 1 else ()) + (() if rules.nine_kinds else NINTH)
    kinds = KINDS_OF_THREE if row is Row.DAU else KINDS
    return [kind for kind in kinds if least <= kind <= most and kind not in never]


def _contradictions(
    facts: BinhFacts, row: Row, group: Seats, least: RowKind, before: BySeat
) -> Problems:
    """What was told of a row and cannot be beside what was told of others."""
    ranking, told = facts.chi[row], _told(facts, row, group)
    above = [k for g in ranking[: ranking.index(group)] for k in _told(facts, row, g).values()]
    for seat, kind in told.items():
        if kind > min(above, default=kind) or kind != next(iter(told.values())):
            yield _problem("kind_above", row, seat, kind)
        if kind < least:
            yield _problem("kinds_lung" if kind < before[seat] else "kind_below", row, seat, kind)
    for seat, kind in told.items() if len(group) > 1 else ():
        if kind in NEVER_EQUAL:
            yield _problem("kind_equal", row, seat, kind)


def _problem(name: str, row: Row, seat: int, kind: RowKind) -> Problem:
    told = Word(CODES[kind])
    return problem(name, f"kinds.{seat}.{row}", seat, row=ROW_LABELS[row], kind=told)
