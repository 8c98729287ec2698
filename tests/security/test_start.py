"""The service does not start on what would let strangers in, and says so in one sentence."""

import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from ledger.common.lan import is_public
from ledger.config import checks
from ledger.config.checks import TAG, check_address, check_data_folder
from tests.running.needs import program_path

OWN, PUBLIC = "192.168.1.5", "203.0.114.7"
GOOD = "b0BnB2XWq7-a-secret-drawn-at-random-for-this"
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "HOST": "db.example", "PASSWORD": "p"}
OVER_TLS = POSTGRES | {"OPTIONS": {"sslmode": "verify-full"}}
SAFE: dict[str, Any] = {
    "SECRET_KEY": GOOD,
    "SECRET_KEY_FALLBACKS": [],
    "NAMED_HOSTS": ["ban.example"],
    "HTTPS": False,
    "TRUSTED_PROXIES": [],
    "LAN": False,
}


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder that only its owner may enter."""
    folder = tmp_path / "the data's"
    folder.mkdir(mode=0o700)
    with override_settings(**SAFE | {"DATA_DIR": folder, "SECRET_FILE": folder / "secret_key"}):
        yield folder


def refused(changed: dict[str, Any], bind: str = OWN) -> list[str]:
    """What is said, in English, about these settings."""
    with override_settings(**changed):
        problems = [*check_data_folder(), *run_checks(tags=[TAG]), *check_address(bind)]
    return [each.msg.partition(" / ")[2] for each in problems]


UNSAFE: list[tuple[dict[str, Any], str, str]] = [
    ({"SECRET_KEY": "short"}, OWN, "SECRET_KEY is easily guessed"),
    ({"SECRET_KEY": "0123456789" * 3}, OWN, "SECRET_KEY is easily guessed"),
    ({"SECRET_KEY": "a" * 50}, OWN, "SECRET_KEY is easily guessed"),
    ({"SECRET_KEY_FALLBACKS": ["old"]}, OWN, "SECRET_KEY_FALLBACKS is easily guessed"),
    ({"SECRET_KEY_FALLBACKS": [GOOD, "ab" * 20]}, OWN, "SECRET_KEY_FALLBACKS is easily guessed"),
    ({"NAMED_HOSTS": ["ban.example", "*"]}, OWN, "ALLOWED_HOSTS must not be *"),
    ({"HTTPS": True}, OWN, "HTTPS needs a certificate"),
    ({"CERTIFICATE": Path("/none")}, OWN, "The certificate cannot be used"),
    ({"CERTIFICATE": Path("/none"), "CERTIFICATE_KEY": Path("/none")}, OWN, "cannot be used"),
    ({}, PUBLIC, "is a public address"),
    ({}, "2a00:1450::1", "is a public address"),
    ({"TRUSTED_PROXIES": ["127.0.0.1", "*"]}, OWN, "TRUSTED_PROXIES must not be *"),
    ({"DATABASES": {"default": POSTGRES}}, OWN, "must be encrypted"),
    (
        {"DATABASES": {"default": POSTGRES | {"OPTIONS": {"sslmode": "prefer"}}}},
        OWN,
        "must be encrypted",
    ),
    ({"DATABASES": {"default": OVER_TLS | {"PASSWORD": ""}}}, OWN, "needs a password"),
    (
        {"DATABASES": {"default": POSTGRES | {"HOST": "10.0.0.9,db.example"}}},
        OWN,
        "PostgreSQL at db.example must be encrypted",
    ),
]


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_what_would_let_strangers_in_is_refused(data: Path) -> None:
    for changed, bind, text in UNSAFE:
        (problem,) = refused(changed, bind)
        assert text in problem


NAMES = {
    "no name": "",
    "an address": "subjectAltName=IP:192.168.1.5",
    "a name": "subjectAltName=DNS:ban.example",
}


def made(folder: Path, name: str) -> dict[str, Any]:
    """The settings for a certificate from OpenSSL with such a subjectAltName."""
    file, key = str(folder / "ban.crt"), str(folder / "ban.key")
    words = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    more = ("-addext", name) if name else ()
    asked = [program_path("openssl"), *words, "-subj", "/CN=ban.example", *more]
    subprocess.run([*asked, "-keyout", key, "-out", file], check=True, capture_output=True)
    return {"CERTIFICATE": Path(file), "CERTIFICATE_KEY": Path(key)}


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_says_for_which_hosts_it_is(data: Path, tmp_path: Path, name: str) -> None:
    problems = refused(made(tmp_path, NAMES[name]))
    assert [each.partition(":")[0] for each in problems] == (
        [] if NAMES[name] else ["The certificate cannot be used (no host in it, subjectAltName)"]
    )


SAFE_TOO: list[tuple[dict[str, Any], str]] = [
    ({}, OWN),
    ({"LAN": True}, PUBLIC),
    ({"HTTPS": True, "TRUSTED_PROXIES": ["127.0.0.1"]}, PUBLIC),
    ({"SECRET_KEY_FALLBACKS": [GOOD[::-1]]}, OWN),
    ({"DATABASES": {"default": OVER_TLS}}, OWN),
    ({"DATABASES": {"default": POSTGRES | {"HOST": "/run/postgresql", "PASSWORD": ""}}}, OWN),
    ({"DATABASES": {"default": POSTGRES | {"HOST": "db"}}}, OWN),
    ({"DATABASES": {"default": POSTGRES | {"HOST": "db1,10.0.0.9"}}}, OWN),
]


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_what_is_safe_starts(data: Path) -> None:
    assert [case for case in SAFE_TOO if refused(*case)] == []


def test_listening_everywhere_counts_as_the_address_phones_use(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, problems in (("203.0.114.7", 1), ("192.168.1.5", 0), ("127.0.0.1", 0)):
        monkeypatch.setattr(checks, "lan_address", lambda host=address: host)
        for bind in ("0.0.0.0", "::"):
            assert len(refused({}, bind)) == problems


def test_a_secret_that_others_can_read_is_refused(data: Path) -> None:
    (data / "secret_key").write_text(GOOD)
    for mode, problems in ((0o600, 0), (0o640, 1), (0o604, 1)):
        (data / "secret_key").chmod(mode)
        assert len(lines := refused({})) == problems
    assert f"run chmod 600 {shlex.quote(str(data / 'secret_key'))}; a disk" in lines[0]


def test_a_data_folder_that_everybody_can_write_is_refused(data: Path) -> None:
    for mode, problems in ((0o755, 0), (0o775, 0), (0o777, 1), (0o702, 1)):
        data.chmod(mode)
        assert len(refused({})) == problems


@pytest.mark.parametrize(
    ("host", "public"),
    [
        *(("8.8.8.8", True), ("203.0.114.7", True), ("2a00:1450::1", True), ("db.example", True)),
        *(("10.1.2.3", False), ("127.0.0.1", False), ("192.168.0.1", False), ("fe80::1", False)),
        *(
            ("fe80::1%eth0", False),
            ("::1", False),
            ("", False),
            ("db", False),
            ("100.64.0.1", False),
        ),
        *(("nas.local", False), ("nas.home.arpa", False), ("/run/postgresql", False)),
        *(("localhost", False), ("169.254.1.1", False)),
    ],
)
def test_what_is_a_public_host(host: str, public: bool) -> None:
    assert is_public(host) is public
