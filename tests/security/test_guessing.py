"""Eight processes that know nothing of each other guess at once: so many are let through, no more.

Links and keys have one limit by address, wherever they are tried; passwords one of their own.
"""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ledger.access.keys import Role, link_fragment
from ledger.admin.login import MOST
from ledger.models import Session
from tests.running.server import ROOT, environment
from tests.trust import Tell
from tests.web.tables import open_table

PROCESSES, TIMES, LIMIT = 8, 6, 20
SECRET = "a secret for tests, long enough to serve with"
EXACT = {"link": LIMIT, "key": LIMIT, "link or key": LIMIT, "password": MOST}


def guessed(database: str, *words: str) -> Counter[str]:
    """How many guesses were looked at, all processes together, by what was guessed at."""
    User.objects.create_user("chu", is_staff=True)
    own = {
        "DATABASE_URL": database,
        "SECRET_KEY": SECRET,
        "TEST_WRONG_KEYS": str(LIMIT),
        "DJANGO_SETTINGS_MODULE": "tests.tight_limits",
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.security.guesser", str(TIMES), *words],
            cwd=ROOT,
            env=environment(ROOT, **own),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for process in running:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    pool = [_go_on(process) for process in running]
    return sum(
        (Counter(json.loads(process.communicate(timeout=120)[0])) for process in pool), Counter()
    )


def _go_on(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()
    return process


@pytest.mark.full
@pytest.mark.trust("S7")
def test_eight_processes_guess_exactly_as_often_as_one_may(fresh_ledger: str, tell: Tell) -> None:
    guesses = guessed(fresh_ledger)
    tell(f"{PROCESSES} processes × {TIMES} guesses: {dict(guesses)} let through")
    assert guesses == EXACT


@pytest.mark.trust("S7", control=True)
@pytest.mark.full
def test_reading_first_and_writing_then_would_let_more_through(
    fresh_ledger: str, tell: Tell
) -> None:
    """The control: all kinds of guesses hang on the one conditional UPDATE."""
    guesses = guessed(fresh_ledger, "unguarded")
    tell(f"{PROCESSES} processes × {TIMES} guesses: {dict(guesses)} let through")
    assert {kind for kind, most in EXACT.items() if guesses[kind] > most} == EXACT.keys()


@pytest.mark.django_db
def test_who_guessed_too_often_is_told_when_to_come_back_and_a_good_link_still_opens(
    settings: Any,
) -> None:
    settings.API_WRONG_KEYS = (3, 86400)
    session, client = open_table(), Client()
    wrong = {"link": f"{session.pk}.{'a' * 32}"}
    answers = [client.post("/join/", wrong) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert int(answers[3]["Retry-After"]) > 3600
    assert client.post("/join/", {"link": link_fragment(session, Role.VIEW)}).status_code == 302


@pytest.mark.django_db
def test_tables_opened_on_the_page_and_through_the_api_are_counted_together(settings: Any) -> None:
    settings.API_OPENINGS = (3, 86400)
    by_page = {"rules": "tien_len", "bet_unit": "2000", "player_1": "An", "player_2": "Bình"}
    by_call = json.dumps({"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]})
    client = Client()
    page = [client.post("/", by_page).status_code for _ in range(2)]
    call = [
        client.post("/api/v1/sessions/", by_call, "application/json").status_code for _ in range(2)
    ]
    assert (page, call) == ([302, 302], [201, 429])
    answer = client.post("/", by_page)
    assert (answer.status_code, Session.objects.count()) == (429, 3)
    assert int(answer["Retry-After"]) > 3600
