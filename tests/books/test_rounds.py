"""Record, void and correct: what is answered, and what is written."""

from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest
from django.utils.translation import override

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances, pricing, rounds
from ledger.common import refusals
from ledger.models import (
    AMOUNT_LIMIT,
    BALANCE_LIMIT,
    BetUnit,
    Entry,
    Posting,
    Round,
    Seat,
    Session,
)
from ledger.tables import sessions
from scoring import FactsError
from tests.sample_tables import a_table, finishing, play, redo

pytestmark = pytest.mark.django_db
PLAIN = {1: 1000, 2: 2000, 3: -2000, 4: -1000}
"""What the round of `play` pays at 2000 a cược."""


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


def shown(table: Session) -> dict[int, int]:
    return {standing.seat: standing.balance for standing in balances.scoreboard(table)}


def written() -> tuple[int, int, int]:
    return Round.objects.count(), Posting.objects.count(), Entry.objects.count()


def _recorded(table: Session, facts: Mapping[str, object]) -> object:
    return books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


class TestRecord:
    def test_a_round_pays_by_the_bet_unit(self, table: Session) -> None:
        recorded = books.record(
            table.pk, submission_id=uuid4(), facts=finishing(2, 1, 4, 3), by=ON_THE_MACHINE
        )
        assert recorded.created
        assert (recorded.round.number, recorded.round.stands_for) == (1, 1)
        assert recorded.balances == PLAIN
        assert shown(table) == PLAIN

    def test_each_transfer_is_one_entry(self, table: Session) -> None:
        play(table)
        entries = Entry.objects.order_by("line").values_list(
            "line", "payer__number", "payee__number", "amount", "reason"
        )
        assert list(entries) == [(1, 3, 2, 2000, "place"), (2, 4, 1, 1000, "place")]

    def test_sending_again_gives_the_same_answer_and_writes_nothing(self, table: Session) -> None:
        id = uuid4()
        first = books.record(
            table.pk, submission_id=id, facts=finishing(2, 1, 4, 3), after=0, by=ON_THE_MACHINE
        )
        play(table)
        before = written()
        again = books.record(
            table.pk, submission_id=id, facts=finishing(2, 1, 4, 3), after=0, by=ON_THE_MACHINE
        )
        assert (again.round, again.created) == (first.round, False)
        assert written() == before

    def test_the_order_of_keys_makes_no_other_facts(self, table: Session) -> None:
        id, facts = uuid4(), finishing(2, 1, 4, 3)
        play(table, 2, 1, 4, 3, id=id)
        turned = dict(reversed(facts.items()))
        assert not books.record(table.pk, submission_id=id, facts=turned, by=ON_THE_MACHINE).created

    def test_a_used_id_with_other_facts_is_refused(self, table: Session) -> None:
        first = play(table, id=(id := uuid4()))
        with pytest.raises(refusals.DifferentFacts) as refused:
            play(table, 1, 2, 3, 4, id=id)
        assert refused.value.round == first
        assert written() == (1, 1, 2)

    def test_the_same_id_at_another_table_is_another_round(self, table: Session) -> None:
        play(table, id=(id := uuid4()))
        assert play(a_table(), id=id).number == 1

    def test_a_second_scorer_of_the_same_round_is_told(self, table: Session) -> None:
        first = play(table, after=0)
        with pytest.raises(refusals.StaleRound) as refused:
            play(table, 1, 2, 3, 4, after=0)
        assert (refused.value.number, refused.value.round) == (1, first)

    def test_a_round_after_one_that_is_not_there_is_refused(self, table: Session) -> None:
        with pytest.raises(refusals.StaleRound) as refused:
            play(table, after=3)
        assert (refused.value.number, refused.value.round) == (0, None)

    def test_a_player_who_is_not_at_the_table_is_named_by_place(self, table: Session) -> None:
        facts = finishing(2, 1, 9, 3, players=(1, 2, 9, 3))
        with pytest.raises(FactsError) as refused:
            books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
        problem = refused.value.problems[0]
        assert (problem.code, problem.field) == ("unknown_seat", "players[2]")
        assert written() == (0, 0, 0)

    def test_a_seat_that_is_not_at_the_table_is_named_where_it_stands(self) -> None:
        con = {"2": "won", "3": "lost", "4": "draw"}
        facts = {"players": [1, 2, 3, 4], "banker": 1, "con": con, "stakes": {"9": "2"}}
        table = a_table(rules="xi_dach")
        for try_out in (books.preview, _recorded):
            with pytest.raises(FactsError) as refused:
                try_out(table, facts)
            problem = refused.value.problems[0]
            assert (problem.code, problem.field) == ("unknown_seat", "stakes.9")
        assert written() == (0, 0, 0)

    def test_impossible_facts_write_nothing(self, table: Session) -> None:
        with pytest.raises(FactsError):
            books.record(
                table.pk, submission_id=uuid4(), facts={"players": [1, 2]}, by=ON_THE_MACHINE
            )
        assert written() == (0, 0, 0)

    def test_who_sits_a_round_out_neither_pays_nor_gets(self) -> None:
        table = a_table(5)
        play(table, 5, 1, 2)
        assert shown(table) == {1: 0, 2: -2000, 3: 0, 4: 0, 5: 2000}

    def test_a_closed_table_takes_no_round_but_answers_for_old_ones(self, table: Session) -> None:
        first = play(table, id=(id := uuid4()))
        sessions.close(table.pk, by=ON_THE_MACHINE)
        with pytest.raises(refusals.SessionClosed):
            play(table)
        assert play(table, id=id) == first

    def test_an_unknown_table_takes_nothing(self) -> None:
        with pytest.raises(refusals.UnknownSession):
            books.record("nosuch", submission_id=uuid4(), facts=finishing(1, 2), by=ON_THE_MACHINE)

    def test_an_amount_beyond_the_limit_is_refused(
        self, table: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pricing, "AMOUNT_LIMIT", 1999)
        with pytest.raises(refusals.AmountRefused):
            play(table)
        assert written() == (0, 0, 0)
        assert AMOUNT_LIMIT < 2**53

    def test_a_balance_beyond_the_limit_is_refused(self, table: Session) -> None:
        Seat.objects.filter(session=table, number=2).update(balance=BALANCE_LIMIT - 1999)
        before = shown(table)
        with pytest.raises(refusals.AmountRefused):
            play(table)
        assert (shown(table), written()) == (before, (0, 0, 0))


