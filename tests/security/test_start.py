"""The service does not start on what would let strangers in, and says so in one sentence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from ledger.config.safety import UNSAFE, StartError, Where, is_public

from ledger.config import safety
from tests.running.server import manage

LAN = {"bind": "192.168.1.5", "port": 8000, "workers": 1}
PUBLIC = {"bind": "203.0.114.7"}
LOOPBACK = {"bind": "127.0.0.1"}
GOOD = "b0BnB2XWq7-a-secret-drawn-at-random-for-this"
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "HOST": "db.example", "PASSWORD": "p"}
OVER_TLS = POSTGRES | {"OPTIONS": {"sslmode": "verify-full"}}
SAFE: dict[str, Any] = {
    "SECRET_KEY": GOOD,
    "SECRET_KEY_FALLBACKS": [],
    "DEBUG": False,
    "ALLOWED_HOSTS": ["ban.example"],
    "HTTPS": False,
    "BEHIND_PROXY": False,
    "FORWARDED_ALLOW_IPS": "127.0.0.1",
    "LAN": False,
}


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder that only its owner may enter."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    with override_settings(**SAFE | {"DATA_DIR": folder}):
        yield folder


def refused(changed: dict[str, Any], where: dict[str, Any]) -> list[str]:
    """What is said, in English, about these settings."""
    with override_settings(**changed):
        problems = [each for look in UNSAFE for each in look(Where(**LAN | where))]
    assert all(isinstance(each, StartError) for each in problems)
    return [str(each).partition(" / ")[2] for each in problems]


@pytest.mark.parametrize(
    ("changed", "where", "said"),
    [
        ({"SECRET_KEY": "short"}, {}, "SECRET_KEY is too short"),
        ({"SECRET_KEY": "0123456789" * 3}, {}, "SECRET_KEY is too short"),
        ({"SECRET_KEY": "a" * 50}, {}, "SECRET_KEY is easily guessed"),
        ({"SECRET_KEY": f"django-insecure-{GOOD}"}, {}, "SECRET_KEY is easily guessed"),
        ({"SECRET_KEY_FALLBACKS": ["old"]}, {}, "SECRET_KEY_FALLBACKS is too short"),
        ({"SECRET_KEY_FALLBACKS": [GOOD, "ab" * 20]}, {}, "SECRET_KEY_FALLBACKS is easily guessed"),
        ({"ALLOWED_HOSTS": ["ban.example", "*"]}, {}, "ALLOWED_HOSTS must not be *"),
        ({"DEBUG": True}, {}, "DEBUG shows secrets"),
        ({"DEBUG": True, "BEHIND_PROXY": True}, LOOPBACK, "DEBUG shows secrets"),
        ({"HTTPS": True}, {}, "HTTPS needs a proxy"),
        ({}, PUBLIC, "is a public address"),
        ({}, {"bind": "2a00:1450::1"}, "is a public address"),
        (
            {"BEHIND_PROXY": True, "FORWARDED_ALLOW_IPS": "127.0.0.1,*"},
            {"bind": "0.0.0.0"},
            "FORWARDED_ALLOW_IPS must not be *",
        ),
        ({"DATABASES": {"default": POSTGRES}}, {}, "must be encrypted"),
        (
            {"DATABASES": {"default": POSTGRES | {"OPTIONS": {"sslmode": "prefer"}}}},
            {},
            "must be encrypted",
        ),
        ({"DATABASES": {"default": OVER_TLS | {"PASSWORD": ""}}}, {}, "needs a password"),
        (
            {"DATABASES": {"default": POSTGRES | {"HOST": "10.0.0.9,db.example"}}},
            {},
            "PostgreSQL at db.example must be encrypted",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_what_would_let_strangers_in_is_refused(
    data: Path, changed: dict[str, Any], where: dict[str, Any], said: str
) -> None:
    assert len(found := refused(changed, where)) == 1
    assert said in found[0]


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({}, {}),
        ({"DEBUG": True}, LOOPBACK),
        ({"LAN": True}, PUBLIC),
        ({"HTTPS": True, "BEHIND_PROXY": True}, PUBLIC),
        ({"BEHIND_PROXY": True, "FORWARDED_ALLOW_IPS": "*"}, LOOPBACK),
        ({"SECRET_KEY_FALLBACKS": [GOOD[::-1]]}, {}),
        ({"DATABASES": {"default": OVER_TLS}}, {}),
        ({"DATABASES": {"default": POSTGRES | {"HOST": "/run/postgresql", "PASSWORD": ""}}}, {}),
        ({"DATABASES": {"default": POSTGRES | {"HOST": "db"}}}, {}),
        ({"DATABASES": {"default": POSTGRES | {"HOST": "10.0.0.9"}}}, {}),
        ({"DATABASES": {"default": POSTGRES | {"HOST": "db1,10.0.0.9"}}}, {}),
    ],
)
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_what_is_safe_starts(data: Path, changed: dict[str, Any], where: dict[str, Any]) -> None:
    assert refused(changed, where) == []


def test_listening_everywhere_counts_as_the_address_phones_use(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, problems in (("203.0.114.7", 1), ("192.168.1.5", 0), ("127.0.0.1", 0)):
        monkeypatch.setattr(safety, "lan_address", lambda found=address: found)
        for bind in ("0.0.0.0", "::"):
            assert len(refused({}, {"bind": bind})) == problems


def test_a_secret_that_others_can_read_is_refused(data: Path) -> None:
    (data / "secret_key").write_text(GOOD)
    for mode, problems in ((0o600, 0), (0o640, 1), (0o604, 1)):
        (data / "secret_key").chmod(mode)
        assert len(refused({}, {})) == problems
    assert refused({"SECRET_KEY": GOOD[::-1]}, {}) == []


def test_a_data_folder_that_everybody_can_write_is_refused(data: Path) -> None:
    for mode, problems in ((0o755, 0), (0o775, 0), (0o777, 1), (0o702, 1)):
        data.chmod(mode)
        assert len(refused({}, {})) == problems


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


@pytest.mark.full
@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must not be *"),
        ({"DEBUG": "1"}, "DEBUG"),
        ({"HTTPS": "1"}, "BEHIND_PROXY"),
    ],
)
def test_it_is_said_in_one_line_and_nothing_starts(
    tmp_path: Path, variables: dict[str, str], said: str
) -> None:
    ended = manage(tmp_path, "serve", "--port", "0", **variables)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.full
def test_a_new_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    assert manage(tmp_path / "new", "check").returncode == 0
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
