"""What the terminal shows: an address that phones reach, and a code they can scan."""

import re
from typing import Any

import pytest
import segno

from ledger.config import greeting as greeting_module
from ledger.config.greeting import address, greeting, qr_lines

URL = "http://192.168.1.23:8000/"
DARK = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def modules_seen(lines: list[str], *, colour: bool) -> list[list[bool]]:
    """The dark modules a camera sees: black on white in colour, gaps on a dark terminal else."""
    rows: list[list[bool]] = []
    for line in lines:
        halves = [DARK[half] for half in re.sub(r"\x1b\[[0-9;]*m", "", line)]
        rows += [[bool(half[0]) == colour for half in halves]]
        rows += [[bool(half[1]) == colour for half in halves]]
    return rows


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("url", [URL, "https://ban.example/"])
def test_the_code_holds_the_address_with_light_all_round(url: str, colour: bool) -> None:
    wanted = [
        [bool(dark) for dark in row]
        for row in segno.make(url, error="m", micro=False).matrix_iter(border=4)
    ]
    seen = modules_seen(list(qr_lines(url, colour=colour)), colour=colour)
    assert seen[: len(wanted)] == wanted
    assert not any(map(any, seen[len(wanted) :]))


def test_the_code_fits_a_small_terminal() -> None:
    lines = list(qr_lines(URL, colour=False))
    assert len(lines) <= 18
    assert max(map(len, lines)) <= 40


def test_in_colour_every_line_sets_both_colours_and_ends_them() -> None:
    for line in qr_lines(URL, colour=True):
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")


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
    assert address(bind, 8000) == expected


def test_vietnamese_comes_first_and_plain_http_is_named() -> None:
    said = list(greeting("192.168.1.23", 8000, colour=False, staffed=False))
    words = [line for line in said if not set(line) <= set(DARK)]
    assert words[0].startswith("Quét mã")
    assert any("Plain HTTP" in line for line in words)
    assert any("http://localhost:8000/" in line for line in words)


def test_behind_a_proxy_the_public_address_is_shown_without_the_warning(
    settings: Any,
) -> None:
    settings.HTTPS = True
    settings.ALLOWED_HOSTS = ["ban.example"]
    said = "\n".join(greeting("127.0.0.1", 8000, colour=False, staffed=True))
    assert "https://ban.example/" in said
    assert "Plain HTTP" not in said
