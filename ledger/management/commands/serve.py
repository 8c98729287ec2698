"""`manage.py serve`: from an empty folder to a table that phones can join."""

import resource
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from importlib import import_module
from multiprocessing import get_context
from typing import Any, NoReturn

from django.conf import settings
from django.core.checks import CheckMessage, run_checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from ledger.access.keys import staffed
from ledger.admin.login import AdminSession
from ledger.common.lan import EVERYWHERE_IPV4
from ledger.config.checks import TAG, check_address, check_data_folder
from ledger.config.static import collect_static
from ledger.management.greeting import greeting

PORTS, WORKERS = range(65536), range(1, 65)
CONNECTIONS, RESERVED_FILES = 4096, 256
"""Connections of a worker at most, and the open files that it needs beside them."""
HEADER_BYTES, HEADER_MILLISECONDS = 32 * 1024, 10_000
STOP_SECONDS = 25
"""How long a request under way may take after the server was told to stop."""
SIGN_OF_LIFE_SECONDS = 2
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


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
        for number in STOP_SIGNALS:
            signal.signal(number, _stop)
        if port not in PORTS or workers not in WORKERS:
            refuse(
                f"--port phải từ 0 đến {PORTS[-1]}, --workers từ 1 đến {WORKERS[-1]}.",
                f"--port must be 0 to {PORTS[-1]}, --workers 1 to {WORKERS[-1]}.",
            )
        address, port = free_address(bind, port)
        check(address)
        self.stdout.write("Đang chuẩn bị dữ liệu / Preparing the data ", ending="")
        for _tick in prepare():
            self.stdout.write(".", ending="")
            self.stdout.flush()
        self.stdout.write("")
        colour, encoding = self.stdout.isatty(), getattr(self.stdout, "encoding", None) or "utf-8"
        shown = greeting(bind, port, colour=colour, staffed=staffed(), encoding=encoding)
        for line in shown:
            self.stdout.write(line)
        self.stdout.flush()
        connections.close_all()  # each worker opens its own
        serve(address, port, workers)


def check(address: str) -> None:
    """Raise CommandError with the first thing that is wrong."""
    problems: list[CheckMessage] = [*check_data_folder()]
    for problem in problems or [*run_checks(tags=[TAG]), *check_address(address)]:
        raise CommandError(problem.msg)


def free_address(bind: str, port: int) -> tuple[str, int]:
    """The address and port to listen on; raises CommandError if that is not possible."""
    try:
        family, *_, place = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)[0]
        with socket.create_server(place, family=family) as probe:
            return str(place[0]), int(probe.getsockname()[1])
    except OSError as problem:
        reason = str(problem.strerror).partition(" (")[0]
        refuse(
            f"Không mở được {bind}:{port} ({reason}): thử --port khác.",
            f"Cannot listen on {bind}:{port} ({reason}): try another --port.",
        )


def prepare() -> Iterator[None]:
    """Make or bring up to date what the data folder holds; yields now and then meanwhile.

    In a process of its own: every worker would keep the memory that this takes.
    """
    connections.close_all()
    with ProcessPoolExecutor(1, get_context("fork")) as process:
        done = process.submit(_prepare)
        while not done.done():
            yield
            wait([done], SIGN_OF_LIFE_SECONDS)
        done.result()


def _prepare() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
        AdminSession.clear_expired()
        collect_static()
    except (DatabaseError, OSError) as problem:
        reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        refuse(
            f"Không chuẩn bị được dữ liệu: {reason}",
            f"The data cannot be prepared: {reason}",
        )


def serve(address: str, port: int, workers: int) -> None:
    """Serve until told to stop; the limits on headers and connections are the server's."""
    server = Granian(
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
    )
    server.serve(target_loader=load_application, wrap_loader=False)


def load_application() -> Callable[..., Any]:
    """Load the application in a worker, which may be stopped while it loads."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    application: Callable[..., Any] = import_module("ledger.config.asgi").application
    return application


def open_files() -> int:
    """Raise the limit of open files as far as this user may; the new limit."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def refuse(vi: str, en: str) -> NoReturn:
    raise CommandError(f"{vi} / {en}")


def _stop(signum: int, frame: object) -> None:
    """Being told to stop is no failure, also while the service starts."""
    sys.exit(0)
