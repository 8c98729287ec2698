"""Another bet unit and other rules, counting from the next round on."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from ledger import posting
from ledger.admin import audit
from ledger.models import Round, Session
from scoring import RULE_SETS
from tests.admin.people import browser, staff, superuser
from tests.ledger.tables import a_table, play
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


def fields(rules: str, **changed: str) -> dict[str, str]:
    """What the form of a rule set holds, with some of it typed anew."""
    page = {f"set-{s.name}": _typed(s.default) for s in RULE_SETS[rules].settings}
    return page | {f"set-{name}": value for name, value in changed.items()} | {"rules": rules}


def _typed(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def test_a_bet_unit_counts_from_the_next_round_only(session: Session, owner: Client) -> None:
    answer = owner.post(address(session, "bet-unit"), {"amount": "10.000", "reason": "khuya"})
    assert answer.headers["location"] == address(session, "change")
    assert balances(session) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}
    play(session, 1, 2, 3, 4)
    assert balances(session) == {1: 12000, 2: 6000, 3: -6000, 4: -12000}
    assert [r.bet_unit.amount for r in Round.objects.order_by("number")] == [2000, 10000]
    page = owner.get(address(session, "change")).content.decode()
    assert "khuya" in page
    assert "<td>chu</td>" in page
    assert audit.told(LogEntry.objects.get()) == ["mức cược: 2.000 → 10.000"]


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
    answer = owner.post(address(session, "bet-unit"), wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert session.bet_units.count() == 1
    assert LogEntry.objects.count() == 0


def test_the_same_bet_unit_again_is_no_change(session: Session, owner: Client) -> None:
    owner.post(address(session, "bet-unit"), {"amount": "2000", "reason": "như cũ"})
    assert session.bet_units.count() == 1
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("page", ["bet-unit", "rules"])
def test_a_closed_table_takes_no_change(session: Session, owner: Client, page: str) -> None:
    posting.close(session.pk)
    form = fields("tien_len", heo_do="2") | {"amount": "4000", "reason": "x"}
    answer = owner.post(address(session, page), form)
    assert answer.status_code == 422
    assert "Bàn đã đóng" in answer.content.decode()


def test_a_change_that_cannot_be_written_down_does_not_happen(
    session: Session, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr(LogEntry.objects, "create", fail)
    with pytest.raises(RuntimeError):
        owner.post(address(session, "bet-unit"), {"amount": "4000", "reason": "x"})
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
    assert (session.rule_version.rules, session.rule_version.settings) == (rules, {})
    assert session.rule_versions.count() == (1 if rules == "tien_len" else 2)


@pytest.mark.parametrize(
    ("typed", "kept"), [("2", "2"), ("1,5", "1.5"), ("½", "0.5"), ("1½", "1.5")]
)
def test_a_price_is_typed_as_players_write_it(
    session: Session, owner: Client, typed: str, kept: str
) -> None:
    form = fields("tien_len", heo_do=typed) | {"reason": "nhà An"}
    assert owner.post(address(session, "rules"), form).status_code == 302
    session.refresh_from_db()
    assert session.rule_version
    assert session.rule_version.settings == {"heo_do": kept}


def test_a_rule_counts_from_the_next_round_only(session: Session, owner: Client) -> None:
    form = fields("tien_len", place_4_bet_nhat="3") | {"reason": "cho máu"}
    owner.post(address(session, "rules"), form)
    assert balances(session)[1] == 2000
    play(session, 1, 2, 3, 4)
    assert balances(session)[1] == 8000
    (line,) = audit.told(LogEntry.objects.get())
    assert line.endswith("1 → 3")
    page = owner.get(address(session, "change")).content.decode()
    assert line.removeprefix("luật: ") in page
    assert "<td>chu</td>" in page


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
    form = {"amount": "4000", "reason": "được phép"}
    assert client.post(address(session, "bet-unit"), form).status_code == 302
    assert client.get(address(session, "rules")).status_code == 403
    assert LogEntry.objects.get().user.get_username() == "phu"
