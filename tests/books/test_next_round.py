"""In which order people sit, who rests where more than four play, and corrected names."""

from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.next_round import next_round
from ledger.common import refusals
from ledger.models import Change, Session
from ledger.tables import sessions
from tests.sample_tables import a_table, finishing, play, players_next, without_digests

pytestmark = pytest.mark.django_db


def fresh(session: Session) -> Session:
    session.refresh_from_db()
    return session


def test_the_next_round_follows_the_seating_from_the_leader_on() -> None:
    session = a_table()
    play(session, 2, 1, 4, 3)
    sessions.seat_people(session.pk, [1, 3, 2, 4], by=ON_THE_MACHINE)
    coming = next_round(fresh(session), balances.scoreboard(session))
    assert (coming.leader, coming.players) == (2, (2, 4, 1, 3))
    assert session.changes.filter(kind=Change.Kind.SEATED).get().details == {"seats": [1, 3, 2, 4]}


def test_a_round_told_in_another_order_after_that_keeps_it() -> None:
    session = a_table()
    sessions.seat_people(session.pk, [1, 3, 2, 4], by=ON_THE_MACHINE)
    facts = finishing(1, 2, 3, 4, players=[1, 4, 2, 3])
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (1, 4, 2, 3)


def test_the_same_seating_again_changes_nothing() -> None:
    session = a_table()
    for _ in range(2):
        sessions.seat_people(session.pk, [4, 3, 2, 1], by=ON_THE_MACHINE)
    sessions.seat_people(session.pk, [4, 3, 2, 1], by=ON_THE_MACHINE)
    assert session.changes.filter(kind=Change.Kind.SEATED).count() == 1


@pytest.mark.parametrize("order", [[], [1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 5], [1, 2, 3, 4, 4]])
def test_a_seating_names_everybody_once(order: list[int]) -> None:
    session = a_table()
    with pytest.raises(refusals.OrderRefused):
        sessions.seat_people(session.pk, order, by=ON_THE_MACHINE)


def test_who_joins_sits_last() -> None:
    session = a_table(3)
    sessions.seat_people(session.pk, [3, 1, 2], by=ON_THE_MACHINE)
    sessions.add_player(session.pk, "Em", by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (3, 1, 2, 4)


@pytest.mark.parametrize(("rules", "playing"), [("khac", 8), ("tien_len", 4), ("binh", 4)])
def test_as_many_play_as_the_game_takes(rules: str, playing: int) -> None:
    session = a_table(8, rules=rules)
    assert players_next(fresh(session)) == tuple(range(1, playing + 1))


def test_all_play_another_game_and_four_the_one_before() -> None:
    session = a_table(6)
    play(session, 2, 1, 4, 3)
    sessions.change_rules(session.pk, rules="khac", settings={}, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (2, 3, 4, 5, 6, 1)
    facts = {"players": [1, 2, 3, 4, 5, 6], "winner": 6, "points": dict.fromkeys("12345", 2)}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert fresh(session).round_count == 2
    sessions.change_rules(session.pk, rules="tien_len", settings={}, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (1, 2, 3, 4)


def test_of_five_who_lost_most_rests_and_who_waited_comes_in() -> None:
    session = a_table(5)
    sessions.rotate(session.pk, on=True, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (1, 2, 3, 4)
    play(session, 2, 1, 4, 3)
    assert players_next(fresh(session)) == (2, 4, 5, 1)
    play(session, 2, 4, 1, 5)
    assert players_next(fresh(session)) == (2, 3, 4, 1)
    sessions.rotate(session.pk, on=False, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (2, 4, 5, 1)


def test_of_six_who_waited_longest_comes_in() -> None:
    session = a_table(6)
    sessions.rotate(session.pk, on=True, by=ON_THE_MACHINE)
    play(session, 1, 2, 3, 4)
    assert set(players_next(fresh(session))) == {1, 2, 3, 5}
    play(session, 1, 2, 3, 5)
    assert set(players_next(fresh(session))) == {1, 2, 3, 6}
    play(session, 1, 2, 6, 3)
    assert set(players_next(fresh(session))) == {1, 2, 4, 6}


def test_a_leader_who_rests_leads_nothing() -> None:
    session = a_table(5)
    play(session, 2, 1, 4, 3)
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    assert players_next(fresh(session)) == (1, 3, 4, 5)


def test_a_name_is_corrected_and_the_old_one_is_kept_nowhere() -> None:
    session = a_table()
    sessions.rename_players(session.pk, {2: " Bảo "}, by=ON_THE_MACHINE)
    assert session.seats.get(number=2).name == "Bảo"
    line = session.changes.get(kind=Change.Kind.RENAMED)
    assert without_digests(line.details) == {"seats": [2]}
    sessions.rename_players(session.pk, {2: "Bảo"}, by=ON_THE_MACHINE)
    assert session.changes.filter(kind=Change.Kind.RENAMED).count() == 1
    for name, refusal in (("An", refusals.NameTaken), ("", refusals.SeatRefused)):
        with pytest.raises(refusal):
            sessions.rename_players(session.pk, {2: name}, by=ON_THE_MACHINE)
    with pytest.raises(refusals.UnknownSeat):
        sessions.rename_players(session.pk, {9: "Ai"}, by=ON_THE_MACHINE)
