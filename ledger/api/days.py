"""Days in addresses."""

from datetime import date
from typing import Any

from django import forms
from django_filters import rest_framework as filters


class Day(forms.DateField):
    """A day spelt 2026-02-01 and in no other way: 01/02 is two days, by where one lives."""

    def to_python(self, value: Any) -> date | None:
        found = super().to_python(value)
        if found and found.isoformat() != value:
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return found


class DayFilter(filters.DateFilter):  # type: ignore[misc]  # untyped
    """Filters by a Day."""

    field_class = Day
