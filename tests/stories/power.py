"""Power cuts, replayed: what a disk may hold when a writer's system calls stop being synced.

A traced writer gives the calls it made in order. A cut after any of them leaves every
file as it was last synced, with any choice of the writes since; and the folder likewise,
in which creating and removing files are changes that wait for a sync of their own.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

TRACED = "openat,write,pwrite64,fsync,fdatasync,ftruncate,unlink"
CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)(?:<(.*)>)?$")
HANDLE = re.compile(r"^\d+<([^>]*)>")
BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """One system call on a file of the folder, or an acknowledgement ("ack")."""

    name: str
    path: str
    data: bytes = b""
    offset: int = 0


def trace(folder: Path, program: str, environment: Mapping[str, str]) -> list[Call]:
    """Run a Python program that prints a line for each commit it was told of."""
    log = folder.with_suffix(".trace")
    options = ["-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={TRACED}", "-o", str(log)]
    subprocess.run(
        ["strace", *options, sys.executable, "-c", program],
        env=dict(environment),
        check=True,
        stdout=subprocess.PIPE,
    )
    return list(_calls(log, folder))


def _calls(log: Path, folder: Path) -> Iterator[Call]:
    for line in log.read_text().splitlines():
        if not (match := CALL.match(line)):
            continue
        name, arguments, _, opened = match.groups()
        data = bytes.fromhex(m[1].replace("\\x", "")) if (m := BYTES.search(arguments)) else b""
        if name == "write" and arguments.startswith("1<"):
            yield Call("ack", "")
            continue
        path = _plain(opened or "") if name == "openat" else ""
        if name == "unlink":
            path = data.decode()
        elif handle := HANDLE.match(arguments):
            path = path or _plain(handle[1])
        synced = path == str(folder) and name in ("fsync", "fdatasync")
        if synced or path.startswith(f"{folder}/"):
            numbers = re.findall(r", (\d+)(?=,|$)", arguments)
            yield Call(name, path, data, int(numbers[-1]) if numbers else 0)


def _plain(path: str) -> str:
    return bytes.fromhex(path.replace("\\x", "")).decode() if path.startswith("\\x") else path


@dataclass(slots=True)
class File:
    """What of a file is surely on the disk, and the writes that may be."""

    surely: bytes = b""
    writes: list[Call] = field(default_factory=list)

    def sync(self) -> None:
        self.surely, self.writes = _written(self.surely, self.writes), []

    def cut(self, rng: Random) -> bytes:
        return _written(self.surely, [call for call in self.writes if rng.random() < 0.5])


@dataclass(slots=True)
class Disk:
    """A folder: its names as they surely are, and the changes of names since, in order.

    A name made again is another file: one that was removed may come back as it was.
    """

    folder: str
    surely: dict[str, File]
    changes: list[tuple[str, File | None]] = field(default_factory=list)

    def apply(self, call: Call) -> None:
        names = self._names(self.changes)
        if call.name in ("fsync", "fdatasync"):
            self._sync() if call.path == self.folder else names[call.path].sync()
        elif call.name in ("pwrite64", "ftruncate"):
            names[call.path].writes.append(call)
        elif call.name == "unlink":
            self.changes.append((call.path, None))
        elif call.name == "openat" and call.path not in names:
            self.changes.append((call.path, File()))

    def cut(self, rng: Random) -> dict[str, bytes]:
        """The files as one power cut may leave them: names change in order, writes in none."""
        names = self._names(self.changes[: rng.randint(0, len(self.changes))])
        return {name: file.cut(rng) for name, file in names.items()}

    def _sync(self) -> None:
        self.surely, self.changes = self._names(self.changes), []

    def _names(self, changes: list[tuple[str, File | None]]) -> dict[str, File]:
        names: dict[str, File | None] = {**self.surely, **dict(changes)}
        return {name: file for name, file in names.items() if file}


def _written(content: bytes, calls: list[Call]) -> bytes:
    grown = bytearray(content)
    for call in calls:
        if call.name == "ftruncate":
            del grown[call.offset :]
            grown.extend(bytes(call.offset - len(grown)))
        else:
            grown.extend(bytes(max(0, call.offset - len(grown))))
            grown[call.offset : call.offset + len(call.data)] = call.data
    return bytes(grown)


def cuts(
    folder: Path, before: Mapping[str, bytes], calls: list[Call], rng: Random, count: int
) -> Iterator[int]:
    """Leave `folder` as each of `count` cuts may, yielding how many commits were told of."""
    for _ in range(count):
        last, disk, commits = rng.randint(1, len(calls)), _disk(folder, before), 0
        for call in calls[:last]:
            disk.apply(call)
            commits += call.name == "ack"
        shutil.rmtree(folder)
        folder.mkdir()
        for path, content in disk.cut(rng).items():
            Path(path).write_bytes(content)
        yield commits


def _disk(folder: Path, before: Mapping[str, bytes]) -> Disk:
    return Disk(str(folder), {path: File(content) for path, content in before.items()})
