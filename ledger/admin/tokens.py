"""Staff tokens: made here and shown once, listed for good, revoked by an action of the list."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from ledger.access import staff_tokens
from ledger.admin import audit
from ledger.admin.readonly import Either, FindsNames, ReadOnly, own_page
from ledger.common.clean_text import cleaned
from ledger.common.refusals import Refusal, TokenMadeBefore
from ledger.database.transactions import write_together
from ledger.models import StaffToken

STATE = gettext_noop("tình trạng")


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]  # as ReadOnly
    """Whose the new token is."""

    label = forms.CharField(
        label=gettext_lazy("Của ai"),
        max_length=staff_tokens.LABEL_LIMIT,
        help_text=gettext_lazy("Người hay chương trình giữ mã, ví dụ “Chị Hà”, “máy ở quầy”."),
    )
    expires_on = forms.DateField(
        label=gettext_lazy("Hết hạn"),
        required=False,
        initial=lambda: timezone.localdate() + timedelta(days=365),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Ngày cuối mã còn mở được. Để trống thì không hết hạn."),
    )
    submission_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    class Meta:
        model = StaffToken
        fields = ("label", "scope", "expires_on")

    class Media:
        js = (forms.Script("ledger/send_once.js", type="module"),)

    def clean_label(self) -> str:
        try:
            return cleaned(self.cleaned_data["label"], staff_tokens.LABEL_LIMIT)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message()) from refusal

    def validate_unique(self) -> None:
        """A form that is sent again is refused when the token is made."""


class TokenState(Either):
    """Tokens that were not revoked, and those that were."""

    title, parameter_name = gettext_lazy("tình trạng"), "revoked_at__isnull"
    words = gettext_lazy("chưa thu hồi"), gettext_lazy("đã thu hồi")


@admin.register(StaffToken)
class StaffTokenAdmin(FindsNames, ReadOnly):
    """Every token ever made, newest first; none shows its secret."""

    list_display = ("label", "state", "last_used", "created_at")
    list_filter = (TokenState, "created_at")
    search_fields = ("label",)
    ordering = ("-created_at", "-pk")
    fields = ("label", "scope", "state", "created_at", "last_used", "expires_on", "revoked_at")
    form = TokenForm
    actions: Any = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        may_read = bool(request.user.has_perm(staff_tokens.READ_TABLES))
        return may_read and self.allows(request, "add")

    def formfield_for_choice_field(self, db_field: Any, request: Any, **options: Any) -> Any:
        """Only what the visitor may do in the admin too."""
        rights = staff_tokens.RIGHTS.items()
        allowed = {scope for scope, right in rights if request.user.has_perms(right)}
        options["choices"] = [each for each in db_field.choices if each[0] in allowed]
        return super().formfield_for_choice_field(db_field, request, **options)

    def get_fields(self, request: HttpRequest, obj: object = None) -> Any:
        return self.fields if obj else list(TokenForm.base_fields)

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A new token; the form sent again, by a reload too, makes none and leads to the list."""
        buttons = {"show_save_and_add_another": False, "show_save_and_continue": False}
        try:
            return super().add_view(request, extra_context=buttons)
        except TokenMadeBefore as refusal:
            messages.warning(request, refusal.message())
            return redirect("admin:ledger_stafftoken_changelist")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        made, obj.token = staff_tokens.make(**form.cleaned_data)
        obj.pk = made.pk

    def response_add(self, request: HttpRequest, obj: Any, *args: object) -> HttpResponse:
        """The only showing: with a redirect it would have to wait somewhere for the next page."""
        return own_page(request, StaffToken, "stafftoken/made.html", _("Mã quản lý mới"), made=obj)

    @admin.action(description=gettext_lazy("Thu hồi"), permissions=["run"])
    def revoke(self, request: HttpRequest, tokens: Any) -> None:
        """Make tokens worthless; those that are so already stay as they are."""
        with write_together():
            for token in tokens:
                if staff_tokens.revoke(token.pk):
                    audit.note(request.user, token, STATE, _("còn hiệu lực → đã thu hồi"))
        labels = ", ".join(token.label for token in tokens)
        self.message_user(request, _("Đã thu hồi mã của %(label)s.") % {"label": labels})

    @admin.display(description=gettext_lazy("dùng lần cuối"), ordering="last_used_on")
    def last_used(self, token: StaffToken) -> date | str:
        return token.last_used_on or _("chưa dùng")

    @admin.display(description=gettext_lazy("tình trạng"), ordering="revoked_at")
    def state(self, token: StaffToken) -> str:
        if token.revoked_at:
            return _("đã thu hồi")
        if token.expires_on and token.expires_on < timezone.localdate():
            return _("đã hết hạn")
        may = staff_tokens.maker_may(token)
        return _("còn hiệu lực") if may else _("người tạo không còn quyền")
