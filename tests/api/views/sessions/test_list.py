"""GET sessions/: all sessions, for staff only."""

from datetime import timedelta

import pytest
from django.db.models.signals import pre_save
from django.utils import timezone

from ledger.access import keys, staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Session
from ledger.tables import sessions
from tests.api.calls import ROOT, Caller, follow_cursor, problem
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Session(), staff_tokens.make("Hà")[1])


def ids(caller: Caller, query: str = "") -> list[str]:
    answer = caller.get(f"{ROOT}{query}")
    assert answer.status_code == 200, answer.content
    return [each["id"] for each in answer.json()["results"]]


def test_it_lists_every_session_newest_first(caller: Caller) -> None:
    first, second = a_table(), a_table(rules="phom")
    play(first)
    page = caller.get(ROOT).json()
    assert [each["id"] for each in page["results"]] == [second.pk, first.pk]
    assert (page["count"], page["next"], page["previous"]) == (2, None, None)
    line = page["results"][1]
    assert (line["state"], line["rules"], line["round_count"]) == ("open", "tien_len", 1)
    assert [player["balance"] for player in line["players"]] == [1000, 2000, -2000, -1000]
    assert "key" not in str(page)


def test_it_is_filtered_by_state_rules_and_day(caller: Caller) -> None:
    open_one, closed = a_table(), a_table(rules="phom")
    sessions.close(closed.pk, by=ON_THE_MACHINE)
    today = timezone.localdate()
    tomorrow = today + timedelta(days=1)
    assert ids(caller, "?state=open") == [open_one.pk]
    assert ids(caller, "?state=closed") == [closed.pk]
    assert ids(caller, "?rules=phom&state=closed") == [closed.pk]
    assert ids(caller, "?rules=phom&state=open") == []
    assert len(ids(caller, f"?opened_from={today}&opened_until={today}")) == 2
    assert ids(caller, f"?opened_from={tomorrow}") == []
    assert ids(caller, f"?opened_until={today - timedelta(days=1)}") == []


@pytest.mark.parametrize(
    "query",
    [
        *("state=x", "rules=poker", "rules=%00", "opened_from=x", "opened_from=2026-13-40"),
        *("opened_from=01/02/2026", "opened_until=10/25/06", "opened_from=Oct 25 2006"),
        *("opened_from=2026-1-2", "opened_from= 2026-01-02", "opened_until=２０２６-01-02"),
    ],
)
def test_a_filter_that_cannot_be_is_refused(caller: Caller, query: str) -> None:
    refusal = problem(caller.get(f"{ROOT}?{query}"), 400)
    assert refusal["error"]["field"] == query.partition("=")[0]


def test_an_unknown_filter_is_refused(caller: Caller) -> None:
    problem(caller.get(f"{ROOT}?name=x"), 400, "unknown_field")


def test_it_comes_in_pages_at_a_fixed_number_of_queries(
    caller: Caller, django_assert_max_num_queries
) -> None:
    for _ in range(5):
        a_table()
    caller.get(ROOT)
    with django_assert_max_num_queries(6):
        assert len(ids(caller, "?page_size=2&page=2")) == 2


def test_nobody_else_sees_it(db: None) -> None:
    session = a_table()
    made, token = staff_tokens.make("Hà")
    staff_tokens.revoke(made.pk)
    for key in ("", "x", keys.key(session, Role.SCORE), token, staff_tokens.PREFIX):
        answer = Caller(session, key).get(ROOT)
        problem(answer, 401, "staff_only")
        assert answer["WWW-Authenticate"] == "Bearer"


def test_a_cursor_tells_each_once_and_since_only_the_newer(caller: Caller) -> None:
    opened = [a_table().pk for _ in range(5)]
    items = follow_cursor(caller, ROOT, a_table)
    assert [each["id"] for each in items] == opened[::-1]
    newer = ids(caller, f"?since={opened[2]}")
    assert len(newer) == 5
    assert newer[-2:] == [opened[4], opened[3]]
    assert ids(caller, f"?since={newer[0]}") == []
    problem(caller.get(f"{ROOT}?since=nosuch22"), 404)
    problem(caller.get(f"{ROOT}?cursor=nosuch22"), 404)
    problem(caller.get(f"{ROOT}?cursor=-1"), 400)


def test_sessions_of_one_moment_are_told_once(caller: Caller) -> None:
    moment = timezone.now()

    def open_then(instance: Session, **_more: object) -> None:
        instance.opened_at = moment

    pre_save.connect(open_then, Session)
    try:
        made = {a_table().pk for _ in range(5)}
    finally:
        pre_save.disconnect(open_then, Session)
    assert len({*Session.objects.values_list("opened_at", flat=True)}) == 1
    assert {each["id"] for each in follow_cursor(caller, ROOT, lambda: None)} == made
    first, *rest = ids(caller)
    assert ids(caller, f"?since={rest[-1]}") == [first, *rest[:-1]]
