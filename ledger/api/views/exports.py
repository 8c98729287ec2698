"""Every session of a period, or all there are, as one file; for staff."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from ledger import exports
from ledger.api import schema
from ledger.api.choosing import PARAMETERS, chosen
from ledger.api.keys import Staff
from ledger.api.views.base import ApiView, file_format


class ExportView(ApiView):
    """A file of the sessions that the parameters choose."""

    permission_classes = (Staff,)
    parameters = {"GET": (*PARAMETERS, "format")}  # noqa: RUF012


class ExportTotals(ExportView):
    """Everybody's evenings."""

    @schema.export_totals
    def get(self, request: Request) -> StreamingHttpResponse:
        """Every player of every session: balance, rounds played and won, amounts by reason."""
        format = file_format(request)
        book = exports.totals_book(chosen(request), for_programs=True)
        return exports.download(request, book, format)


class ExportLedger(ExportView):
    """Every payment of those evenings."""

    @schema.export_ledger
    def get(self, request: Request) -> StreamingHttpResponse:
        """Every entry of every session in order, with the balances of both players after it."""
        format = file_format(request)
        book = exports.ledger_book(chosen(request), for_programs=True)
        return exports.download(request, book, format)
