"""What a round form can do whose players each tell their part on a phone of their own."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ledger.common.person import Person
from ledger.web.games.base import RoundForm
from ledger.web.games.card_fields import Found


@dataclass(frozen=True, slots=True)
class HandLine:
    """One line of a part as others read it; `cards` are as players write them."""

    label: str
    cards: Sequence[str] = ()
    words: str = ""


class PartForm(RoundForm):
    """A round form whose fields fall apart into one part a player.

    A form that has the fields of one part only gives facts that tell of this player alone,
    and the parts of all players together are a whole round.
    """

    part_template: ClassVar[str]
    """The fields of one player, on a page of the player's own."""

    @staticmethod
    @abstractmethod
    def part_fields(seat: int) -> tuple[str, ...]:
        """The names of the fields of this seat."""

    @staticmethod
    @abstractmethod
    def part_paths(seat: int) -> tuple[str, ...]:
        """The beginnings of the facts paths that tell of this seat alone."""

    @abstractmethod
    def part_missing(self, person: Person) -> str:
        """What this player has to tell yet, in words; empty once the part is whole."""

    @abstractmethod
    def part_lines(self, person: Person) -> list[HandLine]:
        """The part as it is shown, to its player and in the end to all."""

    @abstractmethod
    def part_found(self, person: Person) -> Found:
        """What the cards of this player are, and what could be made of them."""
