"""The last day on which a table was opened by a key, where unused tables are put away."""

from contextlib import suppress

from django.utils.timezone import localdate

from ledger.common.refusals import ServiceBusy
from ledger.database.transactions import retry, write_together
from ledger.models import LastUse


def note_use(session_id: str) -> None:
    """Write down that the table was opened today; who opens it is not held up by a full disk."""
    with suppress(ServiceBusy):
        _write(session_id)


@retry
def _write(session_id: str) -> None:
    with write_together():
        LastUse.objects.update_or_create(session_id=session_id, defaults={"day": localdate()})
