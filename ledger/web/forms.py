"""The plain forms: open a table, its bet unit and game, one more player, a link to paste."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.common.amounts import amount
from ledger.common.refusals import BetUnitRefused, NameTaken, PostingError, SeatRefused, TextRefused
from ledger.models import SEATS
from ledger.tables.rule_words import refused
from ledger.web.home.rule_choices import RuleChoice
from scoring import SettingsError

BET_UNITS = (10, 1000, 2000, 5000, 10000, 20000)
"""What most tables play for; anything else is typed."""

THOUSAND = 1000

WHOLE = r"[0-9]{1,3}(?:[., ][0-9]{3})+|[0-9]+"
"""A whole number, its thousands apart or not: 5, 1500, 1.500."""

NO_AMOUNT = _("Số tiền là một số nguyên, ví dụ 20.000.")
UNCLEAR = _("“%(typed)s” là %(thousands)s hay %(units)s? Bấm một số.")

WRITTEN = re.compile(rf"({WHOLE}) ?(k|nghìn|ngàn|đ|đồng)?", re.IGNORECASE)
THOUSANDS = ("k", "nghìn", "ngàn")

MISSING = _("Trang này bị thiếu. Tải lại rồi bấm lần nữa.")
"""A form came without what our page sends with it."""


def written_amount(typed: str, usual: int) -> int:
    """An amount as people write it: "20k", "20 nghìn", "20.000", "500đ".

    A bare number below a thousand is asked about where a `usual` amount is a thousand or more.
    Raises ValidationError, with the code `unclear` where it asks.
    """
    found = WRITTEN.fullmatch(typed)
    if not found:
        raise forms.ValidationError(NO_AMOUNT)
    number, unit = int(re.sub(r"\D", "", found[1])), (found[2] or "").lower()
    if unit in THOUSANDS:
        return number * THOUSAND
    if not unit and 0 < number < THOUSAND <= usual:
        said = {"typed": typed, "thousands": amount(number * THOUSAND), "units": amount(number)}
        raise forms.ValidationError(UNCLEAR, "unclear", said)
    return number


class BetUnitForm(forms.Form):
    """What one cược is worth: a chip, or a number typed in thousands or as it is."""

    bet_unit = forms.TypedChoiceField(
        choices=[(amount, amount) for amount in BET_UNITS], coerce=int, required=False
    )
    other = forms.RegexField(
        f"^(?:{WHOLE})$",
        required=False,
        max_length=16,
        label=_("Mức khác"),
        error_messages={"invalid": _("Mức cược là một số nguyên, ví dụ 5.")},
    )
    times = forms.TypedChoiceField(
        choices=[(THOUSAND, _("nghìn")), (1, _("điểm"))], coerce=int, required=False
    )
    reason = forms.CharField(required=False, max_length=200, label=_("Lý do"))

    def amount(self) -> int | None:
        """What was typed, else the chip, else nothing."""
        typed = self.cleaned_data.get("other")
        if typed:
            number = int(re.sub(r"\D", "", typed))
            small = number < THOUSAND  # "2000 nghìn" is nobody's bet: it was typed in full
            return number * (self.cleaned_data.get("times") or 1) if small else number
        chosen = self.cleaned_data.get("bet_unit")
        return int(chosen) if chosen else None

    def clean(self) -> dict[str, Any]:
        if "other" not in self.errors and "bet_unit" not in self.errors and not self.amount():
            self.add_error("bet_unit", _("Chọn mức cược, hoặc ghi mức khác."))
        return self.cleaned_data


BLAMED = {
    SettingsError: "rules",
    BetUnitRefused: "bet_unit",
    NameTaken: "player_2",
    SeatRefused: "player_1",
    TextRefused: "name",
}
"""The fields of a new table by what they are refused with; the first that fits counts."""


class OpenForm(BetUnitForm):
    """A new table: game, names, bet unit; name and currency if wanted."""

    submission = forms.UUIDField(required=False)
    rules = forms.ChoiceField(label=_("Kiểu chơi"))
    name = forms.CharField(required=False, max_length=60, label=_("Tên bàn"))
    currency = forms.CharField(required=False, max_length=12, label=_("Đơn vị tiền"))

    def __init__(self, offers: Sequence[RuleChoice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = {offer.value: offer for offer in offers}
        self.fields["rules"].choices = [(each.value, each.label) for each in offers]  # type: ignore[attr-defined]
        for at in range(1, SEATS[-1] + 1):
            self.fields[f"player_{at}"] = forms.CharField(required=False, max_length=30)
        self.initial = {"rules": next(iter(self.offers)), "bet_unit": 2000} | dict(self.initial)

    def player_fields(self) -> list[forms.BoundField]:
        return [self[f"player_{at}"] for at in range(1, SEATS[-1] + 1)]

    def table(self) -> dict[str, Any]:
        """What `open_session` takes."""
        chosen = self.offers[self.cleaned_data["rules"]]
        typed = [self.cleaned_data[field.name] for field in self.player_fields()]
        return {
            "rules": chosen.rules,
            "settings": dict(chosen.settings),
            "bet_unit": self.amount(),
            "players": [name for name in typed if name],
            "name": self.cleaned_data["name"],
            "currency": self.cleaned_data["currency"],
        }

    def blame(self, refusal: PostingError | SettingsError) -> None:
        """Show why the table was not opened beside the field that did it."""
        fields = (name for kind, name in BLAMED.items() if isinstance(refusal, kind))
        said = refused(refusal) if isinstance(refusal, SettingsError) else refusal.message()
        self.add_error(next(fields, None), said)


class LinkForm(forms.Form):
    """A link, or what follows its #, pasted by hand."""

    link = forms.CharField(max_length=500, label=_("Đường dẫn của bàn"))

    def fragment(self) -> tuple[str, str, str]:
        """Session id, key and a page of the table; empty strings where the text holds none."""
        session_id, _dot, rest = self.cleaned_data["link"].rpartition("#")[2].strip().partition(".")
        key, _dot, page = rest.partition(".")
        return session_id, key, page
