"""What it all comes to: totals, the ledger, settling."""

from django.db.models import QuerySet
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger import exports
from ledger.api import schema
from ledger.api.pages import LongPages, ledger_after, ledger_of
from ledger.api.queries import FileFormat, LedgerPaging
from ledger.api.serializers import LedgerEntrySerializer, SessionTotals, Settlement
from ledger.api.views.base import SessionView, unless_known
from ledger.books import balances, totals
from ledger.books.settlement import fewest_payments
from ledger.models import Session


def _only(session: Session) -> QuerySet[Session]:
    return Session.objects.filter(pk=session.pk)


class Totals(SessionView):
    """Everybody's evening."""

    queries = {"GET": FileFormat}  # noqa: RUF012

    @schema.get_totals
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the totals; per player balance, rounds played and won, amounts by reason."""
        if self.query["format"] != "json":
            return self.file(exports.totals_book, _only(self.session))
        return Response(SessionTotals({"players": totals.totals(self.session)}).data)


class Ledger(SessionView):
    """Every payment there was."""

    queries = {"GET": LedgerPaging}  # noqa: RUF012

    @schema.get_ledger
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the ledger; every entry in order, with the balances after it."""
        if self.query["format"] != "json":
            return self.file(exports.ledger_book, _only(self.session))
        since = self.query["since"]
        if "cursor" in self.query:
            cursor, size = self.query["cursor"], self.query["page_size"]
            piece = ledger_after(self.session, cursor, size, since=since)
            return self.piece(piece, LedgerEntrySerializer)
        return self.page(ledger_of(self.session, since=since), LedgerEntrySerializer, LongPages)


class Settle(SessionView):
    """Being quits."""

    @schema.get_settlement
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the fewest payments that settle the table; no money moves."""
        standings = balances.scoreboard(self.session)
        payments = fewest_payments({each.seat: each.balance for each in standings})
        return Response(Settlement({"payments": payments, "players": standings}).data)
