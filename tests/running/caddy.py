"""A real Caddy with the site file that is shipped, in front of a service."""

import os
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

from tests.deploy.folder import DEPLOY
from tests.running.needs import program_path
from tests.running.ports import free_port
from tests.running.server import until

ONLINE = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "localhost"}
"""What the service behind it is told."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where it listens, what trusts the authority that it makes for localhost, its process."""

    port: int
    trusted: ssl.SSLContext
    pid: int


@contextmanager
def caddy(folder: Path, service: int) -> Iterator[Proxy]:
    """It at work before the service at this port; what it keeps lies in the folder."""
    port, plain = free_port(), free_port()
    (folder / "Caddyfile").write_text(
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        f"\thttp_port {plain}\n}}\nimport {DEPLOY / 'Caddyfile'}\n"
    )
    variables = {"SITE": f"https://localhost:{port}", "SERVICE": f"127.0.0.1:{service}"}
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program_path("caddy"), "run", "--config", folder / "Caddyfile"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | variables | home, stderr=log)
    root = folder / "caddy/pki/authorities/local/root.crt"
    try:
        assert until(lambda: root.exists() and answers(port, root)), (folder / "log").read_text()
        yield Proxy(port, ssl.create_default_context(cafile=root), process.pid)
    finally:
        process.kill()  # it would wait for open streams
        process.wait()


def answers(port: int, root: Path) -> bool:
    """Whether the service answers through it."""
    connection = HTTPSConnection(
        "localhost", port, context=ssl.create_default_context(cafile=root), timeout=10
    )
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
