"""GET exports/totals/ and exports/ledger/: every session in one file, for staff only."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from openpyxl import load_workbook

from ledger import books
from ledger.access import keys, staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Session
from ledger.tables.sessions import close, open_session
from tests.api.calls import Caller, problem, strangers
from tests.api.questions import METHODS
from tests.sample_tables import a_table, play, redo
from tests.security.reading import csv_cells, formulas, sheet_cells

ROOT = "/api/v1/exports/"
CALLS = ("totals/", "ledger/")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8", "xlsx": XLSX}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Session(), staff_tokens.make("Hà")[1])


@pytest.fixture
def sessions(db: None) -> list[Session]:
    """An evening with everything in it, a closed one of another game, and one of no rounds."""
    full, closed, empty = a_table(), a_table(3, rules="phom"), a_table(2)
    play(full, 2, 1, 4, 3)
    play(full, 1, 2, 3, 4)
    redo(full, 1, 4, 3, 2, 1)
    books.void(full.pk, 2, by=ON_THE_MACHINE)
    close(closed.pk, by=ON_THE_MACHINE)
    return [full, closed, empty]


def whole(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.content
    return b"".join(answer)


def made_for(caller: Caller, path: str) -> bytes:
    """The file as a server makes it: while it is sent, still in the caller's language."""
    answer = caller.get(path)
    with translation.override(caller.language):
        return whole(answer)


def rows(caller: Caller, path: str) -> list[dict[str, Any]]:
    return json.loads(whole(caller.get(ROOT + path)))


@pytest.mark.parametrize("format", KINDS)
@pytest.mark.parametrize("path", CALLS)
def test_it_comes_as_a_file(
    caller: Caller, sessions: list[Session], path: str, format: str
) -> None:
    answer = caller.get(f"{ROOT}{path}?format={format}")
    assert answer["Content-Type"] == KINDS[format]
    name = f'attachment; filename="sessions-{path.strip("/")}.{format}"'
    assert answer["Content-Disposition"] == name
    assert "no-store" in answer["Cache-Control"]
    assert "ETag" not in answer
    assert answer.streaming
    start = {"json": b"[\n{", "csv": b"\xef\xbb\xbfsession,", "xlsx": b"PK"}[format]
    assert whole(answer).startswith(start)


def test_the_totals_are_those_of_each_session(caller: Caller, sessions: list[Session]) -> None:
    export = rows(caller, "totals/")
    assert len(export) == 4 + 3 + 2
    for session in sessions:
        mine = [row for row in export if row["session"] == session.pk]
        players = caller.get(f"/api/v1/sessions/{session.pk}/totals/").json()["players"]
        for row, player in zip(mine, players, strict=True):
            by_reason = player.pop("by_reason")
            assert row.items() >= player.items()
            assert row.items() >= by_reason.items()
            assert (row["session_name"], row["currency"]) == (session.name, session.currency)


def test_the_ledger_is_that_of_each_session(caller: Caller, sessions: list[Session]) -> None:
    export = rows(caller, "ledger/")
    entries = caller.get(f"/api/v1/sessions/{sessions[0].pk}/ledger/").json()["results"]
    assert {row["session"] for row in export} == {sessions[0].pk}
    for row, entry in zip(export, entries, strict=True):
        after = entry.pop("balances")
        assert row.items() >= entry.items()
        assert row["payer_balance"] == after[str(row["payer"])]
        assert row["payee_balance"] == after[str(row["payee"])]


@pytest.mark.parametrize("path", CALLS)
def test_csv_has_the_rows_of_json(caller: Caller, sessions: list[Session], path: str) -> None:
    text = whole(caller.get(f"{ROOT}{path}?format=csv")).decode("utf-8-sig")
    for line, row in zip(csv.DictReader(io.StringIO(text)), rows(caller, path), strict=True):
        assert list(line) == list(row)
        for key in row.keys() - {"posted_at", "opened_at"}:
            assert line[key] == str(row[key])


@pytest.mark.parametrize("path", CALLS)
def test_the_terms_have_a_sheet_of_their_own(
    caller: Caller, sessions: list[Session], path: str
) -> None:
    book = load_workbook(io.BytesIO(whole(caller.get(f"{ROOT}{path}?format=xlsx"))))
    assert book.sheetnames == [path.strip("/"), "terms"]
    terms = [(row[0], *row[4:6]) for row in book["terms"].iter_rows(values_only=True)]
    for session in sessions:
        assert (session.pk, "bet_unit", 2000) in terms
    assert (sessions[1].pk, "rules", "phom") in terms


@pytest.mark.parametrize("path", CALLS)
def test_it_is_the_same_in_every_language_and_the_second_time(
    caller: Caller, sessions: list[Session], path: str
) -> None:
    files = []
    for caller.language in ("vi", "en", "vi"):
        files.append(made_for(caller, f"{ROOT}{path}?format=csv"))
    assert files.count(files[0]) == 3


def chosen(caller: Caller, query: str) -> set[str]:
    return {row["session"] for row in rows(caller, f"totals/?{query}")}


