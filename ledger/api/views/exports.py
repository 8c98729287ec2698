"""Every session of a period, or all there are, as one file; for staff."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from ledger.api.calls import call
from ledger.api.keys import Staff
from ledger.api.queries import ChosenSessions, ExportedSessions, chosen
from ledger.api.serializers.money import ExportedEntry, ExportedTotal
from ledger.api.views.base import ApiView
from ledger.exports import sheets
from ledger.models import StaffToken


class ExportView(ApiView):
    """A file of the sessions that the query chooses."""

    permission_classes = (Staff,)
    scope = StaffToken.Scope.EXPORT


class ExportTotals(ExportView):
    @call("export_totals", ExportedTotal(many=True), ChosenSessions, query=ExportedSessions)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export totals; every player of every session, amounts by reason.

        `?format=csv` and `?format=xlsx` answer with the same as a file.
        """
        return self.file(sheets.totals_book, chosen(self.query))


class ExportLedger(ExportView):
    @call("export_ledger", ExportedEntry(many=True), ChosenSessions, query=ExportedSessions)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export ledgers; every entry in order, with the balances of both players after it.

        `?format=csv` and `?format=xlsx` answer with the same as a file.
        """
        return self.file(sheets.ledger_book, chosen(self.query))
