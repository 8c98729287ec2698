"""The ports that this service listens on, which each worker is told, and its name in HTTPS."""

from typing import NamedTuple

from django.conf import settings

from ledger.common.certificates import covers, hosts_of
from ledger.common.lan import LOOPBACK


class Ports(NamedTuple):
    """Of plain HTTP, and of HTTPS beside it; 0 and None where it is not known."""

    http: int
    https: int | None


ports = Ports(0, None)


def safe_host(host: str) -> str:
    """The host itself where the certificate is for it, else one that it is for; never loopback."""
    host, names = host.strip("[]"), hosts_of(settings.CERTIFICATE)
    named = settings.NAMED_HOSTS or [each for each in names if "*" not in each]
    good = (each for each in (host, *named) if covers(names, each) and each not in LOOPBACK)
    name = next(good, host)
    return f"[{name}]" if ":" in name else name
