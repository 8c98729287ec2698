"""Every address, method and caller: who gets in stands in access.txt, and nobody else does."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpRequest

import ledger
from ledger.access import group_keys, keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.group_keys import OpenedGroup
from ledger.access.keys import Opened, Role, key, link_fragment
from ledger.api.keys import OpensGroup, OpensSession
from ledger.models import Group, Session
from ledger.people import groups
from ledger.tables import sessions
from tests.security.routes import (
    METHODS,
    NOT_TAKEN,
    Row,
    address,
    column_of,
    expected,
    is_permissions,
    known,
    not_enough,
    routes,
    table,
    ways,
)
from tests.security.scene import (
    Scene,
    Tried,
    a_session,
    about,
    attempt,
    build,
    everything,
)
from tests.trust import Tell

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

CLOSED = ("401", "403", "404", NOT_TAKEN)
OPEN = ("200", "201")
"""A stranger gets these only where the table says that anybody may: to log in, to open a table."""

WHO = {
    "everybody": ("nobody", "other_score", "superuser"),
    "phone": ("nobody", "view", "other_score", "score"),
    "table": ("nobody", "other_score", "old_score", "group_score", "view", "score"),
    "group": ("score", "other_group_score", "old_group_score", "group_view", "group_score"),
    "api": (
        *("nobody", "score", "api_other_score", "api_old_score"),
        *("api_revoked", "api_view", "api_score", "api_staff"),
    ),
    "api_group": (
        *("nobody", "group_score", "api_score", "api_staff", "api_other_score"),
        *("api_old_group_score", "api_group_view", "api_group_score"),
    ),
    "admin": ("nobody", "staff"),
}
"""Who asks in the fast ring; in the full one the strongest ask everywhere too."""

STRONGEST = (
    *("nobody", "score", "group_score", "superuser"),
    *("api_score", "api_group_score", "api_staff"),
)
"""Of each kind of key the one that opens most: where it opens nothing, none of its kind does."""

AT_THE_ADMIN = (
    *("nobody", "score", "group_score", "api_score", "api_staff"),
    *("no_staff", "staff", "superuser"),
)


@pytest.fixture
def scene() -> Scene:
    return build()


def calls() -> Iterator[tuple[str, str, str]]:
    """Route, method and caller; one method that no route takes is tried by the strongest only."""
    for route, section in known().items():
        for method in USED[section]:
            yield from ((route, method, who) for who in WHO[section] if (route, method) in table())
        yield route, "DELETE", WHO[section][-1]


WRITES = ("GET", "POST", "PUT", "PATCH")
USED = dict.fromkeys(WHO, WRITES) | {"everybody": METHODS, "admin": ("GET", "POST")}
"""Methods that do something of their own."""


def wrong(scene: Scene, route: str, method: str, who: str) -> str:
    """What is not as it should be about one call, "" where nothing is."""
    path = address(route, about(scene, route))
    tried, status = attempt(scene.callers[who], method, route, path), expected(route, method, who)
    problems = [f"{status} expected, got {tried.status}"] if tried.status != status else []
    if is_shut(route, status, who):
        problems += [f"tells {secret}" for secret in scene.secrets() if secret in tried.text]
        problems += [f"writes: {statement}" for statement in tried.written]
    problems += unfit(scene, who, tried)
    return f"{method} {route} by {who}: {'; '.join(problems)}" if problems else ""


def is_shut(route: str, status: str, who: str) -> bool:
    """Whether the caller may neither read nor write anything of the table here."""
    section = known()[route]
    if section == "everybody":
        return who not in INSIDERS
    return status in CLOSED or (column_of(section, who) == "stranger" and status not in OPEN)


INSIDERS = ("view", "score", "group_view", "group_score")
"""On pages for everybody these see what is their own."""


def unfit(scene: Scene, who: str, tried: Tried) -> list[str]:
    """The score key told to somebody who does not score."""
    if who in ("score", "api_score", "superuser"):
        return []
    return ["tells the score key"] if key(scene.session, Role.SCORE) in tried.text else []


@pytest.mark.trust("S2")
def test_the_table_names_every_route_there_is_and_no_other() -> None:
    assert set(known()) == set(routes())


@pytest.mark.trust("S2")
@pytest.mark.brief
def test_everybody_gets_what_the_table_says_and_nobody_anything_else(
    scene: Scene, tell: Tell
) -> None:
    before, tries = everything(), list(calls())
    assert [problem for call in tries if (problem := wrong(scene, *call))] == []
    tell(f"{len(tries)} calls, 0 answered or written otherwise")
    assert everything() == before


@pytest.mark.trust("S2")
@pytest.mark.full
def test_everybody_tries_everything(tell: Tell) -> None:
    tries = [
        (route, method, who)
        for (route, method), row in table().items()
        if row.section != "admin" or method in USED["admin"]
        for who in askers(row, method)
    ]
    scene = build(*{who for _route, _method, who in tries if is_permissions(who)})
    assert [problem for call in tries if (problem := wrong(scene, *call))] == []
    tell(f"{len(tries)} calls, 0 answered or written otherwise")


def askers(row: Row, method: str) -> dict[str, None]:
    """Who asks in the full ring; in the admin every way in, and all that opens nothing at once."""
    if row.section == "admin":
        return dict.fromkeys((*AT_THE_ADMIN, *ways(row), *not_enough(row)))
    return dict.fromkeys(WHO[row.section] + (STRONGEST if method != "HEAD" else ()))


def guarded(section: str) -> set[str]:
    """The routes of a section that a stranger may not read or may not post to."""
    return {
        route
        for (route, method), row in table().items()
        if row.section == section and method in ("GET", "POST", "PATCH", "PUT")
        if row.answers["stranger"] in CLOSED
    }


def found_open(scene: Scene, section: str, who: str) -> set[str]:
    """The routes about which the test above would complain."""
    methods = ("GET", "POST", "PATCH", "PUT")
    return {
        route
        for route in guarded(section)
        if any(wrong(scene, route, m, who) for m in methods if (route, m) in table())
    }


@pytest.mark.trust("S2", control=True)
def test_without_its_helper_no_route_of_a_table_would_pass(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a view that lets everybody in is found, whichever it is."""

    def let_in(request: HttpRequest, session_id: str, *, write: bool = False) -> Opened:
        return Opened(Session.objects.get(pk=session_id), Role.SCORE)

    for name in views():
        monkeypatch.setattr(f"{name}.session_for", let_in)
    needs_a_group_too = {"t/{session_id}/groups/{group_id}/"}
    assert found_open(scene, "table", "nobody") == guarded("table") - needs_a_group_too


