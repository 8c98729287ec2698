"""From an empty folder to a running service, or one sentence on why not."""

import errno
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.utils import ConnectionHandler
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from ledger.access.keys import staffed
from ledger.config.closing import Lingering
from ledger.config.safety import UNSAFE, StartError, Where
from ledger.config.static import collect_static
from ledger.config.worker import hear_every_death

APPLICATION = "ledger.config.asgi:application"
PORTS = range(65536)
WORKERS = range(1, 65)
SECONDS_TO_FINISH = 25
"""How long a request under way may take after the server was told to stop."""
SECONDS_TO_START = 60
"""How long a new process may take to serve before the one it takes the place of goes on."""
HANDED_OVER = 3
"""The first file that systemd hands over, by its protocol: see sd_listen_fds(3)."""
SECONDS_KEPT_ALIVE = 30
"""How long an idle phone keeps its connection; a new one costs a café's network dearly."""


def check(where: Where) -> None:
    """Raise StartError with what is wrong first."""
    for look in CHECKS:
        for problem in look(where):
            raise problem


def prepare() -> bool:
    """Make or bring up to date what the data folder holds; whether the admin pages are on."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")
        collect_static()
        return staffed()
    except (DatabaseError, OSError) as problem:
        raise StartError(
            f"Không chuẩn bị được dữ liệu: {_first_line(problem)}",
            f"The data cannot be prepared: {_first_line(problem)}",
        ) from problem
    finally:
        close_database()


def inherited() -> socket.socket | None:
    """The open door that systemd hands over; it stays open while the service is restarted."""
    if not settings.LISTEN_FDS:
        return None
    door = socket.socket(fileno=HANDED_OVER)
    if settings.LISTEN_FDS > 1 or door.family not in (socket.AF_INET, socket.AF_INET6):
        raise StartError(
            "systemd phải giao đúng một cổng TCP.", "systemd must hand over exactly one TCP port."
        )
    return door


def place_of(door: socket.socket, workers: int) -> Where:
    """Where an open door leads to."""
    bind, port, *_ = door.getsockname()
    return Where(bind, port, workers)


def listen(where: Where) -> socket.socket:
    """An open door: who knocks from now on waits until the service is ready."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            where.bind,
            where.port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )[0]
    except OSError as problem:
        raise StartError(
            f"Không có địa chỉ “{where.bind}”.", f"There is no address “{where.bind}”."
        ) from problem
    door = socket.socket(family, kind, protocol)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(place)
        door.listen()
    except OSError as problem:
        door.close()
        raise _closed_door(where, problem) from problem
    door.set_inheritable(True)
    return door


def run(door: socket.socket, workers: int) -> int:
    """Serve until told to stop; the exit status."""
    with tempfile.TemporaryDirectory(prefix="ledger-metrics-") as folder:
        if settings.METRICS:  # where the processes meet to add their figures up
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        return _run(door, workers)


def _run(door: socket.socket, workers: int) -> int:
    config = uvicorn.Config(
        APPLICATION,
        workers=workers,
        http=Lingering,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.BEHIND_PROXY,
        forwarded_allow_ips=settings.FORWARDED_ALLOW_IPS,
        timeout_keep_alive=SECONDS_KEPT_ALIVE,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_worker_healthcheck=SECONDS_TO_START,
    )
    if workers == 1:
        server = uvicorn.Server(config)
        server.run(sockets=[door])
        return 0 if server.started else STARTUP_FAILURE
    hear_every_death()
    supervisor = Multiprocess(config, sockets=[door])
    supervisor.run()
    return int(any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes))


def _numbers(where: Where) -> Iterator[StartError]:
    if where.port not in PORTS:
        yield StartError(
            f"--port phải từ 0 đến {PORTS[-1]}, không phải {where.port}.",
            f"--port must be 0 to {PORTS[-1]}, not {where.port}.",
        )
    if where.workers not in WORKERS:
        yield StartError(
            f"--workers phải từ {WORKERS[0]} đến {WORKERS[-1]}, không phải {where.workers}.",
            f"--workers must be {WORKERS[0]} to {WORKERS[-1]}, not {where.workers}.",
        )


def _folder(where: Where) -> Iterator[StartError]:
    folder = settings.DATA_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        yield StartError(
            f"Không ghi được vào thư mục dữ liệu {folder} ({problem.strerror}).",
            f"The data folder {folder} cannot be written ({problem.strerror}).",
        )


def _database(where: Where) -> Iterator[StartError]:
    probe = ConnectionHandler({"default": _without_pool(settings.DATABASES["default"])})["default"]
    try:
        probe.ensure_connection()
    except (DatabaseError, OSError) as problem:
        yield StartError(
            f"Không mở được cơ sở dữ liệu: {_first_line(problem)}",
            f"The database cannot be reached: {_first_line(problem)}",
        )
    finally:
        probe.close()


CHECKS: tuple[Callable[[Where], Iterator[StartError]], ...] = (
    _numbers,
    _folder,
    *UNSAFE,
    _database,
)


def close_database() -> None:
    """Leave no connection behind; the processes that serve open their own."""
    connections.close_all()
    close_pool = getattr(connection, "close_pool", None)
    if close_pool:
        close_pool()


def _without_pool(database: dict[str, Any]) -> dict[str, Any]:
    """For a single try: a pool would go on trying, and log every failure."""
    options = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
    return database | {"OPTIONS": options}


def _closed_door(where: Where, problem: OSError) -> StartError:
    if problem.errno == errno.EADDRINUSE:
        return StartError(
            f"Cổng {where.port} đang được dùng: thử --port {where.port + 1}.",
            f"Port {where.port} is in use: try --port {where.port + 1}.",
        )
    return StartError(
        f"Không mở được {where.bind}:{where.port} ({problem.strerror}).",
        f"Cannot listen on {where.bind}:{where.port} ({problem.strerror}).",
    )


def _first_line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
