"""Amounts as people type them, and the form of a bet unit."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.common.amounts import amount

BET_UNITS = (1000, 2000, 5000, 10000)
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


def as_typed(bet_unit: int) -> dict[str, int | None]:
    """The fields of a bet unit as a form begins with them: a chip, or what is typed instead."""
    other = {"bet_unit": None, "other": bet_unit, "times": 1}
    return {"bet_unit": bet_unit} if bet_unit in BET_UNITS else other


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
