"""What a service does wrong that the cases must find."""

from contextlib import ExitStack, nullcontext, suppress
from typing import Any

from django.db import OperationalError

from ledger.database import turns


def deaf() -> None:
    """A commit that failed is answered as saved."""
    plain = turns._commit

    def commit(begun: ExitStack) -> None:
        with suppress(OperationalError):
            plain(begun)

    turns._commit = commit


def halves() -> None:
    """Every statement is committed by itself."""

    def apart(**_how: Any) -> nullcontext[None]:
        return nullcontext()

    turns.atomic = apart  # type: ignore[assignment]
    turns.ALONE = 0.1  # what is never committed is waited for by what comes next


FAULTS = {"deaf": deaf, "halves": halves}
