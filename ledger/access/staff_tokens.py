"""Staff tokens: who holds one reads every session through the API, or does a little more.

A token is random and shown once; the database keeps a digest of it, which opens nothing.
"""

import base64
import hashlib
import secrets
from datetime import date
from uuid import UUID

from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError
from django.utils import timezone

from ledger.common.clean_text import cleaned
from ledger.common.refusals import LabelRefused, TokenMadeBefore
from ledger.database.transactions import retry, write_together
from ledger.models import StaffToken

PREFIX = "staff_"
"""Tells a token from a session's key, for people and for programs that look for lost ones."""

READ_TABLES = "ledger.view_session"
"""The right that every token contains."""

Scope = StaffToken.Scope

SCOPES = {
    Scope.EXPORT: {Scope.EXPORT, Scope.READ, Scope.WRITE},
    Scope.READ: {Scope.READ, Scope.WRITE},
    Scope.WRITE: {Scope.WRITE},
}
"""The scopes of the tokens that open each."""

RIGHTS = {scope: {READ_TABLES} for scope in Scope} | {
    Scope.WRITE: {READ_TABLES, "ledger.change_session", "ledger.add_betunit"}
}
"""What whoever makes a token must be allowed to do in the admin."""

TOKEN_BYTES = 30
"""240 bits, which is 48 letters without padding: so many that a plain hash keeps them safe."""

LABEL_LIMIT = 60


@retry
def make(
    label: str,
    submission_id: UUID | None = None,
    *,
    scope: str = Scope.READ,
    expires_on: date | None = None,
) -> tuple[StaffToken, str]:
    """A new token for the person or program that `label` names, and its only showing.

    `expires_on` is the last day on which it opens anything. The same `submission_id` again
    makes none and raises TokenMadeBefore, because nobody knows the token any more. Raises
    LabelRefused, TextRefused or ServiceBusy too.
    """
    label = cleaned(label, LABEL_LIMIT, empty=LabelRefused(limit=LABEL_LIMIT))
    token = PREFIX + base64.b32encode(secrets.token_bytes(TOKEN_BYTES)).decode().lower()
    try:
        with write_together():
            return StaffToken.objects.create(
                label=label,
                digest=_digest(token),
                submission_id=submission_id,
                scope=scope,
                expires_on=expires_on,
            ), token
    except IntegrityError as error:  # no two tokens are alike, so the form was sent again
        raise TokenMadeBefore from error


@retry
def revoke(pk: int) -> bool:
    """Make a token worthless from the next request on; False where it was so already."""
    with write_together():
        in_force = StaffToken.objects.filter(pk=pk, revoked_at=None)
        return in_force.update(revoked_at=timezone.now()) > 0


def holder_of(token: str, scope: Scope = Scope.READ) -> StaffToken | None:
    """Whose token this is, None if it does not open `scope`; notes the day it was last used."""
    if not token.startswith(PREFIX):
        return None
    tokens = StaffToken.objects.filter(digest=_digest(token), revoked_at=None)
    known = tokens.filter(scope__in=SCOPES[scope])
    staff_token = known.exclude(expires_on__lt=timezone.localdate()).first()
    if not staff_token or not maker_may(staff_token):
        return None
    _note_use(staff_token)
    return staff_token


def maker_may(token: StaffToken) -> bool:
    """Whether who made it in the admin may do so much, now as then; one of a program's is good."""
    kind = ContentType.objects.get_for_model(StaffToken)
    lines = LogEntry.objects.filter(content_type=kind, object_id=token.pk, action_flag=ADDITION)
    made = lines.select_related("user").first()
    return made is None or made.user.has_perms(RIGHTS[Scope(token.scope)])


@retry
def _note_use(token: StaffToken) -> None:
    today = timezone.localdate()
    if token.last_used_on != today:
        row = StaffToken.objects.filter(pk=token.pk)
        with write_together():
            row.exclude(last_used_on__gte=today).update(last_used_on=today)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
