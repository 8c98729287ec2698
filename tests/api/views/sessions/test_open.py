"""POST sessions/: anybody may open a session and gets its keys."""

from typing import Any

import pytest
from django.test import Client

from ledger.access import keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.api.calls import NEW, ROOT, Caller, a_round, problem, scorer
from tests.api.questions import NO_JSON

pytestmark = pytest.mark.django_db


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Session(pk="nosuch22"))


def test_the_answer_has_the_keys_and_everybody_at_the_table(caller: Caller) -> None:
    sent = NEW | {"settings": {"cong": 3}, "name": "Nhà An", "currency": "đ"}
    answer = caller.post(ROOT, sent)
    body = answer.json()
    assert answer.status_code == 201
    assert [{k: p[k] for k in ("seat", "name", "balance")} for p in body["players"]] == [
        {"seat": 1, "name": "An", "balance": 0},
        {"seat": 2, "name": "Bình", "balance": 0},
    ]
    assert (body["name"], body["currency"], body["settings"]) == ("Nhà An", "đ", {"cong": "3"})
    session = Session.objects.get(pk=body["id"])
    score, view = (Caller(session, body[key]) for key in ("score_key", "view_key"))
    assert score.post("rounds/", a_round(1, 2)).status_code == 201
    assert view.post("rounds/", a_round(1, 2)).status_code == 403
    assert view.get().status_code == 200


def test_a_whole_number_may_be_spelt_with_a_point(caller: Caller) -> None:
    assert caller.post(ROOT, NEW | {"bet_unit": 2000.0}).json()["bet_unit"] == 2000


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_game_can_be_opened(caller: Caller, rules: str) -> None:
    assert caller.post(ROOT, NEW | {"rules": rules}).json()["rules"] == rules


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"rules": "poker"}, 400, "invalid_choice", "rules"),
        ({"rules": None}, 400, "null", "rules"),
        ({"bet_unit": "2000"}, 400, "invalid", "bet_unit"),
        ({"bet_unit": 0.5}, 400, "invalid", "bet_unit"),
        ({"bet_unit": -1}, 400, "min_value", "bet_unit"),
        ({"players": "An"}, 400, "not_a_list", "players"),
        ({"players": ["An"]}, 400, "min_length", "players"),
        ({"players": list("abcdefghi")}, 400, "max_length", "players"),
        ({"players": ["An", None]}, 400, "null", "players[1]"),
        ({"settings": 5}, 400, "type", "settings"),
        ({"name": ["x"]}, 400, "invalid", "name"),
        ({"score_key": "x"}, 400, "unknown_field", "score_key"),
        ({"settings": {"cong": "x"}}, 422, "setting_value", "settings.cong"),
        ({"settings": {"": 1}}, 422, "unknown_setting", "settings."),
        ({"bet_unit": 3}, 422, "bet_unit_indivisible", None),
        ({"players": ["An", "an"]}, 422, "name_taken", None),
        ({"players": ["An", "a" * 31]}, 422, "seat_refused", None),
        ({"name": "a" * 61}, 422, "text_refused", "name"),
    ],
)
def test_what_cannot_be_is_refused_by_field(
    caller: Caller, change: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    refusal = problem(caller.post(ROOT, NEW | change), status, code)
    assert refusal.get("error", {}).get("field") == field
    assert Session.objects.count() == 0


@pytest.mark.parametrize("body", NO_JSON)
def test_what_is_no_json_is_refused(caller: Caller, body: str | bytes) -> None:
    problem(caller.post(ROOT, body), 400)
    assert Session.objects.count() == 0


def test_a_name_with_a_nul_is_refused(caller: Caller) -> None:
    problem(caller.post(ROOT, NEW | {"name": "a\x00"}), 422, "text_refused")


def test_too_long_a_body_is_refused(caller: Caller) -> None:
    problem(caller.post(ROOT, NEW | {"name": "a" * 300_000}), 413, "too_long")


def test_other_methods_are_refused(caller: Caller) -> None:
    for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        answer = caller(method, ROOT)
        problem(answer, 405)
        assert answer["Allow"] == "GET, HEAD, POST"


def test_sent_twice_it_opens_two(caller: Caller) -> None:
    ids = {caller.post(ROOT, NEW).json()["id"] for _ in range(2)}
    assert len(ids) == Session.objects.count() == 2


@pytest.mark.parametrize("field", ["name", "currency"])
def test_a_text_that_cannot_be_kept_is_named(caller: Caller, field: str) -> None:
    refusal = problem(caller.post(ROOT, NEW | {field: "x" * 99}), 422, "text_refused")
    assert [each["field"] for each in refusal["error"]["problems"]] == [field]
    assert refusal["error"]["field"] == field


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
@pytest.mark.parametrize("path", ["sessions", "sessions/abcdefgh/rounds"])
def test_an_address_without_its_slash_is_told_the_right_one(
    caller: Caller, method: str, path: str
) -> None:
    refusal = problem(caller(method, f"/api/v1/{path}", NEW), 404, "not_found")
    assert refusal["detail"] == f"The address has a / at its end: /api/v1/{path}/"


def test_an_answer_depends_on_the_language_kept_in_a_cookie(caller: Caller) -> None:
    varies = {each.strip() for each in caller.post(ROOT, NEW)["Vary"].split(",")}
    assert varies >= {"Accept-Language", "Authorization", "Cookie"}


class TestSentAgain:
    ID = "5d0f6c1e-3c64-4f2a-9a0e-0b8f7f5f1c11"

    def test_the_same_id_opens_one_session_and_answers_alike(self, caller: Caller) -> None:
        first, again = (caller.post(ROOT, NEW | {"id": self.ID}) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 200)
        session = Session.objects.get()
        assert first["ETag"] == again["ETag"] == scorer(session).get()["ETag"]
        assert first.json() == again.json()
        assert Session.objects.count() == 1

    def test_without_an_id_each_call_opens_one(self, caller: Caller) -> None:
        assert caller.post(ROOT, NEW).json()["id"] != caller.post(ROOT, NEW).json()["id"]

    @pytest.mark.parametrize(
        "other",
        [
            {"rules": "phom"},
            {"settings": {"cong": 3}},
            {"bet_unit": 4000},
            {"players": ["An", "Chi"]},
            {"players": ["An", "Bình", "Chi"]},
            {"name": "Nhà An"},
            {"currency": "đ"},
        ],
    )
    def test_the_same_id_for_another_session_is_refused(
        self, caller: Caller, other: dict[str, Any]
    ) -> None:
        caller.post(ROOT, NEW | {"id": self.ID})
        problem(caller.post(ROOT, NEW | {"id": self.ID} | other), 409, "different_session")
        assert Session.objects.count() == 1

    @pytest.mark.parametrize("role", keys.Role)
    def test_it_gives_no_key_that_was_renewed(self, caller: Caller, role: keys.Role) -> None:
        opened = caller.post(ROOT, NEW | {"id": self.ID}).json()
        sessions.renew_key(opened["id"], role, by=ON_THE_MACHINE)
        problem(caller.post(ROOT, NEW | {"id": self.ID}), 409, "different_session")


def test_links_lead_to_the_table_its_view_and_its_board(caller: Caller) -> None:
    body = caller.post(ROOT, NEW).json()
    for page, name, key in (
        ("t/{id}/", "score", "score_key"),
        ("t/{id}/", "view", "view_key"),
        ("t/{id}/board/", "board", "view_key"),
    ):
        link = body["links"][name]
        assert f"/join/#{body['id']}.{body[key]}" in link
        answer = Client().post("/join/", {"link": link})
        assert answer["Location"] == "/" + page.format(id=body["id"])
