"""Who may see and do what: a key opens one session in one role; keys are made, never stored."""

import base64
import json
import secrets
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.timezone import localdate

from ledger.access.last_use import note_use
from ledger.common.refusals import UnknownSession
from ledger.models import SESSION, BetUnit, Group, RuleVersion, Session, session_of

SESSIONS = Session.objects.select_related("rule_version", "bet_unit")

RULES = ("id", "session_id", "number", "rules", "settings")
BET_UNIT = ("id", "session_id", "number", "amount")
ALL = [f"s.{name}" for name in SESSION] + [f"r.{name}" for name in RULES]
ALL += [f"b.{name}" for name in BET_UNIT]
READ = (
    f"SELECT p.days, u.day, {', '.join(ALL)} FROM ledger_session s"
    " LEFT JOIN ledger_ruleversion r ON r.id = s.rule_version_id"
    " LEFT JOIN ledger_betunit b ON b.id = s.bet_unit_id"
    " LEFT JOIN ledger_putaway p ON p.id = 1 LEFT JOIN ledger_lastuse u ON u.session_id = s.id"
    " WHERE s.id = %s"
)

KEY_BYTES = 20
"""160 bits, which is 32 letters without padding."""

RING, REMEMBERED = "keys", 30
GROUP_RING, GROUPS_REMEMBERED = "groups", 20
"""Where one phone keeps the keys of tables and of groups, and of how many: so few that its
cookie stays under 4 KB."""


class Role(StrEnum):
    """What a key lets its holder do; SCORE may do everything VIEW may."""

    SCORE = "score"
    VIEW = "view"


GENERATION = {Role.SCORE: "score_key_generation", Role.VIEW: "view_key_generation"}
"""The field of a session or a group that grows with each renewal of a role's key."""

MOST_AHEAD = 10_000
"""How many generations a renewal goes at most: the column has room for 200,000 such steps."""


class Opened(NamedTuple):
    """A session with its terms in force, and what the key that opened it may do there."""

    session: Session
    role: Role


Keyed = Session | Group
"""What a key opens; the id tells which, as none is of both."""

Row = TypeVar("Row", Session, Group)


def key(keyed: Keyed, role: Role) -> str:
    """The key in force: 32 letters and digits that survive every chat app."""
    return _key(keyed, role, settings.SECRET_KEY)


def link_fragment(keyed: Keyed, role: Role) -> str:
    """What follows the # of a link: "<id>.<key>"."""
    return f"{keyed.pk}.{key(keyed, role)}"


def role_of(keyed: Keyed, key: str) -> Role | None:
    """The role that `key` opens this in, None if none; takes the same time either way."""
    known = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    roles = [
        role
        for role in Role
        for secret in known
        if constant_time_compare(_key(keyed, role, secret), key)
    ]
    return roles[0] if roles else None


def grant(request: HttpRequest, keyed: Keyed, key: str) -> str:
    """Let this phone keep `key` in its signed cookie; the id that makes room, "" for none.

    A score key that still opens is not given up for a view link: who scores looks at the
    board by its code too, and often nobody else has that key.
    """
    is_group = isinstance(keyed, Group)
    ring, most = (GROUP_RING, GROUPS_REMEMBERED) if is_group else (RING, REMEMBERED)
    keys = keys_on(request, ring)
    before = keys.pop(keyed.pk, "")
    scores = [each for each in (key, before) if role_of(keyed, each) is Role.SCORE]
    ring_now = [*keys.items(), (keyed.pk, next(iter(scores), key))]
    request.session[ring] = dict(ring_now[-most:])
    return ring_now[0][0] if len(ring_now) > most else ""


def take_off(request: HttpRequest, session_id: str) -> str:
    """The key of a table, which this phone keeps no longer; "" where it kept none."""
    keys = keys_on(request)
    key = keys.pop(session_id, "")
    request.session[RING] = keys
    return key


def keys_on(request: HttpRequest, ring: str = RING) -> dict[str, str]:
    """The keys on a ring of this phone, in its signed cookie, by id, oldest first."""
    keys = request.session.get(ring)
    return dict(keys) if isinstance(keys, dict) else {}


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
    session, is_noted = _read(session_id)
    role = role_of(session, key) if session else None
    if role and not is_noted:
        note_use(session_id)
    return Opened(session, role) if session and role else None


