"""GET sessions/{id}/totals.csv and so on: each file is a call of its own, with its media type."""

import csv
import io
import json
from typing import Any

import pytest

from ledger.access import staff_tokens
from ledger.books import balances
from ledger.models import Session
from tests.api.calls import Caller, problem, scorer, strangers, viewer
from tests.api.questions import METHODS
from tests.sample_tables import a_table, play

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = {
    "totals.csv": ("text/csv; charset=utf-8", b"\xef\xbb\xbfsession,"),
    "totals.xlsx": (XLSX, b"PK"),
    "ledger.csv": ("text/csv; charset=utf-8", b"\xef\xbb\xbfsession,"),
    "ledger.xlsx": (XLSX, b"PK"),
    "ledger.journal": ("text/plain; charset=utf-8", b"; "),
    "receipt.html": ("text/html; charset=utf-8", b"<!DOCTYPE html>\n"),
}
CSV = [file for file in FILES if file.endswith("csv")]


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    play(session)
    return session


def whole(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.content
    return b"".join(answer)


@pytest.mark.parametrize("file", FILES)
def test_it_comes_as_a_file_to_whoever_reads(session: Session, file: str) -> None:
    kind, start = FILES[file]
    token = staff_tokens.make("Hà")[1]
    for caller in (viewer(session), scorer(session), Caller(session, token)):
        answer = caller.get(file, headers={"accept": kind.partition(";")[0]})
        assert answer["Content-Type"] == kind
        stem, _, format = file.partition(".")
        assert f'filename="{session.pk}-{stem}.{format}"' in answer["Content-Disposition"]
        assert "no-store" in answer["Cache-Control"]
        assert whole(answer).startswith(start)


@pytest.mark.parametrize("file", FILES)
def test_nobody_else_gets_it_and_nothing_else_is_taken(session: Session, file: str) -> None:
    for caller in strangers(session).values():
        problem(caller.get(file), 404, "not_found")
    for method in METHODS:
        if method != "GET":
            assert set(problem_at(session, method, file)["Allow"].split(", ")) == {"GET", "HEAD"}
    assert whole(scorer(session)("HEAD", file)) == b""
    for query in ("format=json", "page=1", "dry_run=1"):
        problem(scorer(session).get(f"{file}?{query}"), 400, "unknown_field")


def problem_at(session: Session, method: str, file: str) -> Any:
    answer = scorer(session)(method, file, {})
    problem(answer, 405, "method_not_allowed")
    return answer


@pytest.mark.parametrize("file", [file for file in FILES if file[-4:] in (".csv", "xlsx")])
def test_the_format_of_a_query_gives_the_same_file(session: Session, file: str) -> None:
    stem, _, format = file.partition(".")
    older = viewer(session).get(f"{stem}/?format={format}")
    newer = viewer(session).get(file)
    assert older["Content-Type"] == newer["Content-Type"]
    if format == "csv":
        assert whole(older) == whole(newer)


@pytest.mark.parametrize("file", CSV)
def test_semicolons_part_the_same_cells(session: Session, file: str) -> None:
    comma, semicolon = (
        whole(viewer(session).get(f"{file}?separator={name}")) for name in ("comma", "semicolon")
    )
    assert semicolon.startswith(b"\xef\xbb\xbfsession;session_name;")
    texts = (each.decode("utf-8-sig") for each in (comma, semicolon))
    rows = [
        list(csv.reader(io.StringIO(text), delimiter=by))
        for text, by in zip(texts, ",;", strict=True)
    ]
    assert rows[0] == rows[1]
    problem(viewer(session).get(f"{file}?separator=tab"), 400)


def test_the_journal_ends_with_our_balances_in_every_language(session: Session) -> None:
    journals = set()
    for language in ("vi", "en"):
        caller = viewer(session)
        caller.language = language
        journals.add(whole(caller.get("ledger.journal")))
    (journal,) = journals
    for each in balances.scoreboard(session):
        last = journal.decode().rpartition(f"    {session.pk}:{each.seat} {each.name}  ")[2]
        assert f"= {each.balance} points" in last.splitlines()[0]


def test_each_call_names_one_media_type_and_totals_and_ledger_are_json_alone(db: None) -> None:
    schema = Caller(Session()).get("/api/v1/schema/").json()
    at = "/api/v1/sessions/{session_id}/"
    for file, (kind, _start) in FILES.items():
        call = schema["paths"][at + file]["get"]
        stem, _, format = file.partition(".")
        assert call["operationId"] == f"get_{stem}_{format}"
        assert list(call["responses"]["200"]["content"]) == [kind.partition(";")[0]]
        assert call["description"]
    for path in ("totals/", "ledger/"):
        call = schema["paths"][at + path]["get"]
        assert list(call["responses"]["200"]["content"]) == ["application/json"]
        assert "format" not in {each["name"] for each in call["parameters"]}
        assert f"`{path.strip('/')}.csv`" in call["description"]
    assert len({json.dumps(schema["paths"][at + file]) for file in FILES}) == len(FILES)
