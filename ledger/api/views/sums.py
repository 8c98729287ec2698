"""What it all comes to: totals, the ledger, settling, figures; for staff of all sessions."""

from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api import queries
from ledger.api.calls import CSV, HTML, JOURNAL, XLSX, call, lists, reads, sends_file
from ledger.api.keys import Staff
from ledger.api.pages import ledger_of
from ledger.api.queries import ChosenSessions, ExportedSessions, LedgerPaging, LongPaging
from ledger.api.serializers import money as shapes
from ledger.api.views.base import ApiView, SessionView
from ledger.books import balances
from ledger.books.settling import left_to_pay
from ledger.common.strict_json import Object
from ledger.exports import hledger, sheets
from ledger.exports.receipt import download_receipt
from ledger.models import StaffToken
from ledger.people import totals
from ledger.people.statistics import Peak, Statistics, course, of_evening
from ledger.people.totals import Total
from scoring.common.transfers import Reason

COUNTED = ("played", "won", "lost", "gained", "wins", "losses")


class Totals(SessionView):
    @reads("get_totals", shapes.SessionTotals, query=queries.FileFormat)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the totals; per player balance, rounds played and won, amounts by reason.

        `?format=csv` and `?format=xlsx` answer with the files of `totals.csv` and `totals.xlsx`.
        """
        if self.query["format"] != "json":
            return self.file(sheets.totals_book)
        return Response(shapes.SessionTotals({"players": totals.totals(self.session)}).data)


class Ledger(SessionView):
    @lists(
        "get_ledger",
        "LedgerPage",
        shapes.LedgerEntrySerializer,
        LongPaging,
        query=LedgerPaging,
    )
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the ledger; every entry in order, with the balances after it.

        `?format=csv` and `?format=xlsx` answer with the files of `ledger.csv` and `ledger.xlsx`.
        """
        if self.query["format"] != "json":
            return self.file(sheets.ledger_book)
        entries = ledger_of(self.session, self.query["since"])
        return self.page(entries, shapes.LedgerEntrySerializer)


class TotalsCsv(SessionView):
    """The totals as CSV; per player balance, rounds played and won, amounts by reason."""

    @sends_file("get_totals_csv", CSV, queries.Separator)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        return self.file(sheets.totals_book, "csv", **self.query)


class TotalsXlsx(SessionView):
    """The totals as XLSX; a second sheet has the rules and bet units in force."""

    @sends_file("get_totals_xlsx", XLSX)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        return self.file(sheets.totals_book, "xlsx")


class LedgerCsv(SessionView):
    """The ledger as CSV; every entry in order, with the balances of both players after it."""

    @sends_file("get_ledger_csv", CSV, queries.Separator)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        return self.file(sheets.ledger_book, "csv", **self.query)


class LedgerXlsx(SessionView):
    """The ledger as XLSX; a second sheet has the rules and bet units in force."""

    @sends_file("get_ledger_xlsx", XLSX)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        return self.file(sheets.ledger_book, "xlsx")


class LedgerJournal(SessionView):
    @sends_file("get_ledger_journal", JOURNAL)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """The ledger for hledger; each posting a transaction, with the balance after each line."""
        return hledger.download_journal(request, self.session, for_programs=True)


class Receipt(SessionView):
    @sends_file("get_receipt_html", HTML)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """The receipt; one page that opens without a network and checks itself."""
        return download_receipt(request, self.session, for_programs=True)


class Settle(SessionView):
    @reads("get_settlement", shapes.Settlement)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the fewest payments that settle the table; no money moves."""
        standings = balances.scoreboard(self.session)
        left = left_to_pay(self.session)
        return Response(shapes.Settlement({"payments": left, "players": standings}).data)


class Figures(SessionView):
    @reads("get_figures", shapes.FiguresSerializer)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read an evening in figures; wins, losses, streaks, the biggest gain, what happened."""
        played, sums = of_evening(self.session), totals.totals(self.session)
        players = [_figures(each, played.get(each.seat, Statistics())) for each in sums]
        moments = course(self.session, balances.scoreboard(self.session))
        return Response(shapes.FiguresSerializer({"players": players, "course": moments}).data)


def _figures(total: Total, statistics: Statistics) -> Object:
    events = [
        {"side": side, "reason": reason, "times": each.number, "amount": each.amount}
        for (side, reason), each in sorted(statistics.by_reason.items())
    ]
    figures = {name: getattr(total, name) for name in ("seat", "name", "balance")}
    figures |= {name: getattr(statistics, name) for name in COUNTED}
    return figures | {
        "other_items": total.by_reason.get(Reason.MANUAL, 0),
        "biggest_gain": _peak(statistics.gain),
        "biggest_loss": _peak(statistics.loss),
        "events": events,
    }


def _peak(peak: Peak) -> Peak | None:
    return peak if peak.amount else None


class ExportView(ApiView):
    """A file of the sessions that the query chooses."""

    permission_classes = (Staff,)
    scope = StaffToken.Scope.EXPORT


class ExportTotals(ExportView):
    @call(
        "export_totals",
        shapes.ExportedTotal(many=True),
        ChosenSessions,
        query=ExportedSessions,
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export totals; every player of every session, amounts by reason.

        `?format=csv` and `?format=xlsx` answer with the same as a file.
        """
        return self.file(sheets.totals_book)


class ExportLedger(ExportView):
    @call(
        "export_ledger",
        shapes.ExportedEntry(many=True),
        ChosenSessions,
        query=ExportedSessions,
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export ledgers; every entry in order, with the balances of both players after it.

        `?format=csv` and `?format=xlsx` answer with the same as a file.
        """
        return self.file(sheets.ledger_book)
