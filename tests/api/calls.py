"""Callers of the API: a client that holds a key, and rounds to send."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import translation

from ledger.access import keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.api.views.problems import meanings_of
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import a_table, finishing
from tests.web.tables import HANDLER

ROOT = "/api/v1/sessions/"
PROBLEM = "application/problem+json"
NEW: dict[str, Any] = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]}


@dataclass
class Caller:
    """Calls about one session with one key, or with none."""

    session: Session
    key: str = ""
    language: str = "en"

    def __call__(self, method: str, path: str = "", body: Any = None, **options: Any) -> Any:
        """The answer to a call; `path` stands below the session, from the root with a slash."""
        headers = {"accept-language": self.language} | options.pop("headers", {})
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        address = path if path.startswith("/") else f"{ROOT}{self.session.pk}/{path}"
        raw = body if isinstance(body, str | bytes) else json.dumps(body)
        sent = {} if body is None else {"data": raw, "content_type": "application/json"}
        client = Client(raise_request_exception=not options.pop("quietly", False))
        client.handler = HANDLER  # or each call would load the middleware anew
        with translation.override(translation.get_language()):  # what a call chose ends with it
            return client.generic(method, address, headers=headers, **sent | options)

    def quietly(self, *call: Any) -> Any:
        """The answer as a caller gets it, also where the service failed."""
        return self(*call, quietly=True)

    def get(self, path: str = "", **options: Any) -> Any:
        return self("GET", path, **options)

    def post(self, path: str = "", body: Any = None, **options: Any) -> Any:
        return self("POST", path, body, **options)


def scorer(session: Session | None = None) -> Caller:
    session = session or a_table()
    return Caller(session, keys.key(session, Role.SCORE))


def viewer(session: Session) -> Caller:
    return Caller(session, keys.key(session, Role.VIEW))


def a_round(*places: int, **more: Any) -> dict[str, Any]:
    """A plain round to record."""
    return {"id": str(uuid4()), "facts": finishing(*(places or (2, 1, 4, 3)))} | more


def strangers(session: Session) -> dict[str, Caller]:
    """Everybody who must not even learn that the session exists."""
    role = Role.SCORE
    old = keys.key(session, role)
    sessions.renew_key(session.pk, role, by=ON_THE_MACHINE)
    session.refresh_from_db()
    return {
        "no key": Caller(session),
        "a wrong key": Caller(session, "a" * 32),
        "no real key": Caller(session, "x é\udc80".encode(errors="replace").decode("latin-1")),
        "another session's key": Caller(session, keys.key(a_table(), role)),
        "a revoked key": Caller(session, old),
        "a long key": Caller(session, "a" * 5000),
        "a staff token nobody has": Caller(session, "staff_" + "a" * 48),
    }


def follow_cursor(caller: Caller, path: str, meanwhile: Callable[[], object]) -> list[Any]:
    """Every item of a list that is read from `?cursor=0` on; `meanwhile` is done between pages."""
    following, items = f"{path}?cursor=0&page_size=2", []
    while following:
        answer = caller.get(following)
        assert answer.status_code == 200, answer.content
        items += answer.json()["results"]
        following = (answer.json()["next"] or "").replace("http://testserver", "")
        meanwhile()
    return items


def problem(answer: Any, status: int, code: str = "") -> Any:
    """The problem document of a refused call."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    refusal = answer.json()
    assert refusal["status"] == status
    assert refusal["type"] == f"/api/v1/problems/{refusal['code']}/"
    assert [*meanings_of(refusal["code"])], refusal["code"]
    assert refusal["title"]
    assert refusal["detail"]
    assert not code or refusal["code"] == code
    return refusal