def session_with_terms(session_id: str) -> Session:
    """The session with its rules and bet unit in force; raises UnknownSession."""
    session, _is_noted = _read(session_id)
    if session:
        return session
    raise UnknownSession


def _read(session_id: str) -> tuple[Session | None, bool]:
    """The session with its terms, and whether nothing is to be noted of its use today.

    In plain SQL: every request begins with it, and Django takes three times as long.
    """
    if not session_id.isalnum():
        return None, True
    with connection.cursor() as cursor:
        cursor.execute(READ, [session_id])
        row = cursor.fetchone()
    if not row:
        return None, True
    days, day, *row = row
    session, terms = session_of(row[: len(SESSION)]), row[len(SESSION) :]
    if session.rule_version_id:
        *rules, settings = terms[: len(RULES)]
        rules = [*rules, json.loads(settings)]
        session.rule_version = RuleVersion.from_db(DEFAULT_DB_ALIAS, RULES, rules)
        session.bet_unit = BetUnit.from_db(DEFAULT_DB_ALIAS, BET_UNIT, terms[len(RULES) :])
    return session, days is None or str(day) == str(localdate())


def open_for_reading(session_id: str) -> Opened | None:
    """The session without a key of its own, for staff; one query."""
    session, _is_noted = _read(session_id)
    return Opened(session, Role.VIEW) if session else None


def session_for(request: HttpRequest, session_id: str, *, write: bool = False) -> Opened:
    """The session and role that this phone's key opens; one query.

    Raises the same Http404 for a session that does not exist, without a key, with a
    renewed key, and for writing with a view key.
    """
    opened = open_with(session_id, keys_on(request).get(session_id, ""))
    if opened is None or (write and opened.role is not Role.SCORE):
        raise Http404
    return opened


def opens(request: HttpRequest, session: Session) -> bool:
    """Whether this phone holds a key of the session."""
    return role_of(session, keys_on(request).get(session.pk, "")) is not None


def seat_of(request: HttpRequest, session: Session) -> int | None:
    """Whose phone this is at this table, None as long as nobody said so on it."""
    return _seats_said(request).get(session.pk)


def say_seat(request: HttpRequest, session: Session, seat: int | None) -> None:
    """Let this phone keep whose it is at this table, or no longer; it opens nothing."""
    keys = keys_on(request)
    others = {pk: number for pk, number in _seats_said(request).items() if pk in keys}
    others.pop(session.pk, None)
    request.session["seats"] = others | ({session.pk: seat} if seat else {})


def staffed() -> bool:
    """Whether anybody may log in to the admin pages; as long as not, there are none."""
    return get_user_model().objects.filter(is_staff=True, is_active=True).exists()


def recent_tables(request: HttpRequest) -> list[Opened]:
    """This phone's own tables, newest first, without those whose key was renewed; one query."""
    return [Opened(*opened) for opened in opened_by(keys_on(request), SESSIONS)]


def opened_by(keys: dict[str, str], rows: QuerySet[Row]) -> Iterator[tuple[Row, Role]]:
    """Which of these rows the keys open, the newest key first; one query where there is any."""
    by_id = rows.in_bulk(list(keys)) if keys else {}
    for pk, key in reversed(keys.items()):
        if (row := by_id.get(pk)) and (role := role_of(row, key)):
            yield row, role


def _seats_said(request: HttpRequest) -> dict[str, int]:
    seats = request.session.get("seats")
    return dict(seats) if isinstance(seats, dict) else {}


def generations_ahead() -> int:
    """How many generations a renewal goes ahead, by chance.

    Where an older copy was put in the place of the books, it brings back no link that was
    given out since.
    """
    return 1 + secrets.randbelow(MOST_AHEAD)


def _key(keyed: Keyed, role: Role, secret: str) -> str:
    generation = getattr(keyed, GENERATION[role])
    digest = salted_hmac(
        "ledger.access.keys.key",
        f"{keyed.pk}.{role}.{generation}",
        secret=secret,
        algorithm="sha256",
    ).digest()
    return base64.b32encode(digest[:KEY_BYTES]).decode().lower()
