"""The rows of files that tell of many sessions."""

from typing import Any

from rest_framework import serializers

from ledger.api.serializers import LedgerEntrySerializer, PlayerTotal
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT
from scoring.common.words import REASONS


class ExportedRow(serializers.Serializer[Any]):
    """A row of an export: the session it is of."""

    session = serializers.CharField(max_length=12)
    session_name = serializers.CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    currency = serializers.CharField(allow_blank=True, max_length=CURRENCY_LIMIT)


class ExportedTotal(ExportedRow, PlayerTotal):
    """One player's evening, and below each reason what it came to."""

    opened_at = serializers.DateTimeField()
    by_reason = None  # type: ignore[assignment]

    def get_fields(self) -> Any:
        amounts = {reason.value: serializers.IntegerField() for reason in REASONS}
        return super().get_fields() | amounts


class ExportedEntry(ExportedRow, LedgerEntrySerializer):
    """One payment of the journal, and the balances of both players right after it.

    Of the kinds `payment` and `unpaid` it goes against the money, as in a session's ledger.
    """

    payer_name = serializers.CharField(allow_blank=True, max_length=NAME_LIMIT)
    payee_name = serializers.CharField(allow_blank=True, max_length=NAME_LIMIT)
    payer_balance = serializers.IntegerField()
    payee_balance = serializers.IntegerField()
    balances = None  # type: ignore[assignment]
