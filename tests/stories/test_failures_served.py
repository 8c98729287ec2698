"""The database fails under the real service: nothing is half written, nor called saved."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from ledger.access.keys import Role, key, link_fragment
from ledger.books.audit import differences
from ledger.models import Entry, Posting, Round, Session
from tests.running.processes import no_longer
from tests.running.server import Server, serving
from tests.running.viewers import a_round, workers
from tests.sample_tables import a_table, play
from tests.trust import Tell
from tests.web.tables import by_place

pytestmark = pytest.mark.full
Answered = tuple[int, int, str]
"""Status, the seconds of Retry-After or 0, and what it says."""


@dataclass(frozen=True)
class Scorer:
    """One who scores at a table of a server, by page and by call."""

    server: Server
    table: Session
    browser: OpenerDirector
    cookies: CookieJar

    @classmethod
    def at(cls, server: Server, table: Session) -> "Scorer":
        cookies = CookieJar()
        scorer = cls(server, table, build_opener(HTTPCookieProcessor(cookies)), cookies)
        scorer._open(Request(scorer._address("/join/")))
        assert scorer.page("/join/", {"link": f"#{link_fragment(table, Role.SCORE)}"})[0] == 200
        return scorer

    def call(self, id: str) -> Answered:
        """Send a round as a program does."""
        _post, path, body, headers = a_round(self.table.pk, key(self.table, Role.SCORE), id)
        return self._open(Request(self._address(path), body.encode(), headers))

    def tap(self, id: str) -> Answered:
        """Send a round as a phone does."""
        newest = Round.objects.count()
        return self.page(
            f"/t/{self.table.pk}/rounds/", by_place(2, 1, 4, newest=newest, submission=id)
        )

    def look(self) -> Answered:
        """Look at the table."""
        return self._open(Request(self._address(f"/t/{self.table.pk}/")))

    def page(self, path: str, fields: dict[str, object]) -> Answered:
        (token,) = (cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        sent = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        return self._open(Request(self._address(path), sent))

    def _address(self, path: str) -> str:
        return f"http://localhost:{self.server.port}{path}"

    def _open(self, request: Request) -> Answered:
        try:
            answer = self.browser.open(request, timeout=60)
        except HTTPError as refused:
            answer = refused
        with closing(answer):
            text = answer.read().decode()
        return answer.status, int(answer.headers["Retry-After"] or 0), text


def written() -> tuple[int, ...]:
    return tuple(model._default_manager.count() for model in (Round, Posting, Entry))


Fault = Callable[[Server, str], AbstractContextManager[object]]


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def nothing_can_be_written(server: Server, url: str) -> AbstractContextManager[object]:
    return no_longer(workers(server), 0)


@contextmanager
def the_file_is_gone(server: Server, url: str) -> Iterator[None]:
    """Something else is where it was, as after a disk that was not mounted."""
    path, elsewhere = path_of(url), path_of(url).with_suffix(".away")
    path.rename(elsewhere)
    path.mkdir()
    yield
    path.rmdir()
    elsewhere.rename(path)


@contextmanager
def as_its_owner(url: str) -> Iterator[Callable[..., None]]:
    """Runs statements about the database from outside, and ends everybody's connections to it."""
    server, _slash, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as owner:

        def run(statement: str) -> None:
            owner.execute(sql.SQL(statement).format(sql.Identifier(name)))  # type: ignore[arg-type]
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )

        connection.close()  # this process would find its own connection dead
        yield run


def from_outside(breaking: str, mending: str) -> Fault:
    @contextmanager
    def fault(server: Server, url: str) -> Iterator[None]:
        with as_its_owner(url) as run:
            run(breaking)
            yield
            run(mending)

    return fault


def raising(when: str) -> Fault:
    """PostgreSQL answers an entry as it does when its disk is full."""

    @contextmanager
    def fault(server: Server, url: str) -> Iterator[None]:
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(
                "CREATE OR REPLACE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
            )
            other.execute(
                f"CREATE {when} FOR EACH ROW EXECUTE FUNCTION is_full()"  # type: ignore[arg-type]
            )
            yield
            other.execute("DROP TRIGGER disk ON ledger_entry")

    return fault


