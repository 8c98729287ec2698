"""Đền làng on a form: who pays the winner for everybody, by a tap or in words.

Field: `den` (a seat).
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy

from ledger.spoken import Vocabulary
from ledger.spoken.statements import Statement, Values, listed, one
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import choose_player
from ledger.web.games.fields import Field, Select


class DenLangForm(RoundForm):
    """A form whose game may have one player pay for the table."""

    vocabulary_with_den: ClassVar[Vocabulary]
    """By which words a round is told where one may pay for the table."""

    @property
    def words(self) -> Vocabulary:
        return self.vocabulary_with_den if self.in_force.den_lang else self.vocabulary

    def den(self) -> int | None:
        """The seat that pays for all, as ticked."""
        return self.number("den")

    def asks_den(self) -> bool:
        """Whether the table plays it; what was told is shown in any case."""
        return bool(self.in_force.den_lang or self.den())

    def rare(self) -> Sequence[Field]:
        players = choose_player(self.by_seat(), self.den())
        if self.in_force.den_lang:
            return [Select("den", _("Ai đền thay cả làng?"), players, role=_("đền làng"))]
        asks = _("Tất cả đều cóng. Có ai đền bài?")
        return [Select("den", asks, players, role=_("đền"), only="cong")] if self.asks_den() else []

    def den_lang(self) -> Facts:
        """The facts of it."""
        return {"den": self.den()} if self.den() else {}


def fill_den(facts: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The field of who pays for all."""
    yield "den", [str(facts.get("den") or "")]


def describe_den(facts: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    """Who pays for all, in words."""
    if den := facts.get("den"):
        yield _("%(name)s đền") % {"name": names[den]}


def den(values: Values) -> Iterator[Statement]:
    """Somebody pays for the table, whatever he did."""
    payer = ("den", str(one(values)))
    yield Statement((payer,), (payer,))


def by_another(statements: Sequence[Statement], winners: Set[int]) -> list[Statement]:
    """The statements, and where the winner himself is said to pay that no field can hold it."""
    wins = listed(statements, "den") & (winners | listed(statements, "toi-trang-player"))
    return [*statements, *([Statement(unsayable=WON)] if wins else [])]


WON = gettext_lazy("Người thắng không đền cho ai: nói ai khác đền.")
