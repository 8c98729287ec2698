"""Asked for under a name that is not its own: a page says what to set, and no table opens."""

import logging
from typing import Any

import pytest
from django.test import Client

from ledger.config.logs import NoAddress
from ledger.web import hosts
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("host", ["vm", "so-diem.local", "192.168.7.7:8000", "[fd00::7]:8000"])
def test_what_only_this_network_can_ask_for_is_answered_at_any_time(host: str) -> None:
    assert Client(headers={"host": host}).get("/").status_code == 200


def test_a_public_address_of_this_machine_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "local_names", lambda: ["8.8.4.4", "nha.example"])
    for host in ("8.8.4.4:8000", "nha.example"):
        assert Client(headers={"host": host}).get("/").status_code == 200


def test_what_the_certificate_is_for_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["ban.tail1.example", "*.nha.example", "8.8.4.4"]
    monkeypatch.setattr(hosts, "hosts_of", lambda _file: names)
    for host in ("ban.tail1.example:8443", "so-diem.nha.example", "8.8.4.4", "192.168.7.7"):
        assert Client(headers={"host": host}).get("/").status_code == 200
    for host in ("tail1.example", "a.ban.tail1.example", "a.b.nha.example", "8.8.8.8"):
        assert Client(headers={"host": host}).get("/").status_code == 400


@pytest.mark.parametrize("host", ["so-diem.example", "8.8.8.8:8000", "[2606:4700::1]:8000"])
def test_the_page_names_the_setting_in_both_languages(host: str) -> None:
    answer = Client(headers={"host": host}).get("/")
    shown = answer.content.decode()
    name = host.removesuffix(":8000")
    assert answer.status_code == 400
    assert shown.count(f"ALLOWED_HOSTS={name}</code>") == 2
    assert "chưa được mở" in shown
    assert "is not open yet" in shown


@pytest.mark.parametrize("host", ["<script>", "a b", "x" * 300 + ".example", "ban@example", ""])
def test_a_name_that_is_none_is_not_repeated(host: str) -> None:
    answer = Client(headers={"host": host}).get("/")
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" not in answer.content.decode()
    assert "<script>" not in answer.content.decode()


def test_where_hosts_are_named_no_other_is_answered(settings: Any) -> None:
    settings.NAMED_HOSTS = settings.ALLOWED_HOSTS = ["ban.example"]
    assert Client(headers={"host": "ban.example"}).get("/").status_code == 200
    assert Client(headers={"host": "192.168.7.7"}).get("/").status_code == 400


def test_a_foreign_name_that_points_here_gets_nothing_of_a_table() -> None:
    session = open_table()
    client = phone(session)
    assert "Cường" in client.get(f"/t/{session.pk}/").content.decode()
    for path in ("", "now/", "live/", "settle/picture.svg", "files/evening.xlsx"):
        answer = client.get(f"/t/{session.pk}/{path}", headers={"host": "rebound.example"})
        assert answer.status_code == 400
        assert "Cường" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/api/v1/sessions/"])
def test_the_log_has_one_line_of_it_without_a_stack_or_the_name(
    caplog: pytest.LogCaptureFixture, path: str
) -> None:
    caplog.handler.addFilter(NoAddress())
    with caplog.at_level(logging.WARNING):
        Client(headers={"host": "rebound.example"}).get(path)
    assert len(caplog.records) == 1
    assert "ALLOWED_HOSTS" in caplog.text
    assert "rebound" not in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    ("host", "reason"),
    [("ban.example", "ALLOWED_HOSTS=ban.example"), ("a_b.local", "has an underscore")],
)
def test_a_program_is_told_in_a_problem_document(host: str, reason: str) -> None:
    answer = Client(headers={"host": host}).get("/api/v1/sessions/")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    refusal = answer.json()
    assert (refusal["status"], refusal["code"]) == (400, "unknown_host")
    assert reason in refusal["detail"]
    assert "Máy giữ sổ" in refusal["detail"] or "Tên máy" in refusal["detail"]


def test_a_name_that_no_host_can_have_is_not_offered() -> None:
    shown = Client(headers={"host": "a_b.local"}).get("/").content.decode()
    assert "gạch dưới" in shown
    assert "underscore" in shown
    assert "ALLOWED_HOSTS" not in shown
