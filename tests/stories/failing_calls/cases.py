"""A change while the n-th call of its process is refused, and what must be true of the ledger."""

import shlex
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from errno import EIO, ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client

from ledger.books.audit import differences
from ledger.database.sqlite import sqlite_options
from ledger.models import Session
from tests.stories.failing_calls.changes import Send
from tests.stories.failing_calls.kernel import Disk

JOURNALS = {"WAL": (3, 51, 3), "DELETE": (3, 51, 2)}
"""The versions of SQLite that are told to keep the one and the other."""
ERRORS = {"EIO": EIO, "ENOSPC": ENOSPC}
HOW = ONCE, ON = "once", "on"
"""One call is refused, or every one from it on."""
KILLED = "SIGKILL"
"""In the place of an error: the process is killed at the call, once."""
BESIDE = {"ledger_allowance", "ledger_upkeep", "ledger_lastuse"}
"""Tables that hold nothing of a book."""
TRIES = 3
WELL, BUSY, OTHER = "well", "busy", "other"

Report = dict[str, Any]
"""What a process says of its work, by name."""
Content = dict[str, list[Any]]
"""How many rows each table has, and the digest of what they say."""


@dataclass(frozen=True, slots=True)
class Case:
    """The `number`th call of what is done is refused."""

    journal: str
    done: str
    error: str
    how: str
    number: int

    def __str__(self) -> str:
        words = self.journal, self.done, self.error, self.how, str(self.number)
        return shlex.join(words)

    def disk(self, folder: Path) -> Disk:
        lasting, killed = self.how == ON, self.error == KILLED
        return Disk(folder, ERRORS.get(self.error, EIO), self.number, lasting, killed)


@dataclass(slots=True)
class Tried:
    """What a case came to in a word, and what is wrong with that."""

    outcome: str
    wrong: list[str] = field(default_factory=list)

    def need(self, fine: bool, otherwise: str) -> None:
        if not fine:
            self.wrong.append(otherwise)


def use(journal: str) -> None:
    """Let this process open the ledger as with such a version."""
    connection.close()
    connection.settings_dict["OPTIONS"] = sqlite_options(JOURNALS[journal])


def content() -> Content:
    with connection.cursor() as cursor:
        names = [each for each in connection.introspection.table_names(cursor) if _counts(each)]
        return {name: _read(cursor, name) for name in names}


def _counts(name: str) -> bool:
    return name.startswith("ledger_") and name not in BESIDE


def _read(cursor: Any, name: str) -> list[Any]:
    rows = cursor.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
    return [len(rows), sha256(repr(rows).encode()).hexdigest()]


def rows(ledger: Content) -> list[int]:
    return [count for count, _digest in ledger.values()]


def damage(sessions: Iterable[str] | None = None) -> list[str]:
    """What is wrong with the file, and with the books in it, or those of some sessions."""
    with connection.cursor() as cursor:
        (verdict,) = cursor.execute("PRAGMA integrity_check").fetchone()
    return [*([] if verdict == "ok" else [verdict]), *map(str, differences(sessions))]


def heads() -> dict[str, str]:
    """Every session with the newest line of its log."""
    return dict(Session.objects.values_list("pk", "log_head"))


class Kept:
    """A folder as it is now, which is put back before each case."""

    def __init__(self, folder: Path, name: str) -> None:
        connection.close()
        self.folder, self._whole = folder, folder.with_name(name)
        shutil.copytree(folder, self._whole)

    def put_back(self) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(self._whole, self.folder)


@dataclass(slots=True)
class Dry:
    """What a change comes to where nothing is refused: its calls and rows.

    `again` where sending it again is answered well and changes nothing.
    """

    calls: list[str]
    rows: list[int]
    again: bool


