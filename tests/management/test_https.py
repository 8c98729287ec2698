"""HTTPS beside plain HTTP: who may be vouched for, how long, and that it never stays away."""

import os
import signal
import socket
import ssl
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from ledger.common import certificates
from ledger.common.certificates import AUTHORITY, AUTHORITY_KEY, CERTIFICATE, key_is_lost, renew
from ledger.config.checks import check_authority
from tests.running.needs import program_path
from tests.running.server import Server, serving, until
from tests.running.viewers import spawned

pytestmark = pytest.mark.full
HOSTS = ("localhost", "127.0.0.1", "[::1]", "192.168.1.5", "nhà-an", "an", "an.local")


def leaf(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / CERTIFICATE).read_bytes())


def names(folder: Path) -> set[str]:
    hosts = leaf(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(each.value) for each in hosts}


def test_it_is_for_the_names_of_this_machine_and_kept_from_others(tmp_path: Path) -> None:
    assert renew(tmp_path, HOSTS)
    assert names(tmp_path) == {"localhost", "127.0.0.1", "::1", "192.168.1.5", "an", "an.local"}
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_it_is_renewed_for_a_new_address_and_before_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renew(tmp_path, HOSTS)
    trusted = (tmp_path / AUTHORITY).read_bytes()
    assert not renew(tmp_path, reversed(HOSTS))
    assert renew(tmp_path, [*HOSTS, "10.0.0.7"])
    monkeypatch.setattr(certificates, "DAYS", 20)
    renew(tmp_path, HOSTS)
    assert leaf(tmp_path).not_valid_after_utc < datetime.now(UTC) + timedelta(days=21)
    monkeypatch.undo()
    assert renew(tmp_path, HOSTS)
    assert leaf(tmp_path).not_valid_after_utc > datetime.now(UTC) + timedelta(days=364)
    assert (tmp_path / AUTHORITY).read_bytes() == trusted


def of_another(folder: Path, other: Path) -> None:
    renew(other, HOSTS)
    (other / AUTHORITY_KEY).replace(folder / AUTHORITY_KEY)


LOST: dict[str, Callable[[Path, Path], object]] = {
    "gone": lambda folder, _: (folder / AUTHORITY_KEY).unlink(),
    "empty": lambda folder, _: (folder / AUTHORITY_KEY).write_bytes(b""),
    "of another authority": of_another,
    "beside half a certificate": lambda folder, _: os.truncate(folder / AUTHORITY, 300),
}


@pytest.mark.parametrize("how", LOST)
def test_an_authority_whose_key_is_lost_is_told_and_never_replaced(
    tmp_path: Path, settings: Any, how: str
) -> None:
    """Each phone that trusts it would have to be told by hand again."""
    settings.DATA_DIR = folder = tmp_path / "data"
    for each in (folder, tmp_path / "other"):
        each.mkdir()
    renew(folder, HOSTS)
    LOST[how](folder, tmp_path / "other")
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert not renew(folder, [*HOSTS, "10.0.0.7"])
    (warning,) = check_authority()
    assert not warning.is_serious()
    assert str(folder / AUTHORITY_KEY) in warning.msg
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    (folder / AUTHORITY).unlink()  # as the warning says
    assert renew(folder, HOSTS)
    assert not list(check_authority())


def test_the_key_that_is_lost_is_said_at_the_start_and_what_there_is_is_served(
    tmp_path: Path, fresh_database: str
) -> None:
    renew(tmp_path, ["localhost"])
    (tmp_path / AUTHORITY_KEY).unlink()
    with beside(tmp_path, fresh_database) as server:
        assert any(str(tmp_path / AUTHORITY_KEY) in line for line in server.lines)
        assert server.get("/").status == 200
        assert until(lambda: greeted(tmp_path, server.safe_port) is not None)


def test_services_that_begin_at_once_make_one_authority_and_one_certificate(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as several:
        made = list(several.map(lambda _: renew(tmp_path, HOSTS), range(8)))
    assert made.count(True) == 1
    assert not key_is_lost(tmp_path)
    authority = x509.load_pem_x509_certificate((tmp_path / AUTHORITY).read_bytes())
    leaf(tmp_path).verify_directly_issued_by(authority)


def test_an_address_of_the_internet_is_left_out(tmp_path: Path) -> None:
    renew(tmp_path, HOSTS)
    renew(tmp_path, [*HOSTS, "ban.example", "8.8.8.8"])
    assert names(tmp_path).isdisjoint({"ban.example", "8.8.8.8"})


@pytest.mark.parametrize(("host", "good"), [("an.local", True), ("bank.example", False)])
def test_the_authority_cannot_vouch_for_the_internet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, good: bool
) -> None:
    """Even with its key in hand: OpenSSL refuses what it signs for other names."""
    renew(tmp_path, HOSTS)
    monkeypatch.setattr(certificates, "_permitted", lambda *_: True)
    renew(tmp_path, [host])
    checked = subprocess.run(
        [program_path("openssl"), "verify", "-CAfile", AUTHORITY, CERTIFICATE],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode == 0) == good, checked.stderr
    assert good or "permitted subtree violation" in checked.stderr


