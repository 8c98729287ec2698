"""Another bet unit and other rules, counting from the next round on."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.admin.readonly import game
from ledger.models import Round, Session
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.admin.forms import fields
from tests.admin.people import browser, lines_of, staff, superuser
from tests.sample_tables import a_table, changed_settings, play
from tests.web.tables import balances

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    table = a_table()
    play(table, 1, 2, 3, 4)
    return table


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def address(session: Session, page: str) -> str:
    return f"/admin/ledger/session/{session.pk}/{page}/"


def unit(amount: str, reason: str = "vì", *, version: int = 1) -> dict[str, str]:
    """What the form of a bet unit holds."""
    return {"amount": amount, "reason": reason, "seen": str(version)}


def test_a_bet_unit_counts_from_the_next_round_only(session: Session, owner: Client) -> None:
    answer = owner.post(address(session, "bet-unit"), unit("10.000", "khuya"))
    assert answer.headers["location"] == address(session, "change")
    assert balances(session) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}
    play(session, 1, 2, 3, 4)
    assert balances(session) == {1: 12000, 2: 6000, 3: -6000, 4: -12000}
    assert [r.bet_unit.amount for r in Round.objects.order_by("number")] == [2000, 10000]
    page = owner.get(address(session, "change")).content.decode()
    assert "khuya" in page
    assert lines_of(LogEntry.objects.get()) == ["mức cược: 2.000 → 10.000"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "5001", "reason": "x"},
        {"amount": "0", "reason": "x"},
        {"amount": "nhiều", "reason": "x"},
        {"amount": "-1", "reason": "x"},
        {"amount": "99999999999", "reason": "x"},
        {"amount": "5000", "reason": ""},
        {"amount": "5000", "reason": "y" * 201},
        {"amount": "5000", "reason": "\x07"},
        {"amount": "5000", "reason": "a\u202eb"},
        {},
    ],
)
def test_a_bad_bet_unit_is_refused_beside_its_field(
    session: Session, owner: Client, wrong: dict[str, str]
) -> None:
    answer = owner.post(address(session, "bet-unit"), {"seen": "1"} | wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert session.bet_units.count() == 1
    assert LogEntry.objects.count() == 0


def test_the_same_bet_unit_again_is_no_change(session: Session, owner: Client) -> None:
    owner.post(address(session, "bet-unit"), unit("2000"))
    assert "không đổi gì" in owner.get(address(session, "change")).content.decode()
    assert session.bet_units.count() == 1
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("page", ["bet-unit", "rules"])
def test_a_closed_table_takes_no_change(session: Session, owner: Client, page: str) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    form = fields("tien_len", heo_do="2") | {"amount": "4000", "reason": "x"}
    answer = owner.post(address(session, page), form)
    assert answer.status_code == 422
    assert "Bàn đã chốt sổ" in answer.content.decode()


def test_a_change_that_cannot_be_written_down_does_not_happen(
    session: Session, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr(LogEntry.objects, "create", fail)
    with pytest.raises(RuntimeError):
        owner.post(address(session, "bet-unit"), unit("4000"))
    assert session.bet_units.count() == 1


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_form_tells_every_setting_in_words_and_changes_nothing_by_itself(
    session: Session, owner: Client, rules: str
) -> None:
    page = owner.get(f"{address(session, 'rules')}?rules={rules}").content.decode()
    assert all(f'name="set-{setting.name}"' in page for setting in RULE_SETS[rules].settings)
    answer = owner.post(address(session, "rules"), fields(rules) | {"reason": "đổi trò"})
    assert answer.status_code == 302
    session.refresh_from_db()
    assert session.rule_version
    assert (session.rule_version.rules, changed_settings(session.rule_version)) == (rules, {})
    assert session.rule_versions.count() == (1 if rules == "tien_len" else 2)


@pytest.mark.parametrize(
    ("typed", "value"), [("2", "2"), ("1,5", "1.5"), ("½", "0.5"), ("1½", "1.5")]
)
def test_a_price_is_typed_as_players_write_it(
    session: Session, owner: Client, typed: str, value: str
) -> None:
    form = fields("tien_len", heo_do=typed) | {"reason": "nhà An"}
    assert owner.post(address(session, "rules"), form).status_code == 302
    session.refresh_from_db()
    assert session.rule_version
    assert changed_settings(session.rule_version) == {"heo_do": value}


def test_a_rule_counts_from_the_next_round_only(session: Session, owner: Client) -> None:
    form = fields("tien_len", place_4_bet_nhat="3") | {"reason": "cho máu"}
    owner.post(address(session, "rules"), form)
    assert balances(session)[1] == 2000
    play(session, 1, 2, 3, 4)
    assert balances(session)[1] == 8000
    (line,) = lines_of(LogEntry.objects.get())
    assert line.endswith("1 → 3")
    page = owner.get(address(session, "change")).content.decode()
    assert line.removeprefix("luật: ") in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"set-heo_do": "-1"},
        {"set-heo_do": "nhiều"},
        {"set-heo_do": ""},
        {"set-heo_do": "½½"},
        {"set-heo_do": "0.0003"},
        {"reason": ""},
        {"reason": "x\u0000"},
    ],
)
def test_a_bad_rule_is_refused_and_what_was_typed_stays(
    session: Session, owner: Client, wrong: dict[str, str]
) -> None:
    form = fields("tien_len", ba_doi_thong="7") | {"reason": "thử"} | wrong
    answer = owner.post(address(session, "rules"), form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "errorlist" in page
    assert 'value="7"' in page
    assert session.rule_versions.count() == 1


def test_an_unknown_game_shows_the_one_in_force(session: Session, owner: Client) -> None:
    page = owner.get(f"{address(session, 'rules')}?rules=uno").content.decode()
    assert 'value="tien_len" selected' in page


def test_staff_may_be_let_do_one_of_the_two_only(session: Session) -> None:
    client = browser(staff("view_session", "add_betunit"))
    assert client.post(address(session, "bet-unit"), unit("4000")).status_code == 302
    assert client.get(address(session, "rules")).status_code == 403
    assert LogEntry.objects.get().user.get_username() == "phu"


def in_force(session: Session) -> tuple[str, object]:
    now = Session.objects.select_related("rule_version").get(pk=session.pk).rule_version
    assert now
    return now.rules, changed_settings(now)


def last_told() -> list[str]:
    return lines_of(LogEntry.objects.order_by("pk").last())  # type: ignore[arg-type]


def test_rules_changed_meanwhile_are_said_before_they_are_changed_again(
    session: Session, owner: Client
) -> None:
    here, other = address(session, "rules"), browser(superuser("co"))
    other.post(here, fields("tien_len", heo_do="2") | {"reason": "một"})
    answer = owner.post(here, fields("tien_len", heo_den="1") | {"reason": "hai"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert in_force(session) == ("tien_len", {"heo_do": "2"})
    assert "vừa đổi" in page
    assert "1 → 2" in page
    assert 'name="set-heo_den" value="1"' in page
    assert 'value="hai"' in page
    assert 'name="seen" value="2"' in page
    again = fields("tien_len", heo_do="2", heo_den="1", version="2") | {"reason": "hai"}
    assert owner.post(here, again).status_code == 302
    assert in_force(session) == ("tien_len", {"heo_do": "2", "heo_den": "1"})
    (line,) = last_told()
    assert line.endswith("½ → 1")


def test_a_page_opened_before_switches_no_game_back_unasked(
    session: Session, owner: Client
) -> None:
    here = address(session, "rules")
    sessions.change_rules(session.pk, "phom", {}, reason="chán rồi", by=ON_THE_MACHINE)
    form = fields("tien_len", heo_do="2") | {"reason": "thử"}
    answer = owner.post(here, form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert in_force(session) == ("phom", {})
    assert f"{game('tien_len')} → {game('phom')}" in page
    assert 'name="set-heo_do" value="2"' in page
    assert owner.post(here, form | {"seen": "2"}).status_code == 302
    assert in_force(session) == ("tien_len", {"heo_do": "2"})


def test_the_same_rules_from_two_pages_are_one_change_and_one_line(
    session: Session, owner: Client
) -> None:
    here, form = address(session, "rules"), fields("tien_len", heo_do="2") | {"reason": "x"}
    sessions.change_rules(session.pk, "tien_len", {"heo_do": "2"}, by=ON_THE_MACHINE)
    assert owner.post(here, form).status_code == 302
    assert "không đổi gì" in owner.get(address(session, "change")).content.decode()
    assert LogEntry.objects.count() == 0


def test_a_bet_unit_changed_meanwhile_is_said_before_it_is_changed_again(
    session: Session, owner: Client
) -> None:
    here, other = address(session, "bet-unit"), browser(superuser("co"))
    other.post(here, unit("10000"))
    answer = owner.post(here, unit("5000", "tôi"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "2.000 → 10.000" in page
    assert 'value="5000"' in page
    assert 'name="seen" value="2"' in page
    assert session.bet_units.latest("number").amount == 10000
    assert owner.post(here, unit("5000", "tôi", version=2)).status_code == 302
    assert last_told() == ["mức cược: 10.000 → 5.000"]


@pytest.mark.parametrize("version", ["", "0", "x", "9" * 30])
def test_a_form_that_says_not_what_it_saw_is_refused(
    session: Session, owner: Client, version: str
) -> None:
    for page, form in (
        ("bet-unit", unit("5000")),
        ("rules", fields("tien_len", heo_do="2") | {"reason": "x"}),
    ):
        answer = owner.post(address(session, page), form | {"seen": version})
        assert answer.status_code == 422
        assert "errorlist" in answer.content.decode()
    assert LogEntry.objects.count() == 0