def test_it_is_filtered_as_the_list_of_sessions_is(caller: Caller, sessions: list[Session]) -> None:
    full, closed, empty = (session.pk for session in sessions)
    today = timezone.localdate()
    tomorrow, yesterday = today + timedelta(days=1), today - timedelta(days=1)
    expected = {
        "state=open": {full, empty},
        "state=closed&rules=phom": {closed},
        "rules=phom&state=open": set(),
        "rules=tien_len": {full, empty},
        f"opened_from={today}&opened_until={today}": {full, closed, empty},
        f"opened_from={tomorrow}": set(),
        f"opened_until={yesterday}": set(),
    }
    for query, ids in expected.items():
        assert chosen(caller, query) == ids
        listed = caller.get(f"/api/v1/sessions/?{query}").json()["results"]
        assert {each["id"] for each in listed} == ids
    assert rows(caller, f"ledger/?opened_until={yesterday}") == []
    assert {row["session"] for row in rows(caller, "ledger/?rules=tien_len")} == {full}


@pytest.mark.parametrize("path", CALLS)
def test_a_parameter_that_cannot_be_is_refused(caller: Caller, path: str) -> None:
    for query in ("state=", "rules=%00", "opened_from=2026-13-40", "opened_until=1", "format=CSV"):
        refusal = problem(caller.get(f"{ROOT}{path}?{query}"), 400)
        assert refusal["error"]["field"] == query.partition("=")[0]
    problem(caller.get(f"{ROOT}{path}?page=1"), 400, "unknown_field")


@pytest.mark.parametrize("path", CALLS)
def test_other_methods_are_refused_by_name(caller: Caller, path: str) -> None:
    for method in METHODS:
        if method != "GET":
            answer = caller(method, ROOT + path, {})
            problem(answer, 405, "method_not_allowed")
            assert set(answer["Allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize("path", CALLS)
def test_the_headers_alone_can_be_asked_for_and_nothing_is_read_for_them(
    caller: Caller, sessions: list[Session], path: str, django_assert_max_num_queries: Any
) -> None:
    caller("HEAD", f"{ROOT}{path}")  # the first time a day that a token is used is written down
    with django_assert_max_num_queries(4):
        answer = caller("HEAD", f"{ROOT}{path}?format=xlsx")
        assert whole(answer) == b""
    assert answer["Content-Type"] == XLSX


@pytest.mark.parametrize("path", CALLS)
def test_nobody_else_gets_it(sessions: list[Session], path: str) -> None:
    made, revoked = staff_tokens.make("Hà")
    staff_tokens.revoke(made.pk)
    session = sessions[0]
    others = {
        "a revoked token": Caller(session, revoked),
        "the beginning of a token": Caller(session, staff_tokens.PREFIX),
        "the view key": Caller(session, keys.key(session, Role.VIEW)),
        "the score key": Caller(session, keys.key(session, Role.SCORE)),
        **strangers(session),
    }
    for name, other in others.items():
        for query in ("", "?state=x"):
            answer = other.get(ROOT + path + query)
            assert (name, answer.status_code) == (name, 401)
            problem(answer, 401, "staff_only")
            assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", CALLS)
def test_too_long_a_body_is_refused(caller: Caller, path: str) -> None:
    problem(caller("GET", ROOT + path, b"a" * 300_000), 413, "too_long")


@pytest.mark.parametrize("format", ["csv", "xlsx"])
@pytest.mark.parametrize("path", CALLS)
def test_no_name_is_a_formula(caller: Caller, path: str, format: str) -> None:
    names = ["=1+1", "@An", "-B", "+84 901"]
    session = open_session(
        rules="tien_len",
        settings={},
        bet_unit=2000,
        players=names,
        name="=cmd()",
        by=ON_THE_MACHINE,
    )
    play(session)
    content = whole(caller.get(f"{ROOT}{path}?format={format}"))
    cells = csv_cells(content) if format == "csv" else sheet_cells(content)
    assert formulas(cells) == []
    for name in (*names, "=cmd()"):
        assert f"'{name}" in cells


@pytest.mark.parametrize("path", CALLS)
def test_the_schema_names_every_key(caller: Caller, sessions: list[Session], path: str) -> None:
    schema = caller.get("/api/v1/schema/").json()
    content = schema["paths"][ROOT + path]["get"]["responses"]["200"]["content"]
    assert content.keys() == {"application/json"}, "generated clients fail where there are more"
    shape = schema["components"]["schemas"][
        content["application/json"]["schema"]["items"]["$ref"].rpartition("/")[2]
    ]
    for row in rows(caller, path):
        assert set(row) == set(shape["properties"]) == set(shape["required"])


@pytest.mark.parametrize("path", ["totals/", "ledger/"])
def test_a_sessions_own_file_has_the_same_keys_in_every_language(
    caller: Caller, sessions: list[Session], path: str
) -> None:
    session = sessions[0]
    mine = Caller(session, keys.key(session, Role.VIEW))
    texts = []
    for mine.language in ("vi", "en"):
        texts.append(made_for(mine, f"{path}?format=csv"))
    assert texts[0] == texts[1]
    every = whole(caller.get(f"{ROOT}{path}?format=csv&rules=tien_len&state=open"))
    assert every.startswith(texts[0].partition(b"\r\n")[0])


def test_a_token_for_files_opens_them_and_nothing_else() -> None:
    session = a_table()
    caller = Caller(session, staff_tokens.make("Báo cáo", scope="export")[1])
    assert caller.get(f"{ROOT}totals/").status_code == 200
    problem(caller.get("/api/v1/sessions/"), 401, "staff_only")
    problem(caller.get(), 404, "not_found")
