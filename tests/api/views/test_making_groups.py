"""groups/, groups/{id}/sessions/ and a session opened in a group: each counts exactly once."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.models import Group, Session
from ledger.people import groups
from tests.api.calls import NEW, ROOT, Caller, problem, scorer, viewer
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db

GROUPS = "/api/v1/groups/"


def sent(session: Session, **changed: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "name": "Nhà An", "session": session.pk} | changed


@pytest.fixture
def session(db: None) -> Session:
    return a_table()


@pytest.fixture
def group(session: Session) -> Group:
    made = scorer(session).post(GROUPS, sent(session))
    assert made.status_code == 201, made.content
    return Group.objects.get(pk=made.json()["id"])


def holder(group: Group, role: Role = Role.SCORE) -> Caller:
    return Caller(Session(), key(group, role))


def add(group: Group, session: Session, role: Role = Role.SCORE, **more: Any) -> Any:
    body = {"session": session.pk, "key": key(session, Role.SCORE)} | more
    return holder(group, role).post(f"{GROUPS}{group.pk}/sessions/", body)


def test_a_group_is_made_of_a_session_and_its_keys_open_it(session: Session) -> None:
    body = sent(session)
    first, second = (scorer(session).post(GROUPS, body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    reply = first.json()
    assert reply == second.json()
    assert [each["name"] for each in reply["members"]] == ["An", "Bình", "Cúc", "Dũng"]
    assert [each["id"] for each in reply["sessions"]] == [session.pk]
    opened = Caller(Session(), reply["view_key"]).get(f"{GROUPS}{reply['id']}/")
    assert opened.json()["name"] == "Nhà An"
    assert reply["links"]["score"].endswith(f"/join/#{reply['id']}.{reply['score_key']}")
    assert first["ETag"] == scorer(session).get()["ETag"]


def test_who_may_not_score_makes_no_group(session: Session) -> None:
    problem(viewer(session).post(GROUPS, sent(session)), 403, "read_only")
    problem(Caller(session).post(GROUPS, sent(session)), 401, "no_key")
    for stranger in (Caller(session, "a" * 32), scorer(a_table())):
        problem(stranger.post(GROUPS, sent(session)), 404, "not_found")
    problem(scorer(session).post(GROUPS, {"session": session.pk}), 400)
    problem(scorer(session).post(GROUPS, sent(session) | {"session": 5}), 400)
    assert not Group.objects.exists()


def test_staff_list_groups(group: Group, django_assert_max_num_queries: Any) -> None:
    add(group, a_table())
    groups.make("", a_table(2), submission_id=uuid4(), by=ON_THE_MACHINE)
    staff = Caller(Session(), staff_tokens.make("Hà")[1])
    with django_assert_max_num_queries(9):
        page = staff.get(GROUPS).json()
    assert page["count"] == 2
    line = page["results"][1]
    assert (line["id"], line["name"]) == (group.pk, "Nhà An")
    assert [(each["member_count"], each["session_count"]) for each in page["results"]] == [
        *((2, 1), (4, 2))
    ]
    assert "key" not in str(page)
    problem(holder(group).get(GROUPS), 401, "staff_only")


def test_a_session_is_added_once_with_its_people_by_name(group: Group) -> None:
    second = a_table()
    play(second, 2, 1)
    for _ in range(2):
        answer = add(group, second)
        assert answer.status_code == 200, answer.content
    assert [each["id"] for each in answer.json()["sessions"]][1:] == [second.pk]
    assert len(answer.json()["members"]) == 4


def test_who_is_who_can_be_told(group: Group) -> None:
    second, (first, *_rest) = a_table(), group.members.all()
    reply = add(group, second, members={"2": first.pk, "1": None}).json()
    seated = {each["seat"]: each["member"] for each in reply["sessions"][1]["players"]}
    assert seated[2] == first.pk
    assert seated[1] not in {each.pk for each in _rest} | {first.pk}
    assert len(reply["members"]) == 5
    problem(add(group, second, members={"7": first.pk}), 422, "unknown_seat")
    problem(add(group, second, members={"1": 999_999}), 422, "unknown_member")
    problem(add(group, second, members={"9": first.pk}), 400, "unknown_field")
    problem(add(group, second, members={"3": first.pk, "2": first.pk}), 409, "twice_the_same")


def test_it_takes_both_score_keys(group: Group) -> None:
    second = a_table()
    problem(add(group, second, Role.VIEW), 403, "read_only")
    problem(add(group, second, key=key(second, Role.VIEW)), 403, "read_only")
    problem(add(group, second, key="a" * 32), 404, "not_found")
    money = Caller(Session()).post(ROOT, NEW | {"currency": "đồng"}).json()["id"]
    problem(add(group, Session.objects.get(pk=money)), 409, "other_currency")
    assert group.evenings.count() == 1


def test_a_session_is_opened_in_a_group(group: Group) -> None:
    body = NEW | {"id": str(uuid4()), "group": group.pk}
    first, second = (holder(group).post(ROOT, body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    reply = holder(group).get(f"{GROUPS}{group.pk}/").json()
    assert [each["id"] for each in reply["sessions"]][1:] == [first.json()["id"]]
    assert [each["name"] for each in reply["members"]] == ["An", "Bình", "Cúc", "Dũng"]
    groups.take_out(group, first.json()["id"], by=ON_THE_MACHINE)
    problem(holder(group).post(ROOT, body), 409, "different_session")


def test_where_it_cannot_count_none_is_opened(group: Group) -> None:
    before = Session.objects.count()
    body = NEW | {"group": group.pk}
    problem(holder(group, Role.VIEW).post(ROOT, body), 403, "read_only")
    problem(Caller(Session()).post(ROOT, body), 404, "not_found")
    problem(holder(group).post(ROOT, body | {"group": "nosuchgroup"}), 404, "not_found")
    problem(holder(group).post(ROOT, body | {"currency": "đồng"}), 409, "other_currency")
    assert Session.objects.count() == before
