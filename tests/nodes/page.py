"""The commands of ledger/docs/operate.md, run with other addresses, folders and owners."""

import getpass
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.nodes.postgresql import programs
from tests.running.server import ROOT

PAGE = (ROOT / "ledger/docs/operate.md").read_text()
NETWORK = "10.0.0."
PASSWORD = "a-password"
"""Of the database's owner, on the page."""

FOLDERS = (
    *("etc/default", "etc/patroni", "etc/pgbouncer", "run/postgresql"),
    *("var/lib/etcd", "var/lib/postgresql", "var/log/postgresql"),
)
"""What Debian's packages have made before the page begins."""


def block(name: str) -> str:
    """What the page has in the block of this name."""
    (text,) = re.findall(rf"^```sh {name}\n(.*?)^```$", PAGE, re.M | re.S)
    return str(text)


def setting(name: str, key: str) -> str:
    """What a file in this block sets."""
    (value,) = re.findall(rf"^{key}=(.*)$", block(name), re.M)
    return str(value)


def url(name: str, network: str) -> str:
    """The DATABASE_URL of a block."""
    return setting(name, "DATABASE_URL").replace(NETWORK, network)


def carry_out(name: str, network: str, folder: Path, changed: Mapping[str, str]) -> None:
    """Run a block as a machine of this network that has all its files in a folder.

    `changed` is what else is to be read for what the page has; it must be there.
    """
    owner = "postgres" if os.getuid() == 0 else getpass.getuser()
    script = block(name)
    for theirs, here in changed.items():
        assert theirs in script, theirs
        script = script.replace(theirs, here)
    for theirs, here in (
        ("/usr/lib/postgresql/15/bin", str(programs())),
        ("chown postgres ", f"chown {owner} "),
        (NETWORK, network),
    ):
        script = script.replace(theirs, here)
    script = re.sub(r"(?<![\w.-])/(?=(etc|var|run)/)", f"{folder}/", script)
    for each in FOLDERS:
        (folder / each).mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["bash", "-euc", script],
        env=os.environ | {"PATH": f"{programs()}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", "postgres", folder], check=True)
