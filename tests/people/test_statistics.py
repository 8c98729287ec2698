"""Statistics against the plain way of counting, over rounds dealt by chance."""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings, strategies as st

import scoring
from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.people.statistics import (
    Peak,
    PlayedEvening,
    Side,
    Statistics,
    Times,
    effect,
    of_evening,
    statistics,
)
from ledger.people.totals import totals
from ledger.tables import sessions
from scoring.common.transfers import Reason
from tests.random_rounds import deal
from tests.sample_tables import a_table, play, redo

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


Results = Sequence[tuple[int, Mapping[str, Any]]]
"""The results of an evening, each with the number of its round."""


def played(dealt: Sequence[tuple[str, Sequence[int], int, int]]) -> Results:
    return [
        (number, result(rules, seats[:players], chance))
        for number, (rules, seats, players, chance) in enumerate(dealt, 1)
    ]


def counted(results: Results) -> Mapping[int, Statistics]:
    effects = {
        number: effect(json.dumps(result), BET_UNIT, f"[{', '.join(result['net'])}]")
        for number, result in results
    }
    return statistics([PlayedEvening("", effects)])


def gain_of(result: Mapping[str, Any], seat: int) -> Fraction:
    return Fraction(result["net"][str(seat)]) * BET_UNIT


def result(rules: str, seats: Sequence[int], chance: int) -> Mapping[str, Any]:
    facts = deal(rules, Random(chance), list(seats))
    return scoring.score(rules, facts, {}).as_json()


def longest(signs: Iterable[Fraction], sign: int) -> int:
    """The longest row of gains (1) or losses (-1)."""
    rows = groupby((amount > 0) - (amount < 0) for amount in signs)
    return max((len(list(row)) for which, row in rows if which == sign), default=0)


def peak(results: Results, seat: int, sign: int) -> Peak:
    """The biggest gain or loss, the earliest of equal ones."""
    amounts = [(sign * gain_of(result, seat), -number) for number, result in results]
    amount, number = max(amounts, default=(0, 0))
    return Peak(int(amount), -number, -number) if amount > 0 else Peak()


@settings(deadline=None)
@given(rounds)
def test_statistics_are_what_counting_one_round_after_the_other_gives(dealt: Any) -> None:
    whole = played(dealt)
    table = counted(whole)
    for seat in SEATS:
        mine = [each for each in whole if str(seat) in each[1]["net"]]
        gains = [gain_of(result, seat) for _number, result in mine]
        figures = table.get(seat, Statistics())
        assert figures.played == len(mine)
        assert figures.gained == sum(gains)
        assert figures.won == sum(gain > 0 for gain in gains)
        assert figures.lost == sum(gain < 0 for gain in gains)
        assert figures.gain == peak(mine, seat, 1)
        assert figures.loss == peak(mine, seat, -1)
        assert (figures.wins.most, figures.losses.most) == (longest(gains, 1), longest(gains, -1))
        for end, side in (("payee", Side.RECEIVED), ("payer", Side.PAID)):
            events = [times for (which, _), times in figures.by_reason.items() if which is side]
            assert sum(times.amount for times in events) == sum(
                Fraction(transfer["units"]) * BET_UNIT
                for _number, result in mine
                for transfer in result["transfers"]
                if transfer[end] == seat
            )


def scored(rules: str, facts: dict[str, Any]) -> dict[int, Statistics]:
    return dict(counted([(1, scoring.score(rules, facts, {}).as_json())]))


def test_two_chops_in_a_round_count_twice_on_both_sides() -> None:
    chain = {"plays": [{"player": 1, "cards": ["2S"]}, {"player": 2, "cards": ["ba_doi_thong"]}]}
    again = {"plays": [{"player": 1, "cards": ["2C"]}, {"player": 2, "cards": ["tu_quy"]}]}
    table = scored(
        "tien_len", {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4], "chat": [chain, again]}
    )
    assert (
        table[2].by_reason[Side.RECEIVED, "chat"]
        == table[1].by_reason[Side.PAID, "chat"]
        == Times(2, 2000)
    )


def test_a_mau_binh_is_one_however_many_pay_for_it() -> None:
    rows = {"dau": [[1], [2]], "giua": [[1, 2]], "cuoi": [[2], [1]]}
    facts = {"players": [1, 2, 3, 4], "chi": rows, "binh_lung": [3], "mau_binh": {"4": "sau_doi"}}
    table = scored("binh", facts)
    assert table[4].by_reason[Side.RECEIVED, "mau_binh"] == Times(1, 18000)
    assert table[3].by_reason[Side.PAID, "binh_lung"] == Times(1, 12000)


def test_who_was_cong_was_so_even_where_another_pays_for_all() -> None:
    table = scored(
        "tien_len", {"players": [1, 2, 3, 4], "places": [1], "cong": [2, 3, 4], "den": 4}
    )
    assert [table[seat].by_reason[Side.PAID, "cong"].number for seat in (2, 3, 4)] == [1, 1, 1]
    assert table[4].by_reason == {
        (Side.PAID, "den"): Times(1, 12000),
        (Side.PAID, "cong"): Times(1, 0),
    }


@pytest.mark.parametrize("eaten", [0, 3])
def test_an_u_is_one_whether_one_player_pays_it_or_all(eaten: int) -> None:
    facts = {"players": [1, 2, 3, 4], "an": [{"eater": 2, "victim": 1}] * eaten}
    table = scored("phom", facts if eaten else facts | {"u": {"player": 2}})
    assert table[2].by_reason[Side.RECEIVED, "u"] == Times(1, 30000)
    assert table[2].times(Side.RECEIVED, Reason.AN).number == eaten


@pytest.mark.django_db
def test_an_evening_counts_the_rounds_that_stand_where_they_were_played() -> None:
    session = a_table()
    for places in ((2, 1, 4, 3), (1, 2, 3, 4), (3, 1, 2, 4)):
        play(session, *places)
    sessions.change_bet_unit(session.pk, 4000, by=ON_THE_MACHINE)
    play(session, 2, 1, 4, 3)
    books.void(session.pk, 4, by=ON_THE_MACHINE)
    again = redo(session, 2, 2, 1, 4, 3)
    figures = of_evening(session)[2]
    assert (figures.played, figures.won, figures.wins.most) == (3, 2, 2)
    assert figures.gain == Peak(2000, 1, 1, session.opened_at)
    assert again.number == 5


@pytest.mark.django_db
def test_who_rests_and_only_pays_a_share_of_the_pot_has_not_played() -> None:
    session = a_table(rules="phom")
    sessions.change_rules(session.pk, "phom", {"ga": True}, by=ON_THE_MACHINE)
    shares = {str(seat): "3" for seat in (1, 2, 3, 4)}
    for facts in (
        {"players": [1, 2, 3, 4], "ranks": [4, 3, 2, 1]},
        {"players": [1, 2, 3], "ranks": [1, 2, 3], "pot": shares, "pot_winner": 1},
    ):
        books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    rested = of_evening(session)[4]
    balance = session.seats.get(number=4).balance
    assert (rested.played, rested.won, rested.lost, rested.gained) == (1, 1, 0, balance)
    assert rested.loss == Peak(3 * BET_UNIT, 2, 2, session.opened_at)
    assert [(each.played, each.won) for each in totals(session)] == [(2, 1), (2, 0), (2, 0), (1, 1)]
