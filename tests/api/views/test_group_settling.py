"""groups/{id}/accounts/ and groups/{id}/settlements/: several evenings settled as one."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.books import balances
from ledger.books.audit import differences
from ledger.models import Group, GroupSettlement, Session
from ledger.tables import sessions
from tests.api.calls import Caller, problem
from tests.sample_tables import a_table, grouped, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> list[Session]:
    """At each seat 2 has 2.000 to get of seat 3 and seat 1 1.000 of seat 4; both are closed."""
    tables = [a_table() for _ in range(2)]
    for table in tables:
        play(table, 2, 1, 4, 3)
        sessions.close(table.pk, by=ON_THE_MACHINE)
    return tables


@pytest.fixture
def group(evenings: list[Session]) -> Group:
    return grouped(*evenings, name="Nhà An")


def caller(group: Group, role: Role = Role.SCORE) -> Any:
    client, here = Caller(Session(), key(group, role)), f"/api/v1/groups/{group.pk}/"
    return lambda method, path, body=None: client(method, here + path, body)


def whole(group: Group) -> dict[str, Any]:
    """The body that settles all that can be."""
    states = caller(group)("GET", "accounts/").json()["evenings"]
    return {"id": str(uuid4()), "evenings": states}


def quits(evenings: list[Session]) -> bool:
    return not any(each.balance for table in evenings for each in balances.scoreboard(table))


NOWHERE = "8a5c1f6e-4a53-4f0b-9d2e-5b7f3c1a9e10"
PAYMENTS = [(4, 1, 2000), (3, 2, 4000)]


def paid(body: Any) -> list[tuple[int, int, int]]:
    return [(each["payer"], each["payee"], each["amount"]) for each in body["payments"]]


def test_the_accounts_say_who_pays_whom_and_why(group: Group, evenings: list[Session]) -> None:
    body = caller(group, Role.VIEW)("GET", "accounts/").json()
    first, second = (each.pk for each in evenings)
    assert body["evenings"].keys() == {first, second}
    an = group.members.earliest("pk")
    assert body["people"][0] == {
        "number": 1,
        "member": an.pk,
        "name": "An",
        "balance": 2000,
        "evenings": {first: 1000, second: 1000},
    }
    assert (sorted(paid(body)), body["playing"]) == (sorted(PAYMENTS), [])
    sessions.reopen(first, by=ON_THE_MACHINE)
    body = caller(group)("GET", "accounts/").json()
    assert (list(body["evenings"]), body["playing"]) == ([second], [first])


def test_a_settlement_is_written_once(group: Group, evenings: list[Session]) -> None:
    call, sent = caller(group), whole(group)
    answers = [call("POST", "settlements/", sent) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    body = answers[0].json()
    assert (body["id"], body["state"], body["evenings"]) == (
        sent["id"],
        "recorded",
        sent["evenings"],
    )
    assert sorted(paid(body)) == sorted(PAYMENTS)
    assert body["people"][0]["evenings"] == {each.pk: 1000 for each in evenings}
    assert quits(evenings)
    assert GroupSettlement.objects.count() == 1
    assert call("GET", "settlements/").json()["results"] == [body]
    assert call("GET", "accounts/").json()["evenings"] == {}
    assert list(differences()) == []


def test_what_changed_and_what_is_another_is_refused(group: Group, evenings: list[Session]) -> None:
    call, sent = caller(group), whole(group)
    older = sent | {"evenings": {evenings[0].pk: "0" * 16}}
    problem(call("POST", "settlements/", older), 409, "accounts_changed")
    problem(call("POST", "settlements/", sent | {"evenings": {}}), 400)
    assert call("POST", "settlements/", sent).status_code == 201
    problem(call("POST", "settlements/", older), 409, "different_settlement")
    again = sent | {"id": str(uuid4())}
    problem(call("POST", "settlements/", again), 409, "accounts_changed")


def test_a_payment_is_marked_and_taken_back(group: Group) -> None:
    call, sent = caller(group), whole(group)
    call("POST", "settlements/", sent)
    here = f"settlements/{sent['id']}/"
    marked = [call("PUT", f"{here}payments/1/", {"paid": True}).json() for _ in range(2)]
    assert marked[0] == marked[1]
    assert [bool(each["paid_at"]) for each in marked[0]["payments"]] == [True, False]
    problem(call("POST", f"{here}void/"), 409, "settlement_paid")
    body = call("PUT", f"{here}payments/1/", {"paid": False}).json()
    assert {each["paid_at"] for each in body["payments"]} == {None}
    problem(call("PUT", f"{here}payments/9/", {"paid": True}), 404, "unknown_settlement")
    problem(call("PUT", f"{here}payments/1/", {}), 400)


def test_a_settlement_is_undone(group: Group, evenings: list[Session]) -> None:
    call, sent = caller(group), whole(group)
    call("POST", "settlements/", sent)
    here = f"settlements/{sent['id']}/"
    answers = [call("POST", f"{here}void/") for _ in range(2)]
    assert [each.json()["state"] for each in answers] == ["void", "void"]
    assert not quits(evenings)
    problem(call("PUT", f"{here}payments/1/", {"paid": True}), 409, "settlement_undone")
    assert call("POST", "settlements/", sent).json()["state"] == "void"
    problem(call("POST", f"settlements/{uuid4()}/void/"), 404, "unknown_settlement")
    assert list(differences()) == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "settlements/"),
        ("POST", f"settlements/{NOWHERE}/void/"),
        ("PUT", f"settlements/{NOWHERE}/payments/1/"),
    ],
)
def test_the_view_key_reads_and_no_key_opens_nothing(group: Group, method: str, path: str) -> None:
    problem(caller(group, Role.VIEW)(method, path, whole(group)), 403, "read_only")
    problem(Caller(Session())(method, f"/api/v1/groups/{group.pk}/{path}"), 404)
    assert caller(group, Role.VIEW)("GET", "settlements/").status_code == 200
    problem(caller(group)("DELETE", path), 405)


def test_how_often_a_group_may_write_is_said(group: Group) -> None:
    answer = caller(group)("POST", "settlements/", whole(group))
    assert answer["RateLimit"].startswith('"write')
