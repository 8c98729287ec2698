"""A first start, an upgrade, a copy and its way back, while a call of theirs is refused."""

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.config import settings as of_the_service
from ledger.management.commands import serve
from ledger.management.commands.backup import remove
from ledger.management.upgrade import bring_up_to_date, file_here
from ledger.models import Round
from tests.databases import ROOT
from tests.sample_tables import a_table, play
from tests.stories.failing_calls.cases import (
    KILLED,
    ON,
    Case,
    Content,
    Dry,
    Kept,
    Report,
    Tried,
    content,
    damage,
    use,
)
from tests.stories.failing_calls.kernel import Disk
from tests.upgrades import LEDGERS, RELEASES

Wrong = list[str]
ASKED = "asked whether a ledger was lost"
"""What a start does that finds an empty file: nobody who was killed took it away."""
OLDER = Path("copies/2020-01-01-030000")


@dataclass(frozen=True, slots=True)
class Command:
    """What is run in a folder, and what is wrong afterwards, told whether it ended well.

    Raises CommandError with a sentence; looking may run it again.
    """

    kept: Kept
    run: Callable[[], object]
    look: Callable[[bool], Wrong]


@dataclass(frozen=True, slots=True)
class Commands:
    """All of them by name."""

    sends: Mapping[str, Command]

    def dry(self, journal: str, done: str) -> Dry:
        command, disk = self.sends[done], Disk(self.sends[done].kept.folder)
        command.kept.put_back()
        report = disk.run(lambda: _run(journal, command, disk)) | disk.run(
            lambda: _looked(journal, command, well=True)
        )
        if report != {"refusal": "", "wrong": []} or not disk.calls:
            raise AssertionError(f"{done}: {report.get('traceback') or report}")
        return Dry(disk.calls, [], again=True)

    def tried(self, case: Case, _dry: Dry) -> Tried:
        command = self.sends[case.done]
        disk = case.disk(command.kept.folder)
        command.kept.put_back()
        report = disk.run(lambda: _run(case.journal, command, disk))
        if "traceback" in report:
            return Tried("traceback", [report["traceback"]])
        refusal = report.get("refusal", KILLED)
        report |= disk.run(lambda: _looked(case.journal, command, well=not refusal))
        outcome = "killed" if refusal == KILLED else "refused" if refusal else "done"
        wrong = [report["traceback"]] if "traceback" in report else report["wrong"]
        if wrong == [ASKED] and (refusal == KILLED or case.how == ON):
            return Tried(f"{outcome}, then asked")
        return Tried(outcome, wrong)


def _run(journal: str, command: Command, disk: Disk) -> Report:
    use(journal)
    disk.fail()
    try:
        command.run()
    except CommandError as problem:
        return {"refusal": str(problem) or "nothing"}
    finally:
        disk.mend()
    return {"refusal": ""}


def _looked(journal: str, command: Command, *, well: bool) -> Report:
    use(journal)
    return {"wrong": [*command.look(well), *damage()]}


def commands(folder: Path) -> dict[str, Command]:
    """In this folder, whose ledger is open to this process and is left empty."""
    copies = folder / OLDER.parent
    copies.mkdir()
    _backup(folder / OLDER)
    os.utime(folder / OLDER, (0, 0))
    (folder / "tmp").mkdir()
    for each in (folder, copies):
        (each / "secret_key").write_text("a secret that is long enough")
    before = content()
    play(a_table())
    kept, after = Kept(folder, "copies.whole"), content()
    nights = Nights(folder, (folder / OLDER).read_bytes(), Round.objects.count(), [before, after])
    by_name = {
        "backup": Command(kept, lambda: _backup(copies / "new"), nights.copied),
        "backup.sh": Command(kept, lambda: _script(folder), nights.nightly),
        "restore": Command(kept, lambda: _restore(folder / OLDER), nights.restored),
    }
    for release in RELEASES:
        _empty(folder)
        text = (LEDGERS / f"{release}.sqlite3.gz").read_bytes()
        (folder / "ledger.sqlite3").write_bytes(gzip.decompress(text))
        rounds = Round.objects.count()
        kept = Kept(folder, f"{release}.whole")
        by_name[f"upgrade {release}"] = Command(kept, _start, _upgraded(folder, rounds))
        with redirect_stdout(StringIO()):
            bring_up_to_date()
        damage()  # what is read once is not read in each case
    _empty(folder)
    return by_name | {"first start": Command(Kept(folder, "empty.whole"), _start, _started)}


