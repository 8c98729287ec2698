"""Every address of the API is asked the same questions, and everything else is a problem."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver

from tests.api.calls import PROBLEM, ROOT, Caller, a_round, problem, scorer
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db

FILES = {
    "api_sessions": ("sessions/test_open", "sessions/test_list"),
    "api_session": ("sessions/test_one", "sessions/test_change"),
    "api_close": ("sessions/test_close",),
    "api_rounds": ("rounds/test_list", "rounds/test_record"),
    "api_round": ("rounds/test_one", "rounds/test_correct"),
    "api_void": ("rounds/test_void",),
    "api_open": ("sessions/test_reopen",),
    "api_keys": ("sessions/test_keys",),
    "api_payments": ("payments/test_payments",),
    "api_payment_void": ("payments/test_payments",),
    "api_flags": ("log/test_flags",),
    "api_log": ("log/test_log",),
    "api_figures": ("sums/test_figures",),
    "api_service": ("rules/test_rules",),
    "api_rules": ("rules/test_rules",),
    "api_game": ("rules/test_rules",),
    "api_groups": ("test_making_groups",),
    "api_group": ("test_groups",),
    "api_group_sessions": ("test_making_groups",),
    "api_group_totals": ("test_groups",),
    "api_group_accounts": ("test_group_settling",),
    "api_group_settlements": ("test_group_settling",),
    "api_group_settlement_void": ("test_group_settling",),
    "api_group_payment": ("test_group_settling",),
    "api_other": ("payments/test_other_items",),
    "api_other_void": ("payments/test_other_items",),
    "api_totals": ("sums/test_totals",),
    "api_ledger": ("sums/test_ledger",),
    "api_totals_csv": ("sums/test_files",),
    "api_totals_xlsx": ("sums/test_files",),
    "api_ledger_csv": ("sums/test_files",),
    "api_ledger_xlsx": ("sums/test_files",),
    "api_ledger_journal": ("sums/test_files",),
    "api_receipt": ("sums/test_files",),
    "api_settlement": ("sums/test_settlement",),
    "api_events": ("log/test_events",),
    "api_all_events": ("log/test_events",),
    "api_export_totals": ("sums/test_exports",),
    "api_export_ledger": ("sums/test_exports",),
    "api_problem": ("test_problems",),
    "api_schema": ("rules/test_docs",),
    "api_docs": ("rules/test_docs",),
}
"""The test file of each method of an address, in `views`."""


def test_every_address_has_its_test_file() -> None:
    from ledger.api.urls import urlpatterns

    assert {pattern.name for pattern in urlpatterns} == FILES.keys()
    views = Path(__file__).parent / "views"
    named = {views / f"{file}.py" for files in FILES.values() for file in files}
    assert named == set(views.rglob("test_*.py"))


def test_an_unknown_address_is_a_problem(db: None) -> None:
    caller = scorer()
    missing = caller.get("/api/v1/sessions/nosuch22/").json()
    for path in ("/api/", "/api/v2/", "/api/v2/sessions/", "/api/v1/no/", "/api/v1/sessions/x/y/"):
        for method in ("GET", "POST", "DELETE"):
            assert problem(caller(method, path), 404, "not_found") == missing
    assert caller.get("/api")["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("call", [("GET", ""), ("POST", "rounds/", a_round())])
def test_an_impossible_id_is_not_found(call: tuple[Any, ...]) -> None:
    (method, path, *body), caller = call, scorer()
    for id in ("x", "é", "a" * 300, "..", "%00", "1%2F2", "a'b", "%F0%9F%82%A1", "-1"):
        problem(caller(method, f"{ROOT}{id}/{path}", *body), 404)


def test_a_host_that_is_not_ours_is_a_problem(db: None) -> None:
    answer = Caller(a_table()).get(headers={"host": "evil.example"})
    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
    assert answer.json()["type"] == "about:blank"  # by that name no page can be opened


def test_every_pattern_of_the_project_below_api_is_ours() -> None:
    patterns = [str(pattern.pattern) for pattern in get_resolver().url_patterns]
    assert [each for each in patterns if re.match("api", each)] == ["api/v1/"]
