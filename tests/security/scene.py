"""Two tables that know nothing of each other, and everybody who may ask about the first."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group as StaffGroup, User
from django.db import connection, transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone
from django.utils.timezone import localtime

from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.books import balances
from ledger.books.settlement import Pay, fewest_payments
from ledger.models import Entry, Group, GroupSettlement, SavedRules, Session, StaffToken
from ledger.people import groups
from ledger.tables import other_items, payments, sessions
from tests.admin.people import browser, staff as staff_user, superuser
from tests.web.tables import by_rows

MARK = "Q7xzVn3kWp"
"""Stands in every name of the first table, of its group and of its rules."""

QUIET = ("ledger_allowance", "django_session")
"""Tables that a refused call may write to: what counts guesses, what logs out."""

JSON = "application/json"


@dataclass
class Scene:
    """What there is, and the callers by name."""

    session: Session
    group: Group
    saved: SavedRules
    about: dict[str, object] = field(default_factory=dict)
    targets: dict[str, object] = field(default_factory=dict)
    callers: dict[str, Client] = field(default_factory=dict)

    def secrets(self) -> list[str]:
        """What no stranger may read."""
        links = [(self.session, role) for role in Role] + [(self.group, role) for role in Role]
        return [MARK, *(key(keyed, role) for keyed, role in links)]


def a_session(mark: str) -> Session:
    """A table of binh, where players hand cards in as well, with one round."""
    names = [f"An {mark}", f"Bình {mark}", f"Cúc {mark}", f"Dũng {mark}"]
    session = sessions.open_session(
        rules="binh",
        settings=None,
        bet_unit=2000,
        players=names,
        name=f"Nhà {mark}",
        by=ON_THE_MACHINE,
    )
    played = by_rows("1 2 3 4", "1 2 3 4", "1 2 3 4")
    sent = _cookies(session, Role.SCORE).post(f"/t/{session.pk}/rounds/", played)
    assert sent.status_code == 302
    other_items.post_item(
        session.pk, submission_id=uuid4(), pays=[Pay(1, 2, 500)], text=mark, by=ON_THE_MACHINE
    )
    return a_payment(session)


def a_payment(session: Session) -> Session:
    """The table, with a payment from when it was closed for a moment."""
    sessions.close(session.pk, by=ON_THE_MACHINE)
    due = fewest_payments({each.seat: each.balance for each in balances.scoreboard(session)})[0]
    payments.pay(
        session.pk,
        debtor=due.payer,
        creditor=due.payee,
        amount=100,
        submission_id=uuid4(),
        by=ON_THE_MACHINE,
    )
    return sessions.reopen(session.pk, by=ON_THE_MACHINE)


def build(*permissions: str) -> Scene:
    """Everybody at both tables and in the office, among them staff with permissions like "a+b"."""
    session, other = a_session(MARK), a_session("khác")
    scorer, stranger = _cookies(session, Role.SCORE), _cookies(other, Role.SCORE)
    scorer.post(f"/t/{session.pk}/rules/keep/", {"rules": "binh", "name": f"Luật {MARK}"})
    saved = SavedRules.objects.get()
    group, others = (
        groups.make(name, table, submission_id=uuid4(), by=ON_THE_MACHINE)
        for name, table in ((f"Nhóm {MARK}", session), ("Nhóm khác", other))
    )
    undone = {"states": {}, "people": [], "made_at": timezone.now(), "undone_at": timezone.now()}
    GroupSettlement.objects.create(group=group, submission_id=uuid4(), **undone)
    scene = Scene(session, group, saved)
    old = {
        **_renewed(
            session, "old", lambda role: sessions.renew_key(session.pk, role, by=ON_THE_MACHINE)
        ),
        **_renewed(group, "old_group", lambda role: groups.renew_key(group, role)),
    }
    session.refresh_from_db()
    group.refresh_from_db()
    scorer.post("/join/", {"link": link_fragment(session, Role.SCORE)})
    viewer = _cookies(session, Role.VIEW)
    scorer.post(f"/t/{session.pk}/hand/1/claim/")
    scene.callers = {
        "nobody": Client(),
        "other_score": stranger,
        "other_view": _cookies(other, Role.VIEW),
        **old,
        **{f"group_{role}": _cookies(group, role) for role in Role},
        **{f"other_group_{role}": _cookies(others, role) for role in Role},
        "view": viewer,
        "score": scorer,
        **_bearers(session, other, group),
        **_office(*permissions),
    }
    scene.about, scene.targets = _about(scene), _admin_targets(scene)
    return scene


def _cookies(keyed: Session | Group, role: Role) -> Client:
    phone = Client()
    assert phone.post("/join/", {"link": link_fragment(keyed, role)}).status_code == 302
    return phone


def _renewed(keyed: Session | Group, name: str, renew: Any) -> dict[str, Client]:
    """Phones and programs whose keys were good until they were renewed."""
    phones = {f"{name}_{role}": _cookies(keyed, role) for role in Role}
    programs = {f"api_{name}_{role}": _bearer(key(keyed, role)) for role in Role}
    for role in Role:
        renew(role)
    return phones | programs


def _bearer(key: str) -> Client:
    return Client(headers={"authorization": f"Bearer {key}"})


def _bearers(session: Session, other: Session, group: Group) -> dict[str, Client]:
    made, revoked = staff_tokens.make("Hà")[1], staff_tokens.make("Hải")
    staff_tokens.holder_of(made)  # its day of use is written down now, not by the calls to come
    staff_tokens.revoke(revoked[0].pk)
    return {
        **{f"api_{role}": _bearer(key(session, role)) for role in Role},
        **{f"api_other_{role}": _bearer(key(other, role)) for role in Role},
        **{f"api_group_{role}": _bearer(key(group, role)) for role in Role},
        "api_staff": _bearer(made),
        "api_revoked": _bearer(revoked[1]),
    }


def _office(*permissions: str) -> dict[str, Client]:
    no_staff = Client()
    no_staff.force_login(User.objects.create_user("khach"))
    people = {
        "superuser": browser(superuser()),
        "no_staff": no_staff,
        "staff": browser(staff_user(name="khong-quyen")),
    }
    return people | {
        words: browser(staff_user(*words.split("+"), name=f"phu-{number}"))
        for number, words in enumerate(permissions)
    }


def _about(scene: Scene) -> dict[str, object]:
    """What stands in the addresses of all but the admin's routes."""
    return {
        "session_id": scene.session.pk,
        "group_id": scene.group.pk,
        "number": 1,
        "seat": 1,
        "role": "view",
        "scheme": "light",
        "book": "totals",
        "format": "csv",
        "target": "nosuch22",
        "settlement": scene.group.settlements.get().submission_id,
        "language": "vi",
        "name": "tien_len",
        "code": "session_closed",
        "rest": f"abcdefgh.{'k' * 32}",
        "pk": scene.saved.pk,
        "content_type_id": 1,
        "app_label": "ledger/",
        "url": "nowhere",
        "year": localtime().year,
    }


