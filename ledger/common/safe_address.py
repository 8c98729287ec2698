"""The ports that this service listens on; each worker is told them when it starts."""

from typing import NamedTuple


class Ports(NamedTuple):
    """Of plain HTTP, and of HTTPS beside it; 0 and None where it is not known."""

    http: int
    https: int | None


ports = Ports(0, None)
