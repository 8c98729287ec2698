"""Opening a table, and what may change at it while it is played."""

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, role_of
from ledger.books import balances
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.models import BET_UNIT_LIMIT, BetUnit, RuleVersion, Seat, Session
from ledger.tables import sessions
from scoring import SettingsError
from tests.sample_tables import PLAYERS, a_table, play

pytestmark = pytest.mark.django_db


def opened(**changed: object) -> Session:
    plain = {"rules": "tien_len", "settings": None, "bet_unit": 2000, "players": ["An", "Bình"]}
    return sessions.open_session(**{**plain, **changed}, by=ON_THE_MACHINE)  # type: ignore[arg-type]


class TestOpening:
    def test_the_players_sit_in_their_order(self) -> None:
        table = opened(players=["An", " Bình "], name=" Quán  cũ ", currency="đ")
        seats = [(s.seat, s.name, s.balance) for s in balances.scoreboard(table)]
        assert seats == [(1, "An", 0), (2, "Bình", 0)]
        assert (table.name, table.currency, table.round_count) == ("Quán  cũ", "đ", 0)
        assert table.bet_unit
        assert table.bet_unit.amount == 2000

    def test_two_to_eight_people_make_a_table(self) -> None:
        assert opened(players=PLAYERS[:8]).seats.count() == 8
        for players in ([], ["An"], [*PLAYERS, "Lan"]):
            with pytest.raises(refusals.SeatCount):
                opened(players=players)

    @pytest.mark.parametrize(
        "name",
        [
            *("", "   ", "a" * 31, "a\nb", "a\x00b", "\u202eAn", "\u200b", "\u2028", "\ud800"),
            *("\u200d", "\ufdd0", "An\uffff", "An\U0010fffe", "\ue000", "\U000f0000\U00100000"),
            *("\u3164", "\u2800 \u2800", "\u115f\u1160", "\u0301", "\ufe0f"),
        ],
    )
    def test_a_name_that_nobody_can_read_is_refused(self, name: str) -> None:
        with pytest.raises(refusals.SeatRefused):
            opened(players=["An", name])
        assert not Session.objects.exists()

    @pytest.mark.parametrize(
        "name",
        [
            *("AN", "an ", "Bình", "BI\u0300NH", "Hòa", "HOÀ", "Bà  Tư", "bà\xa0tư"),
            *("A\u200dn", "An\u200c", "An\ufe0f", "A\u034fn", "An\u2800", "Bà\u3164Tư"),
            *("\u00d0an", "\u00f0an", "\u0189an", "\u0256AN"),
        ],
    )
    def test_a_name_is_taken_once_however_it_is_written(self, name: str) -> None:
        with pytest.raises(refusals.NameTaken):
            opened(players=["An", "Bi\u0300nh", "Hoà", "Bà Tư", "\u0110an", name])

    def test_any_other_name_is_welcome(self) -> None:
        names = ["👨‍👩‍👧", "=1+1", "<b>", "a" * 30, "O'Neil; --", "٣", "🫨", "An\uf8ff"]
        assert [s.name for s in balances.scoreboard(opened(players=names))] == names

    @pytest.mark.parametrize("amount", [0, -2, BET_UNIT_LIMIT + 1, 2.0, True, "2", None])
    def test_a_bet_unit_is_a_positive_whole_number(self, amount: object) -> None:
        with pytest.raises(refusals.BetUnitRefused) as refused:
            opened(bet_unit=amount, rules="dem_la")
        assert refused.value.code == "bet_unit_refused"

    def test_a_bet_unit_must_stay_exact_under_the_rules(self) -> None:
        with pytest.raises(refusals.BetUnitIndivisible) as refused:
            opened(bet_unit=1001)
        assert refused.value.values == {"grain": 2}
        assert opened(bet_unit=1001, rules="dem_la").pk

    def test_unknown_rules_and_settings_are_refused(self) -> None:
        with pytest.raises(refusals.RulesRefused):
            opened(rules="poker")
        with pytest.raises(SettingsError):
            opened(settings={"no_such_setting": 1})

    def test_a_long_or_unreadable_text_is_refused(self) -> None:
        for changed in ({"name": "a" * 61}, {"currency": "a" * 13}, {"name": "a\x00"}):
            with pytest.raises(refusals.TextRefused):
                opened(**changed)


class TestTerms:
    def test_a_bet_unit_counts_from_the_next_round(self) -> None:
        table = a_table()
        play(table)
        changed = sessions.change_bet_unit(table.pk, 4000, reason="tăng", by=ON_THE_MACHINE)
        assert (changed.number, changed.reason) == (2, "tăng")
        assert [play(table).bet_unit.amount, *balance_of(table)] == [4000, 3000, 6000, -6000, -3000]

    def test_the_same_again_adds_nothing(self) -> None:
        table = a_table()
        sessions.change_bet_unit(table.pk, 4000, by=ON_THE_MACHINE)
        sessions.change_bet_unit(table.pk, 4000, by=ON_THE_MACHINE)
        sessions.change_rules(table.pk, "tien_len", None, by=ON_THE_MACHINE)
        assert (BetUnit.objects.count(), RuleVersion.objects.count()) == (2, 1)

    def test_another_game_keeps_the_balances(self) -> None:
        table = a_table()
        play(table)
        changed = sessions.change_rules(table.pk, "dem_la", {}, reason="chán", by=ON_THE_MACHINE)
        assert (changed.number, changed.rules, changed.reason) == (2, "dem_la", "chán")
        assert balance_of(table) == [1000, 2000, -2000, -1000]

    def test_rules_that_the_bet_unit_does_not_fit_are_refused(self) -> None:
        table = a_table(rules="dem_la", bet_unit=1001)
        with pytest.raises(refusals.BetUnitIndivisible):
            sessions.change_rules(table.pk, "tien_len", {}, by=ON_THE_MACHINE)
        sessions.change_bet_unit(table.pk, 1002, by=ON_THE_MACHINE)
        assert sessions.change_rules(table.pk, "tien_len", {}, by=ON_THE_MACHINE).number == 2


