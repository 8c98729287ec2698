"""POST sessions/{id}/rounds/: a round is recorded once, whatever happens on the way."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from ledger.access.actor import ON_THE_MACHINE
from ledger.common.refusals import ServiceBusy
from ledger.models import Round, Session
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.api.calls import Caller, a_round, problem, scorer
from tests.api.questions import NO_JSON, Writes
from tests.sample_tables import play
from tests.scoring.cases import Case, all_cases
from tests.trust import sizes

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods, good = "POST", "rounds/", ("GET", "POST"), 201
    no_json = NO_JSON

    def body(self) -> Any:
        return a_round()

    def test_sent_twice_it_is_recorded_once(self, session: Session) -> None:
        sent = a_round()
        first, again = (scorer(session).post("rounds/", sent) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.content == again.content
        assert Round.objects.filter(session=session).count() == 2


@pytest.fixture
def caller(db: None) -> Caller:
    return scorer()


def test_the_answer_is_the_round_object(caller: Caller) -> None:
    sent = a_round(2, 1, 4, 3)
    body = caller.post("rounds/", sent).json()
    assert body.pop("recorded_at").endswith("+07:00")
    assert body.pop("result")["net"] == {"1": "0.5", "2": "1", "3": "-1", "4": "-0.5"}
    assert body == {
        "number": 1,
        "id": sent["id"],
        "state": "recorded",
        "rules": "tien_len",
        "bet_unit": 2000,
        "facts": sent["facts"],
        "amounts": {"1": 1000, "2": 2000, "3": -2000, "4": -1000},
        "balances": {"1": 1000, "2": 2000, "3": -2000, "4": -1000},
        "corrects": None,
    }


def test_a_resend_gets_the_balances_of_then(caller: Caller) -> None:
    sent = a_round()
    first = caller.post("rounds/", sent).json()
    play(caller.session)
    sessions.close(caller.session.pk, by=ON_THE_MACHINE)
    assert caller.post("rounds/", sent).json() == first


def test_the_same_id_with_other_facts_is_a_conflict(caller: Caller) -> None:
    sent = a_round(1, 2, 3, 4)
    caller.post("rounds/", sent)
    refusal = problem(
        caller.post("rounds/", a_round(2, 1, 3, 4, id=sent["id"])), 409, "different_facts"
    )
    assert refusal["round"] == 1


def test_after_must_be_the_newest_round(caller: Caller) -> None:
    assert caller.post("rounds/", a_round(after=0)).status_code == 201
    refusal = problem(caller.post("rounds/", a_round(after=0)), 409, "stale_round")
    assert refusal["round"] == 1
    problem(caller.post("rounds/?dry_run=1", a_round(after=0)), 409, "stale_round")
    assert caller.post("rounds/", a_round(after=1)).status_code == 201
    assert caller.post("rounds/", a_round(after=None)).status_code == 201


def test_a_closed_session_takes_no_round(caller: Caller) -> None:
    sessions.close(caller.session.pk, by=ON_THE_MACHINE)
    for path in ("rounds/", "rounds/?dry_run=1"):
        problem(caller.post(path, a_round()), 409, "session_closed")


def test_refused_facts_are_told_as_the_rules_tell_them(caller: Caller) -> None:
    facts = {"players": [1, 2, 9], "places": [1, 2]}
    refusal = problem(caller.post("rounds/", {"id": str(uuid4()), "facts": facts}), 422)
    assert refusal["error"]["field"] == "players[2]"
    assert refusal["detail"] == refusal["error"]["message"] == "There is no seat 9 at this table."
    assert refusal["error"]["problems"][0]["code"] == "unknown_seat"
    assert Round.objects.count() == 0


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"id": None}, "null", "id"),
        ({"id": "x"}, "invalid", "id"),
        ({"id": 5}, "invalid", "id"),
        ({"id": uuid4().hex}, "invalid", "id"),
        ({"facts": []}, "type", "facts"),
        ({"facts": None}, "null", "facts"),
        ({"after": "1"}, "invalid", "after"),
        ({"after": -1}, "min_value", "after"),
        ({"after": 2**40}, "max_value", "after"),
        ({"players": [1, 2]}, "unknown_field", "players"),
    ],
)
def test_a_wrong_envelope_is_refused_by_field(
    caller: Caller, change: dict[str, Any], code: str, field: str
) -> None:
    refusal = problem(caller.post("rounds/", a_round() | change), 400, code)
    assert refusal["error"]["field"] == field


def test_what_is_missing_is_named(caller: Caller) -> None:
    refusal = problem(caller.post("rounds/", {}), 400, "required")
    assert {each["field"] for each in refusal["error"]["problems"]} == {"id", "facts"}


class TestDryRun:
    def test_it_tells_what_the_round_would_come_to_and_stores_nothing(self, caller: Caller) -> None:
        sent = a_round()
        tried = caller.post("rounds/?dry_run=1", sent)
        assert tried.status_code == 200
        assert Round.objects.count() == 0
        recorded = caller.post("rounds/", sent).json()
        assert tried.json()["result"]["transfers"]
        for key, value in tried.json().items():
            assert recorded[key] == value

    def test_it_needs_no_id(self, caller: Caller) -> None:
        sent = a_round()
        del sent["id"]
        assert caller.post("rounds/?dry_run=true", sent).status_code == 200
        problem(caller.post("rounds/?dry_run=0", sent), 400, "required")

    def test_it_refuses_what_recording_would(self, caller: Caller) -> None:
        problem(caller.post("rounds/?dry_run=1", {"facts": {"players": [1, 2]}}), 422)

    def test_a_flag_is_one_or_zero(self, caller: Caller) -> None:
        for text in ("yes", "", "2", "%00"):
            body = problem(caller.post(f"rounds/?dry_run={text}", a_round()), 400, "invalid_choice")
            assert body["error"]["field"] == "dry_run"
        assert Round.objects.count() == 0


def plain_cases(most: int) -> list[Case]:
    """A few cases of each game that pays and of each that is refused."""
    seated = [
        case
        for case in all_cases()
        if all(type(seat) is int and seat in range(1, 9) for seat in case.facts.get("players", [0]))
    ]
    kinds: dict[tuple[str, bool], list[Case]] = {}
    for case in seated:
        kinds.setdefault((case.rules, bool(case.refused)), []).append(case)
    assert len(kinds) == 2 * len(RULE_SETS)
    return [case for cases in kinds.values() for case in cases[:: max(1, len(cases) // most)]]


@sizes("most", 3, 12)
def test_the_cases_of_the_rules_hold_here_too(most: int) -> None:
    assert [case for case in plain_cases(most) if not holds(case)] == []


def holds(case: Case) -> bool:
    """Whether the API answers to the facts of a case what the case says."""
    session = sessions.open_session(
        rules=case.rules,
        settings=case.settings,
        bet_unit=10000,
        players=list("ABCDEFGH"),
        by=ON_THE_MACHINE,
    )
    answer = scorer(session).post("rounds/", {"id": str(uuid4()), "facts": case.facts})
    if case.refused:
        problems = problem(answer, 422)["error"]["problems"]
        return [(each["code"], each["field"]) for each in problems] == case.refused
    net = answer.json()["result"]["net"]
    played = [str(seat) for seat in case.facts["players"]]
    seats = [*played, *sorted(net.keys() - {*played})]
    return case.units in (None, [net[seat] for seat in seats])


@pytest.mark.trust("R8")
@pytest.mark.parametrize("failure", [ServiceBusy(), OperationalError("locked")])
def test_a_database_that_does_not_answer_is_503_and_says_when_to_come_back(
    caller: Caller, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise failure

    monkeypatch.setattr("ledger.books.rounds._write", fail)
    answer = caller.post("rounds/", a_round())
    problem(answer, 503, "service_busy")
    assert int(answer["Retry-After"]) > 0


@pytest.mark.trust("R8")
def test_one_that_is_gone_right_after_the_round_was_saved_says_so_too(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr("ledger.api.views.base.session_tag", fail)
        answer = caller.post("rounds/", sent := a_round())
    problem(answer, 503)
    assert int(answer["Retry-After"]) > 0
    assert caller.post("rounds/", sent).status_code == 200


def test_an_unforeseen_failure_is_a_problem_too_and_is_not_hidden(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("ledger.books.rounds._write", fail)
    with pytest.raises(ZeroDivisionError):
        caller.post("rounds/", a_round())
    refusal = problem(caller.quietly("POST", "rounds/", a_round()), 500, "server_error")
    assert "secret" not in str(refusal)


def test_of_very_many_problems_the_first_are_told(caller: Caller) -> None:
    facts = {"players": [1, 2, 3, 4], "places": [9] * 3000}
    error = problem(caller.post("rounds/", a_round() | {"facts": facts}), 422)["error"]
    assert [each["code"] for each in error["problems"]] == ["too_many"]
    unknown = a_round() | {f"x{number}": 1 for number in range(300)}
    error = problem(caller.post("rounds/", unknown), 400)["error"]
    assert (len(error["problems"]), error["found"]) == (50, 300)
    few = problem(caller.post("rounds/", {}), 400)["error"]
    assert (len(few["problems"]), "found" in few) == (2, False)


def test_a_parameter_that_is_sent_twice_is_refused(caller: Caller) -> None:
    problem(caller.post("rounds/?dry_run=1&dry_run=0", a_round()), 400, "twice")
    assert caller.session.rounds.count() == 0


def test_the_game_may_be_named_and_must_be_the_one_that_is_played(db: None) -> None:
    caller, sent = scorer(), a_round(rules="tien_len")
    assert caller.post("rounds/", sent).status_code == 201
    refusal = problem(caller.post("rounds/", a_round(rules="phom")), 409, "other_game")
    assert "tien_len" in refusal["detail"]
    problem(caller.post("rounds/?dry_run=1", a_round(rules="phom")), 409, "other_game")
    problem(caller("PUT", "rounds/1/", a_round(rules="phom")), 409, "other_game")
    problem(caller.post("rounds/", a_round(rules="poker")), 400, "invalid_choice")
    caller("PATCH", "", {"rules": "phom"})
    assert caller.post("rounds/", sent).status_code == 200  # sent again, it is what it was
    assert caller("PUT", "rounds/1/", a_round(rules="tien_len")).status_code == 201
    problem(caller.post("rounds/", a_round(rules="tien_len")), 409, "other_game")
