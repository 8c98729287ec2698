"""Guessing a password is stopped by all processes together, and not for ever."""

import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.db.models import F

from ledger.admin.login import LOCKED
from ledger.models import Allowance
from tests.admin.people import PASSWORD
from tests.running.server import ROOT, Server, serving

BURST = 60


def log_in(server: Server, password: str, name: str = "chu") -> int:
    """One try, as a browser makes it; 302 lets in, 200 is a wrong password, 429 is locked."""
    return send(server, a_try(server, password, name))


def a_try(server: Server, password: str, name: str) -> tuple[str, dict[str, str]]:
    """The body and the headers of a try, with what the page has for it."""
    page = server.get("/admin/login/")
    token = re.search(rb'csrfmiddlewaretoken" value="(\w+)"', page.body)
    assert token
    cookie = page.headers["set-cookie"].partition(";")[0]
    form = {"csrfmiddlewaretoken": token[1].decode(), "username": name, "password": password}
    headers = {"content-type": "application/x-www-form-urlencoded", "cookie": cookie}
    return urlencode(form), headers


def send(server: Server, tried: tuple[str, dict[str, str]]) -> int:
    connection = server.connect()
    connection.request("POST", "/admin/login/?next=/admin/", *tried)
    status = connection.getresponse().status
    connection.close()
    return status


def make_admin(url: str) -> None:
    words = ("createsuperuser", "--noinput", "--username", "chu", "--email", "")
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        check=True,
    )


@pytest.mark.full
def test_two_processes_count_together_and_the_lock_opens_again(
    fresh_ledger: str, tmp_path: Path
) -> None:
    folders = [tmp_path / name for name in "ab"]
    shared = {
        "DATABASE_URL": fresh_ledger,
        "SECRET_KEY": "a secret for tests, long enough to serve with",
    }
    with serving(folders[0], **shared) as one, serving(folders[1], **shared) as other:
        assert one.get("/admin/").status == 404
        make_admin(fresh_ledger)
        assert log_in(one, PASSWORD) == 302
        wrong = [log_in(server, "đoán") for server in (one, other, one, other, one, other)]
        assert wrong == [200, 200, 200, 200, 200, 429]
        assert [log_in(server, PASSWORD) for server in (one, other)] == [429, 429]
        almost = LOCKED * 1000 - 60_000
        Allowance.objects.update(restored_at=F("restored_at") - almost)
        assert [log_in(server, PASSWORD) for server in (one, other)] == [429, 429]
        Allowance.objects.update(restored_at=F("restored_at") - 60_000)
        assert [log_in(server, PASSWORD) for server in (one, other)] == [302, 302]


@pytest.mark.full
def test_of_a_whole_burst_of_guesses_five_are_looked_at(
    fresh_database: str, tmp_path: Path
) -> None:
    make_admin(fresh_database)
    with serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_database) as server:
        wrong, right = a_try(server, "đoán", "chu"), a_try(server, PASSWORD, "chu")
        with ThreadPoolExecutor(BURST) as pool:
            tries = [pool.submit(send, server, wrong) for _ in range(BURST)]
            assert any(each.result() == 429 for each in as_completed(tries))
            late = send(server, right)
    statuses = Counter(each.result() for each in tries)
    assert (statuses, late) == ({200: 5, 429: BURST - 5}, 429)


@pytest.mark.full
def test_the_greeting_says_how_to_make_an_admin_until_there_is_one(
    fresh_database: str, tmp_path: Path
) -> None:
    with serving(tmp_path, DATABASE_URL=fresh_database) as server:
        assert any("uv run manage.py createsuperuser" in line for line in server.lines)
    make_admin(fresh_database)
    with serving(tmp_path, DATABASE_URL=fresh_database) as server:
        assert not any("createsuperuser" in line for line in server.lines)
        assert any("/admin/" in line for line in server.lines)
