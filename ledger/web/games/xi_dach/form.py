"""The form of xì dách: a tap a con, against the banker.

Fields: `non` (seats), `den` (a seat), and those of `banker`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, pgettext

from ledger.common.language import language
from ledger.web.games.banker.form import (
    BankerForm,
    describe_banker,
    describe_side,
    fill_banker,
)
from ledger.web.games.base import Facts
from ledger.web.games.choices import choose_player, short_word
from ledger.web.games.fields import Select, Tool
from ledger.web.games.xi_dach.spoken import VOCABULARY
from scoring.banker.rules import DRAW, WON
from scoring.xi_dach.rules import NGU_LINH, XI_BANG, XI_DACH


class Form(BankerForm):
    rules = "xi_dach"
    taps = "non_den"
    vocabulary = VOCABULARY
    kinds = (XI_DACH, XI_BANG, NGU_LINH)
    results = (WON, *kinds, DRAW)

    def non(self) -> list[int]:
        """Who stood below 16."""
        return self.checked("non")

    def den(self) -> int | None:
        """Who went to 28 or more."""
        return self.number("den")

    def own_facts(self) -> Facts:
        return {"non": self.non(), "den": self.den()}

    def excused(self) -> Sequence[int]:
        return [*self.non(), *filter(None, [self.den()])]

    def missing_of_played(self) -> str:
        pays_all = self.in_force.den_tra == "each" or self.den() == self.banker()
        return "" if self.den() and pays_all else super().missing_of_played()

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield from fill_banker(facts)
        yield "non", [str(seat) for seat in facts.get("non") or ()]
        yield "den", [str(facts.get("den") or "")]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        return [*_cons(facts, names, rules.banker.say(language())), *describe_side(facts, names)]

    def words_on_heads(self) -> Mapping[str, object]:
        den = {"den": pgettext("dấu", "đền"), "den-tra": self.in_force.den_tra}
        return {**super().words_on_heads(), "non": short_word("non"), **den}

    def own_tools(self) -> Sequence[Tool]:
        non = Select("non", _("Ai non?"), self.ticked("non"), True, role=short_word("non"))
        players = choose_player(self.by_seat(), self.den())
        den = Select("den", _("Ai đền?"), players, role=_("đền"))
        return [
            Tool("non", _("Non"), "ice", [non]),
            Tool("den", pgettext("nút", "Đền"), "pay", [den]),
        ]


def _cons(facts: Facts, names: Mapping[int, str], banker: str) -> Iterator[str]:
    den = facts.get("den")
    own = {str(seat): "non" for seat in facts.get("non") or ()} | ({str(den): "den"} if den else {})
    yield from describe_banker(Form, facts, names, banker, **own)
    if den == facts["banker"]:
        yield _("%(name)s đền") % {"name": names[den]}
