"""Three databases and two nodes, some of them killed: python -m tests.nodes kills 100 times."""

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.nodes.cluster import Cluster
from tests.nodes.node import Node
from tests.nodes.page import PAGE
from tests.nodes.story import play, stage
from tests.running.needs import program_path
from tests.running.server import ROOT
from tests.trust import Tell

pytestmark = pytest.mark.postgres

Stage = tuple[Cluster, Sequence[Node]]


@pytest.fixture(scope="module")
def actors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    for program in ("etcd", "patroni"):
        program_path(program)
    with stage(tmp_path_factory.mktemp("nodes")) as made:
        yield made


@pytest.mark.trust("R10")
def test_whatever_dies_what_was_called_saved_is_there_and_more_is_saved(
    actors: Stage, tell: Tell
) -> None:
    report = play(*actors, ["etcd", "node", "machine"], seed=1, aim=1, tables=2)
    tell(
        f"{len(report.kills)} kills, {report.saved} rounds called saved, {report.cancelled}"
        f" commits told to wait no longer; {report.lost} lost, {report.doubled} doubled;"
        f" nothing saved for {max(report.gaps):.1f} s"
    )
    assert report.cancelled > 0
    assert report.answers.keys() <= {0, 200, 201, 503}
    assert report.is_right, report


@pytest.mark.trust("R10", control=True)
def test_copies_that_are_not_waited_for_lose_rounds(actors: Stage, tell: Tell) -> None:
    actors[0].becomes_whole()
    actors[0].change(synchronous=False)
    report = play(*actors, ["database"], seed=1, aim=1, tables=2)
    tell(f"1 kill, {report.saved} rounds called saved, {report.lost} lost")
    assert report.lost > 0
    assert not report.is_right


def test_what_the_page_installs_is_what_ci_installs() -> None:
    section = PAGE.partition("### Fail-over by itself")[2]
    wanted = set(" ".join(re.findall(r"apt install ([a-z -]+)", section)).split())
    assert wanted == {"etcd-server", "patroni", "pgbouncer", "postgresql", "etcd-client"}
    assert wanted - {"etcd-client"} <= set((ROOT / ".ci/run").read_text().split())
