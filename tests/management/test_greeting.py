"""What the terminal shows: an address that phones reach, and a code they can scan."""

from pathlib import Path
from typing import Any

import pytest

from ledger.common import safe_address
from ledger.common.safe_address import Ports
from ledger.management import greeting as greeting_module
from ledger.management.greeting import WHITE_ON_BLACK, greeting, home, qr_lines

pytestmark = pytest.mark.full


def test_the_code_fits_a_small_terminal_and_is_the_same_on_a_light_one() -> None:
    plain = list(qr_lines("http://192.168.1.23:8000/", colour=False))
    assert len(plain) <= 18
    assert max(map(len, plain)) <= 40
    coloured = list(qr_lines("http://192.168.1.23:8000/", colour=True))
    assert coloured == [f"{WHITE_ON_BLACK}{line}\x1b[0m" for line in plain]


@pytest.mark.parametrize(
    ("bind", "lan", "expected"),
    [
        ("0.0.0.0", "192.168.1.23", "http://192.168.1.23:8000/"),
        ("::", "192.168.1.23", "http://192.168.1.23:8000/"),
        ("0.0.0.0", "127.0.0.1", None),
        ("127.0.0.1", "192.168.1.23", None),
        ("192.168.1.9", "192.168.1.23", "http://192.168.1.9:8000/"),
        ("fe80::1", "192.168.1.23", "http://[fe80::1]:8000/"),
    ],
)
def test_the_address_is_one_that_phones_reach(
    monkeypatch: pytest.MonkeyPatch, bind: str, lan: str, expected: str | None
) -> None:
    monkeypatch.setattr(greeting_module, "lan_address", lambda: lan)
    assert home(bind, 8000) == expected


def test_vietnamese_comes_first_and_plain_http_is_named() -> None:
    lines = list(greeting("192.168.1.23", Ports(8000, 8443), staffed=False))
    words = [line for line in lines if not set(line) <= set("█▀▄ ")]
    assert words[0].startswith("Quét mã")
    assert any("Plain HTTP" in line for line in words)
    assert any("https://192.168.1.23:8443/" in line for line in words)
    assert any("http://localhost:8000/" in line for line in words)


def test_a_terminal_that_cannot_draw_the_code_gets_the_words_alone() -> None:
    whole = list(greeting("192.168.1.23", Ports(8000, 8443), staffed=False))
    words = list(greeting("192.168.1.23", Ports(8000, 8443), staffed=False, encoding="cp1252"))
    assert words == [line for line in whole if not set(line) <= set("█▀▄ ")]


def test_behind_a_proxy_the_public_address_is_shown_without_the_warning(
    settings: Any,
) -> None:
    settings.HTTPS = True
    settings.NAMED_HOSTS = ["ban.example"]
    text = "\n".join(greeting("127.0.0.1", Ports(8000, None), staffed=True))
    assert "https://ban.example/" in text
    assert "Plain HTTP" not in text


def test_where_the_service_holds_the_certificate_every_address_is_one_of_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CERTIFICATE = Path("ban.crt")
    monkeypatch.setattr(safe_address, "hosts_of", lambda _file: ["localhost", "ban.example"])
    beside = list(greeting("192.168.1.23", Ports(8000, 8443), staffed=True))
    assert any("(HTTPS)" in line and "https://ban.example:8443/" in line for line in beside)
    settings.HTTPS = True
    for hosts, bind in (([], "0.0.0.0"), (["ban.example"], "0.0.0.0"), (["ban.example"], "::1")):
        settings.NAMED_HOSTS = hosts
        alone = "\n".join(greeting(bind, Ports(8443, None), staffed=True))
        assert "https://ban.example:8443/admin/" in alone
        assert "http://" not in alone
        assert home(bind, 443) == "https://ban.example/"


def test_the_command_is_one_that_works_where_the_package_was_started(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHECKED_OUT = False
    monkeypatch.setattr("sys.argv", ["/cache/uv/bin/card-table-ledger", "serve"])
    lines = list(greeting("192.168.1.23", Ports(8000, None), staffed=False))
    assert any("/cache/uv/bin/card-table-ledger createsuperuser" in line for line in lines)
