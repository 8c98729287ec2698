"""The clock of the machine is put forward and back: the evening goes on, in the order of numbers.

Only the clock of the service under test is; `tests.running.clock` says how.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from cryptography import x509
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.common.certificates import AUTHORITY, CERTIFICATE, renew
from ledger.models import Change, Round, Session
from ledger.tables import payments
from tests.api.fuzzing import call
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.running.clock import RIGHT, Clock
from tests.running.faulty import FAULTY
from tests.running.server import ROOT, Server, environment, serving
from tests.running.viewers import Watched
from tests.sample_tables import finishing
from tests.trust import Tell

pytestmark = pytest.mark.full
SERVE = ("-m", "tests.running.clock", "serve")
AHEAD, BEHIND = "+3y", "-2d"
NAMES = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cúc", "Dũng"]}
PASSWORD = "bảy nút đỏ và một con heo"


@contextmanager
def clocked(folder: Path, database: str, *program: str) -> Iterator[tuple[Server, Clock]]:
    clock = Clock(folder)
    own = {"DATABASE_URL": database, "SECRET_KEY": settings.SECRET_KEY} | clock.environment
    with serving(folder, program=program or SERVE, **own) as server:
        yield server, clock


def recorded(table: Watched) -> dict[str, object]:
    """What is answered to a new round."""
    sent = {"id": str(uuid4()), "facts": finishing(2, 1, 4, 3)}
    answer = call(table.server, "POST", f"/api/v1/sessions/{table.id}/rounds/", sent, table.key)
    return dict(answer)


@pytest.mark.trust("R6", "R11")
def test_an_evening_goes_on_whatever_the_clock_does(
    tmp_path: Path,
    fresh_ledger: str,
    databases: SqliteDatabases | PostgresDatabases,
    tell: Tell,
) -> None:
    with clocked(tmp_path, fresh_ledger) as (server, clock):
        table = Watched.opened(server)
        for number, away in enumerate((RIGHT, AHEAD, RIGHT, BEHIND, RIGHT), start=1):
            clock.put(away)
            assert recorded(table)["number"] == number
            assert call(server, "POST", "/api/v1/sessions/", NAMES)["state"] == "open"
            page = server.get(f"/t/{table.id}/", Cookie=table.cookie)
            assert (page.status, f'rounds/{number}/"'.encode() in page.body) == (200, True)
        copy = tmp_path / "copy"
        call_command("backup", str(copy))
    rounds = Round.objects.filter(session=table.id).order_by("number")
    moments = list(rounds.values_list("recorded_at", flat=True))
    years = [moment.year - moments[0].year for moment in moments]
    tell(f"rounds 1 to 5 with a clock that was ahead by {years} years, all recorded in order")
    assert moments[3] < moments[0] < moments[2] < moments[4] < moments[1]
    lines = Change.objects.filter(session=table.id, kind=Change.Kind.RECORDED).order_by("number")
    assert list(lines.values_list("round", flat=True)) == [1, 2, 3, 4, 5]
    assert list(differences()) == []
    with databases.fresh() as url, connected_to(url):
        call_command("restore", str(copy))
        assert Round.objects.filter(session=table.id).count() == 5


@pytest.mark.trust("R6", control=True)
def test_limits_that_believe_every_moment_hold_up_everybody_for_years(
    tmp_path: Path, fresh_ledger: str
) -> None:
    """The control: what was counted three years ahead counts until then."""
    with clocked(tmp_path, fresh_ledger, *FAULTY, "trusting") as (server, clock):
        table = Watched.opened(server)
        clock.put(AHEAD)
        assert recorded(table)["number"] == 1
        clock.put(RIGHT)
        assert recorded(table)["status"] == 429


def test_what_was_paid_since_a_table_was_closed_is_told_by_the_log_not_by_the_clock(
    tmp_path: Path, fresh_ledger: str
) -> None:
    with clocked(tmp_path, fresh_ledger) as (server, clock):
        table = Watched.opened(server)
        recorded(table)
        clock.put(AHEAD)
        call(server, "POST", f"/api/v1/sessions/{table.id}/close/", {}, table.key)
        clock.put(RIGHT)
        session = Session.objects.get(pk=table.id)
        assert session.closed_at
        assert session.closed_at.year > datetime.now(UTC).year
        payments.pay(
            table.id, debtor=3, creditor=2, amount=500, submission_id=uuid4(), by=ON_THE_MACHINE
        )
        page = server.get(f"/t/{table.id}/settle/", Cookie=table.cookie).body.decode()
    assert 'data-state="part"' in page  # else it would be proposed anew


def test_who_was_locked_out_while_the_clock_was_ahead_is_not_for_years(
    tmp_path: Path, fresh_ledger: str
) -> None:
    get_user_model().objects.create_superuser("chu-nha", password=PASSWORD)
    with clocked(tmp_path, fresh_ledger) as (server, clock):
        clock.put(AHEAD)
        tries = [login(server, f"sai {number}") for number in range(6)]
        assert tries == [200] * 5 + [429]
        clock.put(RIGHT)
        assert login(server, PASSWORD) == 302


def login(server: Server, password: str) -> int:
    """The status that a new browser is answered."""
    page = server.get("/admin/login/")
    cookies = page.headers.get_all("Set-Cookie") or []
    token = next(each for each in cookies if each.startswith("csrftoken=")).partition(";")[0]
    fields = {"username": "chu-nha", "password": password}
    fields["csrfmiddlewaretoken"] = token.partition("=")[2]
    connection = server.connect()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": token}
    connection.request("POST", "/admin/login/", urlencode(fields), kind)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_certificate_that_was_made_ahead_of_time_is_good_again_by_the_same_authority(
    tmp_path: Path,
) -> None:
    clock = Clock(tmp_path)
    clock.put(AHEAD)
    make = "import sys, pathlib; from ledger.common.certificates import renew;"
    make += " renew(pathlib.Path(sys.argv[1]), ['192.168.1.5'])"
    words = [sys.executable, "-c", make, str(tmp_path)]
    subprocess.run(words, cwd=ROOT, env=environment(tmp_path, **clock.environment), check=True)
    authority = (tmp_path / AUTHORITY).read_bytes()
    assert not is_good_now(tmp_path / CERTIFICATE)
    assert renew(tmp_path, ["192.168.1.5"])
    assert is_good_now(tmp_path / CERTIFICATE)
    assert is_good_now(tmp_path / AUTHORITY)
    assert (tmp_path / AUTHORITY).read_bytes() == authority
    assert not renew(tmp_path, ["192.168.1.5"])


def is_good_now(file: Path) -> bool:
    certificate = x509.load_pem_x509_certificate(file.read_bytes())
    return certificate.not_valid_before_utc < datetime.now(UTC) < certificate.not_valid_after_utc
