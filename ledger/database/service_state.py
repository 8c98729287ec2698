"""How the service is doing: who plays, how fast it writes, what room is left; few short queries."""

import os
import re
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import connection
from django.db.models import Count, F, Sum
from django.utils import timezone

from ledger.common.refusals import ServiceBusy
from ledger.database.transactions import write_together
from ledger.models import Allowance, Change, LastUse, PutAway, Session

A_MOMENT = timedelta(minutes=10)
LINES = 20_000
"""Newest lines of the logs that are looked at, so that no question takes long."""

RECORDED = (Change.Kind.RECORDED, Change.Kind.CORRECTED)

AT_A_LIMIT = 3_590_000, 7_200_000
"""Milliseconds until all is given back of a limit that lets through so much an hour; beyond is
what was written before the clock went back."""

MEMORY = Path("/proc/meminfo")


@dataclass(frozen=True, slots=True)
class Played:
    """Tables, and rounds recorded there."""

    tables: int
    rounds: int


def now_playing() -> Played:
    """Of the last ten minutes, by the newest lines."""
    newest = Change.objects.order_by("-pk").values_list("session", "kind", "made_at")[:LINES]
    since = timezone.now() - A_MOMENT
    tables = [at for at, kind, made_at in newest if made_at >= since and kind in RECORDED]
    return Played(len(set(tables)), len(tables))


def opened_since(days: int | None = None) -> Played:
    """Of tables that were opened in so many days, or ever."""
    tables = Session.objects.all()
    if days:
        tables = tables.filter(opened_at__gte=timezone.now() - timedelta(days))
    sums = tables.aggregate(tables=Count("pk"), rounds=Sum("round_count"))
    return Played(sums["tables"], sums["rounds"] or 0)


def milliseconds_to_write() -> int | None:
    """How long a small write takes until it is on the disk; None where nothing can be written."""
    begin = time.perf_counter()
    try:
        with write_together():
            now = {"restored_at": int(time.time() * 1000)}
            Allowance.objects.update_or_create(name="status", defaults=now)
    except ServiceBusy:
        return None
    return round((time.perf_counter() - begin) * 1000)


def at_a_limit() -> int:
    """How many addresses and tables have used up what an hour lets through."""
    now = time.time() * 1000
    return Allowance.objects.filter(restored_at__range=[now + each for each in AT_A_LIMIT]).count()


def bytes_kept() -> int:
    """How large the database is."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        files = (Path(name), Path(f"{name}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def room_for_rounds(free: int, used: int, rounds: int) -> int | None:
    """How many rounds more go into free bytes of the disk, by what those so far took.

    None while there are few, and where the database has a disk of its own.
    """
    if connection.vendor != "sqlite":
        return None
    return free * rounds // used if rounds >= 1000 else None


def load() -> tuple[float, int]:
    """How many tasks ran or waited for a processor over the last minute, and how many there are."""
    return os.getloadavg()[0], os.cpu_count() or 1


def bytes_of_memory() -> tuple[int, int] | None:
    """What is free of the memory, and all of it; None where the system does not say so."""
    if not MEMORY.exists():
        return None
    lines = dict(re.findall(r"(?m)^(MemAvailable|MemTotal): *(\d+)", MEMORY.read_text()))
    if len(lines) < 2:
        return None
    return int(lines["MemAvailable"]) * 1024, int(lines["MemTotal"]) * 1024


def put_away() -> tuple[PutAway | None, int]:
    """After how long tables are put away, None for never; and how many were."""
    away = LastUse.objects.filter(line=F("session__log_count"), session__closed_at__isnull=False)
    return PutAway.objects.first(), away.count()
