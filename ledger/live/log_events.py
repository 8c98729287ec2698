"""Lines of the log of one session, or of all, as events of a stream."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import Error, connection
from django.utils import timezone

from ledger.database.replaced_file import reopen_replaced_database
from ledger.models import Change

EVERY = ""
"""In place of the id of a session: all of them are watched."""

AT_ONCE = 1000
"""Lines of all logs that are read at once."""

LATE = 15
"""Seconds in which a line of PostgreSQL may become visible after a newer one of another log.

Those after a gap are told once it is filled, or so old that nothing will come there any more.
"""

FIELDS = "number", "kind", "round", "seat", "made_at"
"""What is told of a line."""


Line = Mapping[str, Any]
"""What is told of a line, by name, and the key of its row where it is one of all."""


class Lines(NamedTuple):
    """New lines of a log as events, and the number of the newest; the text may be empty."""

    number: int
    text: bytes
    more: bool = False
    """Whether there are others already."""


def lines_after(session_id: str, heard: int) -> Lines:
    """The lines of a session's log, or of all, after number `heard` as events; one query."""
    try:
        reopen_replaced_database()
        if session_id == EVERY:
            return _lines_of_all(heard)
        rows = Change.objects.filter(session=session_id, number__gt=heard).order_by("number")
        lines = list(rows.values(*FIELDS))
    except Error:
        connection.close()
        raise
    return Lines(lines[-1]["number"] if lines else heard, _events(lines, "number"))


def _lines_of_all(heard: int) -> Lines:
    rows = Change.objects.filter(pk__gt=heard).order_by("pk").values("pk", "session", *FIELDS)
    lines = list(_in_order(rows[:AT_ONCE], heard))
    last = lines[-1]["pk"] if lines else heard
    return Lines(last, _events(lines, "pk"), more=len(lines) == AT_ONCE)


def _in_order(lines: Iterable[Line], heard: int) -> Iterator[Line]:
    """These lines as far as none can come in between any more."""
    oldest = timezone.now() - timedelta(seconds=LATE if connection.vendor != "sqlite" else 0)
    for line in lines:
        if line["pk"] > heard + 1 and line["made_at"] > oldest:
            return
        yield line
        heard = line["pk"]


def _events(lines: Iterable[Line], id: str) -> bytes:
    """The text of these lines as events, each called by this field."""
    text = "".join(
        f"id: {each[id]}\nevent: {each['kind']}\ndata: {json.dumps(_event_data(each))}\n\n"
        for each in lines
    )
    return text.encode()


def _event_data(line: Line) -> dict[str, Any]:
    moment = timezone.localtime(line["made_at"]).isoformat(timespec="seconds")
    return {name: line[name] for name in line if name != "pk"} | {"made_at": moment}
