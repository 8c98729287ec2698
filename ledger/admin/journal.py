"""The journal: rounds, which can be made void, postings, entries; and who changed what here."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.db.models import Exists
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from ledger import books
from ledger.admin import audit
from ledger.admin.readonly import GameAndBet, ReadOnly, address, form_page, linked, list_link
from ledger.books import Recorded
from ledger.books.history import VOIDS
from ledger.books.settling import PAID, UNPAID
from ledger.common.amounts import amount
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.language import language
from ledger.common.refusals import Refusal
from ledger.common.strict_json import Object
from ledger.models import Entry, Posting, Round
from scoring import FactsError
from scoring.common.words import word


class JournalAdmin(ReadOnly):
    """Rows of the journal, newest first, in the order of their keys: no other index is needed."""

    ordering = ("-pk",)
    sortable_by = ()
    search_fields = ("session__id__exact",)
    search_help_text = _("Mã bàn. Tìm theo tên thì tìm ở trang các bàn.")

    table = linked(_("bàn"), "session")


class VoidForm(forms.Form):
    """Why a round is void; players read it beside the round."""

    reason = forms.CharField(
        label=_("Lý do"),
        max_length=REASON_LIMIT,
        required=False,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, round: Round) -> HttpResponse:
    """Ask once more, then reverse a round as its table does; it can be recorded again."""
    form = VoidForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        act = partial(books.void, round.session_id, round.number, reason=reason, by=audit.BY_ADMIN)
        try:
            anew = audit.done(round.session, act, _note(request, gettext("đã ghi → đã huỷ")))
        except Refusal as refusal:
            form.add_error("reason", refusal.message())
        else:
            line = (
                gettext("Đã huỷ ván %(number)s.") if anew else gettext("Ván này đã huỷ từ trước.")
            )
            messages.success(request, line % {"number": round.stands_for})
            return redirect(address(round))
    more: Object = {"round": round, "names": names_of(round), "back": address(round)}
    title = gettext("Huỷ ván %(number)s") % {"number": round.stands_for}
    return form_page(request, Round, title, form, "round/void.html", session=round.session, **more)


@require_POST
def restore(request: HttpRequest, round: Any) -> HttpResponse:
    """Record a round that is void once more, in its own place."""
    if not round.is_void:
        return redirect(address(round))
    again: Object = {"correcting": round.number, "submission_id": uuid4(), "facts": round.facts}
    act = partial(books.record, round.session_id, **again, by=audit.BY_ADMIN)
    try:
        audit.done(round.session, act, _note(request, gettext("đã huỷ → đã ghi")))
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return redirect(address(round))
    except FactsError as refused:  # an earlier release took them
        names = names_of(round).__getitem__
        for each in refused.problems:
            messages.error(request, each.message(language(), names))
        return redirect(address(round))
    messages.success(request, gettext("Ván %(number)s lại như cũ.") % {"number": round.stands_for})
    return redirect(address(Round.objects.get(corrects=round)))


def _note(request: HttpRequest, line: str) -> Callable[[Round | Recorded], None]:
    def note(answer: Round | Recorded) -> None:
        round = answer.round if isinstance(answer, Recorded) else answer
        field = gettext("ván %(number)s") % {"number": round.stands_for}
        audit.note(request.user, round.session, field, line)

    return note


def names_of(round: Round) -> dict[int, str]:
    """The names of the table by seat number."""
    return {seat.number: str(seat) for seat in round.session.seats.all()}


@admin.register(Round)
class RoundAdmin(GameAndBet, JournalAdmin):
    """What was told, how it was scored and what became of it."""

    list_display = ("number", "table", "game", "one_bet", "state", "stands_for", "recorded_at")
    fields = (
        *("number", "table", "state", "game", "one_bet", "recorded_at"),
        *("corrected", "stands_for", "submission_id", "written"),
    )
    pages = (("void", void, "ledger.change_round"), ("restore", restore, "ledger.change_round"))
    corrected = linked(_("sửa ván"), "corrects")

    def get_queryset(self, request: HttpRequest) -> Any:
        rounds = super().get_queryset(request).annotate(is_void=Exists(VOIDS))
        terms = ("rule_version", "bet_unit")
        return rounds.select_related("session", *terms, "corrects", "corrected_by")

    def beside(self, round: Round) -> Object:
        return {"names": names_of(round)}

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
