"""`manage.py serve`: from an empty folder to a table that phones can join."""

import os
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import partial
from threading import Thread
from time import sleep

from django.conf import settings
from django.core.checks import CheckMessage, run_checks
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections

from ledger.access.keys import staffed
from ledger.admin.login import AdminSession
from ledger.common.lan import EVERYWHERE_IPV4, LOOPBACK
from ledger.common.safe_address import Ports
from ledger.common.worker_pool import STOP_SIGNALS, apart
from ledger.config.checks import TAG, check_address, check_data_folder
from ledger.config.static import collect_static
from ledger.database.transactions import in_a_line
from ledger.management.greeting import greeting
from ledger.management.https import Beside
from ledger.management.server import answers, serve
from ledger.management.upgrade import bring_up_to_date, of_another_role, refuse

HTTPS_PORT = 8443
PORTS, WORKERS = range(65536), range(1, 65)
SIGN_OF_LIFE_SECONDS, SHORT_SECONDS = 2, 0.5


class Command(BaseCommand):
    help = "Mở dịch vụ cho cả bàn. / Makes what is missing, then serves phones in the same network."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bind", default=EVERYWHERE_IPV4, help="address to listen on (%(default)s)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port, 0 for any (%(default)s)")
        parser.add_argument("--workers", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument(
            "--https-port",
            type=int,
            default=HTTPS_PORT,
            help="port of HTTPS beside it, -1 for none (%(default)s, or any where that is taken)",
        )

    def handle(
        self, *args: object, bind: str, port: int, workers: int, https_port: int, **options: object
    ) -> None:
        for number in STOP_SIGNALS:  # being told to stop is no failure, also while it starts
            signal.signal(number, lambda *_: sys.exit(0))
        if port not in PORTS or https_port not in (-1, *PORTS) or workers not in WORKERS:
            refuse(
                f"--port phải từ 0 đến {PORTS[-1]}, --workers từ 1 đến {WORKERS[-1]}.",
                f"--port must be 0 to {PORTS[-1]}, --workers 1 to {WORKERS[-1]}.",
            )
        with free_address(bind, port) as (address, port):
            check(address)
            ports = Ports(port, safe_port(bind, https_port))
        tls = settings.HTTPS and bool(settings.CERTIFICATE)
        self.stdout.write("Đang chuẩn bị dữ liệu / Preparing the data ", ending="")
        for _tick in prepare():
            self.stdout.write(".", ending="")
            self.stdout.flush()
        if connection.vendor != "sqlite" and not of_another_role():
            self.stdout.write(
                "\nVai trò PostgreSQL này sở hữu các bảng; thêm vai trò chỉ ghi thì an toàn hơn. / "
                "This PostgreSQL role owns the tables; a second is safer: ledger/docs/operate.md"
            )
        greet = partial(self._greet, bind, address, ports, tls, staffed())
        connections.close_all()  # each worker opens its own
        beside = Beside(address, ports)
        if ports.https:
            beside.start()
        Thread(target=greet, daemon=True).start()
        try:
            serve(address, ports, workers, tls)
        finally:
            beside.stop()

    def _greet(self, bind: str, address: str, ports: Ports, tls: bool, staffed: bool) -> None:
        """Say where to go as soon as somebody who goes there is answered; meanwhile go on."""
        while not answers(address, ports.http, SIGN_OF_LIFE_SECONDS, tls):
            self.stdout.write(".", ending="")
            self.stdout.flush()
            sleep(SHORT_SECONDS)
        colour, encoding = self.stdout.isatty(), getattr(self.stdout, "encoding", None) or "utf-8"
        for line in ("", *greeting(bind, ports, colour, staffed=staffed, encoding=encoding)):
            self.stdout.write(line)
        if ports.https and not answers(address, ports.https, SHORT_SECONDS, tls=True):
            self.stdout.write("HTTPS vài giây nữa mới mở. / HTTPS opens in a few seconds.")
        self.stdout.flush()


def check(address: str) -> None:
    """Raise CommandError with the first thing that is wrong; say what only might be."""
    problems: list[CheckMessage] = [*check_data_folder()]
    for problem in problems or [*run_checks(tags=[TAG]), *check_address(address)]:
        if problem.is_serious():
            raise CommandError(problem.msg)
        print(problem.msg)


@contextmanager
def free_address(bind: str, port: int, option: str = "--port") -> Iterator[tuple[str, int]]:
    """The address and port to listen on, taken meanwhile; raises CommandError where it cannot."""
    try:
        family, *_, place = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)[0]
        probe = socket.create_server(place, family=family)
    except OSError as problem:
        reason = str(problem.strerror).partition(" (")[0]
        refuse(
            f"Không mở được {bind}:{port} ({reason}): thử {option} khác.",
            f"Cannot listen on {bind}:{port} ({reason}): try another {option}.",
        )
    with probe:
        yield str(place[0]), int(probe.getsockname()[1])


def safe_port(bind: str, wanted: int) -> int | None:
    """The port of HTTPS beside plain HTTP; None where there is a proxy or nobody else comes.

    Any that is free where the usual one is taken, if only by plain HTTP.
    """
    if wanted < 0 or settings.HTTPS or bind in LOOPBACK:
        return None
    try:
        with free_address(bind, wanted, "--https-port") as (_address, port):
            return port
    except CommandError:
        if wanted != HTTPS_PORT:
            raise
        return safe_port(bind, 0)


def prepare() -> Iterator[None]:
    """Make or bring up to date what the data folder holds; yields now and then meanwhile.

    In a process of its own: every worker would keep the memory that this takes.
    """
    connections.close_all()
    try:
        yield from apart(f"{__name__}.{_prepare.__name__}", SIGN_OF_LIFE_SECONDS)
    except EOFError:
        refuse(
            "Việc chuẩn bị dữ liệu bị ngắt giữa chừng: hãy chạy lại.",
            "Preparing the data was cut short: start again.",
        )


def _prepare() -> None:
    """One service after the other: this process keeps the locks of the folders until it ends."""
    try:
        # In one order for all: two that wait for each other would never end.
        for folder in sorted({settings.DATA_DIR, settings.STATIC_ROOT.parent}):
            flock(os.open(folder, os.O_RDONLY), LOCK_EX)
        bring_up_to_date()
        AdminSession.clear_expired()
        collect_static()
    except (DatabaseError, OSError) as problem:
        reason = in_a_line(problem)
        refuse(f"Không chuẩn bị được dữ liệu: {reason}", f"The data cannot be prepared: {reason}")
