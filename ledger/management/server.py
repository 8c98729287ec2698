"""The web server: Granian with our limits, over plain HTTP or TLS."""

import resource
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from django.conf import settings
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

from ledger.common import safe_address
from ledger.common.certificates import CERTIFICATE
from ledger.common.lan import many_peoples
from ledger.common.safe_address import Ports
from ledger.common.worker_pool import die_when_told, stop_with_parent
from ledger.management.crowds import keep_out_crowds

CONNECTIONS, RESERVED_FILES = 8192, 256
"""Connections of a worker at most, and the open files that it needs beside them."""
HEADER_BYTES, HEADER_MILLISECONDS = 32 * 1024, 10_000


def certificate() -> tuple[Path, Path]:
    """The files of the certificate and its key: those of the settings, else our own."""
    own = settings.DATA_DIR / CERTIFICATE
    return settings.CERTIFICATE or own, settings.CERTIFICATE_KEY or own


def serve(address: str, ports: Ports, workers: int, tls: bool) -> None:
    """Serve until told to stop; the limits on headers and connections are the server's."""
    stop_with_parent()
    chain, key = certificate() if tls else (None, None)
    server = Granian(
        "ledger.config.asgi:application",
        address=address,
        port=ports.https if tls and ports.https else ports.http,
        ssl_cert=chain,
        ssl_key=key,
        ssl_protocol_min=SSLProtocols.tls12,  # what phones from before 2019 speak
        backlog=CONNECTIONS,
        workers=workers,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=HEADER_BYTES
        ),
        websockets=False,
        backpressure=min(CONNECTIONS, open_files() - RESERVED_FILES),
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
    )
    server.serve(target_loader=partial(load_application, ports), wrap_loader=False)


def load_application(ports: Ports) -> Any:
    """Load the application in a worker, which may be stopped while it loads."""
    die_when_told()
    safe_address.ports = ports
    keep_out_crowds((ports.http, ports.https), many_peoples(settings.TRUSTED_PROXIES))
    from ledger.config.asgi import application  # which sets Django up

    return application


def answers(address: str, port: int, seconds: float, tls: bool = False) -> bool:
    """Whether a worker answers there within so many seconds; over TLS, that it refuses plain text.

    It asks in plain text because OpenSSL has locks: a worker that is forked while a thread of
    this process holds one waits for it for ever, and answers nobody.
    """
    try:
        with closing(HTTPConnection(address, port, timeout=seconds)) as asked:
            asked.request("GET", "/health/live")
            return bool(asked.getresponse())
    except (HTTPException, ConnectionResetError):
        return tls
    except OSError:
        return False


def open_files() -> int:
    """Raise the limit of open files to what a worker needs, as far as this user may; so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = CONNECTIONS + RESERVED_FILES
    if hard != resource.RLIM_INFINITY:  # where it is, macOS refuses the same for the other
        files = min(files, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
    return files