@pytest.mark.trust("S2", control=True)
def test_without_its_helper_no_route_of_a_group_would_pass(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_in(request: HttpRequest, group_id: str, *, write: bool = False) -> OpenedGroup:
        return OpenedGroup(Group.objects.get(pk=group_id), Role.SCORE)

    for module in ("groups.views", "groups.settling", "requests"):
        monkeypatch.setattr(f"ledger.web.{module}.group_for", let_in)
    assert found_open(scene, "group", "nobody") == guarded("group")


@pytest.mark.trust("S2", control=True)
def test_without_its_permission_no_call_about_a_session_would_pass(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_in(self: Any, request: Any, view: Any) -> bool:
        view.session = Session.objects.get(pk=view.kwargs["session_id"])
        view.role = keys.Role.VIEW
        return True

    monkeypatch.setattr(OpensSession, "has_permission", let_in)
    about_one = {route for route in guarded("api") if "{session_id}" in route}
    assert found_open(scene, "api", "nobody") == about_one


@pytest.mark.trust("S2", control=True)
def test_without_its_permission_no_call_about_a_group_would_pass(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_in(self: Any, request: Any, view: Any) -> bool:
        view.group = Group.objects.get(pk=view.kwargs["group_id"])
        return True

    monkeypatch.setattr(OpensGroup, "has_permission", let_in)
    assert found_open(scene, "api_group", "nobody") == guarded("api_group")


@pytest.mark.trust("S2", control=True)
def test_without_asking_for_write_a_view_key_would_be_found_writing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(request: HttpRequest, session_id: str, *, write: bool = False) -> Opened:
        return keys.session_for(request, session_id)

    for name in views():
        monkeypatch.setattr(f"{name}.session_for", read_only)
    for_scorers = {
        route
        for (route, method), row in table().items()
        if row.section == "table" and row.answers["view"] == "404" and "groups/{" not in route
    }
    assert {route for route in for_scorers if wrong(scene, route, "POST", "view")} >= {
        route for route in for_scorers if (route, "POST") in table()
    }


def views() -> Iterator[str]:
    """The modules that ask which session a phone's key opens, by name."""
    for each in pkgutil.walk_packages(ledger.__path__, "ledger."):
        if each.name.startswith(("ledger.web.", "ledger.live.")):
            importlib.import_module(each.name)
    for name, module in list(sys.modules.items()):
        if name.startswith("ledger.") and module is not keys and hasattr(module, "session_for"):
            yield name


def test_the_key_of_ones_own_table_reaches_into_no_other(scene: Scene) -> None:
    """One's own address, somebody else's group, table or rules in it."""
    other = a_session("khác nữa")
    theirs = groups.make("Nhóm lạ", other, submission_id=uuid4(), by=ON_THE_MACHINE)
    phone = scene.callers["score"]
    phone.post("/join/", {"link": link_fragment(scene.group, Role.SCORE)})
    phone.post("/join/", {"link": link_fragment(theirs, Role.VIEW)})
    own, before = f"/t/{scene.session.pk}/", everything()
    tries = {
        f"{own}groups/{theirs.pk}/": {"seat-1": "1"},
        f"{own}groups/{theirs.pk}/leave/": {},
        f"{own}settle/carry/{other.pk}/take-back/": {},
        f"/g/{theirs.pk}/out/": {"session": other.pk},
        f"/g/{scene.group.pk}/out/": {"session": other.pk},
        f"{own}rounds/": {"submission": str(other.rounds.get().submission_id), "seats": "1,2"},
    }
    for path, fields in tries.items():
        assert phone.post(path, fields).status_code in (302, 404, 409, 422), path
        assert everything() == before, path
    for path in (
        f"/?like={other.pk}",
        f"/?group={theirs.pk}x",
        f"{own}rules/?game=table-{other.pk}",
    ):
        assert "khác nữa" not in phone.get(path).content.decode()


def test_a_renewed_key_opens_nothing_from_the_next_request_on(scene: Scene) -> None:
    for role, who in ((Role.SCORE, "score"), (Role.VIEW, "view")):
        phone = scene.callers[who]
        assert phone.get(f"/t/{scene.session.pk}/").status_code == 200
        sessions.renew_key(scene.session.pk, role, by=ON_THE_MACHINE)
        assert phone.get(f"/t/{scene.session.pk}/").status_code == 404
    keeper = scene.callers["group_score"]
    groups.renew_key(scene.group, Role.SCORE)
    assert keeper.get(f"/g/{scene.group.pk}/").status_code == 404
    assert group_keys.open_group(scene.group.pk, "") is None
