"""How often somebody may do something, counted in the database so that it holds across processes.

A limit lets a number of acts through at once and gives them back evenly over its period.
One conditional UPDATE both asks and takes, so two processes never admit the same act.
"""

import math
import time
from contextlib import nullcontext
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.http import HttpRequest
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


Count = tuple[Limit, str, str]
"""What is counted: how much of it is let through, of what, and of whom."""


def take(limit: Limit, what: str, who: str) -> Left:
    """Count an act of `who`; raises TooMany, and then nothing was counted."""
    name, now = _name(what, who), _now()
    restored = _took(limit, name, now) or _begin(limit, name, now)
    if restored is None:
        over = _used(name, now) - limit.each * (limit.most - 1)
        raise TooMany(max(1, math.ceil(over / MILLISECONDS)))
    return _left(limit, restored - now)


def left(limit: Limit, what: str, who: str) -> Left:
    """Return what `who` has left; one query."""
    return _left(limit, _used(_name(what, who), _now()))


def _left(limit: Limit, used: int) -> Left:
    used = used if used <= limit.reach else 0
    return max(0, limit.most - math.ceil(used / limit.each)), math.ceil(used / MILLISECONDS)


@retry
def give_back(limit: Limit, what: str, who: str) -> None:
    """Count an act of `who` less: it was taken and need not have been."""
    with write_together():
        rows = Allowance.objects.filter(name=_name(what, who))
        rows.update(restored_at=F("restored_at") - limit.each)


@retry
def forget(what: str, who: str) -> None:
    """Let `who` begin anew."""
    with write_together():
        Allowance.objects.filter(name=_name(what, who)).delete()


def wrong_keys(request: HttpRequest) -> Count:
    """Keys that opened nothing, wherever they were tried, by address."""
    return Limit(*settings.API_WRONG_KEYS), "wrong key", asker(request)


def openings(request: HttpRequest) -> Count:
    """Tables opened from an address, by whatever way."""
    return Limit(*settings.API_OPENINGS), "opening", asker(request)


def writes(session_id: str) -> Count:
    """Writes of programs to a session."""
    return Limit(*settings.API_WRITES), "write", session_id


def asker(request: HttpRequest) -> str:
    """Whom to count a request for: its address as the server knows it."""
    return network(request.META.get("REMOTE_ADDR", ""))


def _name(what: str, who: str) -> str:
    return salted_hmac("ledger.access.limits", f"{what} {who}", algorithm="sha256").hexdigest()


def _now() -> int:
    return int(time.time() * MILLISECONDS)


def _used(name: str, now: int) -> int:
    """Milliseconds until everything is given back."""
    restored = Allowance.objects.filter(name=name).values_list("restored_at", flat=True).first()
    return max(0, (restored or now) - now)


@retry
def _took(limit: Limit, name: str, now: int) -> int | None:
    """Move the moment at which everything is given back; None where it would be too far off."""
    latest, far = now + limit.each * (limit.most - 1), now + limit.reach
    # One statement needs no savepoint inside a transaction.
    alone = nullcontext() if connection.in_atomic_block else write_together()
    with alone, connection.cursor() as cursor:
        cursor.execute(MOVE, [now, far, now, limit.each, name, latest + 1, far])
        row = cursor.fetchone()
    return row[0] if row else None


@retry
def _begin(limit: Limit, name: str, now: int) -> int | None:
    """Likewise for somebody new, and forget those who have had everything back for a day."""
    if not Allowance.objects.filter(name=name).exists():
        new = Allowance(name=name, restored_at=now)
        with write_together():
            Allowance.objects.filter(restored_at__lt=now - A_DAY).delete()
            Allowance.objects.bulk_create([new], ignore_conflicts=True)
    return _took(limit, name, now)