class TestVoid:
    def test_a_void_gives_back_what_was_paid(self, table: Session) -> None:
        play(table)
        books.void(table.pk, 1, reason="nhầm", by=ON_THE_MACHINE)
        assert shown(table) == dict.fromkeys(range(1, 5), 0)
        back = Entry.objects.filter(posting__kind="void").order_by("line")
        assert [(e.payer.number, e.payee.number, e.amount, e.reason) for e in back] == [
            (2, 3, 2000, "void"),
            (1, 4, 1000, "void"),
        ]

    def test_voiding_again_changes_nothing(self, table: Session) -> None:
        play(table)
        first = books.void(table.pk, 1, by=ON_THE_MACHINE)
        before = written()
        assert books.void(table.pk, 1, reason="again", by=ON_THE_MACHINE) == first
        assert written() == before

    def test_an_unknown_round_cannot_be_void(self, table: Session) -> None:
        with pytest.raises(refusals.UnknownRound):
            books.void(table.pk, 1, by=ON_THE_MACHINE)

    def test_another_tables_round_stays(self, table: Session) -> None:
        play(a_table())
        with pytest.raises(refusals.UnknownRound):
            books.void(table.pk, 1, by=ON_THE_MACHINE)

    def test_a_round_of_a_closed_table_can_be_void(self, table: Session) -> None:
        play(table)
        sessions.close(table.pk, by=ON_THE_MACHINE)
        books.void(table.pk, 1, by=ON_THE_MACHINE)
        assert shown(table)[1] == 0


