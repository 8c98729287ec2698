"""Amounts as people type them, and the form of a bet unit."""

from functools import partial

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.common.amounts import amount, money

BET_UNITS = (1000, 2000, 5000, 10000)
"""What most tables play for; anything else is typed."""

THOUSAND = 1000

NO_AMOUNT = _("Số tiền là một số nguyên, ví dụ 20.000.")
UNCLEAR = _("“%(typed)s” là %(thousands)s hay %(units)s? Bấm một số.")

MISSING = _("Trang này bị thiếu. Tải lại rồi bấm lần nữa.")
"""A form came without what our page sends with it."""


def written_amount(typed: str, usual: int, label: str = "") -> int:
    """An amount as people write it: "20k", "20 nghìn", "20.000", "1tr5", "500đ".

    `label` is what the table itself calls its money.
    A bare number below a thousand is asked about where a `usual` amount is a thousand or more.
    Raises ValidationError, with the code `unclear` where it asks.
    """
    reading = money(typed, label)
    if not reading:
        raise forms.ValidationError(NO_AMOUNT)
    number, has_unit = reading
    if not has_unit and 0 < number < THOUSAND <= usual:
        values = {"typed": typed, "thousands": amount(number * THOUSAND), "units": amount(number)}
        raise forms.ValidationError(UNCLEAR, "unclear", values)
    return number


def meant(form: forms.Form) -> list[tuple[str, int]]:
    """What may be meant by an amount that is not clear: as it is sent, and the amount."""
    pair = money(form.data["amount"]) if form.has_error("amount", "unclear") else None
    return [(f"{pair[0]}.000đ", pair[0] * THOUSAND), (f"{pair[0]}đ", pair[0])] if pair else []


class NodForm(forms.Form):
    """From what loss on who loses most in a round is asked; None where nothing is typed, or 0."""

    amount = forms.CharField(required=False, max_length=20)

    def __init__(self, data: QueryDict, usual: int, label: str) -> None:
        super().__init__(data)
        self.usual, self.label = usual, label

    def clean_amount(self) -> int | None:
        typed = self.cleaned_data["amount"]
        return (typed and written_amount(typed, self.usual, self.label)) or None


def as_typed(bet_unit: int) -> dict[str, int | None]:
    """The fields of a bet unit as a form begins with them: a chip, or what is typed instead."""
    if bet_unit in BET_UNITS:
        return {"bet_unit": bet_unit, "other": None, "times": None}
    return {"bet_unit": None, "other": bet_unit, "times": 1}


Chosen = partial(forms.TypedChoiceField, coerce=int, required=False)


class BetUnitForm(forms.Form):
    """What one cược is worth, as `amount`: a chip, or a number typed in thousands or as it is."""

    bet_unit = Chosen(choices=[(amount, amount) for amount in BET_UNITS])
    times = Chosen(choices=[(THOUSAND, _("nghìn")), (1, _("điểm"))])
    other = forms.CharField(required=False, max_length=16)
    reason = forms.CharField(required=False, max_length=200)

    def clean_other(self) -> int | None:
        typed = self.cleaned_data["other"]
        if not typed:
            return None
        reading = money(typed)
        if not reading:
            raise forms.ValidationError(_("Mức cược là một số nguyên, ví dụ 5."))
        number, has_unit = reading
        if has_unit or number >= THOUSAND:  # "2000 nghìn" is nobody's bet: it was typed in full
            return number
        return number * int(self.cleaned_data.get("times") or 1)

    def clean(self) -> None:
        data = self.cleaned_data
        other = data.get("other")
        data["amount"] = data.get("bet_unit") if other is None else other
        if not (data["amount"] or self.errors.keys() & {"other", "bet_unit"}):
            self.add_error("bet_unit", _("Chọn mức cược, hoặc ghi mức khác."))
