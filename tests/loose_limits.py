"""Limits as they would be without their one conditional UPDATE: the control of their tests."""

import time
from collections.abc import Callable

from ledger.access.limits import Limit
from ledger.database.transactions import write_together
from ledger.models import Allowance


def reading_first(pause: float) -> Callable[[Limit, str, int], int | None]:
    """In place of `limits._took`: read, wait `pause` seconds for others, then write."""

    def took(limit: Limit, name: str, now: int) -> int | None:
        row = Allowance.objects.filter(name=name).first()
        if row is None or row.restored_at > now + limit.each * (limit.most - 1):
            return None
        time.sleep(pause)
        row.restored_at = max(row.restored_at, now) + limit.each
        with write_together():
            row.save()
        return row.restored_at

    return took
