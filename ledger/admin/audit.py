"""Who changed what: one line a change, written in the same transaction as the change itself.

It is Django's log and shown on Django's pages. No line holds the name of a player.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils.translation import gettext

from ledger.access.actor import Actor
from ledger.database.transactions import locked, write_together
from ledger.models import Group, Link, Session

BY_ADMIN = Actor(Link.ADMIN)
Answer = TypeVar("Answer")


def write(user: Any, target: Model, action: int, message: Any = "") -> LogEntry:
    """A line of Django's log, which calls a session or a group by its id and not by its name."""
    return LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(target),
        object_id=target.pk,
        object_repr=target.pk if isinstance(target, Session | Group) else str(target),
        action_flag=action,
        change_message=json.dumps(message, ensure_ascii=False) if message else "",
    )


def note(user: Any, target: Model, field: str, *lines: str) -> None:
    """Write down what changed in `field`, in the language of who changed it."""
    fields = [f"{gettext(field)}: {line}" for line in lines]
    write(user, target, CHANGE, [{"changed": {"fields": fields}}])


def done(session: Session, act: Callable[[], Answer], note: Callable[[Answer], object]) -> bool:
    """Do it, and `note` what it answered in the same transaction; False where nothing changed.

    Somebody else may have done the same a moment ago: only under the lock that can be told.
    """
    with write_together():
        before, answer = locked(session.pk).log_count, act()
        if locked(session.pk).log_count == before:
            return False
        note(answer)
        return True
