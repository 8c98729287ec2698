"""The page of a session on which names are cleared that should be forgotten."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods

from ledger.admin import audit
from ledger.admin.readonly import address, form_page
from ledger.models import Seat, Session
from ledger.tables import sessions

NAMES = gettext_noop("tên")


class NamesForm(forms.Form):
    """Whose names are to be forgotten."""

    seats = forms.ModelMultipleChoiceField(
        Seat.objects.none(),
        to_field_name="number",
        label=gettext_lazy("Xoá tên của"),
        help_text=gettext_lazy("Lời báo sai của bàn cũng bị xoá."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    table = forms.BooleanField(label=gettext_lazy("Xoá cả tên bàn"), required=False)

    def __init__(self, session: Session, data: QueryDict | None) -> None:
        super().__init__(data)
        named = session.seats.exclude(name="")
        self.fields["seats"].queryset = named  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data["seats"] and not self.cleaned_data["table"]:
            raise forms.ValidationError(_("Chọn ít nhất một tên."))
        return self.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, session: Session) -> HttpResponse:
    """Clear names; the ledger knows seats by number only and stays as it is."""
    form = NamesForm(session, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return form_page(request, Session, _("Xoá tên"), form, session=session)
    seats = [seat.number for seat in form.cleaned_data["seats"]]
    table = form.cleaned_data["table"]
    anew = audit.done(
        session,
        lambda: sessions.forget_names(session.pk, seats, table=table, by=audit.BY_ADMIN),
        lambda now: audit.note(request.user, now, NAMES, *_cleared(now)),
    )
    messages.success(request, _("Đã xoá tên.") if anew else _("Những tên này đã xoá từ trước."))
    return redirect(address(session))


def _cleared(session: Session) -> list[str]:
    """What the newest line of the table's own log says was cleared."""
    cleared = session.changes.latest("number").details
    lines = [_("đã xoá, ghế %(number)s") % {"number": number} for number in cleared["seats"]]
    if cleared["table"]:
        lines.append(_("đã xoá, của bàn"))
    return lines or [_("đã xoá, trong lời báo sai")]
