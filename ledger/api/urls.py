"""The addresses of the API, version 1."""

from django.urls import path

import ledger.common.converters  # noqa: F401  # registers <number:…>
from ledger.api.views import (
    groups,
    log,
    payments,
    rounds,
    rules,
    sessions,
    sums,
)

SESSION = "sessions/<str:session_id>/"
ROUND = SESSION + "rounds/<number:number>/"
OTHER = SESSION + "other/<number:number>/"
PAYMENT = SESSION + "payments/<number:number>/"

urlpatterns = [
    path("", rules.ServiceView.as_view(), name="api_service"),
    path("schema/", rules.Schema.as_view(), name="api_schema"),
    path("docs/", rules.Docs.as_view(), name="api_docs"),
    path("exports/totals/", sums.ExportTotals.as_view(), name="api_export_totals"),
    path("exports/ledger/", sums.ExportLedger.as_view(), name="api_export_ledger"),
    path("sessions/", sessions.Sessions.as_view(), name="api_sessions"),
    path(SESSION, sessions.OneSession.as_view(), name="api_session"),
    path(SESSION + "close/", sessions.Close.as_view(), name="api_close"),
    path(SESSION + "open/", sessions.Reopen.as_view(), name="api_open"),
    path(SESSION + "keys/", sessions.SessionKeys.as_view(), name="api_keys"),
    path(SESSION + "rounds/", rounds.Rounds.as_view(), name="api_rounds"),
    path(ROUND, rounds.OneRound.as_view(), name="api_round"),
    path(ROUND + "void/", rounds.Void.as_view(), name="api_void"),
    path(SESSION + "other/", payments.OtherItems.as_view(), name="api_other"),
    path(OTHER + "void/", payments.VoidOther.as_view(), name="api_other_void"),
    path(SESSION + "payments/", payments.Payments.as_view(), name="api_payments"),
    path(PAYMENT + "void/", payments.VoidPayment.as_view(), name="api_payment_void"),
    path(SESSION + "totals/", sums.Totals.as_view(), name="api_totals"),
    path(SESSION + "totals.csv", sums.TotalsCsv.as_view(), name="api_totals_csv"),
    path(SESSION + "totals.xlsx", sums.TotalsXlsx.as_view(), name="api_totals_xlsx"),
    path(SESSION + "ledger/", sums.Ledger.as_view(), name="api_ledger"),
    path(SESSION + "ledger.csv", sums.LedgerCsv.as_view(), name="api_ledger_csv"),
    path(SESSION + "ledger.xlsx", sums.LedgerXlsx.as_view(), name="api_ledger_xlsx"),
    path(SESSION + "ledger.journal", sums.LedgerJournal.as_view(), name="api_ledger_journal"),
    path(SESSION + "settlement/", sums.Settle.as_view(), name="api_settlement"),
    path(SESSION + "figures/", sums.Figures.as_view(), name="api_figures"),
    path(SESSION + "flags/", log.Flags.as_view(), name="api_flags"),
    path(SESSION + "log/", log.ChangeLog.as_view(), name="api_log"),
    path(SESSION + "events/", log.Events.as_view(), name="api_events"),
    path("rules/", rules.Games.as_view(), name="api_rules"),
    path("rules/<slug:name>/", rules.OneGame.as_view(), name="api_game"),
    path("groups/<str:group_id>/", groups.OneGroup.as_view(), name="api_group"),
    path("groups/<str:group_id>/totals/", groups.GroupTotals.as_view(), name="api_group_totals"),
]
