"""Who may see and do what: a key opens one session in one role; keys are made, never stored."""

import base64
import secrets
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from ledger.models import Session

KEY_BYTES = 20
"""160 bits, which is 32 letters without padding."""

REMEMBERED = 30
"""Tables one phone keeps the keys of; the cookie stays under 4 KB."""


class Role(StrEnum):
    """What a key lets its holder do; SCORE may do everything VIEW may."""

    SCORE = "score"
    VIEW = "view"


GENERATION = MappingProxyType(
    {Role.SCORE: "score_key_generation", Role.VIEW: "view_key_generation"}
)
"""The field of Session that counts the renewals of a role's key."""


class Opened(NamedTuple):
    """A session with its terms in force, and what the key that opened it may do there."""

    session: Session
    role: Role


def key(session: Session, role: Role) -> str:
    """The key in force: 32 letters and digits that survive every chat app."""
    return _key(session, role, settings.SECRET_KEY)


def link_fragment(session: Session, role: Role) -> str:
    """What follows the # of a link: "<session id>.<key>"."""
    return f"{session.pk}.{key(session, role)}"


def role_of(session: Session, key: str) -> Role | None:
    """The role that `key` opens `session` in, None if none; takes the same time either way."""
    known = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    found = [
        role
        for role in Role
        for secret in known
        if constant_time_compare(_key(session, role, secret), key)
    ]
    return found[0] if found else None


def grant(request: HttpRequest, session: Session, key: str) -> None:
    """Let this phone keep `key` in its signed cookie, newest last, in place of an older one."""
    keys = _keys(request)
    keys.pop(session.pk, None)
    kept = list(keys.items())[-REMEMBERED + 1 :]
    request.session["keys"] = dict([*kept, (session.pk, key)])


def phone_of(request: HttpRequest) -> str:
    """What this phone is known by from one visit to the next; "" if it never had to be."""
    token = request.session.get("phone")
    return token if isinstance(token, str) else ""


def know_phone(request: HttpRequest) -> str:
    """`phone_of`, made and kept in the signed cookie where there was none: 256 random bits."""
    if not phone_of(request):
        request.session["phone"] = secrets.token_urlsafe(32)
    return phone_of(request)


def open_with(session_id: str, key: str) -> Opened | None:
    """The session that this id and key from a link open, None if they open nothing; one query."""
    if not session_id.isalnum():
        return None
    session = _sessions().filter(pk=session_id).first()
    role = role_of(session, key) if session else None
    return Opened(session, role) if session and role else None


def open_for_reading(session_id: str) -> Opened | None:
    """The session without a key of its own, for staff; one query."""
    session = _sessions().filter(pk=session_id).first() if session_id.isalnum() else None
    return Opened(session, Role.VIEW) if session else None


def session_for(request: HttpRequest, session_id: str, *, write: bool = False) -> Opened:
    """The session and role that this phone's key opens; one query.

    Raises the same Http404 for a session that does not exist, without a key, with a
    renewed key, and for writing with a view key.
    """
    opened = open_with(session_id, _keys(request).get(session_id, ""))
    if opened is None or (write and opened.role is not Role.SCORE):
        raise Http404
    return opened


def staffed() -> bool:
    """Whether anybody may log in to the admin pages; as long as not, there are none."""
    return get_user_model().objects.filter(is_staff=True, is_active=True).exists()


def recent_tables(request: HttpRequest) -> list[Opened]:
    """This phone's own tables, newest first, without those whose key was renewed; one query."""
    keys = _keys(request)
    sessions = _sessions().in_bulk(list(keys))
    opened = ((sessions.get(pk), held) for pk, held in reversed(keys.items()))
    return [
        Opened(session, role)
        for session, held in opened
        if session and (role := role_of(session, held))
    ]


def _sessions() -> QuerySet[Session]:
    return Session.objects.select_related("rule_version", "bet_unit")


def _keys(request: HttpRequest) -> dict[str, str]:
    """The keys this phone holds by session id, oldest first."""
    held = request.session.get("keys")
    return dict(held) if isinstance(held, dict) else {}


def _key(session: Session, role: Role, secret: str) -> str:
    generation = getattr(session, GENERATION[role])
    digest = salted_hmac(
        "ledger.access.key", f"{session.pk}.{role}.{generation}", secret=secret, algorithm="sha256"
    ).digest()
    return base64.b32encode(digest[:KEY_BYTES]).decode().lower()
