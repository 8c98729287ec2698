"""Rounds told again under other rules: the same rounds, the same money, nothing written."""

from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import scoring
from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.models import Entry, Posting, Round, Session
from ledger.tables import sessions
from ledger.web.rules import trial
from ledger.web.rules.trial import played_by, replay_rounds
from tests.random_rounds import deal
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db

DEARER = {"place_4_bet_nhat": "2"}
"""The last pays the first 2 instead of 1."""


def totals(session: Session, **settings: object) -> dict[int, tuple[Fraction, Fraction]]:
    return {
        seat: (old, new) for seat, old, new in replay_rounds(session, "tien_len", settings).totals
    }


def test_each_seat_is_told_what_it_got_and_what_it_would_get() -> None:
    table = a_table()
    play(table, 1, 2, 3, 4)
    play(table, 2, 1, 3, 4)
    assert totals(table, **DEARER) == {
        1: (3000, 5000),
        2: (3000, 5000),
        3: (-2000, -2000),
        4: (-4000, -8000),
    }


def test_each_round_keeps_its_own_bet_unit() -> None:
    table = a_table()
    play(table, 1, 2, 3, 4)
    sessions.change_bet_unit(table.pk, 10_000, by=ON_THE_MACHINE)
    play(table, 1, 2, 3, 4)
    assert totals(table, **DEARER)[1] == (12_000, 24_000)


def test_void_rounds_are_left_out_and_corrections_stand_in_their_place() -> None:
    table = a_table()
    for _ in range(3):
        play(table, 1, 2, 3, 4)
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    redo(table, 2, 4, 3, 2, 1)
    rerun = replay_rounds(table, "tien_len", DEARER)
    assert [(each.round.number, each.round.stands_for) for each in rerun.rounds] == [(3, 3), (4, 2)]
    assert [old for _, old, _ in rerun.totals] == [0, 0, 0, 0]


def test_rounds_of_another_game_are_left_out() -> None:
    table = a_table()
    play(table)
    sessions.change_rules(table.pk, "phom", None, by=ON_THE_MACHINE)
    facts = {"players": [1, 2, 3, 4], "points": {"1": 1, "2": 2, "3": 3, "4": 4}}
    books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert [each.round.number for each in replay_rounds(table, "tien_len", {}).rounds] == [1]
    assert [each.round.number for each in replay_rounds(table, "phom", {}).rounds] == [2]
    assert played_by("phom", [table, a_table()]) == {table.pk}
    assert played_by("binh", [table]) == set()


def test_a_round_that_the_rules_refuse_is_in_neither_sum() -> None:
    table = a_table()
    play(table, 1, 2, 3, 4)
    facts = {"players": [1, 2, 3, 4], "toi_trang": {"player": 4, "kind": "sau_doi"}}
    books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    rerun = replay_rounds(table, "tien_len", {"toi_trang_sau_doi": False})
    assert [each.round.number for each in rerun.refused] == [2]
    assert rerun.refused[0].problems[0].field.startswith("toi_trang")
    assert [each.round.number for each in rerun.counted] == [1]
    assert [old for _, old, _ in rerun.totals] == [2000, 1000, -1000, -2000]


def test_a_fraction_of_the_smallest_unit_is_kept_exact() -> None:
    table = a_table(bet_unit=2)
    play(table, 1, 2, 3, 4)
    assert totals(table, place_4_ba_nhi="0.25")[2] == (1, Fraction(1, 2))


@pytest.mark.parametrize("rules", scoring.RULE_SETS)
def test_under_the_same_rules_an_evening_comes_to_its_balances(rules: str) -> None:
    table, dice = a_table(rules=rules), Random(1)
    for _round in range(4):
        facts = deal(rules, dice, (1, 2, 3, 4))
        books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    rerun = replay_rounds(table, rules, {})
    assert rerun.changed == rerun.refused == []
    assert {seat: new for seat, _, new in rerun.totals} == {
        each.seat: each.balance for each in balances.scoreboard(table)
    }


def test_only_the_newest_rounds_are_told_in_two_queries_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "MOST_ROUNDS", 6)
    table = a_table()
    for _ in range(9):
        play(table, 1, 2, 3, 4)
    before = (Round.objects.count(), Posting.objects.count(), Entry.objects.count())
    with CaptureQueriesContext(connection) as asked:
        rerun = replay_rounds(table, "tien_len", DEARER)
    assert len(asked) == 2
    assert (len(rerun.rounds), rerun.older) == (6, 3)
    assert rerun.rounds[0].round.number == 9
    assert (Round.objects.count(), Posting.objects.count(), Entry.objects.count()) == before
