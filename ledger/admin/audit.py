"""Who changed what: one line a change, written in the same transaction as the change itself.

Lines are kept in both languages as they were said, and never hold the name of a player.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils.html import format_html_join
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from ledger.access.actor import Actor
from ledger.admin.readonly import ReadOnly
from ledger.common.language import language
from ledger.database.transactions import locked, write_together
from ledger.models import Group, Link, Session

BY_ADMIN = Actor(Link.ADMIN)
LANGUAGES = ("vi", "en")

Answer = TypeVar("Answer")

Lines = Callable[[], Iterable[str]]
"""Says what changed, in the language active when it is called."""


def message(field: str, lines: Lines, number: int = 0) -> list[dict[str, Any]]:
    """A change as Django keeps it, with our lines beside it; `number` is of the new row."""
    told = {}
    for code in LANGUAGES:
        with override(code):
            told[code] = list(lines())
    return [{"changed": {"fields": [field], "number": number, **told}}]


def note(user: Any, target: Model, field: str, lines: Lines, number: int = 0) -> None:
    """Write down that `user` changed `field` of a session or of something else."""
    said = message(field, lambda: [f"{gettext(field)}: {line}" for line in lines()], number)
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(target),
        object_id=target.pk,
        object_repr=target.pk if isinstance(target, Session | Group) else str(target),
        action_flag=CHANGE,
        change_message=json.dumps(said, ensure_ascii=False),
    )


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


def note_password(user: Any) -> None:
    """Write down that somebody has a new password of their own."""
    said = [{"changed": {"fields": ["password"]}}]
    LogEntry.objects.log_actions(user.pk, [user], CHANGE, said, single_object=True)


def about(target: Model) -> Any:
    """All that was written down about one object."""
    kind = ContentType.objects.get_for_model(target)
    return LogEntry.objects.filter(content_type=kind, object_id=str(target.pk))


def deciders(session: Session, *, named: bool) -> Mapping[tuple[str, int], str]:
    """Who decided which row, by field and number of the row, where it was done here.

    Only that it was done here, unless `named`.
    """
    found = {}
    for entry in about(session).select_related("user"):
        for change in _changes(entry):
            for field in change["fields"]:
                who = entry.user.get_username() if named else Link.ADMIN.label
                found[field, change.get("number", 0)] = str(who)
    return found


def told(entry: LogEntry) -> list[str]:
    """What was changed, a line each, in the reader's language."""
    lines = [line for change in _changes(entry) for line in change.get(language(), ())]
    return lines or [entry.get_change_message()]


def _changes(entry: LogEntry) -> list[dict[str, Any]]:
    if not entry.change_message.startswith("["):
        return []
    return [each["changed"] for each in json.loads(entry.change_message) if "changed" in each]


@admin.register(LogEntry)
class AuditAdmin(ReadOnly):
    """Every change made in the admin, newest first."""

    list_display = ("action_time", "user", "kind", "named", "change")
    list_filter = ("action_time", ("user", admin.RelatedOnlyFieldListFilter), "action_flag")
    list_select_related = ("user", "content_type")
    search_fields = ("object_id", "user__username", "change_message")
    fields = ("action_time", "user", "kind", "named", "change")

    @admin.display(description=_("loại"))
    def kind(self, entry: LogEntry) -> str:
        return str(entry.content_type.name) if entry.content_type else "–"

    @admin.display(description=_("tên"))
    def named(self, entry: LogEntry) -> str:
        return entry.object_repr

    @admin.display(description=_("đã đổi"))
    def change(self, entry: LogEntry) -> Any:
        return format_html_join("", "<div>{}</div>", ((line,) for line in told(entry)))
