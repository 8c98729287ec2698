"""The clock and the source of ids of an evening: the same seed, the same moments and ids."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from unittest.mock import patch

from django.utils import timezone

BEGIN = datetime(2026, 2, 17, 20, 30, tzinfo=UTC)
"""The evening of a New Year."""


class Clock:
    """Seconds since the evening began; nothing but the simulator puts it on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self.seconds)

    def time(self) -> float:
        return self.now().timestamp()


@contextmanager
def virtual(seed: int, clock: Clock) -> Iterator[None]:
    """Let everything here read this clock, and draw its ids and keys by this seed."""
    source = Random(f"ids of {seed}")

    def of_bits(_self: object, bits: int) -> int:
        return source.getrandbits(bits)

    def of_bytes(_self: object, size: int) -> bytes:
        return source.randbytes(size)

    with (
        patch.object(timezone, "now", clock.now),
        patch.object(time, "time", clock.time),
        patch.object(os, "urandom", source.randbytes),
        patch.object(random.SystemRandom, "getrandbits", of_bits),
        patch.object(random.SystemRandom, "randbytes", of_bytes),
    ):
        yield
