"""The tables: a list with balances, a page for each, and what may be done to them."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import localize
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop, ngettext_lazy
from django.views.decorators.http import require_safe

from ledger.access.keys import Role, link_fragment
from ledger.admin import audit, terms
from ledger.admin.dashboard import check
from ledger.admin.forget_names import names
from ledger.admin.readonly import ByGame, Either, FindsNames, GameAndBet, ReadOnly, game
from ledger.common.amounts import amount, signed
from ledger.common.strict_json import Object
from ledger.database.transactions import write_together
from ledger.exports import files, sheets
from ledger.models import Session
from ledger.tables import sessions
from ledger.tables.rule_words import changes_of


@require_safe
def open_as_players(request: HttpRequest, session: Session) -> HttpResponse:
    """To the table as players see it, with the view key: this browser may look from now on."""
    return redirect(f"/join/#{link_fragment(session, Role.VIEW)}")


Tables = QuerySet[Session]
Action = Callable[[Any, HttpRequest, Tables], Any]
STATE = gettext_noop("tình trạng")
KEYS = {Role.SCORE: gettext_noop("khoá ghi"), Role.VIEW: gettext_noop("khoá xem")}
NEW_KEY = gettext_noop("khoá cũ → khoá mới")
CLOSED = ngettext_lazy("Đã chốt sổ %(count)s bàn.", "Đã chốt sổ %(count)s bàn.", "count")
REOPENED = ngettext_lazy("Đã mở lại %(count)s bàn.", "Đã mở lại %(count)s bàn.", "count")


def _switch(name: Any, act: Callable[..., Session], done: Any, line: str) -> Action:
    """Close or reopen tables; those that are so already are not counted."""

    @admin.action(description=name, permissions=["run"])
    def switch(shown: Any, request: HttpRequest, tables: Tables) -> HttpResponse | None:
        def note(now: Session) -> None:
            audit.note(request.user, now, STATE, gettext(line))

        acts = ((each, partial(act, each.pk, by=audit.BY_ADMIN)) for each in tables)
        with write_together():
            count = sum(audit.done(*each, note) for each in acts)
        shown.message_user(request, done % {"count": count})
        return _back(request)

    return switch


def _renewal(name: Any, role: Role) -> Action:
    """Kill the old links, and say the new ones once to whoever did it."""

    @admin.action(description=name, permissions=["run"])
    def renew(shown: Any, request: HttpRequest, tables: Tables) -> HttpResponse | None:
        with write_together():
            renewed = [sessions.renew_key(each.pk, role, by=audit.BY_ADMIN) for each in tables]
            for session in renewed:
                audit.note(request.user, session, KEYS[role], gettext(NEW_KEY))
        for session in renewed:
            link = request.build_absolute_uri(f"/join/#{link_fragment(session, role)}")
            values = {"table": session, "link": link}
            line = gettext("%(table)s: đường dẫn mới là %(link)s") % values
            shown.message_user(request, line, messages.SUCCESS)
        return _back(request)

    return renew


def _export(
    name: Any, book: Callable[[Tables], sheets.Book], format: str, right: str = "view"
) -> Action:
    @admin.action(description=name, permissions=[right])
    def export(shown: Any, request: HttpRequest, tables: Tables) -> Any:
        return files.download(request, book(tables), format)

    return export


def _back(request: HttpRequest) -> HttpResponse | None:
    """To the session's page if the button stood there, else to the list as it was."""
    back = request.POST.get("back")
    return redirect("admin:ledger_session_change", quote(back)) if back else None


class BookState(Either):
    """Tables that are played at, and those whose book is closed."""

    title, parameter_name = _("tình trạng"), "closed_at__isnull"
    words = _("đang mở"), _("đã chốt sổ")


