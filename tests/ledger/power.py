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
        if not (found := CALL.match(line)):
            continue
        name, arguments, _, opened = found.groups()
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
class Disk:
    """What is surely on the disk, and what may be."""

    folder: str
    surely: dict[str, bytes]
    writes: dict[str, list[Call]] = field(default_factory=dict)
    entries: list[Call] = field(default_factory=list)

    def apply(self, call: Call) -> None:
        if call.name in ("fsync", "fdatasync"):
            self._sync(call.path)
        elif call.name in ("pwrite64", "ftruncate"):
            self.writes.setdefault(call.path, []).append(call)
        elif call.name == "unlink" or (call.name == "openat" and call.path not in self._names()):
            self.entries.append(call)

    def cut(self, rng: Random) -> dict[str, bytes]:
        """The files as one power cut may leave them: names change in order, writes in none."""
        kept = self.entries[: rng.randint(0, len(self.entries))]
        names = self._names(kept)
        return {
            name: _written(
                self.surely.get(name, b""),
                [call for call in self.writes.get(name, []) if rng.random() < 0.5],
            )
            for name in names
        }

    def _sync(self, path: str) -> None:
        if path == self.folder:
            names = self._names(self.entries)
            self.surely = {name: self.surely.get(name, b"") for name in names}
            self.entries = []
        else:
            self.surely[path] = _written(self.surely.get(path, b""), self.writes.pop(path, []))

    def _names(self, entries: list[Call] | None = None) -> set[str]:
        names = set(self.surely)
        for call in self.entries if entries is None else entries:
            (names.discard if call.name == "unlink" else names.add)(call.path)
        return names


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
        last, disk, told = rng.randint(1, len(calls)), Disk(str(folder), dict(before)), 0
        for call in calls[:last]:
            disk.apply(call)
            told += call.name == "ack"
        shutil.rmtree(folder)
        folder.mkdir()
        for path, content in disk.cut(rng).items():
            Path(path).write_bytes(content)
        yield told
