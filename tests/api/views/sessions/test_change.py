"""PATCH sessions/{id}/: what changes from the next round on."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.models import BetUnit, RuleVersion, Session
from ledger.tables import sessions
from tests.api.calls import Caller, a_round, problem, scorer
from tests.api.questions import Writes
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, methods = "PATCH", ("GET", "PATCH")

    def body(self) -> Any:
        return {"name": "Nhà An"}

    def test_sent_twice_it_changes_once(self, session: Session) -> None:
        change = {"bet_unit": 4000, "rules": "phom", "sitting_out": [2], "reason": "cả bàn"}
        answers = [scorer(session)("PATCH", "", change) for _ in range(2)]
        assert answers[0].content == answers[1].content
        assert BetUnit.objects.filter(session=session).count() == 2
        assert RuleVersion.objects.filter(session=session).count() == 2


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    play(session)
    return session


def test_everything_changes_at_once_and_the_balances_stay(session: Session) -> None:
    change = {
        "name": "Nhà An",
        "bet_unit": 5000,
        "rules": "phom",
        "settings": {"u": 6.5},
        "add_players": ["Em", "Hà"],
        "sitting_out": [3],
        "reason": "Chán rồi",
    }
    body = scorer(session)("PATCH", "", change).json()
    assert (body["name"], body["bet_unit"], body["rules"]) == ("Nhà An", 5000, "phom")
    assert body["settings"] == {"u": "6.5"}
    assert body["settings_in_force"]["u"] == "6.5"
    assert [p["name"] for p in body["players"]] == ["An", "Bình", "Cúc", "Dũng", "Em", "Hà"]
    assert [p["balance"] for p in body["players"]] == [1000, 2000, -2000, -1000, 0, 0]
    assert [p["seat"] for p in body["players"] if p["sitting_out"]] == [3]
    assert {unit.reason for unit in BetUnit.objects.filter(number=2)} == {"Chán rồi"}
    assert scorer(session).get("rounds/1/").json()["rules"] == "tien_len"


def test_the_text_that_cannot_be_kept_is_named(session: Session) -> None:
    for field, change in (("reason", {"bet_unit": 4000}), ("name", {})):
        sent = change | {field: "x" * 201}
        refusal = problem(scorer(session)("PATCH", "", sent), 422, "text_refused")
        assert refusal["error"]["field"] == field


def test_sitting_out_names_everybody_who_does(session: Session) -> None:
    caller = scorer(session)
    for out in ([1, 2], [2, 3], []):
        body = caller("PATCH", "", {"sitting_out": out}).json()
        assert [p["seat"] for p in body["players"] if p["sitting_out"]] == out


def test_who_sits_out_of_a_closed_table_already_may_be_said_again(session: Session) -> None:
    caller = scorer(session)
    caller("PATCH", "", {"sitting_out": [2]})
    sessions.close(session.pk, by=ON_THE_MACHINE)
    assert caller("PATCH", "", {"sitting_out": [2]}).status_code == 200
    problem(caller("PATCH", "", {"sitting_out": []}), 409, "session_closed")


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"bet_unit": 3}, 422, "bet_unit_indivisible"),
    ({"settings": {"cong": "-1"}}, 422, "setting_value"),
    ({"settings": {"nope": 1}}, 422, "unknown_setting"),
    ({"add_players": ["an"]}, 422, "name_taken"),
    ({"add_players": [" "]}, 422, "seat_refused"),
    ({"add_players": [""]}, 400, "blank"),
    ({"add_players": ["a", "b", "c", "d", "e"]}, 422, "seat_count"),
    ({"sitting_out": [8]}, 422, "unknown_seat"),
    ({"reason": "a" * 201, "bet_unit": 4000}, 422, "text_refused"),
    ({"name": "a\u202eb"}, 422, "text_refused"),
    ({"rules": "poker"}, 400, "invalid_choice"),
    ({"rules": ["phom"]}, 400, "invalid_choice"),
    ({"bet_unit": "4000"}, 400, "invalid"),
    ({"bet_unit": 4000.5}, 400, "invalid"),
    ({"bet_unit": True}, 400, "invalid"),
    ({"bet_unit": 0}, 400, "min_value"),
    ({"bet_unit": 10**30}, 400, "max_value"),
    ({"settings": []}, 400, "type"),
    ({"sitting_out": 3}, 400, "not_a_list"),
    ({"sitting_out": ["3"]}, 400, "invalid"),
    ({"add_players": [5]}, 400, "invalid"),
    ({"name": 5}, 400, "invalid"),
]


def test_a_wrong_value_refuses_the_whole_change(session: Session) -> None:
    caller = scorer(session)
    before = caller.get().json()
    for change, status, code in REFUSED:
        problem(caller("PATCH", "", {"name": "Khác", "sitting_out": [1]} | change), status, code)
        assert caller.get().json() == before, change


def test_all_wrong_fields_are_named(session: Session) -> None:
    sent = {"bet_unit": "x", "sitting_out": [1, "2", 99], "who": 1}
    error = problem(scorer(session)("PATCH", "", sent), 400)["error"]
    assert {each["field"] for each in error["problems"]} == {
        "bet_unit",
        "sitting_out[1]",
        "sitting_out[2]",
        "who",
    }


def test_bet_unit_and_rules_change_together_whichever_has_to_go_first(db: None) -> None:
    session = a_table(rules="binh", bet_unit=1)
    caller = scorer(session)
    assert caller("PATCH", "", {"rules": "tien_len"}).status_code == 422
    for change in ({"rules": "tien_len", "bet_unit": 2}, {"rules": "binh", "bet_unit": 1}):
        body = caller("PATCH", "", change).json()
        assert (body["rules"], body["bet_unit"]) == (change["rules"], change["bet_unit"])


def test_only_the_new_pair_has_to_divide_not_what_lies_between(db: None) -> None:
    session = a_table(rules="tien_len", bet_unit=2)
    for change in (
        {"rules": "dem_la", "settings": {"thoi_tu_quy": "0.2"}, "bet_unit": 5},
        {"rules": "tien_len", "settings": {}, "bet_unit": 2},
    ):
        answer = scorer(session)("PATCH", "", change)
        assert answer.status_code == 200, answer.content
        now = Session.objects.get(pk=session.pk)
        assert now.rule_version
        assert now.bet_unit
        assert (now.rule_version.rules, now.bet_unit.amount) == (
            change["rules"],
            change["bet_unit"],
        )
    refused = {"rules": "dem_la", "settings": {"thoi_tu_quy": "0.2"}, "bet_unit": 4}
    problem(scorer(session)("PATCH", "", refused), 422, "bet_unit_indivisible")
    assert BetUnit.objects.filter(session=session).count() == 3
    assert RuleVersion.objects.filter(session=session).count() == 3


def test_settings_are_all_that_differ_from_the_document(session: Session) -> None:
    caller = scorer(session)
    steps: list[tuple[dict[str, Any], dict[str, str]]] = [
        ({"settings": {"heo_do": "2"}}, {"heo_do": "2"}),
        ({"name": "Nhà An"}, {"heo_do": "2"}),
        ({"rules": "tien_len"}, {"heo_do": "2"}),
        ({"settings": {"heo_den": "2"}}, {"heo_den": "2"}),
        ({"settings": {}}, {}),
    ]
    for change, left in steps:
        assert caller("PATCH", "", change).json()["settings"] == left


def test_a_closed_table_only_changes_its_name(session: Session) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    caller = scorer(session)
    assert caller("PATCH", "", {"name": "Xong"}).json()["name"] == "Xong"
    for change in ({"bet_unit": 4000}, {"rules": "phom"}, {"add_players": ["Em"]}):
        problem(caller("PATCH", "", {"name": "Khác"} | change), 409, "session_closed")
    assert caller.get().json()["name"] == "Xong"


def test_people_sit_in_another_order_and_a_name_is_corrected(session: Session) -> None:
    caller = scorer(session)
    body = caller("PATCH", "", {"order": [1, 3, 2, 4], "names": {"2": "Bảo"}}).json()
    assert [each["name"] for each in body["players"]][1] == "Bảo"
    assert set(body["next_players"]) == {1, 2, 3, 4}
    at = body["next_players"].index(1)
    assert body["next_players"][at:] + body["next_players"][:at] == [1, 3, 2, 4]


def test_names_are_judged_by_what_comes_of_them(session: Session) -> None:
    caller, log = scorer(session), session.changes.count()
    swap = {"names": {"1": "Bình", "2": "An"}, "add_players": ["Em"]}
    players = caller("PATCH", "", swap).json()["players"]
    assert [each["name"] for each in players] == ["Bình", "An", "Cúc", "Dũng", "Em"]
    assert session.changes.count() == log + 2
    players = caller("PATCH", "", {"names": {"3": "Lan"}, "add_players": ["Cúc"]}).json()["players"]
    assert [each["name"] for each in players][2:] == ["Lan", "Dũng", "Em", "Cúc"]
    problem(caller("PATCH", "", {"names": {"1": "Hà", "2": "hà"}}), 422, "name_taken")


@pytest.mark.parametrize(
    "sent",
    [
        {"order": [1, 2, 3]},
        {"order": [1, 2, 3, 3]},
        {"order": "1234"},
        {"names": {"9": "Ai"}},
        {"names": {"x": "Ai"}},
        {"names": {"1": "Bình"}},
        {"names": ["Ai"]},
    ],
)
def test_an_order_or_a_name_that_cannot_be_is_refused(session: Session, sent: Any) -> None:
    answer = scorer(session)("PATCH", "", sent)
    assert answer.status_code in (400, 409, 422), answer.content


FINE = {"id": str(uuid4()), "pays": [{"payer": 1, "payee": 2, "amount": 5}], "text": "chia sai"}


class TestIfMatch:
    """A change that was decided on an older state of the session is refused."""

    def test_every_write_answers_with_the_tag_of_the_session(self, session: Session) -> None:
        caller = scorer(session)
        writes = (
            ("POST", "rounds/", a_round(1, 2, 3, 4)),
            ("POST", "rounds/1/void/", {}),
            ("PUT", "rounds/1/", a_round(2, 1, 3, 4)),
            ("PATCH", "", {"name": "Nhà An"}),
            ("POST", "other/", FINE),
            ("POST", "other/1/void/", {}),
            ("POST", "close/", {}),
            ("POST", "open/", {}),
            ("POST", "keys/", {"key": "view"}),
        )
        for write in writes:
            assert caller(*write)["ETag"] == caller.get()["ETag"]

    def test_a_change_of_what_was_read_is_made(self, session: Session) -> None:
        caller = scorer(session)
        for number, tag in enumerate((caller.get()["ETag"], "*"), 1):
            sent = {"name": f"Bàn {number}"}
            assert caller("PATCH", "", sent, headers={"if-match": tag}).status_code == 200
            assert caller.get().json()["name"] == f"Bàn {number}"

    def test_a_change_of_what_has_changed_since_is_refused(self, session: Session) -> None:
        caller = scorer(session)
        known = {"if-match": caller.get()["ETag"]}
        play(session)
        problem(caller("PATCH", "", {"name": "Nhà An"}, headers=known), 412, "stale_session")
        assert caller.get().json()["name"] == ""
        assert caller("PATCH", "", {"name": "Nhà An"}).status_code == 200

    def test_a_tag_that_was_made_weak_on_its_way_is_the_same(self, session: Session) -> None:
        caller = scorer(session)
        known = {"if-match": f"W/{caller.get()['ETag']}"}
        assert caller("PATCH", "", {"name": "Nhà An"}, headers=known).status_code == 200


def test_a_merge_patch_leaves_the_settings_that_it_does_not_name(session: Session) -> None:
    def merge(settings: Any, **more: Any) -> Any:
        kind = "application/merge-patch+json"
        answer = scorer(session)("PATCH", "", {"settings": settings} | more, content_type=kind)
        assert answer.status_code == 200, answer.content
        return answer.json()["settings"]

    assert merge({"cong": "3"}) == {"cong": "3"}
    assert merge({"heo_do": "2"}) == {"cong": "3", "heo_do": "2"}
    assert merge({"cong": None}) == {"heo_do": "2"}
    assert merge({"u": "6.5"}, rules="phom") == {"u": "6.5"}
    assert scorer(session)("PATCH", "", {"settings": {}}).json()["settings"] == {}


def test_only_a_session_takes_a_merge_patch(session: Session) -> None:
    kind = "application/merge-patch+json"
    answer = scorer(session).post("close/", {}, content_type=kind)
    problem(answer, 415, "unsupported_media_type")
    problem(scorer(session)("PATCH", "", {"name": None}, content_type=kind), 400, "null")


def test_staff_change_the_bet_unit_and_nothing_else(session: Session) -> None:
    writer = Caller(session, staff_tokens.make("Hà", scope="write")[1])
    answer = writer("PATCH", "", {"bet_unit": 4000, "reason": "nhà cái"})
    assert (answer.status_code, answer.json()["bet_unit"]) == (200, 4000)
    line = scorer(session).get("log/").json()["results"][0]
    assert (line["kind"], line["link"], line["reason"]) == ("bet_unit", "admin", "nhà cái")
    for change in ({"name": "x"}, {"bet_unit": 5000, "rules": "phom"}, {"settings": {}}):
        problem(writer("PATCH", "", change), 403, "read_only")
    for call in (("POST", "rounds/", a_round()), ("POST", "open/"), ("POST", "keys/")):
        problem(writer(*call), 403, "read_only")
    reader = Caller(session, staff_tokens.make("Hà")[1])
    problem(reader("PATCH", "", {"bet_unit": 5000}), 403, "read_only")
    assert scorer(session).get().json()["bet_unit"] == 4000
