"""A table driven at random beside a model of a few lines; they never differ."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.books.history import played_rounds, with_balances
from ledger.common import refusals
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import PLAYERS, a_table, finishing, next_leader
from tests.trust import sizes

POSITIONS = st.integers(min_value=0, max_value=10**6)


@dataclass
class Played:
    """What the model knows of a round: whom it paid, and whether it still stands."""

    id: UUID
    facts: dict[str, Any]
    pays: dict[int, int]
    stands_for: int
    bet_unit: int
    corrects: int | None = None
    void: bool = False
    corrected: bool = False
    shown: dict[int, int] = field(default_factory=dict)


def pays(places: list[int], bet_unit: int) -> dict[int, int]:
    """Tiến lên's table: bét to nhất 1, and of four ba to nhì ½."""
    paid = dict.fromkeys(places, 0)
    paid[places[0]], paid[places[-1]] = bet_unit, -bet_unit
    if len(places) == 4:
        paid[places[1]], paid[places[2]] = bet_unit // 2, -bet_unit // 2
    return paid


class Evening(RuleBasedStateMachine):
    """Every rule does one thing to the table and to the model."""

    table: Session
    rounds: list[Played]

    @initialize(players=st.integers(2, 6))
    def open(self, players: int) -> None:
        self.table = a_table(players)
        self.rounds, self.bet_unit, self.closed = [], 2000, False
        self.out: dict[int, bool] = dict.fromkeys(range(1, players + 1), False)

    def seats(self, data: st.DataObject) -> list[int]:
        most = min(4, len(self.out))
        return data.draw(
            st.lists(st.sampled_from(sorted(self.out)), min_size=2, max_size=most, unique=True)
        )

    def told(self, number: int) -> Played:
        return self.rounds[number - 1]

    def pick(self, position: int) -> int:
        return 1 + position % len(self.rounds)

    def balances(self) -> dict[int, int]:
        sums = dict.fromkeys(self.out, 0)
        for played in self.rounds:
            for seat, amount in {} if played.void else played.pays.items():
                sums[seat] += amount
        return sums

    def keep(self, played: Played, recorded: books.Recorded) -> None:
        self.rounds.append(played)
        played.shown = self.balances()
        assert recorded.created
        assert recorded.round.number == len(self.rounds)
        assert recorded.round.stands_for == played.stands_for
        assert recorded.balances == played.shown

    @rule(data=st.data(), told_newest=st.booleans())
    def record(self, data: st.DataObject, told_newest: bool) -> None:
        places, id, newest = self.seats(data), uuid4(), len(self.rounds)
        facts = finishing(*places)
        send = {"submission_id": id, "facts": facts, "after": newest if told_newest else None}
        if self.closed:
            with pytest.raises(refusals.SessionClosed):
                books.record(self.table.pk, **send, by=ON_THE_MACHINE)
            return
        played = Played(id, facts, pays(places, self.bet_unit), newest + 1, self.bet_unit)
        self.keep(played, books.record(self.table.pk, **send, by=ON_THE_MACHINE))

    @precondition(lambda self: self.rounds)
    @rule(position=POSITIONS, after=st.none() | st.integers(0, 9))
    def resend(self, position: int, after: int | None) -> None:
        number = self.pick(position)
        again = self.send_again(number, self.told(number).facts, after)
        assert (again.round.number, again.created) == (number, False)

    @precondition(lambda self: self.rounds)
    @rule(position=POSITIONS)
    def resend_something_else(self, position: int) -> None:
        number = self.pick(position)
        turned = finishing(*reversed(self.told(number).facts["places"]))
        with pytest.raises(refusals.DifferentFacts) as refused:
            self.send_again(number, turned, None)
        assert refused.value.round.number == number

    def send_again(self, number: int, facts: dict[str, Any], after: int | None) -> books.Recorded:
        sent = {"submission_id": self.told(number).id, "facts": facts, "after": after}
        corrects = self.told(number).corrects
        if corrects is None:
            return books.record(self.table.pk, **sent, by=ON_THE_MACHINE)
        return books.record(self.table.pk, correcting=corrects, **sent, by=ON_THE_MACHINE)

    @precondition(lambda self: not self.closed)
    @rule(data=st.data(), distance=st.integers(1, 5))
    def record_too_late(self, data: st.DataObject, distance: int) -> None:
        facts, newest = finishing(*self.seats(data)), len(self.rounds)
        with pytest.raises(refusals.StaleRound) as refused:
            books.record(
                self.table.pk,
                submission_id=uuid4(),
                facts=facts,
                after=newest + distance,
                by=ON_THE_MACHINE,
            )
        assert refused.value.number == newest

    @precondition(lambda self: self.rounds)
    @rule(position=POSITIONS)
    def void(self, position: int) -> None:
        number = self.pick(position)
        assert books.void(self.table.pk, number, by=ON_THE_MACHINE).number == number
        self.told(number).void = True

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), position=POSITIONS)
    def correct(self, data: st.DataObject, position: int) -> None:
        number, places, id = self.pick(position), self.seats(data), uuid4()
        old, facts = self.told(number), finishing(*places)
        if old.corrected:
            with pytest.raises(refusals.AlreadyCorrected):
                books.record(
                    self.table.pk,
                    correcting=number,
                    submission_id=id,
                    facts=facts,
                    by=ON_THE_MACHINE,
                )
            return
        recorded = books.record(
            self.table.pk, correcting=number, submission_id=id, facts=facts, by=ON_THE_MACHINE
        )
        old.void = old.corrected = True
        paid = pays(places, old.bet_unit)
        self.keep(Played(id, facts, paid, old.stands_for, old.bet_unit, number), recorded)

    @precondition(lambda self: not self.closed)
    @rule(half=st.integers(1, 5000))
    def change_bet_unit(self, half: int) -> None:
        with pytest.raises(refusals.BetUnitIndivisible):
            sessions.change_bet_unit(self.table.pk, 2 * half + 1, by=ON_THE_MACHINE)
        assert (
            sessions.change_bet_unit(self.table.pk, 2 * half, by=ON_THE_MACHINE).amount == 2 * half
        )
        self.bet_unit = 2 * half

    @precondition(lambda self: not self.closed)
    @rule(position=POSITIONS, out=st.booleans())
    def sit(self, position: int, out: bool) -> None:
        seat = 1 + position % len(self.out)
        sessions.sit(self.table.pk, seat, out=out, by=ON_THE_MACHINE)
        self.out[seat] = out

    @precondition(lambda self: not self.closed and len(self.out) < len(PLAYERS))
    @rule()
    def add_player(self) -> None:
        seat = sessions.add_player(self.table.pk, PLAYERS[len(self.out)], by=ON_THE_MACHINE)
        assert seat.number == len(self.out) + 1
        self.out[seat.number] = False

    @precondition(lambda self: len(self.rounds) > 5)
    @rule()
    def close(self) -> None:
        sessions.close(self.table.pk, by=ON_THE_MACHINE)
        self.closed = True

    @invariant()
    def everything_shown_is_as_the_model_says(self) -> None:
        if not hasattr(self, "table"):
            return
        board = balances.scoreboard(self.table)
        assert {seat.seat: seat.balance for seat in board} == self.balances()
        assert {seat.seat: seat.sitting_out for seat in board} == self.out
        history = played_rounds(self.table.rounds.all())
        shown = with_balances(self.table, history)[::-1]
        assert [r.balances for r in shown] == [
            {seat: r.shown[seat] for seat in r.shown} for r in self.rounds
        ]
        assert [(r.void, r.corrects, r.corrected_by is not None) for r in shown] == [
            (r.void, r.corrects, r.corrected) for r in self.rounds
        ]
        assert [dict(r.amounts) for r in shown] == [
            dict(sorted(r.pays.items())) for r in self.rounds
        ]
        standing = [r for r in self.rounds if not r.void]
        last = max(standing, key=lambda r: r.stands_for, default=None)
        leader = last.facts["places"][0] if last else None
        assert next_leader(self.table) == (leader, last is None)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert list(differences([self.table.pk])) == []


@pytest.mark.django_db
@sizes("examples", 10, 30)
def test_the_ledger_and_a_simple_model_never_differ(examples: int) -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert connection.in_atomic_block
    assert not transaction.get_connection().needs_rollback