@dataclass(slots=True)
class Changes:
    """The changes of a ledger, which lies as it was before them in `kept`."""

    kept: Kept
    sends: Mapping[str, Send]
    before: Content = field(default_factory=content)
    heads: dict[str, str] = field(default_factory=heads)

    def dry(self, journal: str, done: str) -> Dry:
        send, disk = self.sends[done], Disk(self.kept.folder)
        self.kept.put_back()
        report = disk.run(lambda: _sent(journal, send, disk, 1) | _look() | _sent_again(send, 1))
        if "traceback" in report or report["answers"] != [WELL] or not disk.calls:
            raise AssertionError(f"{done}: {report.get('traceback') or report['answers']}")
        same = rows(report["there"]) == rows(report["after"])
        return Dry(disk.calls, rows(report["there"]), same and report["again"] == [WELL])

    def tried(self, case: Case, dry: Dry) -> Tried:
        """Do it in one process, and look what is there in another."""
        send, disk = self.sends[case.done], case.disk(self.kept.folder)
        again, tries = Disk(self.kept.folder), 2 if case.how == ON else 1
        self.kept.put_back()

        def begun() -> Report:
            report = _sent(case.journal, send, disk, tries) | _look()
            there = WELL in report["answers"] or rows(report["there"]) == dry.rows
            return report | _sent_again(send, 0 if there and not dry.again else TRIES)

        def opened_anew(killed: bool) -> Report:
            use(case.journal)
            report = _look()
            if killed and (dry.again or rows(report["there"]) != dry.rows):
                again.fail()
                report |= _sent_again(send, TRIES)
            ready = Client().get("/health/ready").status_code
            # Of all books now and then: it takes longer than all else.
            touched = [id for id, head in heads().items() if head != self.heads.get(id)]
            wrong = damage(touched if case.number % 10 else None)
            more = {"after": content(), "damage": wrong, "ready": ready}
            return {"answers": [], "again": []} | more | report

        report = disk.run(begun)
        later = {} if "traceback" in report else again.run(lambda: opened_anew(not report))
        return self._judged(case, dry, later | report, again.calls)

    def _judged(self, case: Case, dry: Dry, report: Report, calls: list[str]) -> Tried:
        if "traceback" in report:
            return Tried("traceback", [report["traceback"]])
        answers = report["answers"]
        saved, there = WELL in answers, rows(report["there"]) == dry.rows
        nothing, tried = report["there"] == self.before, Tried("saved" if saved else "refused")
        if case.error == KILLED:
            tried = Tried("killed, there" if there else "killed, not there")
            synced = not report["again"] or any("sync" in call for call in calls)
            tried.need(synced, "what was found again was called saved before it was synced")
            tried.need(there or nothing, "half of it is there")
        elif there and not saved and not nothing:
            tried = Tried("refused, there")
            last = dry.calls[case.number - 1]
            tried.need(case.how == ON and "sync" in last, f"refused, and there: {last}")
            # What cannot be done again is answered as done already from then on.
            answers = answers if dry.again else answers[:1]
        else:
            tried.need(there if saved else nothing, f"{tried.outcome}, and not so")
        tried.need(not {*answers} - {WELL, BUSY}, f"answered {answers}")
        tried.need(report["again"][-1:] in ([], [WELL]), f"then {report['again']}")
        tried.need(rows(report["after"]) == dry.rows, f"in the end {report['after']}")
        tried.need(report["damage"] == [], f"{report['damage']}")
        tried.need(report["ready"] == 200, "not ready afterwards")
        return tried


def _sent(journal: str, send: Send, disk: Disk, tries: int) -> Report:
    """Send it so often while the disk fails."""
    use(journal)
    content()  # opened, as a service that is at work has it
    disk.fail()
    answers = [_answer(send) for _ in range(tries)]
    disk.mend()
    return {"answers": answers}


def _look() -> Report:
    return {"there": content()}


def _sent_again(send: Send, tries: int) -> Report:
    """Send it until it is answered well, at most so often."""
    again: list[str] = []
    while len(again) < tries and WELL not in again:
        again.append(_answer(send))
    return {"again": again, "after": content()}


def _answer(send: Send) -> str:
    """Whether it is told as saved; or as 503, in a sentence, with when to come back."""
    answer = send()
    text = answer.content.decode()
    if answer.status_code in (200, 201, 302):
        return WELL
    sentence = "bận" in text or "busy" in text
    busy = answer.status_code == 503 and int(answer.get("Retry-After", 0)) > 0 and sentence
    return BUSY if busy else OTHER
