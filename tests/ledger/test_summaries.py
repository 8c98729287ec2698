"""Summaries against the plain way of counting, over rounds dealt by chance."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from ledger.books import summaries
from ledger.books.summaries import NOTHING, Peak, Summary, Table, Times

BET_UNIT = 2000
SEATS = (1, 2, 3, 4, 5)

rounds = st.lists(
    st.tuples(
        st.sampled_from(sorted(scoring.RULE_SETS)),
        st.permutations(SEATS),
        st.integers(2, 4),
        st.integers(0, 10**6),
    ),
    max_size=25,
)
"""Any games, any of five people: they sit out and come in again."""


@dataclass(frozen=True)
class Played:
    """One round as it is stored."""

    number: int
    result: Mapping[str, Any]

    def table(self) -> Table:
        return summaries.of_round(self.number, self.result, BET_UNIT)

    def gain(self, seat: int) -> float:
        return float(self.result["net"][str(seat)]) * BET_UNIT


def played(dealt: Sequence[tuple[str, Sequence[int], int, int]]) -> list[Played]:
    return [
        Played(number, result(rules, seats[:players], chance))
        for number, (rules, seats, players, chance) in enumerate(dealt, 1)
    ]


def result(rules: str, seats: Sequence[int], chance: int) -> Mapping[str, Any]:
    facts = scoring.RULE_SETS[rules].deal(Random(chance), list(seats), chance % 7 == 0)
    return scoring.score(rules, facts, {}).as_json()


def longest(signs: Iterable[float], sign: int) -> int:
    """The longest row of gains (1) or losses (-1)."""
    rows = groupby((amount > 0) - (amount < 0) for amount in signs)
    return max((len(list(row)) for which, row in rows if which == sign), default=0)


def peak(all_played: Sequence[Played], seat: int, sign: int) -> Peak:
    """The biggest gain or loss, the earliest of equal ones."""
    amounts = [(sign * each.gain(seat), -each.number) for each in all_played]
    amount, number = max(amounts, default=(0, 0))
    return Peak(int(amount), -number) if amount > 0 else Peak()


@settings(deadline=None)
@given(rounds)
def test_a_summary_is_what_counting_one_round_after_the_other_gives(dealt: Any) -> None:
    whole = played(dealt)
    table = summaries.together(each.table() for each in whole)
    for seat in SEATS:
        mine = [each for each in whole if str(seat) in each.result["net"]]
        gains = [each.gain(seat) for each in mine]
        summary = table.get(seat, NOTHING)
        assert summary.played == len(mine)
        assert summary.won == sum(gain > 0 for gain in gains)
        assert summary.lost == sum(gain < 0 for gain in gains)
        assert summary.gain == peak(mine, seat, 1)
        assert summary.loss == peak(mine, seat, -1)
        assert (summary.wins.most, summary.losses.most) == (longest(gains, 1), longest(gains, -1))
        for side, by_reason in (("payee", summary.received), ("payer", summary.paid)):
            amounts = sum(amount for _number, amount in by_reason.values())
            assert amounts == sum(
                float(transfer["units"]) * BET_UNIT
                for each in mine
                for transfer in each.result["transfers"]
                if transfer[side] == seat
            )


@settings(deadline=None)
@given(rounds, st.integers(0, 25), st.integers(0, 25))
def test_it_makes_no_difference_where_an_evening_is_cut(dealt: Any, one: int, other: int) -> None:
    tables = [each.table() for each in played(dealt)]
    first, last = sorted((one, other))
    parts = [tables[:first], tables[first:last], tables[last:]]
    begin, middle, end = (summaries.together(part) for part in parts)
    whole = summaries.together(tables)
    assert summaries.together([begin, middle, end]) == whole
    assert summaries.together([begin, summaries.together([middle, end])]) == whole
    assert summaries.together([summaries.together([begin, middle]), end]) == whole


@settings(deadline=None)
@given(rounds)
def test_what_is_kept_is_read_back_as_it_was(dealt: Any) -> None:
    table = summaries.together(each.table() for each in played(dealt))
    assert summaries.from_json(summaries.as_json(table)) == table


@settings(deadline=None)
@given(rounds)
def test_no_rounds_change_nothing(dealt: Any) -> None:
    for summary in summaries.together(each.table() for each in played(dealt)).values():
        assert summary.and_then(Summary()) == summary
        assert Summary().and_then(summary) == summary


def told(rules: str, facts: dict[str, Any]) -> Table:
    return summaries.of_round(1, scoring.score(rules, facts, {}).as_json(), BET_UNIT)


def test_two_chops_in_a_round_count_twice_on_both_sides() -> None:
    chain = {"plays": [{"player": 1, "cards": ["2S"]}, {"player": 2, "cards": ["ba_doi_thong"]}]}
    again = {"plays": [{"player": 1, "cards": ["2C"]}, {"player": 2, "cards": ["tu_quy"]}]}
    table = told(
        "tien_len", {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4], "chat": [chain, again]}
    )
    assert table[2].received["chat"] == table[1].paid["chat"] == Times(2, 2000)


def test_a_mau_binh_is_one_however_many_pay_for_it() -> None:
    rows = {"dau": [[1], [2]], "giua": [[1, 2]], "cuoi": [[2], [1]]}
    facts = {"players": [1, 2, 3, 4], "chi": rows, "binh_lung": [3], "mau_binh": {"4": "sau_doi"}}
    table = told("binh", facts)
    assert table[4].received["mau_binh"] == Times(1, 18000)
    assert table[3].paid["binh_lung"] == Times(1, 12000)


def test_who_was_cong_was_so_even_where_another_pays_for_all() -> None:
    table = told("tien_len", {"players": [1, 2, 3, 4], "places": [1], "cong": [2, 3, 4], "den": 4})
    assert [table[seat].paid["cong"].number for seat in (2, 3, 4)] == [1, 1, 1]
    assert Counter(table[4].paid) == Counter(den=Times(1, 12000), cong=Times(1, 0))


@pytest.mark.parametrize("eaten", [0, 3])
def test_an_u_is_one_whether_one_player_pays_it_or_all(eaten: int) -> None:
    facts = {"players": [1, 2, 3, 4], "an": [{"eater": 2, "victim": 1}] * eaten}
    table = told("phom", facts if eaten else facts | {"u": {"player": 2}})
    assert table[2].received["u"] == Times(1, 30000)
    assert table[2].received.get("an", Times()).number == eaten
