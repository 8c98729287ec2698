"""The container file that is shipped, step by step, and the service that it starts.

The root is Debian's own with its Python and pip. The image that the file names has a Python of
another version in /usr/local instead, whose pip installs into the system as this one is let to.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
import yaml

from tests.deploy.container import Container
from tests.deploy.folder import DEPLOY
from tests.running.guests import OPENING
from tests.running.needs import program_path
from tests.running.server import ROOT, until
from tests.running.viewers import FACTS

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a root"),
]
API = "http://127.0.0.1:8000/api/v1/sessions/"


@pytest.fixture
def debian() -> Iterator[Path]:
    """A bare one, from the file that BARE_DEBIAN names, else made here."""
    with TemporaryDirectory(dir="/tmp") as folder:
        packed = os.environ.get("BARE_DEBIAN") or f"{folder}/debian.tar"
        if not Path(packed).exists():
            program_path("mmdebstrap")
            subprocess.run([ROOT / ".ci/bare-debian", "make", packed], check=True)
        (root := Path(folder) / "root").mkdir()
        words = ("--numeric-owner", "--exclude", "./dev/*")
        subprocess.run(["tar", "-xpf", packed, "-C", root, *words], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc")
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", root / "etc/ssl/certs")
        yield root


@contextmanager
def running(container: Container) -> Iterator[subprocess.Popen[bytes]]:
    """Started as an engine does, and stopped by its SIGTERM."""
    process = container.started()
    try:
        assert until(lambda: process.poll() is not None or container.healthy(process))
        assert process.poll() is None
        yield process
        process.terminate()
        assert process.wait(40) == 0
    finally:
        process.kill()
        process.wait()


def test_every_step_is_done_and_what_it_makes_keeps_its_rounds(debian: Path) -> None:
    container = Container(debian)
    container.build((DEPLOY / "Containerfile").read_text())
    json_sent = ("--header", "Content-Type: application/json", "--data")
    with running(container) as process:
        table = json.loads(container.ask(process, API, *json_sent, json.dumps(OPENING)))
        here = f"{API}{table['id']}/rounds/"
        key = ("--header", f"Authorization: Bearer {table['score_key']}")
        round = json.dumps({"id": str(uuid4()), "facts": FACTS})
        recorded = json.loads(container.ask(process, here, *key, *json_sent, round))
        assert recorded["number"] == 1
    as_on_a_public_host(container)
    with running(container) as process:
        through = ("--header", "X-Forwarded-For: 192.0.2.1", "--header", "X-Forwarded-Proto: https")
        assert json.loads(container.ask(process, f"{here}1/", *key, *through)) == recorded
        container.run("ledger/deploy/backup.sh")
        assert {"secret_key"} < {each.name for each in (debian / "data/copies").iterdir()}


def as_on_a_public_host(container: Container) -> None:
    """It is started as the compose file has it."""
    service = yaml.safe_load((DEPLOY / "public.yaml").read_text())["services"]["service"]
    container.words = service["command"]
    variables = service["environment"] | {"ALLOWED_HOSTS": "127.0.0.1"}
    container.variables |= {name: str(each) for name, each in variables.items()}
