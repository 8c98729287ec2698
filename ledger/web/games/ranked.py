"""A round form whose players are tapped in the order of their places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _, pgettext

from ledger.common.person import Person
from ledger.web.games.base import RoundForm
from ledger.web.games.choices import FormChoice
from ledger.web.games.fields import Field, Select


class RankedForm(RoundForm):
    """`place-3` is the place of seat 3; the last may be left out and is understood."""

    last_is_bet: ClassVar[bool]
    """Whether the last place is "bét" at any table size, or only the fourth."""

    @classmethod
    def place_names(cls, players: int) -> list[str]:
        """What the places are called at a table of this size, first to last."""
        names = [pgettext("place", "Nhất"), _("Nhì"), _("Ba"), _("Bét")]
        return [*names[: players - 1], names[-1]] if cls.last_is_bet else names[:players]

    def labels(self) -> list[str]:
        return self.place_names(len(self.people))

    def places(self) -> dict[int, int]:
        """Seat → place, as tapped."""
        return self.by_player("place")

    def order(self) -> list[int]:
        """Who has a place, first to last."""
        places = self.places()
        return sorted(places, key=places.__getitem__)

    def words_on_heads(self) -> Mapping[str, object]:
        return {**super().words_on_heads(), "labels": "|".join(self.labels())}

    def head_fields(self, person: Person) -> Sequence[Field]:
        mine = self.number(f"place-{person.seat}")
        places = [
            FormChoice(str(place), name, place == mine)
            for place, name in enumerate(self.labels(), 1)
        ]
        return [Select(f"place-{person.seat}", _("Hạng"), places)]

    def asks_next(self, how: str) -> str:
        """Ask who comes next; say how it is told where nobody is placed yet."""
        placed = len(self.places())
        return _("Ai về %(place)s?") % {"place": self.labels()[placed].lower()} if placed else how

    def missing_place(self) -> str:
        """What is wrong with the places told, in words; empty if nothing is."""
        places = self.places().values()
        if sorted(places) != list(range(1, len(places) + 1)):
            return _("Mỗi hạng đúng một người, không bỏ trống hạng nào ở giữa.")
        return ""


def fill_places(order: Iterable[int]) -> Iterator[tuple[str, list[str]]]:
    """The fields of these seats' places."""
    for place, seat in enumerate(order, 1):
        yield f"place-{seat}", [str(place)]
