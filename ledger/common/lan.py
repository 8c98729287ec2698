"""How phones in the same network reach this machine."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterable

EVERYWHERE_IPV4 = "0.0.0.0"
EVERYWHERE = {EVERYWHERE_IPV4, "::"}
"""What a service listens on that answers at every address of its machine."""

LOOPBACK = {"127.0.0.1", "::1", "localhost"}
OWN_NETWORK = (".local", ".lan", ".internal", ".home.arpa")
"""How names end that only a network of one's own knows."""


def lan_address() -> str:
    """The address other devices in the LAN use, "127.0.0.1" where there is no network.

    Opening a datagram socket picks the outgoing interface; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def local_names() -> list[str]:
    """Every name and address under which this machine may be asked for in the LAN."""
    host = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", lan_address(), host, f"{host}.local"]
    with contextlib.suppress(OSError):
        names += [str(each[4][0]) for each in socket.getaddrinfo(host, None, socket.AF_INET)]
    return list(dict.fromkeys(names))


def is_public(host: str) -> bool:
    """Whether a host lies outside networks of one's own, as far as its name tells."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0]).is_global
    return "." in host and "/" not in host and not host.endswith(OWN_NETWORK)


def network(address: str) -> str:
    """Whom to count an address as: all addresses of one IPv6 network (/64) are one."""
    with contextlib.suppress(ValueError):
        if (ip := ipaddress.ip_address(address)).version == 6:
            mapped = ip.ipv4_mapped
            return str(mapped or ipaddress.ip_network((int(ip), 64), strict=False))
    return address


def many_peoples(proxies: Iterable[str]) -> frozenset[str]:
    """The addresses that many people come from: proxies', and this machine's own."""
    return frozenset(map(network, LOOPBACK | {*proxies}))
