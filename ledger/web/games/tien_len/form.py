"""The form of Tiến lên by place: cards tapped in the order the players went out.

Fields: `place-3` (place of seat 3), `cong` (ticked seats), `den` (a seat), and those of
`hang`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from ledger.web.games.base import Facts
from ledger.web.games.fields import Box, Field, Foot, Tool
from ledger.web.games.ranked import RankedForm, fill_places
from ledger.web.games.thirteen import form
from ledger.web.games.tien_len.spoken import VOCABULARY, VOCABULARY_WITH_DEN
from scoring.thirteen.cards import Kind
from scoring.tien_len.rules import OPENING_KINDS, OTHER_KINDS


class Form(RankedForm, form.SharedForm):
    rules = "tien_len"
    taps = "order"
    foot = Foot("cong", gettext_lazy("cóng"), "ice")
    vocabulary = VOCABULARY
    vocabulary_with_den = VOCABULARY_WITH_DEN
    last_is_bet = True
    stays = ("not-opening",)

    def kinds(self) -> Sequence[Kind]:
        both = (OPENING_KINDS, OTHER_KINDS)
        return sum(both if self.is_opening() else reversed(both), ())

    def cong(self) -> list[int]:
        return self.checked("cong")

    def is_opening(self) -> bool:
        """Whether it is a ván khởi đầu; a table that begins its book mid-evening says it is not."""
        return self._is_offered() and not self.fields.get("not-opening")

    def _is_offered(self) -> bool:
        # A round that has waited on its phone since an older version has a field of its own.
        return bool(self.terms.start.get("opening") or self.fields.get("opening"))

    def facts(self) -> Facts:
        return super().facts() | {"opening": self.is_opening()}

    def played(self) -> Facts:
        return {"places": self.order() or self._only_one_out(), "cong": self.cong()}

    def _only_one_out(self) -> list[int]:
        """Who won a round in which all others are cóng."""
        out = [seat for seat in self.seats if seat not in self.cong()]
        return out if self.cong() and len(out) == 1 else []

    def missing_of_played(self) -> str:
        places = self.places()
        if wrong := self.missing_place():
            return wrong
        to_place = len(self.people) - len(self.cong()) - len(places)
        if to_place > 1 or not (places or self._only_one_out()):
            return self.asks_next(_("Bấm từng người theo thứ tự về, người cuối máy tự điền."))
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        yield from fill_places(facts.get("places") or [])
        yield "cong", [str(seat) for seat in facts.get("cong") or []]
        yield from form.fill_shared(facts)

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        return [*_who_won(facts, names), *form.describe_events(facts, names)]

    def tools(self) -> Sequence[Tool]:
        return [
            *(self.chop_tool(), self.held_tool(), self.toi_trang_tool()),
            *self.ve_hai_tools(),
        ]

    def rare(self) -> Sequence[Field]:
        opening = Box("not-opening", _("Không phải ván khởi đầu"), not self.is_opening())
        return [*super().rare(), *([opening] if self._is_offered() else [])]

    def asks_den(self) -> bool:
        """Also where the document has it: all but one may be cóng."""
        return True


def _who_won(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    if facts.get("toi_trang") or facts.get("ve_hai"):
        return
    labels = Form.place_names(len(facts["players"]))
    places = list(facts.get("places") or [])
    cong = list(facts.get("cong") or [])
    rest = [seat for seat in facts["players"] if seat not in places and seat not in cong]
    for seat, label in zip(places + rest, labels, strict=False):
        yield f"{names[seat]} {label.lower()}"
    for seat in cong:
        yield _("%(name)s cóng") % {"name": names[seat]}
