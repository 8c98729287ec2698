"""POST sessions/{id}/keys/: a new key in place of one that went too far."""

from typing import Any

import pytest

from ledger.access.keys import Role, key, link_fragment
from ledger.models import Session
from tests.api.calls import Caller, problem, scorer, viewer
from tests.api.questions import Writes
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(db: None) -> Session:
    return a_table()


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", "keys/", ("POST",)

    def body(self) -> Any:
        return {"key": "view"}


@pytest.mark.parametrize("role", Role)
def test_the_old_key_opens_nothing_and_the_new_one_does(session: Session, role: Role) -> None:
    old = {Role.SCORE: scorer(session), Role.VIEW: viewer(session)}
    answer = old[Role.SCORE].post("keys/", {"key": role.value})
    body = answer.json()
    assert answer.status_code == 200
    problem(old[role].get(), 404, "not_found")
    new = body[f"{role}_key"]
    assert new != old[role].key
    assert Caller(session, new).get().status_code == 200
    (other,) = set(Role) - {role}
    assert body[f"{other}_key"] == old[other].key
    assert old[other].get().status_code == 200


def test_the_links_are_ready_to_send(session: Session) -> None:
    links = scorer(session).post("keys/", {"key": "view"}).json()["links"]
    session.refresh_from_db()
    ends = [link_fragment(session, role) for role in (Role.SCORE, Role.VIEW)]
    score, view, board = (links[name] for name in ("score", "view", "board"))
    assert (score, view) == tuple(f"http://testserver/join/#{end}" for end in ends)
    assert board == f"{view}.board"


def test_each_call_makes_a_new_key(session: Session) -> None:
    caller = scorer(session)
    first, second = (caller.post("keys/", {"key": "view"}).json() for _ in range(2))
    assert first["view_key"] != second["view_key"]
    problem(Caller(session, first["view_key"]).get(), 404)
    assert session.changes.filter(kind="key", link="api").count() == 2


def test_a_renewed_score_key_renews_nothing_more(session: Session) -> None:
    caller = scorer(session)
    caller.post("keys/", {"key": "score"})
    before = key(Session.objects.get(pk=session.pk), Role.SCORE)
    problem(caller.post("keys/", {"key": "score"}), 404)
    assert key(Session.objects.get(pk=session.pk), Role.SCORE) == before


@pytest.mark.parametrize("body", [{}, {"key": "board"}, {"key": None}, {"key": ["view"]}])
def test_what_names_no_key_is_refused(session: Session, body: dict[str, Any]) -> None:
    refusal = problem(scorer(session).post("keys/", body), 400)
    assert refusal["error"]["field"] == "key"


def test_it_is_counted(session: Session, settings: Any) -> None:
    settings.API_WRITES = (2, 86400)
    caller = scorer(session)
    answers = [caller.post("keys/", {"key": "view"}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
