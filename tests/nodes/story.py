"""An evening on two nodes whose primary database dies: what was promised, and what is left."""

import secrets
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.nodes.phones import Evening, evening, onlooker
from tests.nodes.servers import Pair, pair
from tests.running.server import manage, serving

STEPS = 5
RECORDED = "SELECT session_id, submission_id::text, number FROM ledger_round"


@dataclass(frozen=True)
class Report:
    """What the phones were told, held against what the promoted server knows."""

    sent: int
    saved: int
    """Submissions that were answered "saved"."""
    lost: int
    """Those of them that are gone, or are a round of another number."""
    doubled: int
    answers: Counter[int]
    refused_rightly: bool
    """Whether everything else was answered 503 with Retry-After."""
    refused_for: float
    """Seconds between the last round that the old server saved and the first of the new one."""
    found_next: float
    """Seconds from the end of the promotion to the first round that the new server saved."""
    cancelled: int
    """COMMITs that were told to wait no longer."""
    told: Sequence[float]
    """Seconds until the other node told of a round: before, and after."""
    differences: str
    """What `check_ledger` found on the promoted server."""

    @property
    def kept(self) -> bool:
        """Whether every promise was."""
        return not (self.lost or self.doubled or self.differences) and self.refused_rightly


def play(
    folder: Path,
    *,
    synchronous: bool = True,
    promoted_first: bool = False,
    tables: int = 3,
    rounds: int = 60,
    apart: float = 1.5,
) -> Report:
    """The story. The line to the standby is cut, and `apart` seconds later the primary dies.

    With `promoted_first` it lives on beside the new one for as long and is ended only then,
    which is what nobody should do; nothing may be lost by that either.
    """
    with pair(synchronous=synchronous) as servers:
        ours = {"DATABASE_URL": servers.url, "SECRET_KEY": secrets.token_urlsafe(40)}
        with (
            serving(folder / "one", **ours) as one,
            serving(folder / "two", **ours) as two,
            onlooker(one, two) as looking,
            evening([one, two], tables) as phones,
        ):
            phones.plays_on(rounds)
            told = [looking.delay() for _ in range(3)]
            cancelled, promoted = _fail_over(servers, apart, promoted_first)
            phones.plays_on(rounds)
            told += [looking.delay() for _ in range(3)]
        checked = manage(folder / "one", "check_ledger", **ours)
        found = "" if checked.returncode == 0 else checked.stdout + checked.stderr
        rows = servers.standby.ask(RECORDED)
    return _report(phones, rows, promoted, cancelled=cancelled, told=told, differences=found)


def _fail_over(servers: Pair, apart: float, promoted_first: bool) -> tuple[int, float]:
    """How many COMMITs were cancelled meanwhile, and when the standby was the primary."""
    servers.cut_the_line()
    cancelled = _stand_apart(servers, apart)
    if promoted_first:
        servers.standby.promote()
        promoted = time.monotonic()
        cancelled += _stand_apart(servers, apart)
        servers.primary.kill()
        return cancelled, promoted
    servers.primary.kill()
    time.sleep(apart)
    servers.standby.promote()
    return cancelled, time.monotonic()


def _stand_apart(servers: Pair, seconds: float) -> int:
    """Let time pass while somebody cancels what hangs; how many COMMITs that were."""
    cancelled = 0
    for _ in range(STEPS):
        time.sleep(seconds / STEPS)
        cancelled += servers.stop_waiting()
    return cancelled


def _report(
    phones: Evening,
    rows: Sequence[tuple[str, str, int]],
    promoted: float,
    *,
    cancelled: int,
    told: Sequence[float],
    differences: str,
) -> Report:
    tables = {phone.table.id for phone in phones.phones}
    stored = [(id, number) for table, id, number in rows if table in tables]
    saved, heard = phones.saved(), phones.heard()
    first = next(each.at for each in saved if each.at > promoted)
    return Report(
        sent=len({each.id for each in heard}),
        saved=len({each.id for each in saved}),
        lost=len({(each.id, each.number) for each in saved} - set(stored)),
        doubled=len(stored) - len({id for id, _ in stored}),
        answers=phones.statuses(),
        refused_rightly=all(each.status == 503 and each.again for each in heard if not each.saved),
        refused_for=first - max(each.at for each in saved if each.at <= promoted),
        found_next=first - promoted,
        cancelled=cancelled,
        told=told,
        differences=differences,
    )
