"""The form of Liêng: tap the winner, then who put in more than the ante, and how much.

Fields: `winner` (a seat), `paid-3` (what seat 3 put in, with a comma or a dot).
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from ledger.common.amounts import exact, in_digits, units
from ledger.common.person import Person
from ledger.spoken.shared_words import SHARED
from ledger.spoken.statements import Statement, Values, one
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import choose_player
from ledger.web.games.exact_numbers import exact_number
from ledger.web.games.fields import Field, Select, TextInput, Tool
from scoring.common.transfers import decimal
from scoring.lieng import PAID


def has_won(values: Values) -> Iterator[Statement]:
    seat = str(one(values))
    yield Statement((("winner", seat),), (("winner", seat), (f"paid {seat}", "nothing")))


def has_paid(values: Values) -> Iterator[Statement]:
    for seat in values["seats"]:
        text = in_digits(values["amount"])
        yield Statement(((f"paid-{seat}", text),), ((f"paid {seat}", text),))


class Form(RoundForm):
    rules = "lieng"
    taps = "pot"
    vocabulary = read_vocabulary(__package__, globals(), SHARED, amount=exact_number(PAID))

    def facts(self) -> Facts:
        typed = {str(seat): self.fields.get(f"paid-{seat}", "").strip() for seat in self.seats}
        paid = {seat: exact(text, 2) or text for seat, text in typed.items() if text}
        return {"players": self.seats, "winner": self.number("winner"), "paid": paid}

    def missing(self) -> str:
        return "" if self.fields.get("winner") else _("Bấm người thắng trước.")

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield "winner", [str(facts.get("winner") or "")]
        for seat, paid in (facts.get("paid") or {}).items():
            if paid is not None:
                yield f"paid-{seat}", [in_digits(Decimal(str(paid)))]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        sentences = [_("%(name)s thắng") % {"name": names[facts["winner"]]}]
        for seat, paid in (facts.get("paid") or {}).items():
            if paid is not None and int(seat) != facts["winner"]:
                values = {"name": names[int(seat)], "points": units(str(paid))}
                sentences.append(_("%(name)s trả %(points)s") % values)
        return sentences

    def words_on_heads(self) -> Mapping[str, object]:
        least = units(decimal(self.in_force.least, self.in_force.grain))
        return {"asks": _("… vào bao nhiêu?"), "first": _("Thắng"), "least": least}

    def head_fields(self, person: Person) -> Sequence[Field]:
        name = f"paid-{person.seat}"
        return [TextInput(name, _("Số cược đã vào"), self.fields.get(name, ""), decimal=True)]

    def tools(self) -> Sequence[Tool]:
        winner = choose_player(self.by_seat(), self.number("winner"))
        return [Tool("so", _("Số"), "points", [Select("winner", _("Ai thắng"), winner)])]
