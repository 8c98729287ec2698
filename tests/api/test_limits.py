"""How often: wrong keys and openings by address, writing by session; right keys always work."""

import json
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.api.calls import PROBLEM, ROOT, Caller, a_round, problem, scorer, viewer
from tests.api.fuzzing import open_table
from tests.running.server import Server, serving
from tests.sample_tables import a_table

NEW = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]}


@pytest.mark.django_db
class TestWhatIsCounted:
    @pytest.fixture(autouse=True)
    def three(self, settings: Any) -> None:
        settings.API_WRONG_KEYS = settings.API_OPENINGS = settings.API_WRITES = (3, 86400)

    def test_wrong_keys_by_address(self) -> None:
        session = a_table()
        for _ in range(3):
            problem(Caller(session, "wrong").get(), 404)
        answer = Caller(session, "wrong").get()
        problem(answer, 429, "too_many")
        assert int(answer["Retry-After"]) > 3600
        problem(Caller(session, "wrong").get("/api/v1/sessions/"), 429)
        assert Caller(session, "wrong").get(REMOTE_ADDR="192.0.2.7").status_code == 404

    def test_a_right_key_always_works_and_no_key_is_no_guess(self) -> None:
        caller = scorer()
        for _ in range(5):
            Caller(caller.session, "wrong").get()
        assert caller.get().status_code == 200
        assert Caller(caller.session).get().status_code == 404

    def test_every_answer_says_what_is_left(self) -> None:
        session = a_table()
        caller, stranger = scorer(session), Caller(session, "wrong")

        def limits(answer: Any) -> tuple[str, str]:
            return answer["RateLimit-Policy"], answer["RateLimit"].rpartition(";")[0]

        writes = '"write";q=3;w=86400'
        assert limits(caller.get()) == (writes, '"write";r=3')
        assert limits(caller.post("rounds/", a_round())) == (writes, '"write";r=2')
        assert limits(caller.post("rounds/", {})) == (writes, '"write";r=2')
        assert limits(viewer(session).get("totals/")) == (writes, '"write";r=2')
        assert limits(caller.post(ROOT, NEW)) == ('"opening";q=3;w=86400', '"opening";r=2')
        for left in (2, 1, 0, 0):
            answer = stranger.get()
            assert limits(answer) == ('"wrong-key";q=3;w=86400', f'"wrong-key";r={left}')
        assert answer.status_code == 429
        assert int(answer["RateLimit"].rpartition("=")[2]) > 86000

    def test_addresses_of_one_ipv6_network_are_one(self) -> None:
        session = a_table()
        answers = [
            Caller(session, "wrong").get(REMOTE_ADDR=f"2001:db8:0:1::{each}").status_code
            for each in range(5)
        ]
        assert answers == [404, 404, 404, 429, 429]

    def test_openings_by_address(self) -> None:
        caller = Caller(a_table())
        answers = [caller.post(ROOT, NEW).status_code for _ in range(4)]
        assert answers == [201, 201, 201, 429]

    def test_writes_by_session(self) -> None:
        caller = scorer()
        sent = a_round()
        assert caller.post("rounds/", sent).status_code == 201
        assert caller("PATCH", "", {"name": "x"}).status_code == 200
        assert caller.post("rounds/1/void/").status_code == 200
        problem(caller.post("rounds/", a_round()), 429, "too_many")
        problem(caller.post("close/"), 429, "too_many")
        assert scorer().post("rounds/", a_round()).status_code == 201

    def test_sending_again_costs_nothing(self) -> None:
        caller, sent = scorer(), a_round()
        answers = [caller.post("rounds/", sent).status_code for _ in range(6)]
        assert answers == [201, 200, 200, 200, 200, 200]

    def test_a_refused_round_counts_too(self) -> None:
        caller, stale = scorer(), a_round(after=7)
        for sent in (stale, a_round(1, 1, 1, 1), stale):
            assert caller.post("rounds/", sent).status_code in (409, 422)
        problem(caller.post("rounds/", a_round()), 429, "too_many")

    def test_a_round_that_is_not_let_through_is_not_recorded(self) -> None:
        caller = scorer()
        answers = [caller.post("rounds/", a_round()).status_code for _ in range(5)]
        assert answers == [201, 201, 201, 429, 429]
        assert caller.session.rounds.count() == 3
        caller.session.refresh_from_db()
        assert caller.session.round_count == 3

    def test_reading_is_not_counted(self) -> None:
        caller = scorer()
        assert {caller.get("totals/").status_code for _ in range(6)} == {200}


TIGHT = {"DJANGO_SETTINGS_MODULE": "tests.tight_limits", "TEST_WRONG_KEYS": "20"}


@pytest.mark.full
def test_workers_of_one_server_admit_exactly_the_limit(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", **TIGHT) as server:
        table = open_table(server)

        def guess(number: int) -> int:
            busy = 503  # on a slow disk others write too long; nothing was counted
            while (answer := asked(number)) == busy:
                pass
            return answer

        def asked(number: int) -> int:
            return status(server, f"/api/v1/sessions/{table.id}/", f"wrong{number}")

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(guess, range(80)))
        assert Counter(answers) == {404: 20, 429: 60}
        assert status(server, f"/api/v1/sessions/{table.id}/", table.key) == 200


def status(server: Server, path: str, key: str) -> int:
    address = f"http://127.0.0.1:{server.port}{path}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return int(json.loads(refused.read())["status"])


@pytest.fixture(scope="module")
def open_to_a_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    with serving(folder, CORS_ALLOWED_ORIGINS="https://diem.example") as server:
        yield server


@pytest.mark.full
@pytest.mark.parametrize("megabytes", [0.4, 0.9, 1.1, 4, 40])
@pytest.mark.parametrize("chunked", [False, True])
def test_what_is_too_long_is_told_like_every_problem(
    open_to_a_site: Server, chunked: bool, megabytes: float
) -> None:
    pieces = [b"x" * 65536] * int(megabytes * 16)
    connection = open_to_a_site.connect()
    headers = {"Content-Type": "application/json", "Origin": "https://diem.example"}
    connection.request(
        "POST", "/api/v1/sessions/", iter(pieces) if chunked else b"".join(pieces), headers
    )
    answer = connection.getresponse()
    refusal = json.loads(answer.read())
    connection.close()
    assert (answer.status, refusal["status"], refusal["code"]) == (413, 413, "too_long")
    assert answer.headers["Content-Type"] == PROBLEM
    assert answer.headers["Access-Control-Allow-Origin"] == "https://diem.example"
    assert open_to_a_site.get("/api/v1/schema/").status == 200


PREFLIGHT = {
    "Origin": "https://diem.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization",
}


@pytest.mark.full
@pytest.mark.parametrize(("origins", "allowed"), [("", False), ("https://diem.example", True)])
def test_other_sites_may_call_only_where_they_are_named(
    tmp_path: Path, origins: str, allowed: bool
) -> None:
    named = {"CORS_ALLOWED_ORIGINS": origins} if origins else {}
    with serving(tmp_path, **named) as server:
        connection = server.connect()
        connection.request("OPTIONS", "/api/v1/sessions/", headers=PREFLIGHT)
        preflight = connection.getresponse()
        preflight.read()
        assert (preflight.status == 200) is allowed
        answer = server.get("/api/v1/schema/", Origin="https://diem.example")
        page = server.get("/", Origin="https://diem.example")
    origin = "https://diem.example" if allowed else None
    assert answer.headers["Access-Control-Allow-Origin"] == origin
    assert page.headers["Access-Control-Allow-Origin"] is None
