"""The addresses of the API, version 1."""

from django.urls import include, path

import ledger.common.converters  # noqa: F401  # registers <number:…>
from ledger.api.views import (
    docs,
    events,
    exports,
    groups,
    log,
    payments,
    rounds,
    rules,
    sessions,
    sums,
)

session = [
    path("", sessions.OneSession.as_view(), name="api_session"),
    path("close/", sessions.Close.as_view(), name="api_close"),
    path("open/", sessions.Reopen.as_view(), name="api_open"),
    path("keys/", sessions.SessionKeys.as_view(), name="api_keys"),
    path("rounds/", rounds.Rounds.as_view(), name="api_rounds"),
    path("rounds/bulk/", rounds.Bulk.as_view(), name="api_bulk"),
    path("rounds/<number:number>/", rounds.OneRound.as_view(), name="api_round"),
    path("rounds/<number:number>/void/", rounds.Void.as_view(), name="api_void"),
    path("other/", payments.OtherItems.as_view(), name="api_other"),
    path("other/<number:number>/void/", payments.VoidOther.as_view(), name="api_other_void"),
    path("payments/", payments.Payments.as_view(), name="api_payments"),
    path("payments/<number:number>/void/", payments.VoidPayment.as_view(), name="api_payment_void"),
    path("totals/", sums.Totals.as_view(), name="api_totals"),
    path("totals.csv", sums.TotalsCsv.as_view(), name="api_totals_csv"),
    path("totals.xlsx", sums.TotalsXlsx.as_view(), name="api_totals_xlsx"),
    path("ledger/", sums.Ledger.as_view(), name="api_ledger"),
    path("ledger.csv", sums.LedgerCsv.as_view(), name="api_ledger_csv"),
    path("ledger.xlsx", sums.LedgerXlsx.as_view(), name="api_ledger_xlsx"),
    path("ledger.journal", sums.LedgerJournal.as_view(), name="api_ledger_journal"),
    path("settlement/", sums.Settle.as_view(), name="api_settlement"),
    path("figures/", sums.Figures.as_view(), name="api_figures"),
    path("flags/", log.Flags.as_view(), name="api_flags"),
    path("log/", log.ChangeLog.as_view(), name="api_log"),
    path("events/", events.Events.as_view(), name="api_events"),
]
urlpatterns = [
    path("schema/", docs.Schema.as_view(), name="api_schema"),
    path("docs/", docs.Docs.as_view(), name="api_docs"),
    path("exports/totals/", exports.ExportTotals.as_view(), name="api_export_totals"),
    path("exports/ledger/", exports.ExportLedger.as_view(), name="api_export_ledger"),
    path("sessions/", sessions.Sessions.as_view(), name="api_sessions"),
    path("sessions/<str:session_id>/", include(session)),
    path("rules/", rules.Games.as_view(), name="api_rules"),
    path("rules/<slug:name>/", rules.OneGame.as_view(), name="api_game"),
    path("groups/<str:group_id>/", groups.OneGroup.as_view(), name="api_group"),
    path("groups/<str:group_id>/totals/", groups.GroupTotals.as_view(), name="api_group_totals"),
]
