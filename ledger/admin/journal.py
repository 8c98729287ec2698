"""The journal to look at: rounds, postings, entries, linked; and who changed what in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Exists
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ledger.admin.readonly import GameAndBet, ReadOnly, linked, list_link
from ledger.books.history import VOIDS
from ledger.books.settling import PAID, UNPAID
from ledger.common.amounts import amount
from ledger.common.language import language
from ledger.common.strict_json import Object
from ledger.models import Entry, Posting, Round
from scoring.common.words import word


class JournalAdmin(ReadOnly):
    """Rows of the journal, newest first, in the order of their keys: no other index is needed."""

    ordering = ("-pk",)
    sortable_by = ()
    search_fields = ("session__id__exact",)
    search_help_text = _("Mã bàn. Tìm theo tên thì tìm ở trang các bàn.")

    table = linked(_("bàn"), "session")


@admin.register(Round)
class RoundAdmin(GameAndBet, JournalAdmin):
    """What was told, how it was scored and what became of it."""

    list_display = ("number", "table", "game", "one_bet", "state", "stands_for", "recorded_at")
    fields = (
        *("number", "table", "state", "game", "one_bet", "recorded_at"),
        *("corrected", "stands_for", "submission_id", "written"),
    )
    corrected = linked(_("sửa ván"), "corrects")

    def get_queryset(self, request: HttpRequest) -> Any:
        rounds = super().get_queryset(request).annotate(is_void=Exists(VOIDS))
        return rounds.select_related("session", "rule_version", "bet_unit", "corrects")

    def beside(self, round: Round) -> Object:
        return {"names": {seat.number: str(seat) for seat in round.session.seats.all()}}

    @admin.display(description=_("tình trạng"))
    def state(self, round: Any) -> Any:
        return _("đã huỷ") if round.is_void else _("đã ghi")

    @admin.display(description=_("các lần ghi"))
    def written(self, round: Round) -> str:
        return list_link("posting", _("xem các lần ghi của ván này"), round__id__exact=round.pk)


@admin.register(Posting)
class PostingAdmin(JournalAdmin):
    """One event of the journal; the entries it wrote are a click away."""

    list_display = ("number", "table", "kind", "of_round", "reason", "posted_at", "entries")
    list_filter = ("kind",)
    list_select_related = ("session", "round")
    fields = ("number", "table", "kind", "of_round", "reason", "posted_at", "entries", "hash")
    of_round = linked(_("ván"), "round")

    @admin.display(description=_("các bút toán"))
    def entries(self, posting: Posting) -> str:
        return list_link("entry", _("xem"), posting__id__exact=posting.pk)


@admin.register(Entry)
class EntryAdmin(JournalAdmin):
    """One payment."""

    list_display = ("payment", "paid", "why", "of_posting", "table")
    search_fields = ("posting__session__id__exact",)
    fields = ("payment", "paid", "why", "of_posting", "line", "of_round", "table")
    of_posting = linked(_("lần ghi"), "posting")
    of_round = linked(_("ván"), "posting.round")
    table = linked(_("bàn"), "posting.session")

    def get_queryset(self, request: HttpRequest) -> Any:
        terms = ("posting__session", "posting__round", "payer", "payee")
        return super().get_queryset(request).select_related(*terms)

    @admin.display(description=_("ai trả ai"))
    def payment(self, entry: Entry) -> str:
        """Who pays whom; money handed over stands in the book the other way round."""
        if entry.posting.kind == Posting.Kind.PAYMENT:
            return str(PAID) % {"debtor": entry.payee, "creditor": entry.payer}
        if entry.posting.kind == Posting.Kind.UNPAID:
            return str(UNPAID) % {"debtor": entry.payer, "creditor": entry.payee}
        return f"{entry.payer} → {entry.payee}"

    @admin.display(description=_("số tiền"))
    def paid(self, entry: Entry) -> str:
        return amount(entry.amount)

    @admin.display(description=_("vì"))
    def why(self, entry: Entry) -> str:
        return word(entry.reason, language())


@admin.register(LogEntry)
class AuditAdmin(ReadOnly):
    """Every change made in the admin, newest first."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change")
    list_filter = ("action_time", ("user", admin.RelatedOnlyFieldListFilter), "action_flag")
    list_select_related = ("user", "content_type")
    search_fields = ("object_id", "user__username", "change_message")
    fields = list_display

    @admin.display(description=_("đã đổi"))
    def change(self, entry: LogEntry) -> str:
        return entry.get_change_message() or entry.get_action_flag_display()
