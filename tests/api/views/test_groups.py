"""GET groups/{id}/ and groups/{id}/totals/: people over several evenings."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.books.settlement import Pay
from ledger.models import Group, Session
from ledger.people import groups
from ledger.tables import other_items, sessions
from tests.api.calls import Caller, problem
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db

PATHS = ("", "totals/")


@pytest.fixture
def evenings(db: None) -> list[Session]:
    """Two tables of the same people, who sit otherwise on the second."""
    first, second = a_table(), a_table()
    play(first, 2, 1, 4, 3)
    sessions.close(first.pk, by=ON_THE_MACHINE)
    play(second, 1, 2, 3, 4)
    play(second, 2, 1, 3, 4)
    return [first, second]


@pytest.fixture
def group(evenings: list[Session]) -> Group:
    first, second = evenings
    group = groups.make("Nhà An", first, submission_id=uuid4(), by=ON_THE_MACHINE)
    members = list(group.members.values_list("pk", flat=True))
    groups.add(
        group,
        second,
        dict(enumerate([members[1], members[0], *members[2:]], start=1)),
        by=ON_THE_MACHINE,
    )
    return group


def caller(group: Group, role: Role = Role.VIEW, key_: str | None = None) -> Any:
    client = Caller(Session(), key(group, role) if key_ is None else key_)
    return lambda path, **more: client.get(f"/api/v1/groups/{group.pk}/{path}", **more)


def test_it_tells_who_belongs_to_it_and_what_counts(group: Group, evenings: list[Session]) -> None:
    body = caller(group)("").json()
    members = [each["id"] for each in body["members"]]
    assert [each["name"] for each in body["members"]] == ["An", "Bình", "Cúc", "Dũng"]
    assert (body["id"], body["name"], body["currency"]) == (group.pk, "Nhà An", "")
    first, second = body["sessions"]
    assert [each["id"] for each in (first, second)] == [each.pk for each in evenings]
    assert (first["state"], first["round_count"]) == ("closed", 1)
    assert (second["state"], second["round_count"], second["closed_at"]) == ("open", 2, None)
    assert second["players"][:2] == [
        {"seat": 1, "member": members[1]},
        {"seat": 2, "member": members[0]},
    ]


def test_balances_go_over_the_evenings(group: Group, evenings: list[Session]) -> None:
    pays = [Pay(1, 2, 700)]  # which counts at that table alone
    other_items.post_item(
        evenings[1].pk, submission_id=uuid4(), pays=pays, text="phạt", by=ON_THE_MACHINE
    )
    body = caller(group)("totals/").json()
    an, bình, cúc, dũng = (str(each["id"]) for each in body["members"])
    shown = [[each[field] for each in body["members"]] for field in ("balance", "played", "won")]
    assert shown == [[4000, 5000, -4000, -5000], [3] * 4, [3, 3, 0, 0]]
    assert body["members"][0]["by_reason"] == {"place": 4000}
    first, second = body["evenings"]
    assert [each["session"] for each in (first, second)] == [each.pk for each in evenings]
    assert first["amounts"] == {an: 1000, bình: 2000, cúc: -2000, dũng: -1000}
    assert first["balances"] == first["amounts"]
    assert second["balances"] == {an: 4000, bình: 5000, cúc: -4000, dũng: -5000}
    assert (first["rounds"], second["rounds"]) == (1, 2)


def test_who_was_not_there_has_no_amount(group: Group) -> None:
    third = a_table(2)
    play(third, 1, 2)
    groups.add(
        group,
        third,
        dict(enumerate(group.members.values_list("pk", flat=True)[:2], 1)),
        by=ON_THE_MACHINE,
    )
    body = caller(group)("totals/").json()
    assert [len(each["amounts"]) for each in body["evenings"]] == [4, 4, 2]
    assert [len(each["balances"]) for each in body["evenings"]] == [4, 4, 4]


def test_a_group_without_a_round_has_balances_of_nothing(db: None) -> None:
    group = groups.make("", a_table(), submission_id=uuid4(), by=ON_THE_MACHINE)
    body = caller(group)("totals/").json()
    assert {each["balance"] for each in body["members"]} == {0}
    assert [(each["amounts"], each["rounds"]) for each in body["evenings"]] == [({}, 0)]


@pytest.mark.parametrize("path", PATHS)
def test_both_keys_read_the_same(group: Group, path: str) -> None:
    answers = [caller(group, role)(path) for role in Role]
    assert [each.status_code for each in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert "no-store" in answers[0]["Cache-Control"]


@pytest.mark.parametrize("path", PATHS)
def test_without_the_groups_key_there_is_no_group(
    group: Group, evenings: list[Session], path: str
) -> None:
    other = groups.make("", a_table(), submission_id=uuid4(), by=ON_THE_MACHINE)
    old = key(group, Role.VIEW)
    groups.renew_key(group, Role.VIEW)
    strangers = {
        "no key": "",
        "a wrong key": "a" * 32,
        "no real key": "x é",
        "a renewed key": old,
        "another group's key": key(other, Role.SCORE),
        "a table's key": key(evenings[0], Role.SCORE),
        "a staff token": staff_tokens.make("Hà")[1],
    }
    expected = caller(Group(pk="nosuchgroup"), key_=key(group, Role.SCORE))(path)
    problem(expected, 404, "not_found")
    for name, stranger in strangers.items():
        answer = caller(group, key_=stranger)(path)
        assert (name, answer.status_code, answer.content) == (name, 404, expected.content)


def test_an_impossible_id_is_not_found(group: Group) -> None:
    for id in ("x", "é", "a" * 300, "..", "%00", "1%2F2", "a'b", "-1"):
        for path in PATHS:
            problem(caller(Group(pk=id), key_=key(group, Role.VIEW))(path), 404)


def test_a_wrong_key_is_counted_as_that_of_a_session_is(group: Group, settings: Any) -> None:
    settings.API_WRONG_KEYS = (2, 86400)
    tries = [caller(group, key_="wrong")("").status_code for _ in range(3)]
    assert tries == [404, 404, 429]
    assert caller(group)("").status_code == 200
    assert caller(group, key_="")("").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_who_has_the_answer_is_told_so_until_it_changes(
    group: Group, evenings: list[Session], path: str
) -> None:
    ask = caller(group)

    def changed() -> bool:
        nonlocal known
        answer = ask(path, headers={"if-none-match": known})
        assert (answer.status_code, bool(answer.content)) in ((304, False), (200, True))
        assert answer.status_code == 304 or answer["ETag"] != known
        known = answer["ETag"]
        return bool(answer.status_code == 200)

    known = ask(path)["ETag"]
    assert not changed()
    play(evenings[1])
    assert changed()
    groups.rename(group, "Nhà Bình")
    assert changed() == (path == "")
    sessions.close(evenings[1].pk, by=ON_THE_MACHINE)
    assert changed() == (path == "")
    sessions.rename_players(evenings[0].pk, {1: "Ân"}, by=ON_THE_MACHINE)
    changed()
    groups.take_out(group, evenings[1].pk, by=ON_THE_MACHINE)
    assert changed()
    assert not changed()


@pytest.mark.parametrize("path", PATHS)
def test_it_is_only_read_and_strictly(group: Group, path: str) -> None:
    client = Caller(Session(), key(group, Role.SCORE))
    address = f"/api/v1/groups/{group.pk}/{path}"
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        problem(client(method, address), 405, "method_not_allowed")
    problem(client.get(f"{address}?page=1"), 400, "unknown_field")


def test_many_evenings_take_no_more_queries(
    group: Group, django_assert_max_num_queries: Any
) -> None:
    for path in PATHS:
        with django_assert_max_num_queries(7):
            caller(group)(path)
