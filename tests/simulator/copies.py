"""A copy of the books in their place, while people play on: as after a disk was lost."""

from pathlib import Path
from uuid import UUID

from django.db import connection

from ledger.management.commands.backup import copy_sqlite, remove
from ledger.models import OtherItem, Payment, Posting, Round
from tests.simulator.evening import Evening, lines


def copy() -> None:
    """Make a copy, in the place of the last one."""
    _file, copy = _files()
    remove(copy)
    copy_sqlite(copy)


def put_back(evening: Evening) -> None:
    """Put the copy that was made in the place of the books, if it was not put there already."""
    file, copy = _files()
    if not copy.exists():
        return
    sent = _submissions()
    evening.books.append(lines())
    evening.service.stop()
    remove(file)
    copy.rename(file)
    lost = sent - _submissions()
    for typed in evening.typed.values():
        typed.dropped |= not lost.isdisjoint(map(UUID, typed.sent))
    _count_what_is_there(evening)
    there = lines()
    evening.must_hear |= {each.number for each in evening.phones if evening.kept_line(each) - there}


def _files() -> tuple[Path, Path]:
    """That of the books, and that of their copy."""
    file = Path(connection.settings_dict["NAME"])
    return file, file.with_name(f"{file.name}.copy")


def _submissions() -> set[UUID]:
    return set(Round.objects.values_list("submission_id", flat=True))


def _count_what_is_there(evening: Evening) -> None:
    """Whatever was heard of what was done since the copy."""
    evening.items = _kept(evening.items, OtherItem)
    evening.payments = _kept(evening.payments, Payment)
    evening.void_rounds = _void(Posting.Kind.VOID, "round")
    evening.void_items = _void(Posting.Kind.MANUAL_VOID, "other")
    evening.void_payments = _void(Posting.Kind.UNPAID, "payment")


def _kept(
    sent: dict[str, tuple[int, int, int]], model: type[OtherItem] | type[Payment]
) -> dict[str, tuple[int, int, int]]:
    there = set(map(str, model.objects.values_list("submission_id", flat=True)))
    return {id: what for id, what in sent.items() if id in there}


def _void(kind: Posting.Kind, of: str) -> set[int]:
    return set(Posting.objects.filter(kind=kind).values_list(f"{of}__number", flat=True))
