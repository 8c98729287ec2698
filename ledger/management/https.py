"""HTTPS beside plain HTTP: a second server, with a certificate that is renewed by itself."""

import logging
import os
import signal
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Event, Thread

from django.conf import settings

from ledger.common.certificates import renew
from ledger.common.lan import local_names
from ledger.common.safe_address import Ports
from ledger.common.worker_pool import start
from ledger.management.server import certificate, serve

logger = logging.getLogger(__name__)
LOOK_SECONDS = 4
"""How often new addresses of this machine and new certificates are looked for."""


class Beside:
    """A server in a process of its own, from `start` to `stop`.

    It is started anew when it ends, and told to take a certificate that is renewed.
    """

    def __init__(self, address: str, ports: Ports) -> None:
        self._arguments = address, ports, 1, True
        self._stopping = Event()
        self._watch = Thread(target=self._keep, daemon=True)
        self._process: BaseProcess | None = None
        self._taken = 0  # when the certificate that it serves was written

    def start(self) -> None:
        self._look()
        self._watch.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._watch.is_alive():
            self._watch.join()
        if self._process and self._process.is_alive():
            self._process.terminate()
            self._process.join()

    def _keep(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            self._look()

    def _look(self) -> None:
        try:
            self._keep_once()
        except OSError:  # a full disk, a certificate that is just being replaced
            logger.exception("HTTPS is not kept")

    def _keep_once(self) -> None:
        if not settings.CERTIFICATE:
            renew(settings.DATA_DIR, [*settings.NAMED_HOSTS, *local_names()])
        written = certificate()[0].stat().st_mtime_ns
        if self._process is None or not self._process.is_alive():
            self._process = get_context("spawn").Process(target=serve, args=self._arguments)
            start(self._process)
        elif written != self._taken and self._process.pid:
            os.kill(self._process.pid, signal.SIGHUP)
        self._taken = written