class TestPeople:
    def test_one_more_player_sits_last(self) -> None:
        table = a_table()
        assert sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE).number == 5
        with pytest.raises(refusals.NameTaken):
            sessions.add_player(table.pk, "em", by=ON_THE_MACHINE)

    def test_a_ninth_player_is_refused(self) -> None:
        table = a_table(8)
        with pytest.raises(refusals.SeatCount):
            sessions.add_player(table.pk, "Lan", by=ON_THE_MACHINE)

    def test_cleared_names_stand_in_nobodys_way(self) -> None:
        table = a_table()
        Seat.objects.filter(session=table).update(name="")
        assert sessions.add_player(table.pk, "An", by=ON_THE_MACHINE).number == 5

    def test_a_player_sits_out_and_in_again(self) -> None:
        table = a_table()
        assert sessions.sit(table.pk, 2, out=True, by=ON_THE_MACHINE).sitting_out
        assert not sessions.sit(table.pk, 2, out=False, by=ON_THE_MACHINE).sitting_out
        with pytest.raises(refusals.UnknownSeat):
            sessions.sit(table.pk, 9, out=True, by=ON_THE_MACHINE)


@pytest.mark.parametrize(("comes", "goes"), [(9, 1), (1, 9)])
def test_nobody_who_is_not_there_takes_a_place_or_gives_one(comes: int, goes: int) -> None:
    table = opened(players=PLAYERS[:5])
    with pytest.raises(refusals.UnknownSeat):
        sessions.take_place(table.pk, comes, goes, by=ON_THE_MACHINE)
    assert not table.seats.filter(sitting_out=True).exists()


def test_a_closed_table_changes_only_its_name_and_keys() -> None:
    table = a_table()
    closed = sessions.close(table.pk, by=ON_THE_MACHINE).closed_at
    assert closed
    assert sessions.close(table.pk, by=ON_THE_MACHINE).closed_at == closed
    for refused in (
        lambda: sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE),
        lambda: sessions.sit(table.pk, 1, out=True, by=ON_THE_MACHINE),
        lambda: sessions.change_bet_unit(table.pk, 4000, by=ON_THE_MACHINE),
        lambda: sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE),
    ):
        with pytest.raises(refusals.SessionClosed):
            refused()
    assert sessions.rename_session(table.pk, "Tối qua", by=ON_THE_MACHINE).name == "Tối qua"
    view = key(table, Role.VIEW)
    assert role_of(sessions.renew_key(table.pk, Role.VIEW, by=ON_THE_MACHINE), view) is None


def test_a_table_opened_again_goes_on_where_it_stopped() -> None:
    table = a_table()
    play(table)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    assert sessions.reopen(table.pk, by=ON_THE_MACHINE).closed_at is None
    assert sessions.reopen(table.pk, by=ON_THE_MACHINE).closed_at is None
    assert play(table).number == 2


def test_renewing_one_key_leaves_the_other() -> None:
    table = a_table()
    score, view = key(table, Role.SCORE), key(table, Role.VIEW)
    renewed = sessions.renew_key(table.pk, Role.SCORE, by=ON_THE_MACHINE)
    assert role_of(renewed, score) is None
    assert role_of(renewed, view) is Role.VIEW
    assert role_of(renewed, key(renewed, Role.SCORE)) is Role.SCORE


def balance_of(table: Session) -> list[int]:
    return [standing.balance for standing in balances.scoreboard(table)]


class TestForgetting:
    def test_names_go_and_balances_stay(self) -> None:
        table = a_table()
        sessions.rename_session(table.pk, "Nhà An", by=ON_THE_MACHINE)
        play(table)
        before = [seat.balance for seat in balances.scoreboard(table)]
        sessions.forget_names(table.pk, [1, 3], by=ON_THE_MACHINE)
        shown = balances.scoreboard(table)
        assert [seat.name for seat in shown] == ["", "Bình", "", "Dũng"]
        assert [seat.balance for seat in shown] == before
        assert Session.objects.get().name == "Nhà An"
        sessions.close(table.pk, by=ON_THE_MACHINE)
        assert (
            sessions.forget_names(table.pk, range(1, 9), table=True, by=ON_THE_MACHINE).name == ""
        )
        assert {seat.name for seat in balances.scoreboard(table)} == {""}
        assert list(differences()) == []

    def test_a_forgotten_name_is_free_for_somebody_new(self) -> None:
        table = a_table(2)
        sessions.forget_names(table.pk, [1, 2], by=ON_THE_MACHINE)
        assert sessions.add_player(table.pk, "An", by=ON_THE_MACHINE).number == 3

    def test_a_table_that_is_not_there_is_told(self) -> None:
        with pytest.raises(refusals.UnknownSession):
            sessions.forget_names("nowhere", [1], by=ON_THE_MACHINE)
