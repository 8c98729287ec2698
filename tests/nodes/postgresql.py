"""The programs of PostgreSQL that the system has, run as their user."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.running.needs import lacking

DATABASE = "ledger"
NEEDED = ("initdb", "pg_basebackup", "pg_ctl")


def programs() -> Path:
    """The folder with all of PostgreSQL's programs: the newest of Debian's, or on the PATH."""
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    newest = sorted(debian, key=lambda path: float(path.parent.name), reverse=True)
    for folder in (*newest, *map(Path, os.environ["PATH"].split(os.pathsep))):
        if all((folder / name).exists() for name in NEEDED):
            return folder
    return lacking("there are no PostgreSQL programs on this machine")


def as_owner() -> dict[str, Any]:
    """Words of subprocess that make a program postgres's: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    owner = pwd.getpwnam("postgres")
    groups = os.getgrouplist(owner.pw_name, owner.pw_gid)
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": groups}


@contextmanager
def server(folder: Path, address: str, password: str) -> Iterator[None]:
    """One PostgreSQL in an empty folder, on the usual port of an address."""
    (folder / "password").write_text(password)
    settings = {"listen_addresses": address, "unix_socket_directories": "", "fsync": "off"}
    words = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    data = ("-D", folder / "data")
    owner = ("-U", "postgres", "-A", "scram-sha-256", "--pwfile", folder / "password")
    run("initdb", *data, *owner, "-E", "UTF8", "-N")
    run("pg_ctl", *data, "-l", folder / "log", "-w", "-o", words, "start")
    try:
        yield
    finally:
        run("pg_ctl", *data, "-m", "immediate", "stop")


def run(program: str, *words: object) -> None:
    """Run one of the programs to its end."""
    subprocess.run(
        [programs() / program, *map(str, words)],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
        **as_owner(),
    )
