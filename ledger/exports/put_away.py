"""Tables that nobody opens for long: their book as a file, and no round until they are reopened.

Nothing leaves the ledger: a link opens its table as before.
"""

import os
from datetime import date, timedelta
from pathlib import Path

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from ledger.access.actor import ON_THE_MACHINE
from ledger.database.transactions import retry, transaction, write_together
from ledger.exports.files import as_xlsx
from ledger.exports.sheets import evening_book
from ledger.models import Change, LastUse, PutAway, Session
from ledger.tables.sessions import close


@retry
def announce(days: int) -> date | None:
    """Let tables say that they are put away after so many days, or with 0 that none is.

    Returns the first day on which that may be done: as many days after they began to say so.
    """
    with write_together():
        said = PutAway.objects.filter(days=days).first()
        if not said:
            PutAway.objects.all().delete()
        if not days:
            return None
        said = said or PutAway.objects.create(days=days, since=timezone.localdate())
        return said.since + timedelta(days)


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


def _write(session: Session, folder: Path) -> Path:
    """The whole book, which nobody else on the machine can read."""
    file = folder / f"{session.pk}-{session.log_count}.xlsx"
    part = file.with_suffix(".part")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        target.writelines(as_xlsx(evening_book(Session.objects.filter(pk=session.pk))))
        target.flush()
        os.fsync(target.fileno())
    return part.rename(file)


@retry
def _close(session: Session, days: int) -> bool:
    with transaction(session.pk) as now:
        if now.log_count != session.log_count:
            return False
        line = close(session.pk, by=ON_THE_MACHINE, unused=days).log_count
        LastUse.objects.update_or_create(session_id=session.pk, defaults={"line": line})
        return True
