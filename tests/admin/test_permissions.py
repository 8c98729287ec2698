"""What permissions open in the admin, and what no permission and no crafted form changes.

What strangers, staff and superusers get from each address stands in tests/security/access.txt.
"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.urls import get_resolver

from ledger.access.actor import ON_THE_MACHINE
from ledger.admin.people import offered
from ledger.models import (
    BetUnit,
    Entry,
    Group as Members,
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
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db

READ_ONLY = (
    "ledger_session",
    "ledger_round",
    "ledger_posting",
    "ledger_entry",
    "admin_logentry",
)
MADE_HERE = ("ledger_stafftoken", "ledger_savedrules")
"""Made and ended here; otherwise as fixed as what the table wrote."""

FIXED = (
    *((model, what) for model in READ_ONLY for what in ("add", "change", "delete")),
    *((model, what) for model in MADE_HERE for what in ("change", "delete")),
    *(("ledger_group", what) for what in ("add", "change")),
)
OURS = tuple(model.partition("_")[2] for model in (*READ_ONLY, *MADE_HERE, "ledger_group"))
OWNERS = ("auth_user", "auth_group")
FOR_ALL_STAFF = ("index", "password_change", "password_change_done", "jsi18n", "second_factor")
ELSEWHERE = ("login", "logout", "autocomplete", "view_on_site")
"""What gets in here depends on more than a permission."""


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
    return SavedRules.objects.create(id="nha-an", name="Nhà An", rules="tien_len", shared=True)


def a_group(session: Session) -> Members:
    return groups.make("", session, submission_id=uuid4(), by=ON_THE_MACHINE)


@pytest.fixture
def targets(session: Session, owner: User) -> dict[str, str]:
    """The address of each route by its name, about something that is there."""
    line = LogEntry.objects.create(user=owner, object_repr="x", action_flag=2)
    about = {
        "ledger_session": session.pk,
        "ledger_round": session.rounds.get().pk,
        "ledger_posting": session.postings.get().pk,
        "ledger_entry": Entry.objects.order_by("pk").first().pk,  # type: ignore[union-attr]
        "admin_logentry": line.pk,
        "auth_user": owner.pk,
        "ledger_stafftoken": StaffToken.objects.create(label="Hà", digest="0").pk,
        "ledger_savedrules": shared_set().pk,
        "ledger_group": a_group(session).pk,
        "auth_group": Group.objects.create(name="quản lý").pk,
    }
    return {
        name: _filled(
            route, next((pk for start, pk in about.items() if name.startswith(start)), "")
        )
        for name, route in ROUTES.items()
    }


def _filled(route: str, pk: object) -> str:
    for part in ("<path:object_id>", "<str:object_id>", "<int:object_id>", "<id>"):
        route = route.replace(part, str(pk))
    return "/" + route.replace("<path:content_type_id>", "1")


def test_a_permission_that_is_not_offered_opens_nothing(targets: dict[str, str]) -> None:
    user = staff()
    user.user_permissions.set(Permission.objects.exclude(pk__in=offered()))
    client = browser(user)
    opened = [
        (name, method, status)
        for name in sorted(set(ROUTES) - {*FOR_ALL_STAFF, *ELSEWHERE})
        for method in (client.get, client.post)
        if (status := method(targets[name]).status_code) not in (403, 405)
    ]
    assert opened == []


@pytest.mark.full
def test_what_is_offered_opens_all_but_people(owner: User, targets: dict[str, str]) -> None:
    user = staff()
    user.user_permissions.set(offered())
    theirs, all_of_it = browser(user), browser(owner)
    addresses = {name: targets[name] for name in sorted(set(ROUTES) - set(ELSEWHERE))}
    got = {name: theirs.get(address).status_code for name, address in addresses.items()}
    assert got == {
        name: 403 if name.startswith(OWNERS) else all_of_it.get(address).status_code
        for name, address in addresses.items()
    }


def test_staff_without_a_permission_sees_no_table_on_the_first_page(session: Session) -> None:
    page = browser(staff()).get("/admin/").content.decode()
    assert "/admin/ledger/" not in page
    assert "/admin/auth/" not in page
    assert browser(staff(name="b")).get("/admin/ledger/").status_code == 404


def test_nothing_the_table_wrote_and_no_token_is_changed_by_a_crafted_post(
    owner: User, targets: dict[str, str]
) -> None:
    verbs = [f"{verb}_{model}" for verb in ("add", "change", "delete") for model in OURS]
    callers = {"owner": browser(owner), "all permissions": browser(staff(*verbs))}
    crafted = {"amount": "1", "number": "9", "name": "x", "label": "x", "post": "yes", "_save": "1"}
    before = everything()
    answers = {
        (who, model, what): client.post(targets[f"{model}_{what}"], crafted).status_code
        for who, client in callers.items()
        for model, what in FIXED
    }
    assert [call for call, status in answers.items() if status != 403] == []
    assert everything() == before


def test_no_action_deletes_or_edits_rows_of_a_list(session: Session, owner: User) -> None:
    StaffToken.objects.create(label="Hà", digest="0")
    shared_set()
    a_group(session)
    client, before = browser(owner), everything()
    for model in ("round", "posting", "entry", "session", "stafftoken", "savedrules", "group"):
        pks = list(apps.get_model("ledger", model).objects.values_list("pk", flat=True))
        for action in ("delete_selected", "nothing_like_it"):
            form = {"action": action, "_selected_action": pks, "index": "0", "post": "yes"}
            edited = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": pks[0]}
            for crafted in (form, form | edited, edited | {"_save": "1"}):
                client.post(f"/admin/ledger/{model}/", crafted)
        assert everything() == before, model


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
