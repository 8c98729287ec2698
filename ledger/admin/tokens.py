"""Staff tokens: made here and shown once, listed for good, revoked by one button."""

from datetime import timedelta
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import staff_tokens
from ledger.admin import audit
from ledger.admin.readonly import ReadOnly, address, form_page, own_page
from ledger.common.refusals import Refusal, TokenMadeBefore
from ledger.database.transactions import write_together
from ledger.models import StaffToken

TOKEN = gettext_noop("mã quản lý")
STATE = gettext_noop("tình trạng")

LIST = "admin:ledger_stafftoken_changelist"


class TokenForm(forms.Form):
    """Whose the new token is."""

    label = forms.CharField(
        label=gettext_lazy("Của ai"),
        max_length=staff_tokens.LABEL_LIMIT,
        help_text=gettext_lazy("Người hay chương trình giữ mã, ví dụ “Chị Hà”, “máy ở quầy”."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Dùng để"), choices=StaffToken.Scope.choices, initial="read"
    )
    expires_on = forms.DateField(
        label=gettext_lazy("Hết hạn"),
        required=False,
        initial=lambda: timezone.localdate() + timedelta(days=365),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Ngày cuối mã còn mở được. Để trống thì không hết hạn."),
    )
    submission_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """A new token, shown in the answer to the form and nowhere else.

    No redirect, because the token would have to wait somewhere for the next page. The form
    sent again, by a reload too, makes none and leads to the list.
    """
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            with write_together():
                made, token = staff_tokens.make(**form.cleaned_data)
                audit.note(request.user, made, TOKEN, lambda: [_("đã tạo")])
        except TokenMadeBefore as refusal:
            messages.warning(request, refusal.message())
            return redirect(LIST)
        except Refusal as refusal:
            form.add_error("label", refusal.message())
        else:
            more = {"made": made, "token": token}
            return own_page(request, StaffToken, "made.html", _("Mã quản lý mới"), 200, **more)
    return form_page(request, StaffToken, _("Tạo mã quản lý"), form)


@require_POST
def revoke(request: HttpRequest, token: StaffToken) -> HttpResponse:
    """Make a token worthless; one that is so already stays as it is."""
    with write_together():
        if staff_tokens.revoke(token.pk):
            audit.note(request.user, token, STATE, lambda: [_("còn hiệu lực → đã thu hồi")])
    messages.success(request, _("Đã thu hồi mã của %(label)s.") % {"label": token.label})
    return redirect(address(token))


@admin.register(StaffToken)
class StaffTokenAdmin(ReadOnly):
    """Every token ever made, newest first; none shows its secret."""

    list_display = ("label", "state", "last_used", "created_at")
    list_filter = ("revoked_at", "created_at")
    search_fields = ("label",)
    ordering = ("-created_at", "-pk")
    fields = ("label", "scope", "state", "created_at", "last_used", "expires_on", "revoked_at")
    change_form_template = "admin/ledger/stafftoken/shown.html"
    make = staticmethod(make)
    pages: ClassVar = {"revoke": (revoke, "ledger.change_stafftoken")}

    @admin.display(description=gettext_lazy("dùng lần cuối"), ordering="last_used_on")
    def last_used(self, token: StaffToken) -> Any:
        return token.last_used_on or _("chưa dùng")

    @admin.display(description=gettext_lazy("tình trạng"), ordering="revoked_at")
    def state(self, token: StaffToken) -> str:
        if token.revoked_at:
            return _("đã thu hồi")
        expired = token.expires_on and token.expires_on < timezone.localdate()
        return _("đã hết hạn") if expired else _("còn hiệu lực")