def _admin_targets(scene: Scene) -> dict[str, object]:
    """The row that a route of the admin is about, by what its address begins with."""
    line = LogEntry.objects.create(user=User.objects.get(username="chu"), action_flag=2)
    shared: dict[str, Any] = {"name": "Chung", "rules": "binh", "shared": True}
    entry = Entry.objects.filter(posting__session=scene.session).first()
    assert entry
    return {
        "admin/ledger/session/": scene.session.pk,
        "admin/ledger/round/": scene.session.rounds.get().pk,
        "admin/ledger/posting/": scene.session.postings.get(kind="round").pk,
        "admin/ledger/entry/": entry.pk,
        "admin/ledger/group/": scene.group.pk,
        "admin/ledger/stafftoken/": StaffToken.objects.get(label="Hà").pk,
        "admin/ledger/savedrules/": SavedRules.objects.create(id="chung", **shared).pk,
        "admin/admin/logentry/": line.pk,
        "admin/auth/user/": User.objects.get(username="chu").pk,
        "admin/auth/group/": StaffGroup.objects.create(name="quản lý").pk,
        "admin/r/": scene.session.pk,
    }


FIELDS: Mapping[str, object] = {
    **by_rows("2 1 3 4", "2 1 3 4", "2 1 3 4", newest=1),
    "correcting": "",
    "bet_unit": "5000",
    "name": "Em",
    "reason": "chán rồi",
    "out": "1",
    "sure": "1",
    "word": "sai",
    "language": "en",
    "said": "An nhất",
    "seat": "2",
}
"""A form that each route finds in it what it needs: whoever is let in gets something done."""

