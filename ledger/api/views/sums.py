"""What it all comes to: totals, the ledger, settling."""

from django.db.models import QuerySet
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger import exports
from ledger.api import schema
from ledger.api.pages import LongPages, WholeLedger
from ledger.api.serializers import LedgerEntrySerializer, SessionTotals, Settlement
from ledger.api.views.base import SessionView, file_format
from ledger.books import balances, totals
from ledger.books.settlement import fewest_payments
from ledger.models import Session


def _only(session: Session) -> QuerySet[Session]:
    return Session.objects.filter(pk=session.pk)


class Totals(SessionView):
    """Everybody's evening."""

    parameters = {"GET": ("format",)}  # noqa: RUF012

    @schema.get_totals
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Per player: balance, rounds played and won, amounts by reason."""
        return self.unless_known(self._answer)

    def _answer(self) -> HttpResponseBase:
        if (format := file_format(self.request)) != "json":
            book = exports.totals_book(_only(self.session), for_programs=True)
            return exports.download(self.request, book, format)
        return Response(SessionTotals({"players": totals.totals(self.session)}).data)


class Ledger(SessionView):
    """Every payment there was."""

    parameters = {"GET": ("page", "page_size", "format")}  # noqa: RUF012

    @schema.get_ledger
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Every entry in order, with the balances after it."""
        return self.unless_known(self._answer)

    def _answer(self) -> HttpResponseBase:
        if (format := file_format(self.request)) != "json":
            LongPages().check(self.request)
            book = exports.ledger_book(_only(self.session), for_programs=True)
            return exports.download(self.request, book, format)
        return self.page(WholeLedger(self.session), LedgerEntrySerializer, LongPages)


class Settle(SessionView):
    """Being quits."""

    @schema.get_settlement
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """The fewest payments that settle the table; no money moves."""
        return self.unless_known(self._answer)

    def _answer(self) -> Response:
        standings = balances.scoreboard(self.session)
        payments = fewest_payments({each.seat: each.balance for each in standings})
        return Response(Settlement({"payments": payments, "players": standings}).data)
