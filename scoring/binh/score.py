"""Binh: facts and rules in, who pays whom out."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from scoring.binh.facts import BinhFacts, Rows
from scoring.binh.kinds import drawn
from scoring.binh.mau_binh import Kind, kinds_in
from scoring.binh.rows import CODES, COMPARED, Row, Strength, is_above, row_strength
from scoring.binh.rules import BinhRules
from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.common.transfers import Outcome, Part, Reason, Seats, Transfer, Transfers, net, pay

problem = read_problems(__package__)

Strengths = tuple[Strength, ...]
"""How strong the rows are, đầu, giữa, cuối: higher beats lower, equal draws."""

_ROWS = tuple(Row)
_PLACES = {kind: place for place, kind in enumerate(Kind)}
"""The kinds by how high they are, the highest first."""


class Compared(NamedTuple):
    """Who compares which rows, and who is lủng with which; ``kinds`` are those that are known.

    ``unseen`` are lủng with cards that nobody told.
    """

    rows: Mapping[int, Strengths]
    lung: Mapping[int, Strengths]
    kinds: Mapping[int, Mapping[Row, int]]
    unseen: Seats = ()

    @property
    def all_lung(self) -> Seats:
        """Everybody who is lủng."""
        return (*self.lung, *self.unseen)


class Duel(NamedTuple):
    """What one player pays another for their rows; ``swept``: he lost all three."""

    payer: int
    payee: int
    units: int
    parts: tuple[Part, ...]
    swept: bool


def settle(facts: BinhFacts, rules: BinhRules) -> Outcome:
    """The outcome of facts that were checked."""
    compared = compare(facts, rules)
    steps = (_chi, _lung, _mau_binh)
    transfers = tuple([paid for step in steps for paid in step(facts, compared, rules)])
    sums, warnings = net(facts.players, transfers), tuple(_warnings(facts, compared, rules))
    return Outcome(transfers, rules.grain, sums, warnings=warnings)


def compare(facts: BinhFacts, rules: BinhRules) -> Compared:
    """How strong everybody's rows are, from cards or from rankings."""
    if not facts.by_cards:
        ranked = _ranked(facts, facts.comparing), _ranked(facts, facts.binh_lung)
        return Compared(*ranked, drawn(facts, rules)[0])
    hands = {
        seat: strengths_of(hand, rules)
        for seat, hand in facts.hands.items()
        if any(hand) and seat not in facts.mau_binh
    }
    lung = {seat: rows for seat, rows in hands.items() if is_lung(rows, rules.lung_if_equal)}
    rows = {seat: hands[seat] for seat in hands if seat not in lung}
    kinds = {
        seat: {row: its[0] for row, its in zip(Row, hands[seat], strict=True)} for seat in hands
    }
    return Compared(rows, lung, kinds, facts.binh_lung)


def _ranked(facts: BinhFacts, seats: Iterable[int]) -> Mapping[int, Strengths]:
    """Places instead of strengths, the first 0; so who is not ranked draws with everybody."""
    places = [
        {seat: -place for place, group in enumerate(facts.chi.get(row, ())) for seat in group}
        for row in _ROWS
    ]
    return {seat: tuple([(of_row.get(seat, 0),) for of_row in places]) for seat in seats}


def strengths_of(hand: Rows, rules: BinhRules) -> Strengths:
    """How strong three whole rows are."""
    nine, second = rules.nine_kinds, rules.ace_low_straight_second
    return tuple([row_strength(row, nine, second) for row in hand])


def is_lung(rows: Strengths, if_equal: bool) -> bool:
    """Whether the rows do not rise from đầu over giữa to cuối (BX-4)."""
    dau, giua, cuoi = rows
    if is_above(dau, giua) or giua > cuoi:
        return True
    return if_equal and (dau == giua[:COMPARED] or giua == cuoi)


def _settles_rows(facts: BinhFacts, rules: BinhRules) -> bool:
    return rules.others_compare or not facts.mau_binh


def _chi(facts: BinhFacts, compared: Compared, rules: BinhRules) -> Transfers:
    """Every two players who compare settle the sum of their three rows (BX-7, BX-9)."""
    if not _settles_rows(facts, rules):
        return
    duels = _duels(compared.rows, compared, rules)
    beat_all = _beat_all(facts, compared, duels) if rules.sap_lang > 1 else None
    if rules.lung_against_lung == "compare":
        duels += _duels(compared.lung, compared, rules)
    for payer, payee, units, parts, swept in duels:
        if units:
            yield Transfer(payer, payee, units, Reason.CHI, "BX-9", parts, rules.grain)
        if swept:
            more = _sap_parts(units, payee == beat_all, rules)
            rule = "BX-14" if rules.sap_ham_cong else "BX-9"
            yield from pay(payer, payee, Reason.SAP, rule, more, rules.grain)


def _duels(rows: Mapping[int, Strengths], compared: Compared, rules: BinhRules) -> list[Duel]:
    return [
        _duel(first, second, mine, other, compared, rules)
        for (first, mine), (second, other) in combinations(rows.items(), 2)
    ]


