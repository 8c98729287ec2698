"""A player as forms and sentences know one, and the fields of a round as they are typed."""

from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict

Fields = MultiValueDict[str, str]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays the round: the seat number and the name on the card."""

    seat: int
    name: str
