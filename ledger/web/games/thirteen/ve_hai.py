"""Về hai, a round that ended on 2s, on the form of both Tiến lên games and in words.

Fields: `ve-hai-player` (a seat), `ve-hai-count` (how many 2s).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _, ngettext, pgettext

from ledger.spoken import Vocabulary
from ledger.spoken.shared_words import number
from ledger.spoken.statements import PLAYED, Statement, Values, listed, one
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games.base import Facts
from ledger.web.games.choices import FormChoice, choose_player
from ledger.web.games.den_lang import DenLangForm, describe_den, fill_den
from ledger.web.games.fields import Select, Tool
from scoring.thirteen.facts import MOST_VE_HAI

PLAYER, COUNT = "ve-hai-player", "ve-hai-count"
BESIDE = ("ve-hai-", "chat-", "pot-")
"""What else can be told of such a round."""


def ended(values: Values) -> Iterator[Statement]:
    """Somebody ended the round on so many 2s."""
    player = (PLAYER, str(one(values)))
    twos = values.get("twos") or values["count"]
    yield Statement((player, (COUNT, str(twos))), (player, PLAYED))


WORDS = read_vocabulary(__package__, globals(), file="ve_hai.txt", count=number(1, MOST_VE_HAI))


def _with_ve_hai(words: Vocabulary) -> Vocabulary:
    """The words of a game with those of a về hai: "Bình về hai" is no second place then."""

    def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
        settled = words.finish(statements, seats)
        names = [name for each in settled or () for name, _value in each.fields]
        others = [name for name in names if not name.startswith(BESIDE)]
        return None if settled and others and listed(settled, PLAYER) else settled

    places = {text: at for text, at in words.tables.get("place", {}).items() if text != "hai"}
    tables = {**words.tables, **({"place": places} if places else {}), **WORDS.tables}
    slots = {**words.slots, **WORDS.slots}
    clauses = (*words.clauses, *WORDS.clauses)
    return replace(words, clauses=clauses, tables=tables, slots=slots, finish=finish)


class VeHaiForm(DenLangForm):
    """A form whose table may not let anybody win on 2s."""

    @property
    def script(self) -> str:
        return f"{self.taps}_ve_hai" if self.in_force.ve_hai else super().script

    @property
    def words(self) -> Vocabulary:
        words = super().words
        return _with_ve_hai(words) if self.in_force.ve_hai else words

    def words_on_heads(self) -> Mapping[str, object]:
        words = {"ve-hai": _("Về hai")} if self.in_force.ve_hai else {}
        return {**super().words_on_heads(), **words}

    def ve_hai(self) -> Facts | None:
        """Who ended the round on how many 2s, as told."""
        player = self.number(PLAYER)
        return None if player is None else {"player": player, "count": self.number(COUNT)}

    def ve_hai_tools(self) -> Sequence[Tool]:
        """Who, and on how many, each with what that costs; what was told is there anyhow."""
        if not (self.in_force.ve_hai or self.ve_hai()):
            return []
        chosen, others = self.number(COUNT), len(self.people) - 1
        each = self.in_force.ve_hai_units * others
        counts = [
            FormChoice(str(n), _twos(n), n == chosen, self.price(n * each))
            for n in range(1, MOST_VE_HAI + 1)
        ]
        players = choose_player(self.by_seat(), self.number(PLAYER))
        who = Select(PLAYER, _("Ai về hai?"), players, role=_("về hai"))
        many = Select(COUNT, _("Về mấy heo?"), counts, asks=_("… về mấy heo?"))
        icon = "pay" if self.in_force.ve_hai else ""
        return [Tool("ve-hai", _("Về hai"), icon, [who, many])]

    def toi_trang_label(self) -> str:
        """What the button of a tới trắng says: one more beside it leaves less room."""
        return pgettext("head", "Tới trắng") if self.in_force.ve_hai else _("Tới trắng")

    def missing_of_ve_hai(self) -> str:
        return "" if self.fields.get(COUNT) else _("Về mấy heo?")


def fill_ended(facts: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The fields of who pays for all, and of who ended the round on 2s."""
    yield from fill_den(facts)
    if ve_hai := facts.get("ve_hai"):
        yield PLAYER, [str(ve_hai["player"])]
        yield COUNT, [str(ve_hai["count"])]


def describe_ended(facts: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    """Who pays for all, and who ended the round on 2s, in words."""
    yield from describe_den(facts, names)
    if ve_hai := facts.get("ve_hai"):
        ended_on = {"name": names[ve_hai["player"]], "twos": _twos(ve_hai["count"])}
        yield _("%(name)s về %(twos)s") % ended_on


def _twos(count: int) -> str:
    return ngettext("%(count)d heo", "%(count)d heo", count) % {"count": count}
