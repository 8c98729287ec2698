"""Hands of the coming round: who holds a seat, what is in, and that what was shown stays."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from django.db import IntegrityError, connection, transaction

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.next_round import next_round
from ledger.common import refusals
from ledger.models import OwnHand, Session
from ledger.tables import own_hands, sessions
from ledger.tables.own_hands import Hands, hands_of
from tests.sample_tables import a_table, play, redo
from tests.stories.at_once import together, unlock

PHONES = {1: "an", 2: "binh", 3: "cuc", 4: "dung"}


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


def now(table: Session) -> Hands:
    session = Session.objects.get(pk=table.pk)
    coming = next_round(session, balances.scoreboard(session))
    return hands_of(session, coming.players)


def tell(table: Session, seat: int, cards: str = "3S", phone: str = "") -> None:
    fields, phone = {f"hand-{seat}": cards}, phone or PHONES[seat]
    own_hands.hand_in(table.pk, seat, phone, fields, stamp=now(table).stamp)


def who(hands: tuple[own_hands.PlayerHand, ...]) -> list[int]:
    return [each.seat for each in hands]


def test_who_is_in_and_who_is_missing(table: Session) -> None:
    assert not now(table).wanted
    own_hands.claim(table.pk, 2, "binh")
    assert now(table).wanted
    tell(table, 3)
    hands = now(table)
    assert (who(hands.handed_in), who(hands.missing)) == ([3], [1, 2, 4])
    assert (hands.complete, hands.shown) == (False, False)
    assert who(hands.held_by("binh")) == [2]
    assert hands.held_by("") == ()


def test_the_last_hand_makes_all_final(table: Session) -> None:
    for seat in (1, 2, 3):
        tell(table, seat)
    assert not any(hand.final for hand in now(table).players)
    tell(table, 4)
    assert now(table).shown
    assert [hand.fields for hand in now(table).players] == [
        {f"hand-{seat}": "3S"} for seat in PHONES
    ]


def test_the_first_phone_holds_a_seat_until_it_lets_go(table: Session) -> None:
    own_hands.claim(table.pk, 1, "an")
    own_hands.claim(table.pk, 1, "an")
    with pytest.raises(refusals.SeatHeld):
        own_hands.claim(table.pk, 1, "binh")
    with pytest.raises(refusals.SeatHeld):
        tell(table, 1, phone="binh")
    own_hands.let_go(table.pk, 1, "binh")
    assert who(now(table).held_by("an")) == [1]
    own_hands.let_go(table.pk, 1, "an")
    own_hands.claim(table.pk, 1, "binh")


def test_one_phone_holds_one_seat_unless_it_may_score(table: Session) -> None:
    own_hands.claim(table.pk, 1, "an")
    with pytest.raises(refusals.PhoneSeated):
        own_hands.claim(table.pk, 2, "an")
    with pytest.raises(refusals.PhoneSeated):
        tell(table, 2, phone="an")
    own_hands.claim(table.pk, 2, "an", several=True)
    assert who(now(table).held_by("an")) == [1, 2]


def test_a_freed_seat_keeps_nothing_of_what_was_told(table: Session) -> None:
    tell(table, 1, "KH")
    own_hands.let_go(table.pk, 1)
    own_hands.claim(table.pk, 1, "binh")
    assert now(table).at(1) == own_hands.PlayerHand(1, "An", "binh", {}, None, False)


def test_a_hand_taken_back_is_missing_and_can_be_changed(table: Session) -> None:
    tell(table, 1, "KH")
    own_hands.take_back(table.pk, 1, "an")
    hand = now(table).at(1)
    assert hand is not None
    assert (hand.fields, hand.handed_in_at) == ({"hand-1": "KH"}, None)
    with pytest.raises(refusals.SeatHeld):
        own_hands.take_back(table.pk, 1, "binh")
    tell(table, 1, "QH")
    assert who(now(table).handed_in) == [1]


def in_full(table: Session) -> None:
    for seat in PHONES:
        tell(table, seat)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: tell(table, 1, "KH"),
        lambda table: own_hands.take_back(table.pk, 1, "an"),
        lambda table: own_hands.let_go(table.pk, 1, "an"),
        lambda table: own_hands.let_go(table.pk, 1),
    ],
)
def test_nobody_changes_a_hand_that_others_may_have_seen(
    table: Session, change: Callable[[Session], None]
) -> None:
    in_full(table)
    before = now(table)
    with pytest.raises(refusals.HandFinal):
        change(table)
    assert now(table) == before


def test_the_same_hand_sent_again_changes_nothing(table: Session) -> None:
    tell(table, 1)
    before = now(table).at(1)
    tell(table, 1)
    assert now(table).at(1) == before
    for seat in (2, 3, 4, 4, 1):
        tell(table, seat)
    assert now(table).shown


def test_a_round_on_the_books_takes_the_hands_with_it_and_leaves_the_seats(table: Session) -> None:
    in_full(table)
    play(table)
    hands = now(table)
    assert (hands.after, who(hands.handed_in)) == (1, [])
    assert who(hands.held_by("an")) == [1]
    tell(table, 1)
    assert OwnHand.objects.exclude(fields={}).count() == 1, "old cards are not kept"
    assert who(now(table).handed_in) == [1]


def test_correcting_an_older_round_costs_nobody_the_part(table: Session) -> None:
    play(table)
    tell(table, 1)
    redo(table, 1, 1, 2, 3, 4)
    assert who(now(table).handed_in) == [1]


def test_other_rules_take_the_hands_with_them(table: Session) -> None:
    tell(table, 1)
    sessions.change_rules(table.pk, "dem_la", None, by=ON_THE_MACHINE)
    assert who(now(table).handed_in) == []


def test_a_hand_of_another_round_or_rules_is_refused(table: Session) -> None:
    stamp = now(table).stamp
    play(table)
    with pytest.raises(refusals.HandStale):
        own_hands.hand_in(table.pk, 1, "an", {}, stamp=stamp)
    assert now(table).held_by("an") == ()


def test_who_sits_out_is_not_waited_for_and_all_in_settles_it(table: Session) -> None:
    for seat in (1, 2, 3):
        tell(table, seat)
    with pytest.raises(refusals.HandsMissing) as refused:
        own_hands.all_in(table.pk)
    assert "Dũng" in refused.value.message()
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    assert now(table).complete
    assert not now(table).shown, "nobody sees anything before it is final"
    own_hands.all_in(table.pk)
    assert now(table).shown
    with pytest.raises(refusals.NotPlaying):
        own_hands.claim(table.pk, 4, "dung")


@pytest.mark.parametrize("claim", ["not at all", "with a part"])
def test_who_sat_out_while_the_others_were_shown_adds_nothing(table: Session, claim: str) -> None:
    if claim != "not at all":
        own_hands.claim(table.pk, 4, "dung")
    if claim == "with a part":
        tell(table, 4, "4S")
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    for seat in (1, 2, 3):
        tell(table, seat)
    assert now(table).shown
    sessions.sit(table.pk, 4, out=False, by=ON_THE_MACHINE)
    with pytest.raises(refusals.HandsCompared):
        tell(table, 4, "5S")
    with pytest.raises(refusals.HandsCompared):
        own_hands.claim(table.pk, 4, "dung")
    with pytest.raises((refusals.HandsCompared, refusals.HandsMissing)):
        own_hands.all_in(table.pk)
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    assert now(table).shown, "the others' stays as it was"
    sessions.sit(table.pk, 4, out=False, by=ON_THE_MACHINE)
    own_hands.start_over(table.pk)
    in_full(table)
    assert now(table).shown


def test_who_was_shown_and_sits_out_for_a_moment_is_still_in(table: Session) -> None:
    in_full(table)
    before = now(table)
    for out in (True, False):
        sessions.sit(table.pk, 4, out=out, by=ON_THE_MACHINE)
        assert now(table).shown
    assert now(table) == before


def test_who_sat_out_hands_in_again_once_the_round_is_on_the_books(table: Session) -> None:
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    for seat in (1, 2, 3):
        tell(table, seat)
    play(table, 1, 2, 3)
    sessions.sit(table.pk, 4, out=False, by=ON_THE_MACHINE)
    in_full(table)
    assert now(table).shown


def test_starting_over_drops_what_was_told_and_leaves_the_seats(table: Session) -> None:
    in_full(table)
    own_hands.start_over(table.pk)
    assert who(now(table).missing) == [1, 2, 3, 4]
    tell(table, 1, "KH")


def test_a_closed_table_takes_no_part(table: Session) -> None:
    sessions.close(table.pk, by=ON_THE_MACHINE)
    with pytest.raises(refusals.SessionClosed):
        own_hands.claim(table.pk, 1, "an")
    with pytest.raises(refusals.UnknownSession):
        own_hands.claim("nothere1", 1, "an")


def test_seen_changes_whenever_a_page_has_to(table: Session) -> None:
    states = [now(table).seen()]
    for step in (
        lambda: own_hands.claim(table.pk, 1, "an"),
        lambda: tell(table, 1, "KH"),
        lambda: tell(table, 1, "QH"),
        lambda: own_hands.let_go(table.pk, 1),
        lambda: own_hands.claim(table.pk, 1, "binh"),
        lambda: play(table),
    ):
        step()
        states.append(now(table).seen())
        assert states[-1] == now(table).seen()
    assert len(set(states)) == len(states) - 1, "a seat freed is as it was at first"


def test_the_database_refuses_a_final_hand_that_nobody_handed_in(table: Session) -> None:
    own_hands.claim(table.pk, 1, "an")
    with pytest.raises(IntegrityError), transaction.atomic():
        OwnHand.objects.update(final=True)


def test_one_of_eight_phones_gets_the_seat(fresh_ledger: str) -> None:
    table, phones = a_table(), [f"phone {number}" for number in range(8)]
    answers = together([lambda p=p: own_hands.claim(table.pk, 1, p) for p in phones])
    assert Counter(map(type, answers)) == {type(None): 1, refusals.SeatHeld: 7}
    assert who(now(table).held_by(phones[answers.index(None)])) == [1]


def test_four_hands_at_once_are_all_in_once(fresh_ledger: str) -> None:
    table = a_table()
    for _round in range(2):
        answers = together([lambda seat=seat: tell(table, seat) for seat in PHONES])
        assert answers == [None] * 4
        assert now(table).shown
        play(table)


def test_taking_back_while_the_last_comes_in_is_either_before_or_too_late(
    fresh_ledger: str,
) -> None:
    table = a_table()
    for _round in range(3):
        for seat in (1, 2, 3):
            tell(table, seat)
        back, last = together(
            [lambda: own_hands.take_back(table.pk, 1, "an"), lambda: tell(table, 4)]
        )
        assert last is None
        assert isinstance(back, refusals.HandFinal) == now(table).shown
        if not now(table).shown:
            assert who(now(table).missing) == [1]
        own_hands.start_over(table.pk)


def test_without_the_lock_phones_run_into_each_other(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: that seven are told in words who was first is the lock's doing."""
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        connection.close()
    all_have_read = threading.Barrier(8)

    def read_and_wait(session: Session, players: Sequence[int]) -> Hands:
        hands = hands_of(session, players)
        all_have_read.wait(30)
        return hands

    unlock(monkeypatch)
    monkeypatch.setattr(own_hands, "hands_of", read_and_wait)
    table = a_table()
    tasks = [lambda p=p: own_hands.claim(table.pk, 1, f"phone {p}") for p in range(8)]
    answers = Counter(map(type, together(tasks)))
    assert answers[type(None)] == 1
    assert answers[refusals.SeatHeld] == 0
