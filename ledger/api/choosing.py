"""Which sessions staff mean."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

from ledger.api.serializers import STATES
from ledger.models import Session
from scoring import RULE_SETS


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


class SessionFilter(filters.FilterSet):  # type: ignore[misc]  # untyped
    """By day of opening, game and state; days are those of the service's time zone."""

    opened_from = DayFilter(field_name="opened_at", lookup_expr="date__gte")
    opened_until = DayFilter(field_name="opened_at", lookup_expr="date__lte")
    rules = filters.ChoiceFilter(
        field_name="rule_version__rules", choices=[(name, name) for name in RULE_SETS]
    )
    state = filters.ChoiceFilter(choices=[(state, state) for state in STATES], method="in_state")

    def in_state(self, found: QuerySet[Session], name: str, state: str) -> QuerySet[Session]:
        return found.filter(closed_at__isnull=state == "open")


PARAMETERS = tuple(SessionFilter.base_filters)


def chosen(request: Request) -> QuerySet[Session]:
    """The sessions that the query parameters leave; raises ValidationError."""
    filtered = SessionFilter(request.query_params, queryset=Session.objects.all())
    if not filtered.is_valid():
        raise ValidationError(_as_details(filtered.errors.as_data()))
    found: QuerySet[Session] = filtered.qs
    return found


def _as_details(errors: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
    """What a form found, as serializers say it."""
    return {
        name: [ErrorDetail(text, error.code) for error in found for text in error.messages]
        for name, found in errors.items()
    }