def _empty(folder: Path) -> None:
    connection.close()
    shutil.rmtree(folder)
    folder.mkdir()


def _start() -> None:
    """As far as a start goes before it serves."""
    try:
        of_the_service._read_or_make_secret()
    except OSError as problem:  # which `serve` tells in its checks
        raise CommandError(str(problem)) from problem
    serve.collect_static = lambda: None  # holds nothing of a ledger, and takes longer
    with redirect_stdout(StringIO()):
        serve._prepare()


def _started(_well: bool) -> Wrong:
    try:
        _start()
    except CommandError as problem:
        if "is a ledger lost?" not in str(problem):
            raise
        remove(file_here())  # as it says
        bring_up_to_date()  # not all of a start: this process has the folders locked
        return [ASKED]
    kept = settings.DATA_DIR / "secret_key"
    return [] if len(kept.read_text()) > 40 else ["no secret"]


def _upgraded(folder: Path, rounds: int) -> Callable[[bool], Wrong]:
    def look(_well: bool) -> Wrong:
        copies = [*folder.glob("ledger-before-*.sqlite3")]
        wrong = [f"{each.name} is torn" for each in copies if not _whole(each, rounds)]
        _start()
        lost = Round.objects.count() != rounds
        return [*wrong, *(["rounds are lost"] if lost else [])]

    return look


def _whole(copy: Path, rounds: int) -> bool:
    with closing(sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)) as opened:
        try:
            (verdict,) = opened.execute("PRAGMA integrity_check").fetchone()
            (count,) = opened.execute("SELECT COUNT(*) FROM ledger_round").fetchone()
        except sqlite3.Error:
            return False
    return bool(verdict == "ok" and count == rounds)


@dataclass(frozen=True, slots=True)
class Nights:
    """A folder with copies: the oldest, the rounds of a new one, and both ledgers."""

    folder: Path
    older: bytes
    rounds: int
    ledgers: list[Content]

    def copied(self, well: bool) -> Wrong:
        """Where it did not end well there is no copy, or a whole one; and another can be made."""
        wrong = [*self._wrong(), *([] if self._new() or not well else ["there is no copy"])]
        _backup(self.folder / "copies/next")
        return [*wrong, *self._wrong()]

    def nightly(self, well: bool) -> Wrong:
        """The same of the script, which drops what is older than a month when all else is done."""
        wrong = self._wrong(dropped=well)
        _script(self.folder)
        return [*wrong, *self._wrong(dropped=True), *([] if self._new() else ["there is no copy"])]

    def restored(self, well: bool) -> Wrong:
        at = self.ledgers.index(now) if (now := content()) in self.ledgers else None
        wrong = [] if at == 0 or (at == 1 and not well) else ["the ledger is neither"]
        replaced = (self.folder / OLDER).with_name(f"{OLDER.name}.replaced")
        if replaced.exists():
            wrong += [] if _whole(replaced, self.rounds) else ["what was replaced is torn"]
            replaced.unlink()
        _restore(self.folder / OLDER)
        return wrong if content() == self.ledgers[0] else [*wrong, "not restored in the end"]

    def _wrong(self, dropped: bool = False) -> Wrong:
        """Copies that look whole and are not."""
        older = self.folder / OLDER
        gone = dropped if not older.exists() else older.read_bytes() == self.older
        # Where nothing can be removed the drill leaves its own in its scratch.
        secrets = {(each / "secret_key").read_text() for each in (self.folder, older.parent)}
        torn = [f"{each.name} is torn" for each in self._new() if not _whole(each, self.rounds)]
        beside = [] if len(secrets) == 1 else ["the secret of the copies is torn"]
        return [*torn, *beside, *([] if gone else ["the older copy is gone"])]

    def _new(self) -> list[Path]:
        kept = (OLDER.name, "secret_key")
        return [
            each
            for each in (self.folder / OLDER.parent).iterdir()
            if each.name not in kept and ".part" not in each.name
        ]


def _backup(path: Path) -> None:
    call_command("backup", str(path), stdout=StringIO())


def _restore(older: Path) -> None:
    call_command("restore", str(older), replace=True, stdout=StringIO())


def _script(folder: Path) -> None:
    places = {"COPIES": str(folder / OLDER.parent), "TMPDIR": str(folder / "tmp")}
    done = subprocess.run(
        [ROOT / "ledger/deploy/backup.sh"],
        env=os.environ | places | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    if "Traceback" in done.stderr:
        raise AssertionError(done.stderr)
    if done.returncode:
        raise CommandError(done.stderr)
