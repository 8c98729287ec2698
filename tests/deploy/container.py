"""A container file played step by step in a bare Debian, each step in a `chroot` of its own.

What a step mounts is seen by that step alone. Not played are layers, the volume and the limits
that an engine sets on memory and rights.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.running.server import ROOT, until

MOUNTED = """
set -e
mount --bind /proc "$1/proc"
mount --bind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
user=$2 folder=$3
set -- "$1" "${@:4}"
exec chroot --userspec="$user" "$1" env -C "$folder" "${@:2}"
"""
PATH = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
OF_THE_MACHINE = re.compile(r"(PIP|UV)_(?!FIND_LINKS)\w+|\w+_PROXY|SSL_CERT_FILE", re.IGNORECASE)
"""Variables that say how to reach the package index."""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The first word of each, and what follows; lines that go on in the next are one."""
    whole = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(str.strip, whole.splitlines()):
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


def network_of(process: int | str) -> str:
    return os.readlink(f"/proc/{process}/ns/net")


@dataclass
class Container:
    """What the instructions so far have made of the root."""

    root: Path
    user: str = "0"
    folder: str = "/"
    variables: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    program: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)

    def build(self, text: str) -> None:
        """Carry out all instructions; AttributeError for one that is not known here."""
        for word, rest in instructions(text):
            getattr(self, f"_{word.lower()}")(rest)

    def started(self) -> subprocess.Popen[bytes]:
        """What it runs, in a network of its own: its ports are nobody else's."""
        alone = ["unshare", "--net", "bash", "-c", 'ip link set lo up && exec "$@"', "bash"]
        process = subprocess.Popen([*alone, *self._inside([*self.program, *self.words])])
        assert until(lambda: network_of(process.pid) != network_of("self"))
        return process

    def run(self, *words: str, **more: str) -> None:
        """Another program in it, as its user; CalledProcessError where it fails."""
        step = replace(self, variables=self.variables | more)
        subprocess.run(step._inside([*words]), check=True)

    def healthy(self, beside: subprocess.Popen[bytes]) -> bool:
        """Whether its own question about its health is answered well."""
        return self._beside(beside, self._inside(self.health)).returncode == 0

    def ask(self, beside: subprocess.Popen[bytes], *words: str) -> bytes:
        """What curl gets in its network; CalledProcessError where it is refused."""
        done = self._beside(beside, ["curl", "--silent", "--show-error", "--fail", *words])
        done.check_returncode()
        return done.stdout

    def _beside(
        self, running: subprocess.Popen[bytes], command: list[str]
    ) -> subprocess.CompletedProcess[bytes]:
        network = f"--net=/proc/{running.pid}/ns/net"
        return subprocess.run(["nsenter", network, *command], capture_output=True, check=False)

    def _inside(self, words: list[str]) -> list[str]:
        variables = [f"{name}={each}" for name, each in self.variables.items()]
        alone = ["unshare", "--mount", "bash", "-c", MOUNTED, "bash"]
        return [*alone, str(self.root), self.user, self.folder, "-i", *variables, *words]

    def _from(self, image: str) -> None:
        """The root is the image; its Python is the system's and lets pip install, as there."""
        assert image.startswith("docker.io/library/python:3"), image
        for file in self.root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            file.unlink()

    def _workdir(self, folder: str) -> None:
        self.folder = folder
        (self.root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _run(self, command: str) -> None:
        reached = {
            name: each for name, each in os.environ.items() if OF_THE_MACHINE.fullmatch(name)
        }
        step = Container(self.root, self.user, self.folder, self.variables | reached)
        subprocess.run(step._inside(["/bin/sh", "-c", command]), check=True)

    def _copy(self, words: str) -> None:
        what, where = words.split()
        source, goal = ROOT / what, self.root / self.folder.lstrip("/") / where
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, goal)

    def _user(self, user: str) -> None:
        self.user = user

    def _env(self, words: str) -> None:
        self.variables |= dict(each.split("=", 1) for each in shlex.split(words))

    def _volume(self, folder: str) -> None:
        self.volumes.append(folder)

    def _expose(self, _ports: str) -> None:
        """Says only what others may be interested in."""

    def _healthcheck(self, words: str) -> None:
        self.health = json.loads(words.partition("CMD ")[2])

    def _entrypoint(self, words: str) -> None:
        self.program = json.loads(words)

    def _cmd(self, words: str) -> None:
        self.words = json.loads(words)
