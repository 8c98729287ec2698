"""Who gets what from every address below /admin/; one that is missing here fails."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import get_resolver

from ledger.admin.permissions import offered
from ledger.models import (
    BetUnit,
    Entry,
    Member,
    Posting,
    Round,
    RuleVersion,
    SavedRules,
    Seat,
    Session,
    StaffToken,
)
from ledger.people import groups
from tests.admin.people import browser, staff, superuser
from tests.ledger.tables import a_table, play

pytestmark = pytest.mark.django_db

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")

SHOWN = ("changelist", "change", "history")
"""What a superuser may look at."""

FORBIDDEN = ("add", "delete")
"""What nobody may do to what the table wrote, or to the audit log."""

READ_ONLY = (
    "ledger_session",
    "ledger_round",
    "ledger_posting",
    "ledger_entry",
    "ledger_group",
    "admin_logentry",
)
MADE_HERE = ("ledger_stafftoken", "ledger_savedrules")
"""Made and ended here; otherwise as fixed as what the table wrote."""

FIXED = (
    *((model, what) for model in READ_ONLY for what in ("add", "change", "delete")),
    *((model, what) for model in MADE_HERE for what in ("change", "delete")),
)
OWNERS = ("auth_user", "auth_group")
BY_POST_ONLY = (
    *("ledger_stafftoken_revoke", "ledger_savedrules_stop-sharing"),
    *("ledger_savedrules_share-again", "ledger_group_drop"),
)
OWN_PAGES = tuple(f"ledger_session_{name}" for name in ("bet-unit", "rules", "names", "check"))
FOR_ALL_STAFF = ("index", "password_change", "password_change_done", "jsi18n")
OPEN = ("login",)
ELSEWHERE = {"logout": (405, 302), "autocomplete": (403, 403), "view_on_site": (404, 404)}
"""What GET and POST get from a superuser without anything more."""


def addresses(patterns: Any, before: str = "") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield pattern.name or "", route


ROUTES = {
    name: route
    for name, route in addresses(get_resolver().url_patterns)
    if route.startswith("admin/") and name and name != "app_list"
}


@pytest.fixture
def session() -> Session:
    table = a_table()
    play(table)
    return table


@pytest.fixture
def owner() -> User:
    return superuser()


def shared_set() -> SavedRules:
    made = {"name": "Nhà An", "rules": "tien_len", "shared": True}
    return SavedRules.objects.get_or_create(id="nha-an", defaults=made)[0]


def target(name: str, session: Session, owner: User) -> str:
    """The address of a route, about something that is there."""
    line = LogEntry.objects.create(user=owner, object_repr="x", action_flag=2)
    people = session.groups_made.first() or groups.make("", session, submission_id=uuid4())
    about = {
        "ledger_session": session.pk,
        "ledger_round": session.rounds.get().pk,
        "ledger_posting": session.postings.get().pk,
        "ledger_entry": Entry.objects.order_by("pk").first().pk,  # type: ignore[union-attr]
        "admin_logentry": line.pk,
        "auth_user": owner.pk,
        "ledger_stafftoken": StaffToken.objects.get_or_create(label="Hà", digest="0")[0].pk,
        "ledger_savedrules": shared_set().pk,
        "ledger_group": people.pk,
        "auth_group": Group.objects.get_or_create(name="quản lý")[0].pk,
    }
    found = next((pk for start, pk in about.items() if name.startswith(start)), "")
    route = ROUTES[name].replace("<path:content_type_id>", "1")
    for part in ("<path:object_id>", "<str:object_id>", "<int:object_id>", "<id>"):
        route = route.replace(part, str(found))
    return f"/{route}"


def test_every_address_is_known_here() -> None:
    known = {
        *FOR_ALL_STAFF,
        *OPEN,
        *ELSEWHERE,
        *OWN_PAGES,
        *BY_POST_ONLY,
        *(f"{model}_{what}" for model in READ_ONLY for what in SHOWN + FORBIDDEN),
        *(f"{model}_{what}" for model in OWNERS + MADE_HERE for what in SHOWN + FORBIDDEN),
        "auth_user_password_change",
    }
    assert set(ROUTES) == known


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*OPEN, "jsi18n"}))
@pytest.mark.parametrize("method", METHODS)
def test_a_stranger_is_sent_to_the_login(
    name: str, method: str, session: Session, owner: User, client: Client
) -> None:
    address = target(name, session, owner)
    answer = getattr(client, method)(address)
    assert answer.status_code == 302
    goal = "/admin/" if name == "logout" else f"/admin/login/?next={address}"
    assert answer.headers["location"].startswith(goal)


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*OPEN, "jsi18n", "logout"}))
def test_a_user_who_is_no_staff_is_a_stranger(name: str, session: Session, owner: User) -> None:
    client = Client()
    client.force_login(User.objects.create_user("khach"))
    for method in ("get", "post"):
        answer = getattr(client, method)(target(name, session, owner))
        assert answer.headers["location"].startswith("/admin/login/")


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*FOR_ALL_STAFF, *OPEN, *ELSEWHERE}))
@pytest.mark.parametrize("method", METHODS)
def test_staff_without_a_permission_is_refused(
    name: str, method: str, session: Session, owner: User
) -> None:
    answer = getattr(browser(staff()), method)(target(name, session, owner))
    assert answer.status_code in (403, 405)


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*FOR_ALL_STAFF, *OPEN, *ELSEWHERE}))
def test_a_permission_that_is_not_offered_opens_nothing(
    name: str, session: Session, owner: User
) -> None:
    user = staff()
    user.user_permissions.set(Permission.objects.exclude(pk__in=offered()))
    address, client = target(name, session, owner), browser(user)
    assert {client.get(address).status_code, client.post(address).status_code} <= {403, 405}


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*OPEN, *ELSEWHERE}))
def test_what_is_offered_opens_all_but_people(name: str, session: Session, owner: User) -> None:
    user = staff()
    user.user_permissions.set(offered())
    address = target(name, session, owner)
    expected = 403 if name.startswith(OWNERS) else browser(owner).get(address).status_code
    assert browser(user).get(address).status_code == expected


def test_staff_without_a_permission_sees_no_table_on_the_first_page(session: Session) -> None:
    page = browser(staff()).get("/admin/").content.decode()
    assert "/admin/ledger/" not in page
    assert "/admin/auth/" not in page
    assert browser(staff(name="b")).get("/admin/ledger/").status_code == 404


@pytest.mark.parametrize("name", sorted(set(ROUTES) - {*OPEN, "logout"}))
def test_a_superuser_sees_what_there_is(name: str, session: Session, owner: User) -> None:
    status = browser(owner).get(target(name, session, owner)).status_code
    model, _under, what = name.rpartition("_")
    if name in ELSEWHERE:
        assert status == ELSEWHERE[name][0]
    elif name in BY_POST_ONLY:
        assert status == 405
    elif (what in FORBIDDEN and model in READ_ONLY) or what == "delete":
        assert status == 403
    else:
        assert status == 200


@pytest.mark.parametrize(("model", "what"), FIXED)
@pytest.mark.parametrize("who", ["owner", "staff with every permission"])
def test_nothing_the_table_wrote_and_no_token_is_changed_by_a_crafted_post(
    model: str, what: str, who: str, session: Session, owner: User
) -> None:
    user = owner
    if who != "owner":
        user = staff(*(f"{verb}_{model.partition('_')[2]}" for verb in ("add", "change", "delete")))
    address, before = target(f"{model}_{what}", session, owner), everything()
    crafted = {"amount": "1", "number": "9", "name": "x", "label": "x", "post": "yes"}
    answer = browser(user).post(address, crafted | {"_save": "1"})
    assert answer.status_code == 403
    assert everything() == before


@pytest.mark.parametrize(
    "model", ["round", "posting", "entry", "session", "stafftoken", "savedrules", "group"]
)
@pytest.mark.parametrize("action", ["delete_selected", "nothing_like_it"])
def test_no_action_deletes_or_edits_rows_of_a_list(
    model: str, action: str, session: Session, owner: User
) -> None:
    StaffToken.objects.create(label="Hà", digest="0")
    shared_set()
    groups.make("", session, submission_id=uuid4())
    before = everything()
    pks = list(apps.get_model("ledger", model).objects.values_list("pk", flat=True))
    form = {"action": action, "_selected_action": pks, "index": "0", "post": "yes"}
    edited = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": pks[0], "_save": "1"}
    client = browser(owner)
    for crafted in (form, form | edited, edited):
        client.post(f"/admin/ledger/{model}/", crafted)
    assert everything() == before


def everything() -> list[Any]:
    written = (Session, Seat, RuleVersion, BetUnit, Round, Posting, Entry)
    tables = (*written, StaffToken, SavedRules, Member)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def test_staff_cannot_make_itself_or_others_more_than_it_is(owner: User) -> None:
    user = staff("view_user", "change_user", "add_user", "change_group")
    client = browser(user)
    for address in (f"/admin/auth/user/{user.pk}/change/", "/admin/auth/user/add/"):
        assert client.get(address).status_code == 403
        assert client.post(address, {"username": "phu", "is_superuser": "on"}).status_code == 403
    assert client.post(f"/admin/auth/user/{owner.pk}/password/", {}).status_code == 403
    assert User.objects.get(pk=user.pk).is_superuser is False
