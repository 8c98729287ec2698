"""A kernel that refuses the n-th change of a folder's files to a process and its children.

A filter of seccomp hands each of these system calls to the process that began the work, which
answers with an error or lets it go on: no tracer stops anything else, and a fork is all it takes.
"""

import ctypes
import json
import mmap
import os
import platform
import select
import socket
import struct
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import ioctl
from pathlib import Path
from signal import SIGKILL
from typing import Any, NoReturn

ON_HANDLES = {
    "write": (1, 0),
    "pwrite64": (18, 0),
    "sendfile": (40, 0),
    "fsync": (74, 0),
    "fdatasync": (75, 0),
    "ftruncate": (77, 0),
    "copy_file_range": (326, 2),
}
"""The number of each call on x86-64, and which of its arguments is the open file."""
ON_NAMES = {"rename": (82, 1), "unlink": (87, 0), "unlinkat": (263, 1), "renameat2": (316, 3)}
"""The same of those that take a name: for a rename the new one; "at" a folder that comes before."""
CALLS = {number: (name, at) for name, (number, at) in (ON_HANDLES | ON_NAMES).items()}

SECCOMP, FILTER, NEW_LISTENER, NO_NEW_PRIVILEGES = 317, 1, 8, 38
ALLOW, NOTIFY = 0x7FFF0000, 0x7FC00000
LOAD, IF_EQUAL, RETURN = 0x20, 0x15, 0x06
RECEIVE, SEND, GO_ON = 0xC0502100, 0xC0182101, 1
HERE = -100  # AT_FDCWD
libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def is_able() -> bool:
    """Whether this machine has these calls by these numbers."""
    return platform.system() == "Linux" and platform.machine() == "x86_64"


def _filtered() -> int:
    """Hand over the calls of this thread and of whatever it starts; where they are answered."""
    steps = [(LOAD, 0, 0, 0)]
    for left, number in reversed([*enumerate(CALLS)]):
        steps.append((IF_EQUAL, left + 1, 0, number))
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, NOTIFY)]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    program = Program(len(steps), code)
    listener = int(libc.syscall(SECCOMP, FILTER, NEW_LISTENER, ctypes.byref(program)))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "no filter of system calls")
    return listener


@dataclass
class Disk:
    """What lies below a folder; from `fail` to `mend` its `first` change is refused, or all on.

    `calls` are those that came meanwhile: what was called, and of which file.
    """

    folder: Path
    error: int = 0
    first: int = 0
    lasting: bool = False
    kills: bool = False
    """Whether the process is killed in the place of an error."""
    calls: list[str] = field(default_factory=list)
    _failing: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, 1))

    def fail(self) -> None:
        self._failing[0] = 1

    def mend(self) -> None:
        self._failing[0] = 0

    def run(self, work: Callable[[], Any]) -> Any:
        """What the work comes to in a process of its own, which ends at once after it.

        Where that is killed, nothing: {}.
        """
        ours, theirs = socket.socketpair()
        if not (child := os.fork()):
            _work(theirs, work)
        theirs.close()
        with ours, ours.makefile("rb") as pipe:
            _word, (listener,), *_more = socket.recv_fds(ours, 1, 1)
            self._answer(listener)
            os.close(listener)
            report = json.loads(pipe.read() or b"{}")
        os.waitpid(child, 0)
        return report

    def _answer(self, listener: int) -> None:
        waiting = select.poll()
        waiting.register(listener, select.POLLIN)
        while not waiting.poll()[0][1] & select.POLLHUP:
            asked = bytearray(80)
            with suppress(FileNotFoundError):  # whoever asked is gone
                ioctl(listener, RECEIVE, asked)
                id, process, _flags, number = struct.unpack_from("QIIi", asked)
                path = _path(process, *CALLS[number], struct.unpack_from("6Q", asked, 32))
                error = self._error(process, CALLS[number][0], path)
                go_on = 0 if error else GO_ON
                ioctl(listener, SEND, bytearray(struct.pack("QqiI", id, 0, -error, go_on)))

    def _error(self, process: int, name: str, path: str) -> int:
        if not self._failing[0] or not f"{path}/".startswith(f"{self.folder}/"):
            return 0
        self.calls.append(f"{name} {os.path.relpath(path, self.folder)}")
        count = len(self.calls)
        if count != self.first and not (self.lasting and count > self.first):
            return 0
        if self.kills:
            os.kill(process, SIGKILL)
        return self.error


def _path(process: int, name: str, at: int, arguments: tuple[int, ...]) -> str:
    """Which file a call is about."""
    here = f"/proc/{process}"
    if name in ON_HANDLES:
        return os.readlink(f"{here}/fd/{arguments[at]}")
    with open(f"{here}/mem", "rb", buffering=0) as memory:
        memory.seek(arguments[at])
        path = memory.read(4096).partition(b"\0")[0].decode()
    folder = ctypes.c_int(arguments[at - 1]).value if "at" in name else HERE
    return os.path.join(
        os.readlink(f"{here}/cwd" if folder == HERE else f"{here}/fd/{folder}"), path
    )


def _work(theirs: socket.socket, work: Callable[[], Any]) -> NoReturn:
    try:
        listener = _filtered()
        socket.send_fds(theirs, [b"!"], [listener])
        os.close(listener)
        report = work()
    except BaseException:
        report = {"traceback": traceback.format_exc()}
    theirs.sendall(json.dumps(report).encode())
    os._exit(0)
