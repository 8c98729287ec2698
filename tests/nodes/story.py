"""Phones record at two nodes while whatever keeps the ledger is killed, again and again."""

import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tests.nodes.cluster import Cluster, Machine, cluster
from tests.nodes.node import Node
from tests.nodes.page import setting
from tests.nodes.phones import Evening, evening, onlooker
from tests.running.server import manage, until

KINDS = ("postgresql", "patroni", "database", "etcd", "node", "machine")
"""What is killed: the first process of a PostgreSQL; a Patroni; both with all their processes;
an etcd; a node of the service; everything on a machine, where two have a node as well."""

NODES = ("one", "two")

CUT_FOR, STEPS = 1.0, 5
"""Seconds that nothing reaches the copies before some kills, and how often it is looked in."""

RESTARTED_AFTER = float(setting("machine", "RestartSec"))
"""Seconds until systemd starts a Patroni again: its PostgreSQL lives on, and takes writes."""

RECORDED = "SELECT session_id, submission_id::text, number FROM ledger_round"


@dataclass(frozen=True, slots=True)
class Kill:
    kind: str
    at: float
    led: bool
    """Whether it hit the leader's machine."""
    cut: bool
    """Whether nothing reached the copies in the second before."""


@dataclass(frozen=True)
class Report:
    """What the phones were told, held against what the ledger knows at the end."""

    sent: int
    saved: int
    """Submissions that were answered "saved"."""
    lost: int
    """Those of them that are gone, or are a round of another number."""
    doubled: int
    answers: Counter[int]
    refused_rightly: bool
    """Whether everything else was answered 503 with Retry-After, or not at all."""
    kills: Sequence[Kill]
    gaps: Sequence[float]
    """The longest time without a round saved at or after each kill, in seconds."""
    cancelled: int
    """COMMITs that were told to wait no longer."""
    delays: Sequence[float]
    """Seconds until the other node told of a round: before all kills, and after."""
    differences: str
    """What `check_ledger` found."""

    @property
    def is_right(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.differences) and self.refused_rightly


@dataclass
class Story:
    """Who plays in it, and what was done to them so far."""

    cluster: Cluster
    nodes: Sequence[Node]
    phones: Evening
    chance: random.Random
    aim: float
    """How often the leader is aimed at; else it is hit as often as the others."""
    kills: list[Kill] = field(default_factory=list)
    cancelled: int = 0

    def strike(self, kind: str) -> None:
        """Kill something where all is well, and see that rounds are saved again by themselves.

        Only then what was killed is started: a node here, the rest before the next kill.
        """
        self.cluster.becomes_whole()
        self.phones.everybody_plays_on()
        leader = self.cluster.leader()
        assert leader
        struck = (
            leader if self.chance.random() < self.aim else self.chance.choice(self.cluster.machines)
        )
        led = struck is leader and kind not in ("etcd", "node")
        if cut := led and kind in ("database", "machine"):
            self._cut_off(leader)
        killed = self._kill(kind, struck)
        self.kills.append(Kill(kind, time.monotonic(), led, cut))
        if kind == "patroni":
            self._start_patroni(struck, led)
        self.phones.plays_on(rounds=10)
        for node in killed:
            node.start()

    def _cut_off(self, leader: Machine) -> None:
        """Let the leader stand alone while somebody cancels what hangs there."""
        self.cluster.cut_the_lines(leader)
        for _ in range(STEPS):
            time.sleep(CUT_FOR / STEPS)
            self.cancelled += self.cluster.stop_waiting(leader)

    def _kill(self, kind: str, machine: Machine) -> Sequence[Node]:
        """The nodes that were killed."""
        if kind == "node":
            nodes = [self.chance.choice(self.nodes)]
        else:
            places = zip(self.cluster.machines, self.nodes, strict=False)
            nodes = [node for at, node in places if kind == "machine" and at is machine]
        if kind in ("patroni", "database", "machine"):
            machine.patroni.kill()
        if kind in ("postgresql", "database", "machine"):
            machine.kill_postgresql(children=kind != "postgresql")
        if kind in ("etcd", "machine"):
            machine.etcd.kill()
        for node in nodes:
            node.kill()
        return nodes

    def _start_patroni(self, machine: Machine, led: bool) -> None:
        """At once, or only when there are two leaders: the old one that nobody has stopped."""
        if led and self.chance.random() < 0.5:
            assert until(lambda: self.cluster.leader() not in (None, machine), pause=0.1)
        else:
            time.sleep(RESTARTED_AFTER)
        machine.patroni.start()


@contextmanager
def stage(folder: Path) -> Iterator[tuple[Cluster, Sequence[Node]]]:
    """The databases and two nodes, all running."""
    with ExitStack() as stack:
        made = stack.enter_context(cluster())
        secret = secrets.token_urlsafe(40)
        nodes = [Node(folder / each, DATABASE_URL=made.url, SECRET_KEY=secret) for each in NODES]
        for node in nodes:
            stack.callback(node.kill)
        yield made, nodes


def play(
    made: Cluster,
    nodes: Sequence[Node],
    kinds: Sequence[str],
    *,
    seed: int,
    aim: float = 0.5,
    tables: int = 3,
) -> Report:
    """The story, with a kill of each of these kinds in turn, at tables of its own."""
    servers = [node.server for node in nodes]
    with onlooker(*servers) as looking, evening(servers, tables) as phones:
        story = Story(made, nodes, phones, random.Random(seed), aim)
        phones.everybody_plays_on()
        delays = [looking.delay() for _ in range(3)]
        for kind in kinds:
            story.strike(kind)
        phones.everybody_plays_on()
        delays += [looking.delay() for _ in range(3)]
    checked = manage(nodes[0].data, "check_ledger", **nodes[0].environment)
    differences = "" if checked.returncode == 0 else checked.stdout + checked.stderr
    leader = made.leader()
    assert leader
    return _report(story, leader.ask(RECORDED), delays, differences)


def _report(
    story: Story, rows: Sequence[tuple[str, str, int]], delays: Sequence[float], differences: str
) -> Report:
    phones = story.phones
    tables = {phone.table.id for phone in phones.phones}
    stored = [(id, number) for table, id, number in rows if table in tables]
    saved, heard = phones.saved(), phones.heard()
    return Report(
        sent=len({each.id for each in heard}),
        saved=len({each.id for each in saved}),
        lost=len({(each.id, each.number) for each in saved} - set(stored)),
        doubled=len(stored) - len({id for id, _ in stored}),
        answers=phones.statuses(),
        refused_rightly=all(
            each.status == 0 or (each.status == 503 and each.again)
            for each in heard
            if not each.saved
        ),
        kills=story.kills,
        gaps=_gaps([kill.at for kill in story.kills], [each.at for each in saved]),
        cancelled=story.cancelled,
        delays=delays,
        differences=differences,
    )


def _gaps(kills: Sequence[float], saved: Sequence[float]) -> list[float]:
    """The longest pause between two saved rounds that ended after each kill, before the next."""
    longest = [0.0 for _ in kills]
    place = -1
    for before, after in pairwise(saved):
        while place + 1 < len(kills) and kills[place + 1] < after:
            place += 1
        if place >= 0:
            longest[place] = max(longest[place], after - before)
    return longest
