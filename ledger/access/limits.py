"""How often somebody may do something, counted in the database so that it holds across processes.

A limit lets a number of acts through at once and gives them back evenly over its period.
One conditional UPDATE both asks and takes, so two processes never admit the same act.
"""

import math
import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from ledger.common.lan import network
from ledger.common.refusals import TooMany
from ledger.database.transactions import retry, write_together
from ledger.models import Allowance

MILLISECONDS = 1000
A_DAY = 86_400 * MILLISECONDS


MOVE = (
    "UPDATE ledger_allowance"
    " SET restored_at = CASE WHEN restored_at BETWEEN %s AND %s THEN restored_at ELSE %s END + %s"
    " WHERE name = %s AND restored_at NOT BETWEEN %s AND %s RETURNING restored_at"
)
"""Said in SQL: every write asks it, and putting it together takes longer than the answer."""

Meta = Mapping[str, Any]
"""What the server knows of a request: its META."""

Left = tuple[int, int]
"""How many acts somebody may do at once now, and in how many seconds all of them."""


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` acts at once, given back evenly over `period` seconds."""

    most: int
    period: int

    @property
    def each(self) -> int:
        """Milliseconds that one act takes to be given back."""
        return max(1, self.period * MILLISECONDS // self.most)

    @property
    def reach(self) -> int:
        """Milliseconds; what is restored later than that was written before the clock went back."""
        return 2 * self.period * MILLISECONDS


Counted = tuple[Limit, str, str]
"""What is counted: how much of it is let through, of what, and of whom."""


def take(limit: Limit, what: str, who: str, acts: int = 1) -> Left:
    """Count `acts` acts of `who`; raises TooMany, and then nothing was counted."""
    name = _name(what, who)
    now = int(time.time() * MILLISECONDS)
    restored = _took(limit, name, acts, now)
    if restored is None:
        _begin(name, now)
        restored = _took(limit, name, acts, now)
    if restored is None:
        raise TooMany(_wait(limit, name, acts, now))
    return _left(limit, restored - now)


def left(limit: Limit, what: str, who: str) -> Left:
    """Return what `who` has left; one query."""
    now = int(time.time() * MILLISECONDS)
    row = Allowance.objects.filter(name=_name(what, who)).values_list("restored_at").first()
    return _left(limit, row[0] - now if row else 0)


def _left(limit: Limit, used: int) -> Left:
    used = used if 0 < used <= limit.reach else 0
    return max(0, limit.most - math.ceil(used / limit.each)), math.ceil(used / MILLISECONDS)


@retry
def give_back(limit: Limit, what: str, who: str, acts: int = 1) -> None:
    """Count `acts` acts of `who` less: they were taken and need not have been."""
    before = F("restored_at") - limit.each * acts
    rows = Allowance.objects.filter(name=_name(what, who))
    with write_together():
        rows.update(restored_at=before)


@retry
def forget(what: str, who: str) -> None:
    """Let `who` begin anew."""
    rows = Allowance.objects.filter(name=_name(what, who))
    with write_together():
        rows.delete()


def wrong_keys(meta: Meta) -> Counted:
    """Keys that opened nothing, wherever they were tried, by address."""
    return Limit(*settings.API_WRONG_KEYS), "wrong key", asker(meta)


def openings(meta: Meta) -> Counted:
    """Tables opened from an address, by whatever way."""
    return Limit(*settings.API_OPENINGS), "opening", asker(meta)


def writes(session_id: str) -> Counted:
    """Writes of programs to a session."""
    return Limit(*settings.API_WRITES), "write", session_id


def asker(meta: Meta) -> str:
    """Whom to count a request for: its address as the server knows it."""
    return network(str(meta.get("REMOTE_ADDR", "")))


def _name(what: str, who: str) -> str:
    return salted_hmac("ledger.access.limits", f"{what} {who}", algorithm="sha256").hexdigest()


@retry
def _took(limit: Limit, name: str, acts: int, now: int) -> int | None:
    """Move the moment at which everything is given back; None where it would be too far off."""
    latest = now + limit.each * (limit.most - acts)
    if latest < now:
        return None
    # One statement needs no savepoint inside a transaction.
    alone = nullcontext() if connection.in_atomic_block else write_together()
    with alone, connection.cursor() as cursor:
        far, cost = now + limit.reach, limit.each * acts
        cursor.execute(MOVE, [now, far, now, cost, name, latest + 1, far])
        row = cursor.fetchone()
    return row[0] if row else None


@retry
def _begin(name: str, now: int) -> None:
    """Make the row of somebody new, and forget those who have had everything back for a day."""
    if Allowance.objects.filter(name=name).exists():
        return
    new, idle = Allowance(name=name, restored_at=now), now - A_DAY
    with write_together():
        Allowance.objects.filter(restored_at__lt=idle).delete()
        Allowance.objects.bulk_create([new], ignore_conflicts=True)


def _wait(limit: Limit, name: str, acts: int, now: int) -> int:
    """Seconds until as many acts are let through; acts beyond the limit never are."""
    row = Allowance.objects.filter(name=name).first()
    restored = max(row.restored_at, now) if row else now
    over = restored + limit.each * (min(acts, limit.most) - limit.most) - now
    return max(1, math.ceil(over / MILLISECONDS))
