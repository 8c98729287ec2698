"""Tables that nobody opens for long: their book as a file, and no round until they are reopened.

Nothing leaves the ledger: a link opens its table as before.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from ledger.access.actor import ON_THE_MACHINE
from ledger.common.durable import put_in_place
from ledger.database.transactions import retry, transaction, write_together
from ledger.exports.files import as_xlsx
from ledger.exports.sheets import evening_book
from ledger.models import Change, LastUse, PutAway, Session
from ledger.tables.sessions import close


@retry
def announce(days: int) -> int:
    """Let tables say that they are put away after so many days, or with 0 that none is.

    Returns on how many further days that must be said before the first is. Days on which this
    was called are counted, not the calendar's: a clock that was wrong once hurries nothing.
    """
    today = timezone.localdate()
    with write_together():
        PutAway.objects.exclude(days=days).delete()
        if not days:
            return 0
        row, is_new = PutAway.objects.get_or_create(
            days=days, defaults={"warnings": 0, "day": today}
        )
        if not is_new and row.day != today:
            row.warnings, row.day = min(row.warnings + 1, days), today
            row.save()
        return days - row.warnings


def unused(days: int) -> QuerySet[Session]:
    """Sessions that nobody opened or changed for so many days, without those put away since."""
    newest = Change.objects.filter(session=OuterRef("pk"), number=OuterRef("log_count"))
    old = newest.filter(made_at__lt=timezone.now() - timedelta(days))
    recent = timezone.localdate() - timedelta(days)
    idle = Session.objects.filter(Exists(old)).exclude(lastuse__day__gt=recent)
    return idle.exclude(lastuse__line=F("log_count")).order_by("pk")


def put_away(session: Session, days: int, folder: Path) -> Path | None:
    """Write the book of an unused session into a file of `folder` and close the session.

    None where somebody changed it meanwhile. Raises OSError where the file cannot be written.
    """
    file = _write(session, folder)
    if _close(session, days):
        return file
    file.unlink()
    return None


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Keep others from putting tables away into this folder; False where one does so now."""
    folder.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    with suppress(BlockingIOError):
        flock(handle, LOCK_EX | LOCK_NB)
        return True
    return False


def _write(session: Session, folder: Path) -> Path:
    """The whole book, which nobody else on the machine can read; another book has another name."""
    file = folder / f"{session.pk}-{session.log_count}-{session.log_head[:8]}.xlsx"
    put_in_place(file, as_xlsx(evening_book(Session.objects.filter(pk=session.pk))))
    return file


@retry
def _close(session: Session, days: int) -> bool:
    with transaction(session.pk):
        if not unused(days).filter(pk=session.pk, log_count=session.log_count).exists():
            return False
        line = close(session.pk, by=ON_THE_MACHINE, unused=days).log_count
        LastUse.objects.update_or_create(session_id=session.pk, defaults={"line": line})
        return True