PLAYED: Mapping[str, object] = {
    "id": "8a5c1f6e-4a53-4f0b-9d2e-5b7f3c1a9e10",
    "facts": {"players": [1, 2, 3, 4], "mau_binh": {str(seat): "sau_doi" for seat in (2, 3, 4)}},
}

BODIES: Mapping[str, object] = {
    "sessions/": {"rules": "tien_len", "bet_unit": 2000, "players": ["Ba", "Tư"]},
    "rounds/": PLAYED,
    "{number}/": PLAYED,
    "keys/": {"key": "view"},
    "{session_id}/": {"name": "Tên mới"},
}
"""What is sent to the API, by how the address ends; else an empty object."""


@dataclass
class Tried:
    """One call and what came of it."""

    status: str
    text: str
    written: list[str]


def attempt(client: Client, method: str, route: str, path: str) -> Tried:
    """Make the call, note what it wrote, and take that back."""
    written: list[str] = []
    before, point = dict(client.cookies), transaction.savepoint()
    with connection.execute_wrapper(_watch(written)):
        answer: Any = client.generic(method, path, *_body(method, route))
    body = _read(answer)
    transaction.savepoint_rollback(point)
    transaction.savepoint_commit(point)  # or the next one would stand within it
    client.cookies.clear()
    client.cookies.update(before)
    headers = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
    return Tried(str(answer.status_code), f"{headers} {body}", written)


def _read(answer: Any) -> str:
    """All of the answer; of a stream of events only that it is one."""
    if answer.get("Content-Type") == "text/event-stream":
        return "events"
    return b"".join(answer).decode(errors="replace")


def about(scene: Scene, route: str) -> dict[str, object]:
    """What stands in the address of this route."""
    rows = (pk for begin, pk in scene.targets.items() if route.startswith(begin))
    row = next(rows, "")
    return scene.about | {"object_id": row, "id": row}


def _body(method: str, route: str) -> tuple[str | bytes, str]:
    if method in ("GET", "HEAD", "TRACE"):
        return b"", "application/octet-stream"
    if route.startswith("api/"):
        bodies = (body for end, body in BODIES.items() if route.endswith(end))
        return json.dumps(next(bodies, {})), JSON
    return encode_multipart(BOUNDARY, FIELDS), MULTIPART_CONTENT


def _watch(written: list[str]) -> Any:
    """Note every statement that changes a row of ours."""

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        verb = sql.split(None, 1)[0].upper()
        if verb in ("INSERT", "UPDATE", "DELETE") and not any(table in sql for table in QUIET):
            written.append(sql[:120])
        return execute(sql, params, many, context)

    return run


def everything() -> dict[str, list[Any]]:
    """Every row of ours but what counts guesses."""
    models = (model for model in apps.get_app_config("ledger").get_models())
    return {
        model.__name__: list(model.objects.order_by("pk").values())  # type: ignore[attr-defined]
        for model in models
        if model._meta.db_table not in QUIET
    }


@contextmanager
def untouched() -> Iterator[None]:
    """Fail if any row of ours is another one at the end of the block."""
    before = everything()
    yield
    assert everything() == before