FAULTS: dict[str, dict[str, Fault]] = {
    "sqlite": {
        "nothing can be written": nothing_can_be_written,
        "the file is gone": the_file_is_gone,
    },
    "postgresql": {
        "the disk is full": raising("TRIGGER disk BEFORE INSERT ON ledger_entry"),
        "the disk is full when it comes to committing": raising(
            "CONSTRAINT TRIGGER disk AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED"
        ),
        "it only reads, as a standby does after a fail-over": from_outside(
            "ALTER DATABASE {} SET default_transaction_read_only = on",
            "ALTER DATABASE {} RESET default_transaction_read_only",
        ),
        "it is gone": from_outside(
            "ALTER DATABASE {} ALLOW_CONNECTIONS false", "ALTER DATABASE {} ALLOW_CONNECTIONS true"
        ),
    },
}


@pytest.fixture
def scorer(tmp_path: Path, fresh_ledger: str) -> Iterator[Scorer]:
    own = {"DATABASE_URL": fresh_ledger, "SECRET_KEY": settings.SECRET_KEY}
    with serving(tmp_path, **own) as server:
        table = a_table()
        play(table)
        yield Scorer.at(server, table)


def refused(answered: Answered) -> bool:
    """Whether it is 503 that says when to come back, and nothing that sounds like saved."""
    status, wait, text = answered
    return (status, wait > 0, re.search("Đã ghi|recorded_at", text)) == (503, True, None)


@pytest.mark.trust("R8")
@pytest.mark.parametrize("fault", FAULTS[connection.vendor])
def test_while_it_fails_nothing_is_written_and_afterwards_all_is(
    scorer: Scorer, fresh_ledger: str, fault: str, tell: Tell
) -> None:
    before, called, tapped = written(), str(uuid4()), str(uuid4())
    with FAULTS[connection.vendor][fault](scorer.server, fresh_ledger):
        answers = [scorer.call(called), scorer.page(*form(scorer, tapped))]
    connection.close()
    assert [answer[:2] for answer in answers if not refused(answer)] == []
    assert written() == before
    sends = (lambda: scorer.call(called)), (lambda: scorer.tap(tapped))
    afterwards = [*map(until_it_answers, sends)]
    tell(f"{fault}: 2 refused with 503, 0 written; afterwards {afterwards}")
    assert afterwards == [201, 200]
    assert Round.objects.count() == 3
    assert list(differences()) == []


def form(scorer: Scorer, id: str) -> tuple[str, dict[str, object]]:
    return f"/t/{scorer.table.pk}/rounds/", by_place(2, 1, 4, newest=1, submission=id)


def until_it_answers(send: Callable[[], Answered]) -> int:
    """Several threads may hold connections that are dead by now."""
    answers = (send()[0] for _ in range(12))
    return next((status for status in answers if status != 503), 503)


@pytest.mark.trust("R8")
def test_what_was_prepared_before_a_migration_is_left_behind(
    scorer: Scorer, fresh_ledger: str, tell: Tell
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite keeps no plans")
    called, tapped = str(uuid4()), str(uuid4())
    asks: dict[str, Callable[[], Answered]] = {
        "the table": scorer.look,
        "a call": lambda: scorer.call(called),
        "a tap": lambda: scorer.tap(tapped),
    }
    for _ in range(4):
        scorer.call(str(uuid4()))
        asks["the table"]()
    with psycopg.connect(fresh_ledger) as migration:
        migration.execute("ALTER TABLE ledger_seat ALTER name TYPE varchar(31)")
    answers = {what: [ask()[0] for _ in range(6)] for what, ask in asks.items()}
    tell(f"{answers}")
    assert {status for statuses in answers.values() for status in statuses} == {200, 201, 503}
    assert {what: statuses[-1] for what, statuses in answers.items()} == dict.fromkeys(answers, 200)
    assert Round.objects.count() == 7
    assert list(differences()) == []


@pytest.mark.trust("R8")
def test_a_disk_that_fills_up_takes_whole_rounds_until_it_takes_none(
    scorer: Scorer, fresh_ledger: str, tell: Tell
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a file of one's own")
    ids, saved = [str(uuid4()) for _ in range(200)], list[str]()
    with no_longer(workers(scorer.server), path_of(fresh_ledger).stat().st_size):
        for id in ids:
            answered = scorer.call(id)
            if answered[0] != 201:
                break
            saved.append(id)
    assert refused(answered)
    there = Round.objects.exclude(number=1).order_by("number")
    assert [str(each) for each in there.values_list("submission_id", flat=True)] == saved
    assert list(differences()) == []
    tell(f"{len(saved)} rounds saved, then 503; the same {len(saved)} are there, whole")
    assert scorer.call(id)[0] == 201
