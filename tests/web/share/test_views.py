"""The way from plain HTTP to HTTPS: by a name of the certificate that a phone can ask for."""

from typing import Any

import pytest
from django.test import RequestFactory

from ledger.access import links
from ledger.access.keys import Role
from ledger.access.links import safe_link
from ledger.common import safe_address
from ledger.common.safe_address import Ports
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db
MKCERT = ["localhost", "ban.local", "*.nha.example", "127.0.0.1", "::1", "192.168.1.5", "fd00::7"]


@pytest.fixture(autouse=True)
def ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_address, "ports", Ports(8000, 8443))
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.5")


@pytest.mark.parametrize(
    ("asked", "names", "named", "led_to"),
    [
        ("192.168.1.5:8000", MKCERT, [], "192.168.1.5"),
        ("localhost:8000", MKCERT, [], "192.168.1.5"),
        ("[fd00::7]:8000", MKCERT, [], "[fd00::7]"),
        ("ban.local:8000", MKCERT, [], "ban.local"),
        ("a.nha.example:8000", MKCERT, [], "a.nha.example"),
        ("10.0.0.9:8000", MKCERT, [], "ban.local"),
        ("10.0.0.9:8000", MKCERT, ["10.0.0.9", "a.nha.example"], "a.nha.example"),
        ("10.0.0.9:8000", ["localhost", "127.0.0.1"], [], "10.0.0.9"),
        ("10.0.0.9:8000", [], [], "10.0.0.9"),
    ],
)
def test_it_is_the_name_that_the_phone_uses_or_another_that_it_can(
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    asked: str,
    names: list[str],
    named: list[str],
    led_to: str,
) -> None:
    monkeypatch.setattr(safe_address, "hosts_of", lambda _file: names)
    settings.NAMED_HOSTS = named
    link = safe_link(RequestFactory(headers={"host": asked}).get("/"), open_table(), Role.VIEW)
    assert link.startswith(f"https://{led_to}:8443/join/#")


@pytest.mark.parametrize("port", [8443, None])
def test_no_page_offers_a_safe_address_that_there_is_not(
    monkeypatch: pytest.MonkeyPatch, port: int | None
) -> None:
    monkeypatch.setattr(safe_address, "ports", Ports(8000, port))
    session = open_table()
    client = phone(session)
    away = {"REMOTE_ADDR": "192.168.1.9"}
    table, share, safe = (
        client.get(f"/t/{session.pk}/{page}", **away).content.decode()
        for page in ("", "share/", "safe/")
    )
    assert ("Giữ màn hình sáng" in table) == bool(port)
    for page in (table, share):
        assert (f"/t/{session.pk}/safe/" in page) == bool(port)
    assert ("so-diem.crt" in safe) == bool(port)
