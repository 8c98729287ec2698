"""The fields of a round form as the page lays them out, and the tools that ask for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise

from ledger.web.games.card_fields import CardNote
from ledger.web.games.choices import FormChoice


@dataclass(frozen=True, slots=True)
class Select:
    """One thing that is asked: its answers, of which one is chosen, or `several`.

    The `name` is that of the field. `asks` is the question of one player, with "…" for the name,
    where that player is only known once the question before is answered. The answers are the
    players themselves where `role` says what one of them does: "bị chặt", "ù"; `only` those
    whose box of that name is ticked, and once nobody but one is left without.
    """

    template: ClassVar[str] = "games/select.html"

    name: str
    label: str
    answers: Sequence[FormChoice]
    several: bool = False
    asks: str = ""
    role: str = ""
    only: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is ticked or not."""

    template: ClassVar[str] = "games/box.html"

    name: str
    label: str
    checked: bool
    value: str = "1"


@dataclass(frozen=True, slots=True)
class TextInput:
    """Something typed, or tapped on the keys of a panel: a number, or cards.

    `cards` says how many cards it takes at most, 0 where it takes none; `whole` that it wants all
    of them; `hand` says whose they are, where that is not the label. What the cards are stands in
    `note`.
    """

    template: ClassVar[str] = "games/text.html"

    name: str
    label: str
    value: str
    size: int = 3
    decimal: bool = False
    cards: int = 0
    whole: bool = False
    hand: str = ""
    note: CardNote | None = None


Field = Select | Box | TextInput


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the console: its code, word and sign, and the fields that it asks for.

    Without a sign its fields have no button; they are asked for in their turn. One that `toggles`
    has a single box, which the button itself ticks; the cards of one that goes `in_turn` are typed
    hand after hand. `template` shows its fields where they are more than a list.
    """

    code: str
    label: str
    icon: str = ""
    fields: Sequence[Field] = ()
    toggles: bool = False
    in_turn: bool = False
    template: str = "games/fields.html"


@dataclass(frozen=True, slots=True)
class Foot:
    """What can be said of a player by one tap under the head: a field whose values are seats."""

    name: str
    label: Promise
    icon: str