@admin.register(Session)
class SessionAdmin(GameAndBet, FindsNames, ReadOnly):
    """Tables, newest first."""

    list_display = ("id", "name", "people", "round_count", "game", "one_bet", "state", "opened_at")
    list_display_links = ("id", "name")
    list_filter = (BookState, ("rule_version__rules", ByGame), "opened_at")
    search_fields = ("name", "seats__name")
    search_help_text = _("Mã bàn, tên bàn hay tên người chơi.")
    ordering = ("-opened_at",)
    actions: Any = (
        *(terms.bet_unit_of_many, "close", "reopen", "renew_score_key", "renew_view_key"),
        *("export_csv", "export_xlsx", "export_ledger", "export_everything"),
    )
    pages = (
        ("bet-unit", terms.bet_unit, "ledger.add_betunit"),
        ("rules", terms.rules, "ledger.add_ruleversion"),
        ("names", names, "ledger.change_seat"),
        ("check", check, "ledger.view_session"),
        ("seen", open_as_players, "ledger.change_session"),
    )
    fields = (
        *("id", "name", "state", "game", "one_bet", "currency"),
        *("round_count", "posting_count", "opened_at", "book_closed_at"),
    )

    def get_queryset(self, request: HttpRequest) -> Tables:
        tables = super().get_queryset(request).select_related("rule_version", "bet_unit")
        return tables.prefetch_related("seats")

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns; one cược leads to its page for whoever may change it."""
        may = {"one_bet": "bet_way"} if self.has_bet_permission(request) else {}
        return [may.get(column, column) for column in self.list_display]

    def has_bet_permission(self, request: HttpRequest) -> bool:
        """Whether the visitor may change bet units."""
        return bool(request.user.has_perm("ledger.add_betunit"))

    def has_entries_permission(self, request: HttpRequest) -> bool:
        """Whether the visitor may read entries, which a ledger is made of."""
        return bool(request.user.has_perm("ledger.view_entry"))

    def beside(self, session: Session) -> Object:
        """Its seats, and all terms it had."""
        units = [(unit, [amount(unit.amount)]) for unit in session.bet_units.all()]
        versions = [
            (now, [game(now.rules), *changes_of(old, now)])
            for old, now in pairwise([None, *session.rule_versions.all()])
            if now
        ]
        terms = (
            (_("Các mức cược"), _("1 cược"), units),
            (_("Các luật đã dùng"), _("luật"), versions),
        )
        return {"session": session, "seats": session.seats.all(), "terms": terms}

    @admin.display(description=_("tình trạng"), ordering="closed_at")
    def state(self, session: Session) -> Any:
        return _("đã chốt sổ") if session.closed_at else _("đang mở")

    @admin.display(description=_("1 cược"), ordering="bet_unit__amount")
    def bet_way(self, session: Session) -> str:
        return self.one_bet(session) if session.closed_at else terms.way(session)

    @admin.display(description=_("chốt sổ lúc"))
    def book_closed_at(self, session: Session) -> str:
        return localize(localtime(session.closed_at)) if session.closed_at else "–"

    @admin.display(description=_("người chơi và số dư"))
    def people(self, session: Session) -> str:
        shown = ((seat, signed(seat.balance)) for seat in session.seats.all())
        return format_html_join(", ", "<span class=nowrap>{} {}</span>", shown)

    close = _switch(_("Chốt sổ"), sessions.close, CLOSED, gettext_noop("đang mở → đã chốt sổ"))
    reopen = _switch(
        _("Mở lại bàn"), sessions.reopen, REOPENED, gettext_noop("đã chốt sổ → đang mở")
    )
    renew_score_key = _renewal(_("Đổi khoá ghi"), Role.SCORE)
    renew_view_key = _renewal(_("Đổi khoá xem"), Role.VIEW)
    export_csv = _export(_("Tải bảng tổng (CSV)"), sheets.totals_book, "csv")
    export_xlsx = _export(_("Tải bảng tổng (xlsx)"), sheets.totals_book, "xlsx")
    export_ledger = _export(_("Tải sổ (CSV)"), sheets.ledger_book, "csv", "entries")
    export_everything = _export(
        _("Tải bảng tổng, sổ và luật (xlsx)"), sheets.evening_book, "xlsx", "entries"
    )
