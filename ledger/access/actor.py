"""Who makes a change: by which link, and from which seat's phone."""

from dataclasses import dataclass

from ledger.models import Link


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a change: by which link, and which seat's phone if the phone said so."""

    link: Link
    seat: int | None = None


ON_THE_MACHINE = Actor(Link.COMMAND)
"""Whoever calls from no link sits at the machine itself: a command, a shell."""
