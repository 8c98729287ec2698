"""A player as forms and sentences know one, and the fields of a round as they are typed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict

Fields = MultiValueDict[str, str]
Names = Mapping[int, str]
"""What people are called, by seat."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays the round: the seat number and the name on the card."""

    seat: int
    name: str
