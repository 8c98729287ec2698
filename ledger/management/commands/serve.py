"""`manage.py serve`: from an empty folder to a table that phones can join."""

import errno
import resource
import signal
import socket
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from typing import Any, NoReturn

from django.conf import settings
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from ledger.access.keys import staffed
from ledger.config.checks import TAG, check_address
from ledger.config.greeting import EVERYWHERE_IPV4, announcement, greeting
from ledger.config.static import collect_static

PORTS, WORKERS = range(65536), range(1, 65)
CONNECTIONS, RESERVED_FILES = 4096, 256
"""Connections of a worker at most, and the open files that it needs beside them."""
HEADER_BYTES, HEADER_MILLISECONDS = 32 * 1024, 10_000
STOP_SECONDS = 25
"""How long a request under way may take after the server was told to stop."""


class Command(BaseCommand):
    help = "Mở dịch vụ cho cả bàn. / Makes what is missing, then serves phones in the same network."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bind", default=EVERYWHERE_IPV4, help="address to listen on (%(default)s)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port, 0 for any (%(default)s)")
        parser.add_argument("--workers", type=int, default=1, help="processes (%(default)s)")

    def handle(self, *args: Any, bind: str, port: int, workers: int, **options: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _stop)
        check(bind, port, workers)
        address, port = free_address(bind, port)
        prepare()
        for line in self._greeting(bind, port):
            self.stdout.write(line)
        self.stdout.flush()
        connections.close_all()  # each worker opens its own
        serve(address, port, workers)

    def _greeting(self, bind: str, port: int) -> Iterable[str]:
        if settings.LOG_FORMAT == "json":
            return [announcement(bind, port)]
        return greeting(bind, port, colour=self.stdout.isatty(), staffed=staffed())


def check(bind: str, port: int, workers: int) -> None:
    """Raise CommandError with the first thing that is wrong."""
    if port not in PORTS:
        refuse(
            f"--port phải từ 0 đến {PORTS[-1]}, không phải {port}.",
            f"--port must be 0 to {PORTS[-1]}, not {port}.",
        )
    if workers not in WORKERS:
        refuse(
            f"--workers phải từ {WORKERS[0]} đến {WORKERS[-1]}, không phải {workers}.",
            f"--workers must be {WORKERS[0]} to {WORKERS[-1]}, not {workers}.",
        )
    check_writable()
    for error in chain(run_checks(tags=[TAG]), check_address(bind)):
        raise CommandError(error.msg)
    try:
        connection.ensure_connection()
    except (DatabaseError, OSError) as problem:
        refuse(
            f"Không mở được cơ sở dữ liệu: {first_line(problem)}",
            f"The database cannot be reached: {first_line(problem)}",
        )


def check_writable() -> None:
    folder = settings.DATA_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        refuse(
            f"Không ghi được vào thư mục dữ liệu {folder} ({problem.strerror}).",
            f"The data folder {folder} cannot be written ({problem.strerror}).",
        )


def free_address(bind: str, port: int) -> tuple[str, int]:
    """The address and port to listen on; raises CommandError if another program does."""
    try:
        family, *_, place = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        refuse(f"Không có địa chỉ “{bind}”.", f"There is no address “{bind}”.")
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            probe.listen()
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                refuse(
                    f"Cổng {port} đang được dùng: thử --port {port + 1}.",
                    f"Port {port} is in use: try --port {port + 1}.",
                )
            refuse(
                f"Không mở được {bind}:{port} ({problem.strerror}).",
                f"Cannot listen on {bind}:{port} ({problem.strerror}).",
            )
        return str(place[0]), int(probe.getsockname()[1])


def prepare() -> None:
    """Make or bring up to date what the data folder holds.

    In a process of its own: every worker would keep the memory that this takes.
    """
    connections.close_all()
    with ProcessPoolExecutor(1, get_context("fork")) as process:
        process.submit(_prepare).result()


def _prepare() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")
        collect_static()
    except (DatabaseError, OSError) as problem:
        refuse(
            f"Không chuẩn bị được dữ liệu: {first_line(problem)}",
            f"The data cannot be prepared: {first_line(problem)}",
        )


def serve(address: str, port: int, workers: int) -> None:
    """Serve until told to stop; the limits on headers and connections are the server's."""
    Granian(
        "ledger.config.asgi:application",
        address=address,
        port=port,
        workers=workers,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=HEADER_BYTES
        ),
        websockets=False,
        backpressure=min(CONNECTIONS, open_files() - RESERVED_FILES),
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
    ).serve()


def open_files() -> int:
    """Raise the limit of open files as far as this user may; the new limit."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def refuse(vi: str, en: str) -> NoReturn:
    raise CommandError(f"{vi} / {en}")


def first_line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def _stop(signum: int, frame: object) -> None:
    """Being told to stop is no failure, also while the service starts."""
    sys.exit(0)