class TestCorrect:
    def test_the_new_round_takes_the_old_ones_place(self, table: Session) -> None:
        play(table)
        newer = redo(table, 1, 1, 2, 3, 4)
        assert (newer.number, newer.stands_for) == (2, 1)
        assert newer.corrects
        assert newer.corrects.number == 1
        assert shown(table) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}

    def test_it_is_scored_under_the_old_ones_terms(self, table: Session) -> None:
        play(table)
        sessions.change_bet_unit(table.pk, 10000, by=ON_THE_MACHINE)
        sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE)
        newer = redo(table, 1, 1, 2, 3, 4)
        assert newer.bet_unit.amount == 2000
        assert newer.rule_version.rules == "tien_len"
        assert shown(table)[1] == 2000

    def test_a_void_round_is_restored_by_correcting_it(self, table: Session) -> None:
        play(table)
        books.void(table.pk, 1, by=ON_THE_MACHINE)
        redo(table, 1, 2, 1, 4, 3)
        assert shown(table) == PLAIN
        assert Posting.objects.count() == 3

    def test_a_round_is_corrected_once_and_names_its_newer_one(self, table: Session) -> None:
        play(table)
        newer = redo(table, 1, 1, 2, 3, 4)
        with pytest.raises(refusals.AlreadyCorrected) as refused:
            redo(table, 1, 4, 3, 2, 1)
        assert refused.value.round == newer
        assert redo(table, newer.number, 4, 3, 2, 1).stands_for == 1

    def test_sending_a_correction_again_gives_the_same_answer(self, table: Session) -> None:
        play(table)
        id, facts = uuid4(), finishing(1, 2, 3, 4)
        first = books.record(
            table.pk, correcting=1, submission_id=id, facts=facts, after=1, by=ON_THE_MACHINE
        )
        before = written()
        again = books.record(
            table.pk, correcting=1, submission_id=id, facts=facts, after=1, by=ON_THE_MACHINE
        )
        assert (again.round, again.created, written()) == (first.round, False, before)

    def test_a_used_id_is_refused_for_another_purpose(self, table: Session) -> None:
        play(table, id=(id := uuid4()))
        play(table)
        with pytest.raises(refusals.DifferentFacts):
            books.record(
                table.pk,
                correcting=2,
                submission_id=id,
                facts=finishing(2, 1, 4, 3),
                by=ON_THE_MACHINE,
            )

    def test_refused_facts_leave_the_old_round_standing(self, table: Session) -> None:
        play(table)
        with pytest.raises(FactsError):
            books.record(
                table.pk,
                correcting=1,
                submission_id=uuid4(),
                facts={"players": [1, 2]},
                by=ON_THE_MACHINE,
            )
        assert shown(table) == PLAIN
        assert written() == (1, 1, 2)

    def test_a_correction_of_an_older_state_is_refused(self, table: Session) -> None:
        play(table)
        play(table)
        with pytest.raises(refusals.StaleRound):
            books.record(
                table.pk,
                correcting=1,
                submission_id=uuid4(),
                facts=finishing(1, 2, 3, 4),
                after=1,
                by=ON_THE_MACHINE,
            )

    def test_an_unknown_round_cannot_be_corrected(self, table: Session) -> None:
        with pytest.raises(refusals.UnknownRound):
            redo(table, 7, 1, 2, 3, 4)

    def test_the_rounds_of_a_closed_table_can_be_corrected(self, table: Session) -> None:
        play(table)
        sessions.close(table.pk, by=ON_THE_MACHINE)
        assert redo(table, 1, 1, 2, 3, 4).number == 2


class TestPreview:
    def test_it_scores_and_writes_nothing(self, table: Session) -> None:
        outcome = books.preview(table, finishing(2, 1, 4, 3))
        assert outcome.net == {1: 1, 2: 2, 3: -2, 4: -1}
        assert written() == (0, 0, 0)

    def test_it_uses_the_terms_of_the_round_it_corrects(self, table: Session) -> None:
        play(table)
        sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE)
        changed = Session.objects.get(pk=table.pk)
        assert books.preview(changed, finishing(1, 2, 3, 4), correcting=1).net[1] == 2

    def test_it_refuses_what_record_would_refuse(self, table: Session) -> None:
        with pytest.raises(FactsError):
            books.preview(table, finishing(1, 9))
        with pytest.raises(refusals.UnknownRound):
            books.preview(table, finishing(1, 2), correcting=3)
        closed = sessions.close(table.pk, by=ON_THE_MACHINE)
        with pytest.raises(refusals.SessionClosed):
            books.preview(closed, finishing(1, 2))


def test_terms_changed_while_a_round_is_scored_score_it_again(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scoring happens before the lock, so the lock has to look again."""
    score, changes = rounds.scoring.score, [4000]

    def slow(*args: object) -> object:
        if changes:
            sessions.change_bet_unit(table.pk, changes.pop(), by=ON_THE_MACHINE)
        return score(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(rounds.scoring, "score", slow)
    assert play(table).bet_unit == BetUnit.objects.get(amount=4000)
    assert shown(table)[2] == 4000


def test_every_refusal_speaks_both_languages_and_has_its_own_code() -> None:
    errors = [
        refusals.UnknownRound(number=3),
        refusals.StaleRound(None),
        refusals.BetUnitRefused(limit=5),
        refusals.BetUnitIndivisible(grain=2),
        refusals.SeatCount(least=2, most=8),
        refusals.NameTaken(name="An"),
        refusals.TextRefused(limit=30),
        refusals.SessionClosed(),
        refusals.ServiceBusy(),
    ]
    assert len({refusal.code for refusal in errors}) == len(errors)
    for refusal in errors:
        for language in ("vi", "en"):
            with override(language):
                assert "%" not in refusal.message()
    with override("vi"):
        assert str(errors[0]) == "Bàn này không có ván 3."


def test_the_journal_says_the_same_in_every_language(table: Session) -> None:
    play(table, id=UUID(int=1))
    with override("en"):
        play(table, id=UUID(int=2))
    first, second = Round.objects.order_by("number")
    assert first.result == second.result
