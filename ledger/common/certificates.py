"""HTTPS at home: a certificate for this machine's names, signed by an authority of its own.

The authority may sign for servers in private networks and for names that only they know, and for
nothing else (name constraints and extended key usage, RFC 5280, 4.2.1.10 and 4.2.1.12): whoever
takes its key cannot pretend to be a bank to a phone that trusts it, nor sign mail or programs.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_EX, flock
from inspect import signature
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ledger.common.durable import put_in_place
from ledger.common.lan import OWN_NETWORK, is_public

AUTHORITY, AUTHORITY_KEY, CERTIFICATE = "ca.crt", "ca.key", "https.pem"
"""What a phone is to trust, what signs, and what is served: certificate and key in one."""
A_DAY = timedelta(days=1)
AUTHORITY_DAYS = 3650
"""Long, for each phone that trusts the authority was told so by hand."""
NO_MAIL = x509.RFC822Name("invalid")
"""Permitted alone, it leaves out every address of mail: nobody has one there (RFC 6761)."""
CRITICAL = (x509.BasicConstraints, x509.NameConstraints, x509.KeyUsage)
"""What nobody may pass over who does not understand it."""
SERVERS = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
DAYS, EARLY_DAYS = 365, 30
"""How long a certificate is good for, and how long before its end it is renewed."""
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("100.64.0.0/10", "fc00::/7", "fe80::/10", "::1/128"),
)
USAGES = dict.fromkeys(list(signature(x509.KeyUsage).parameters), False)
Key = ec.EllipticCurvePrivateKey
Extensions = tuple[x509.ExtensionType, ...]


def renew(folder: Path, hosts: Iterable[str]) -> bool:
    """Make a certificate for these hosts unless there is one that is good; True if made.

    Hosts that the authority may not sign for are left out, and none is made where its key is
    lost. Raises OSError where the folder cannot be written.
    """
    lock = os.open(folder, os.O_RDONLY)
    try:
        flock(lock, LOCK_EX)  # services that begin at once make one authority and one certificate
        return not key_is_lost(folder) and _renew(folder, filter(None, map(_name, hosts)))
    finally:
        os.close(lock)


def key_is_lost(folder: Path) -> bool:
    """Whether there is a certificate that phones trust, and no key that goes with it."""
    return (folder / AUTHORITY).exists() and not _pair(folder)


def hosts_of(certificate: Path | None) -> list[str]:
    """The names and addresses that a certificate is for; none where it cannot be read."""
    hosts: list[str] = []
    with suppress(x509.ExtensionNotFound, x509.InvalidVersion):
        if certificate and (read := _read(certificate)):
            names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
            hosts += (each.lower() for each in names.get_values_for_type(x509.DNSName))
            hosts += (str(each) for each in names.get_values_for_type(x509.IPAddress))
    return hosts


def fingerprint(certificate: Path) -> str:
    """What a phone shows of it; "" where it cannot be read."""
    read = _read(certificate)
    return read.fingerprint(hashes.SHA256()).hex(" ").upper() if read else ""


def covers(hosts: Iterable[str], host: str) -> bool:
    """Whether a certificate for `hosts` is one for this host: `*.example` is for a.example."""
    return not {host.strip("[]"), f"*.{host.partition('.')[2]}"}.isdisjoint(hosts)


def _renew(folder: Path, hosts: Iterable[x509.GeneralName]) -> bool:
    names = sorted(hosts, key=repr)
    authority, key = _authority(folder, names)
    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    names = [name for name in names if _permitted(name, allowed.permitted_subtrees or [])]
    if _good(folder / CERTIFICATE, authority, names):
        return False
    own = ec.generate_private_key(ec.SECP256R1())
    extensions = (
        x509.SubjectAlternativeName(names),
        x509.BasicConstraints(ca=False, path_length=None),
        x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()),
    )
    certificate = _signed(own, "Card table ledger", authority.subject, key, DAYS, extensions)
    put_in_place(folder / CERTIFICATE, [_private(own) + _public(certificate)])
    return True


def _read(certificate: Path) -> x509.Certificate | None:
    with suppress(OSError, ValueError):
        return x509.load_pem_x509_certificate(certificate.read_bytes())
    return None


def _pair(folder: Path) -> tuple[x509.Certificate, Key] | None:
    with suppress(FileNotFoundError, ValueError):
        key = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
        certificate = _read(folder / AUTHORITY)
        if isinstance(key, Key) and certificate and key.public_key() == certificate.public_key():
            return certificate, key
    return None


def _authority(folder: Path, names: list[x509.GeneralName]) -> tuple[x509.Certificate, Key]:
    """The authority of this folder; a new one where there is none or its end is near."""
    if (pair := _pair(folder)) and _lasts(pair[0], DAYS):
        return pair
    key = ec.generate_private_key(ec.SECP256R1())
    name = f"Card table ledger {os.urandom(3).hex()}"
    networks = [x509.IPAddress(ip_network(each)) for each in NETWORKS]
    suffixes = [x509.DNSName(each.removeprefix(".")) for each in ("localhost", *OWN_NETWORK)]
    private = [each for each in names if type(each) is x509.IPAddress or not is_public(each.value)]
    allowed = [*networks, *suffixes, *map(_alone, private), NO_MAIL]
    extensions = (
        x509.BasicConstraints(ca=True, path_length=0),
        x509.NameConstraints(list(dict.fromkeys(allowed)), None),
        x509.KeyUsage(**USAGES | {"key_cert_sign": True}),
    )
    authority = _signed(key, name, _subject(name), key, AUTHORITY_DAYS, extensions)
    put_in_place(folder / AUTHORITY_KEY, [_private(key)])
    put_in_place(folder / AUTHORITY, [_public(authority)])
    return authority, key


def _signed(
    key: Key, name: str, issuer: x509.Name, signer: Key, days: int, extensions: Extensions
) -> x509.Certificate:
    """A certificate for a server, or for who signs those."""
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(
        issuer_name=issuer,
        subject_name=_subject(name),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now - days * A_DAY,  # a phone's clock may be slow, or ours fast
        not_valid_after=now + days * A_DAY,
    )
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    for each in (own, SERVERS, *extensions):
        builder = builder.add_extension(each, critical=isinstance(each, CRITICAL))
    return builder.sign(signer, hashes.SHA256())


def _good(file: Path, authority: x509.Certificate, names: list[x509.GeneralName]) -> bool:
    with suppress(ValueError, TypeError):  # of a certificate that another has signed
        if leaf := _read(file):
            leaf.verify_directly_issued_by(authority)
            hosts = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
            begun = leaf.not_valid_before_utc <= datetime.now(UTC)  # else the clock went back
            return begun and list(hosts) == names and _lasts(leaf, EARLY_DAYS)
    return False


def _lasts(certificate: x509.Certificate, days: int) -> bool:
    return certificate.not_valid_after_utc > datetime.now(UTC) + days * A_DAY


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _name(host: str) -> x509.GeneralName | None:
    with suppress(ValueError):
        return x509.IPAddress(ip_address(host.strip("[]")))
    return x509.DNSName(host) if host.isascii() else None


def _alone(name: x509.GeneralName) -> x509.GeneralName:
    """The constraint that permits this name."""
    return x509.IPAddress(ip_network(name.value)) if isinstance(name, x509.IPAddress) else name


def _permitted(name: x509.GeneralName, allowed: Iterable[x509.GeneralName]) -> bool:
    of_kind = [each.value for each in allowed if type(each) is type(name)]
    if isinstance(name, x509.IPAddress):
        return any(name.value in network for network in of_kind)
    return any(name.value == each or name.value.endswith(f".{each}") for each in of_kind)


def _private(key: Key) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _public(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)