SERVER, MAIL = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.EMAIL_PROTECTION
LETTER, SITE = x509.RFC822Name("an@bank.example"), x509.DNSName("an.local")


@pytest.mark.parametrize(
    ("usage", "name", "purpose", "refusal"),
    [
        (SERVER, SITE, "sslserver", ""),
        (MAIL, LETTER, "smimesign", "unsuitable certificate purpose"),
        (MAIL, LETTER, "any", "permitted subtree violation"),
        (ExtendedKeyUsageOID.CLIENT_AUTH, SITE, "sslclient", "unsuitable certificate purpose"),
    ],
)
def test_whoever_has_its_key_signs_for_servers_alone(
    tmp_path: Path, usage: x509.ObjectIdentifier, name: x509.GeneralName, purpose: str, refusal: str
) -> None:
    renew(tmp_path, HOSTS)
    authority = x509.load_pem_x509_certificate((tmp_path / AUTHORITY).read_bytes())
    key = serialization.load_pem_private_key((tmp_path / AUTHORITY_KEY).read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    own, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(authority.subject, x509.Name([]), own.public_key(), 1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([name]), critical=True)
        .add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "theirs").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    words = ("verify", "-purpose", purpose, "-CAfile", str(tmp_path / AUTHORITY))
    command = [program_path("openssl"), *words, str(tmp_path / "theirs")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode == 0) == (not refusal), checked.stderr
    assert refusal in checked.stderr


def test_the_authority_vouches_for_no_name_of_the_internet_that_is_in_the_settings(
    tmp_path: Path,
) -> None:
    renew(tmp_path, [*HOSTS, "bank.example"])
    assert "bank.example" not in names(tmp_path)


def greeted(data: Path, at: int) -> bytes | None:
    """The certificate of who answers there over TLS as the authority vouches; None: nobody."""
    context = ssl.create_default_context(cafile=data / AUTHORITY)
    try:
        with (
            socket.create_connection(("127.0.0.1", at), timeout=5) as raw,
            context.wrap_socket(raw, server_hostname="localhost") as safe,
        ):
            safe.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return safe.getpeercert(True) if b" 200 " in safe.recv(100) else None
    except OSError:
        return None


def beside(data: Path, database: str) -> AbstractContextManager[Server]:
    return serving(data, "--bind", "0.0.0.0", "--https-port", "0", DATABASE_URL=database)


def test_it_comes_back_takes_a_renewed_certificate_and_stops_with_the_service(
    tmp_path: Path, fresh_database: str
) -> None:
    with beside(tmp_path, fresh_database) as server:
        assert until(lambda: greeted(tmp_path, server.safe_port) is not None)
        first = greeted(tmp_path, server.safe_port)
        (killed,) = spawned(server.process.pid)
        os.kill(killed, signal.SIGKILL)
        assert until(lambda: server.get("/health/live").status == 200)
        assert until(lambda: spawned(server.process.pid) not in ([], [killed]))
        assert until(lambda: greeted(tmp_path, server.safe_port) == first)
        (tmp_path / CERTIFICATE).unlink()
        assert until(lambda: greeted(tmp_path, server.safe_port) not in (None, first))
        assert server.stop(signal.SIGTERM) == 0
        assert greeted(tmp_path, server.safe_port) is None


def test_it_ends_when_the_service_is_killed(tmp_path: Path, fresh_database: str) -> None:
    with beside(tmp_path, fresh_database) as server:
        assert until(lambda: greeted(tmp_path, server.safe_port) is not None)
        server.process.kill()
        assert until(lambda: greeted(tmp_path, server.safe_port) is None)


def test_plain_http_is_served_where_no_certificate_can_be_made(
    tmp_path: Path, fresh_database: str
) -> None:
    (tmp_path / CERTIFICATE).mkdir()
    with beside(tmp_path, fresh_database) as server:
        assert server.get("/").status == 200
        assert until(lambda: any("HTTPS is not kept" in line for line in server.lines))
        (tmp_path / CERTIFICATE).rmdir()
        assert until(lambda: greeted(tmp_path, server.safe_port) is not None)


def test_a_certificate_of_ones_own_is_served_without_a_proxy(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, fresh_database: str
) -> None:
    """As from Tailscale, mkcert or ACME; here one that another folder's authority signed."""
    other = tmp_path_factory.mktemp("other")
    renew(other, ["localhost", "ban.local"])
    given = {"CERTIFICATE": str(other / CERTIFICATE), "CERTIFICATE_KEY": str(other / CERTIFICATE)}
    online = {"HTTPS": "1", "ALLOWED_HOSTS": "localhost", "DATABASE_URL": fresh_database}
    with serving(tmp_path, **given, DATABASE_URL=fresh_database) as server:
        assert not any("(HTTPS)" in line for line in server.lines)  # for this machine only
    with serving(tmp_path, "--bind", "0.0.0.0", "--https-port", "0", **given) as server:
        assert until(lambda: greeted(other, server.safe_port) is not None)
        assert server.get("/").status == 200
    with serving(tmp_path, **given, **online) as server:
        assert until(lambda: greeted(other, server.port) is not None)
