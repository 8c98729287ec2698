"""The addresses of the API, version 1."""

from django.urls import path
from django.views import View

import ledger.common.converters  # noqa: F401  # registers <number:…>
from ledger.api.views import (
    group_settling,
    groups,
    log,
    making_groups,
    payments,
    problems,
    rounds,
    rules,
    sessions,
    sums,
)

SESSION = "sessions/<str:session_id>/"
ROUND = SESSION + "rounds/<number:number>/"
OTHER = SESSION + "other/<number:number>/"
GROUP = "groups/<str:group_id>/"
SETTLEMENT = GROUP + "settlements/<uuid:settlement>/"
PAYMENT = SESSION + "payments/<number:number>/"

CALLS: dict[str, tuple[str, type[View]]] = {
    "service": ("", rules.ServiceView),
    "schema": ("schema/", rules.Schema),
    "docs": ("docs/", rules.Docs),
    "problem": ("problems/<slug:code>/", problems.ProblemPage),
    "export_totals": ("exports/totals/", sums.ExportTotals),
    "export_ledger": ("exports/ledger/", sums.ExportLedger),
    "all_events": ("events/", log.AllEvents),
    "sessions": ("sessions/", sessions.Sessions),
    "session": (SESSION, sessions.OneSession),
    "close": (SESSION + "close/", sessions.Close),
    "open": (SESSION + "open/", sessions.Reopen),
    "keys": (SESSION + "keys/", sessions.SessionKeys),
    "rounds": (SESSION + "rounds/", rounds.Rounds),
    "round": (ROUND, rounds.OneRound),
    "void": (ROUND + "void/", rounds.Void),
    "other": (SESSION + "other/", payments.OtherItems),
    "other_void": (OTHER + "void/", payments.VoidOther),
    "payments": (SESSION + "payments/", payments.Payments),
    "payment_void": (PAYMENT + "void/", payments.VoidPayment),
    "totals": (SESSION + "totals/", sums.Totals),
    "totals_csv": (SESSION + "totals.csv", sums.TotalsCsv),
    "totals_xlsx": (SESSION + "totals.xlsx", sums.TotalsXlsx),
    "ledger": (SESSION + "ledger/", sums.Ledger),
    "ledger_csv": (SESSION + "ledger.csv", sums.LedgerCsv),
    "ledger_xlsx": (SESSION + "ledger.xlsx", sums.LedgerXlsx),
    "ledger_journal": (SESSION + "ledger.journal", sums.LedgerJournal),
    "receipt": (SESSION + "receipt.html", sums.Receipt),
    "settlement": (SESSION + "settlement/", sums.Settle),
    "figures": (SESSION + "figures/", sums.Figures),
    "flags": (SESSION + "flags/", log.Flags),
    "log": (SESSION + "log/", log.ChangeLog),
    "events": (SESSION + "events/", log.Events),
    "rules": ("rules/", rules.Games),
    "game": ("rules/<slug:name>/", rules.OneGame),
    "groups": ("groups/", making_groups.Groups),
    "group": (GROUP, groups.OneGroup),
    "group_sessions": (GROUP + "sessions/", making_groups.GroupSessions),
    "group_totals": (GROUP + "totals/", groups.GroupTotals),
    "group_accounts": (GROUP + "accounts/", group_settling.GroupAccounts),
    "group_settlements": (GROUP + "settlements/", group_settling.GroupSettlements),
    "group_settlement_void": (SETTLEMENT + "void/", group_settling.VoidGroupSettlement),
    "group_payment": (
        SETTLEMENT + "payments/<number:number>/",
        group_settling.MarkGroupPayment,
    ),
}
"""Each by its name, after "api_", with its address."""

urlpatterns = [
    path(address, view.as_view(), name=f"api_{name}") for name, (address, view) in CALLS.items()
]
