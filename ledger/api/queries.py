"""What may stand behind the question mark of an address: read strictly, like a body."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from ledger import exports
from ledger.api.fields import Strict
from ledger.api.pages import LongPages, Pages
from ledger.api.serializers.common import ROUND_STATES, STATES
from ledger.models import Session
from scoring import RULE_SETS

ON = ("1", "true")
OFF = ("0", "false")
NEWEST = 999_999_999


class Digits(serializers.IntegerField):
    """A number in plain digits, from 1 on unless said otherwise."""

    def __init__(self, most: int, least: int = 1, **options: Any) -> None:
        super().__init__(min_value=least, max_value=most, **options)

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,8}", data):
            self.fail("invalid")
        return super().to_internal_value(data)


class Day(serializers.DateField):
    """A day spelt 2026-02-01 and in no other way: 01/02 is two days, by where one lives."""

    def to_internal_value(self, value: Any) -> date:
        found = super().to_internal_value(value)
        if found.isoformat() != value:
            self.fail("invalid", format="YYYY-MM-DD")
        return found


class IsOpen(serializers.ChoiceField):
    """Whether a session is open."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(data) == "open"


class Paging(Strict):
    """Which page of a list, and how long a page is."""

    page = Digits(NEWEST, default=1)
    page_size = Digits(Pages.max_page_size, default=Pages.page_size)


class Since(Strict):
    """Where a list begins: after a round, or where the page before ended."""

    since = Digits(
        NEWEST, least=0, default=0, help_text="only what came after the round with this number"
    )
    cursor = Digits(
        NEWEST,
        least=0,
        required=False,
        help_text=(
            "0 begins, and `next` leads on: unlike pages by number, nothing is missed or told"
            " twice when rounds are recorded or made void meanwhile"
        ),
    )


class LastEvent(Strict):
    """The number of the last line that a follower has heard."""

    id = Digits(NEWEST, least=0, required=False)


class RoundPaging(Paging, Since):
    """Which rounds, and which page of them."""

    state = serializers.ChoiceField(
        required=False, choices=ROUND_STATES, help_text="only those that stand, or void ones"
    )


class DryRun(Strict):
    """Whether only to score."""

    dry_run = serializers.ChoiceField(
        choices=(*OFF, *ON),
        required=False,
        help_text="score only: nothing is stored, and `id` may be left out",
    )


class FileFormat(Strict):
    """JSON, or a file instead."""

    format = serializers.ChoiceField(
        choices=tuple(exports.FORMATS),
        default="json",
        help_text=(
            "csv or xlsx: a file of all of it; keys and codes are the same in every language;"
            " xlsx has a second sheet with the rules and bet units in force; its first byte comes"
            " once all of it is made, which can take minutes"
        ),
    )


class LongPaging(Since):
    """Which page of a ledger."""

    page = Digits(NEWEST, default=1)
    page_size = Digits(LongPages.max_page_size, default=LongPages.page_size)


class LedgerPaging(LongPaging, FileFormat):
    """Which page of a ledger, or a file of all of it."""


class Separator(Strict):
    """What parts the cells of a CSV file."""

    separator = serializers.ChoiceField(
        choices=tuple(exports.SEPARATORS),
        default="comma",
        help_text="semicolon: for Excel where numbers have a decimal comma, as in Vietnam",
    )


class ChosenSessions(Strict):
    """By day of opening, game and state; days are those of the service's time zone."""

    opened_from = Day(required=False, source="filter.opened_at__date__gte")
    opened_until = Day(required=False, source="filter.opened_at__date__lte")
    rules = serializers.ChoiceField(
        required=False, source="filter.rule_version__rules", choices=list(RULE_SETS)
    )
    state = IsOpen(required=False, source="filter.closed_at__isnull", choices=STATES)


class ListedSessions(ChosenSessions, Paging):
    """A page of the chosen sessions."""


class ExportedSessions(ChosenSessions, FileFormat):
    """A file of the chosen sessions."""


def chosen(query: Mapping[str, Any]) -> QuerySet[Session]:
    """The sessions that a query leaves."""
    return Session.objects.filter(**query.get("filter", {}))