def _duel(
    first: int, second: int, mine: Strengths, other: Strengths, compared: Compared, rules: BinhRules
) -> Duel:
    units = rows_won = 0
    rows: list[tuple[Row, int, str | None]] = []
    for row, extras, strength, against in zip(_ROWS, rules.extras, mine, other, strict=True):
        sign = (strength > against) - (strength < against)
        kind = compared.kinds[first if sign > 0 else second].get(row) if sign else None
        won = sign * (rules.chi if kind is None else extras.get(kind, rules.chi))
        rows.append((row, won, None if kind is None else CODES[kind]))
        units += won
        rows_won += sign
    payer, payee, sign = second, first, 1
    if (units, rows_won) < (0, 0):  # a row may be worth nothing, but it is lost
        payer, payee, sign = first, second, -1
    parts = tuple([Part(row, sign * won, by=by) for row, won, by in rows])
    return Duel(payer, payee, sign * units, parts, swept=abs(rows_won) == len(_ROWS))


def _beat_all(facts: BinhFacts, compared: Compared, duels: list[Duel]) -> int | None:
    """Who beat all others, two at least: in all three rows, or they are lủng themselves."""
    for seat in compared.rows if len(facts.players) > 2 else ():
        losers = [duel.payer for duel in duels if duel.swept and duel.payee == seat]
        if losers and {seat, *losers, *compared.all_lung}.issuperset(facts.players):
            return seat
    return None


def _sap_parts(units: int, beat_all: bool, rules: BinhRules) -> list[Part]:
    """What comes on top of three rows that were all lost."""
    sap_ham = rules.sap_ham_cong or units * (rules.sap_ham - 1)
    sap_lang = (units + sap_ham) * (rules.sap_lang - 1) if beat_all else 0
    parts = Part("sap_ham", sap_ham), Part("sap_lang", sap_lang)
    return [part for part in parts if part.units]


def _lung(facts: BinhFacts, compared: Compared, rules: BinhRules) -> Transfers:
    """Who is lủng pays each player who is neither lủng nor has a mậu binh (BX-6)."""
    payees = list(compared.rows) if _settles_rows(facts, rules) else []
    if rules.lung_pays_mau_binh_twice:
        payees += facts.mau_binh
    both = Part(Reason.BINH_LUNG, rules.binh_lung), Part("sap_ham", rules.lung_sap_ham)
    parts = [part for part in both if part.units]
    for payer in compared.all_lung:
        for payee in payees:
            yield from pay(payer, payee, Reason.BINH_LUNG, "BX-6", parts, rules.grain)


def _mau_binh(facts: BinhFacts, compared: Compared, rules: BinhRules) -> Transfers:
    """Everybody without a mậu binh pays each who has one (BX-10)."""
    for payee, kind in facts.mau_binh.items():
        parts = (Part(kind, rules.mau_binh[kind]),)
        for payer in facts.without_mau_binh:
            yield from pay(payer, payee, Reason.MAU_BINH, "BX-10", parts, rules.grain)
        yield from _of_other_mau_binh(payee, kind, facts, rules)


def _of_other_mau_binh(payee: int, kind: Kind, facts: BinhFacts, rules: BinhRules) -> Transfers:
    """What a cheaper mậu binh (BX-15) or a lower one (BX-11) pays, where the two do not draw."""
    own = Part(kind, rules.mau_binh[kind])
    for payer, other in facts.mau_binh.items():
        less = Part(other, -rules.mau_binh[other])
        if rules.mau_binh_difference:
            if own.units + less.units > 0:
                yield from pay(payer, payee, Reason.MAU_BINH, "BX-15", (own, less), rules.grain)
        elif rules.higher_mau_binh_wins and _PLACES[kind] < _PLACES[other]:
            yield from pay(payer, payee, Reason.MAU_BINH, "BX-11", (own,), rules.grain)


def _warnings(facts: BinhFacts, compared: Compared, rules: BinhRules) -> Problems:
    """Rows whose kinds nobody told; a mậu binh that was not declared."""
    settled = _settles_rows(facts, rules)
    unseen = facts.binh_lung if settled and rules.lung_against_lung == "compare" else ()
    if unseen and len(compared.all_lung) > 1:
        yield problem("lung_rows_unknown", "binh_lung")
    if not facts.by_cards:
        if any(rules.extras) and not facts.kinds and len(compared.rows) > 1 and settled:
            yield problem("row_kinds_unknown", "chi")
        return
    for seat, hand in facts.hands.items():
        cards = [card for row in hand for card in row]
        possible = kinds_in(cards) if cards and seat not in facts.mau_binh else []
        if kinds := [kind for kind in possible if kind in rules.mau_binh]:
            field = f"mau_binh.{seat}"
            yield problem("mau_binh_not_declared", field, seat, kind=Word(kinds[0]))


def takes_pot(facts: BinhFacts, rules: BinhRules) -> int | None:
    """Who alone has a mậu binh (GA-3)."""
    return next(iter(facts.mau_binh)) if len(facts.mau_binh) == 1 else None
