"""What may stand behind the question mark of an address: read strictly, like a body."""

import re
from datetime import date
from typing import Any

from rest_framework.serializers import ChoiceField, DateField, IntegerField, RegexField

from ledger.api.descriptions import HELP
from ledger.api.fields import Strict
from ledger.api.serializers.common import ROUND_STATES, STATES
from ledger.exports import files
from ledger.exports.sheets import SEPARATORS
from scoring import RULE_SETS

ON = ("1", "true")
OFF = ("0", "false")
NEWEST = 999_999_999
ONE_OF_THEM = r"^(0|[a-z0-9]{8})$"
"""The id of a session, 0 for none."""


class Digits(IntegerField):
    """A number in plain digits, from 1 on unless said otherwise."""

    def __init__(self, most: int, least: int = 1, **options: Any) -> None:
        super().__init__(min_value=least, max_value=most, **options)

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,8}", data):
            self.fail("invalid")
        return super().to_internal_value(data)


class Day(DateField):
    """A day spelt 2026-02-01 and in no other way: 01/02 is two days, by where one lives."""

    def to_internal_value(self, value: Any) -> date:
        day = super().to_internal_value(value)
        if day.isoformat() != value:
            self.fail("invalid", format="YYYY-MM-DD")
        return day


class IsOpen(ChoiceField):
    """Whether a session is open."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(data) == "open"


class Paging(Strict):
    """Which page of a list, and how long a page is."""

    page = Digits(NEWEST, default=1)
    page_size = Digits(100, default=20)


class Since(Strict):
    """Where a list begins: after a round, or where the page before ended."""

    since = Digits(NEWEST, least=0, default=0, help_text=HELP["since"])
    cursor = Digits(NEWEST, least=0, required=False, help_text=HELP["cursor"])


class NumberedPaging(Paging, Since):
    """Which items, and which page of them."""


class LastEvent(Strict):
    """The number of the last line that a follower has heard."""

    id = Digits(NEWEST, least=0, required=False)


class RoundPaging(NumberedPaging):
    """Which rounds, and which page of them."""

    state = ChoiceField(required=False, choices=ROUND_STATES, help_text=HELP["round_state"])


class DryRun(Strict):
    """Whether only to score."""

    dry_run = ChoiceField(choices=(*OFF, *ON), required=False, help_text=HELP["dry_run"])


class FileFormat(Strict):
    """JSON, or a file instead."""

    format = ChoiceField(choices=tuple(files.FORMATS), default="json", help_text=HELP["format"])


class LongPaging(Since, Paging):
    """Which page of a ledger: a whole evening of short lines fits in one."""

    page_size = Digits(1000, default=1000)


class LedgerPaging(LongPaging, FileFormat):
    """Which page of a ledger, or a file of all of it."""


class Separator(Strict):
    """What parts the cells of a CSV file."""

    separator = ChoiceField(choices=[*SEPARATORS], default="comma", help_text=HELP["separator"])


class ChosenSessions(Strict):
    """By day of opening, game and state; days are those of the service's time zone."""

    opened_from = Day(required=False, source="filter.opened_at__date__gte")
    opened_until = Day(required=False, source="filter.opened_at__date__lte")
    rules = ChoiceField(required=False, source="filter.rule_version__rules", choices=[*RULE_SETS])
    state = IsOpen(required=False, source="filter.closed_at__isnull", choices=STATES)


class ListedSessions(ChosenSessions, Paging):
    """A page of the chosen sessions, those opened after one, or from where a page ended."""

    since = RegexField(ONE_OF_THEM, default="0", help_text=HELP["since_session"])
    cursor = RegexField(ONE_OF_THEM, required=False, help_text=HELP["cursor"])


class ExportedSessions(ChosenSessions, FileFormat):
    """A file of the chosen sessions."""
