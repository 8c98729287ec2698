"""The questions that every call is asked; each test file says what its call is."""

from typing import Any, ClassVar
from uuid import UUID

import pytest

from ledger.access import staff_tokens
from ledger.models import Round, Session
from tests.api.calls import Caller, problem, scorer, strangers, viewer
from tests.sample_tables import a_table, play

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
NO_JSON: tuple[str | bytes, ...] = (
    *("{", "nil", '{"id": 1, "id": 2}', '{"id": NaN}', '{"after": 1e999}', "[" * 5000),
    *('{"a": "\\ud800"}', b"\xff\xfe", b'{"name": "\x00"}', '{"a":' * 30 + "1" + "}" * 30),
)


@pytest.mark.django_db
class Questions:
    """One call: `path` below the session, the methods its address answers, a good body."""

    method: ClassVar[str] = "GET"
    path: ClassVar[str] = ""
    methods: ClassVar[tuple[str, ...]] = ("GET",)
    good: ClassVar[int] = 200

    @pytest.fixture
    def session(self, db: None) -> Session:
        session = a_table()
        play(session)
        return session

    def body(self) -> Any:
        return None

    def call(self, caller: Caller, **options: Any) -> Any:
        return caller(self.method, self.path, self.body(), **options)

    def test_it_works_and_nothing_of_it_is_kept_on_the_way(self, session: Session) -> None:
        answer = self.call(scorer(session))
        assert answer.status_code == self.good, answer.content
        assert answer["Content-Type"] == "application/json"
        for each in (answer, self.call(Caller(session))):
            assert "no-store" in each["Cache-Control"]

    def test_other_methods_and_unknown_parameters_are_refused_by_name(
        self, session: Session
    ) -> None:
        for method in METHODS:
            if method not in self.methods:
                answer = scorer(session)(method, self.path)
                problem(answer, 405, "method_not_allowed")
                assert set(answer["Allow"].split(", ")) - {"HEAD"} == set(self.methods)
        answer = scorer(session)(self.method, f"{self.path}?dry_rum=1", self.body())
        refusal = problem(answer, 400, "unknown_field")
        assert refusal["error"]["field"] == "dry_rum"

    def test_without_the_sessions_key_there_is_no_session(self, session: Session) -> None:
        missing = Caller(Session(pk="nosuch22"), scorer(session).key)
        expected = self.call(missing)
        problem(expected, 404, "not_found")
        for name, caller in strangers(session).items():
            answer = self.call(caller)
            assert (name, answer.status_code, answer.content) == (name, 404, expected.content)
            assert answer.headers.items() >= {"Allow": expected["Allow"]}.items()


class Reads(Questions):
    """A call that changes nothing: the view key is enough, and so is a staff token."""

    def test_the_view_key_and_a_staff_token_read(self, session: Session) -> None:
        made, token = staff_tokens.make("Hà")
        content = self.call(scorer(session)).content
        assert self.call(viewer(session)).content == content
        assert self.call(Caller(session, token)).content == content
        assert self.call(Caller(Session(pk="nosuch22"), token)).status_code == 404
        staff_tokens.revoke(made.pk)
        assert self.call(Caller(session, token)).status_code == 404

    def test_only_what_has_changed_is_sent_again(self, session: Session) -> None:
        first, second = self.call(scorer(session)), self.call(scorer(session))
        assert (first.content, first["ETag"]) == (second.content, second["ETag"])
        again = self.call(scorer(session), headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        head = scorer(session)("HEAD", self.path)
        assert (head.status_code, head.content) == (200, b"")
        play(session)
        now = self.call(scorer(session))
        again = self.call(scorer(session), headers={"if-none-match": first["ETag"]})
        changed = now.content != first.content
        assert again.status_code == (200 if changed else 304)
        assert (again["ETag"] != first["ETag"]) == changed


class Writes(Questions):
    """A call that changes something: it needs the score key and a strict body."""

    no_json: ClassVar[tuple[str | bytes, ...]] = NO_JSON[:1]
    other_types: ClassVar[tuple[str, ...]] = ("null", "5", '"text"', "true", "[[]]")

    def untouched(self, session: Session) -> tuple[object, ...]:
        now = Session.objects.get(pk=session.pk)
        return (now.head, now.round_count, now.closed_at, now.name, now.bet_unit_id)

    def test_the_view_key_and_a_staff_token_do_not_write(self, session: Session) -> None:
        before = self.untouched(session)
        for caller in (viewer(session), Caller(session, staff_tokens.make("Hà")[1])):
            problem(self.call(caller), 403, "read_only")
        assert self.untouched(session) == before

    def test_another_type_of_body_is_refused(self, session: Session) -> None:
        before = self.untouched(session)
        for body in self.no_json:
            problem(scorer(session)(self.method, self.path, body), 400, "json")
        for body in self.other_types:
            problem(scorer(session)(self.method, self.path, body), 400)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = scorer(session)(self.method, self.path, "a=1", content_type=kind)
            problem(answer, 415, "unsupported_media_type")
        long = b'{"name": "' + b"a" * 300_000 + b'"}'
        problem(scorer(session)(self.method, self.path, long), 413, "too_long")
        assert self.untouched(session) == before

    def test_an_unknown_field_is_refused(self, session: Session) -> None:
        before = self.untouched(session)
        answer = scorer(session)(self.method, self.path, (self.body() or {}) | {"bet_unti": 1})
        refusal = problem(answer, 400, "unknown_field")
        assert refusal["error"]["field"] == "bet_unti"
        assert self.untouched(session) == before


def rounds_of(session: Session) -> dict[UUID, int]:
    return dict(Round.objects.filter(session=session).values_list("submission_id", "number"))
