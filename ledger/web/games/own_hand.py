"""What a round form can do whose players each tell their hand on a phone of their own."""

from abc import abstractmethod
from typing import Any, ClassVar

from ledger.common.person import Person
from ledger.web.games.base import RoundForm
from ledger.web.games.card_fields import CardNote


class HandForm(RoundForm):
    """A round form whose fields fall apart into one hand a player.

    A form that has the fields of one hand only gives facts that tell of this player alone,
    and the hands of all players together are a whole round.
    """

    hand_template: ClassVar[str]
    """The fields of one player, on a page of the player's own."""

    @abstractmethod
    def card(self, person: Person) -> dict[str, Any]:
        """Return the fields of this player for `hand_template`."""

    @staticmethod
    @abstractmethod
    def hand_fields(seat: int) -> tuple[str, ...]:
        """The names of the fields of this seat."""

    @staticmethod
    @abstractmethod
    def hand_paths(seat: int) -> tuple[str, ...]:
        """The beginnings of the facts paths that tell of this seat alone."""

    @abstractmethod
    def hand_missing(self, person: Person) -> str:
        """What this player has to tell yet, in words; empty once the hand is whole."""

    @abstractmethod
    def hand_lines(self, person: Person) -> list[tuple[str, list[str]]]:
        """The hand as it is shown, to its player and in the end to all: labels, and what is said.

        Cards are as players write them.
        """

    @abstractmethod
    def hand_note(self, person: Person) -> CardNote:
        """What the cards of this player are, and what could be made of them."""
