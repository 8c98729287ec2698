"""A second factor for whoever wants one: six digits from a phone (TOTP, RFC 6238).

Who has switched it on is asked for it after the password, and sees nothing before. Codes to
keep on paper open once each; `manage.py addstatictoken NAME` makes one more on the machine.
"""

from base64 import b32encode
from typing import Any

import django_otp
from django import forms
from django.contrib import admin
from django.contrib.auth.views import LoginView
from django.db.transaction import atomic
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop
from django.views.decorators.http import require_http_methods
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.access.links import qr
from ledger.admin import audit, login

FIELD = gettext_noop("lớp bảo vệ thứ hai")
PAPER_CODES = 8
CODES = "codes for paper"
"""Where new codes lie in the session until the page has shown them, once."""
ASKED = _("Mã trên điện thoại hay trên giấy")
AS_TYPED = {"autocapitalize": "off", "autocomplete": "one-time-code", "autofocus": True}
WRONG = _("Mã này sai hoặc đã dùng rồi. Chờ mã mới trên điện thoại, hay gõ mã khác trên giấy.")


class CodeForm(forms.Form):
    """A code from the phone or from paper."""

    code = forms.CharField(label=ASKED, max_length=24, widget=forms.TextInput(AS_TYPED))

    def typed(self) -> str:
        return "".join(self.cleaned_data["code"].lower().split())


def is_due(request: HttpRequest) -> bool:
    """Whether this visitor has given the password, and not yet the code that belongs to it."""
    user, given = request.user, getattr(request.user, "otp_device", None)
    return user.is_authenticated and not given and django_otp.user_has_device(user)


def ask(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """The page between the password and the admin pages; raises TooMany."""
    form = CodeForm(request.POST if "code" in request.POST else None)
    if form.is_valid() and _verified(request, form):
        return redirect(LoginView(request=request, next_page="admin:index").get_success_url())
    return _page(request, "admin/code.html", form, title=ASKED)


@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: HttpRequest) -> HttpResponse:
    """Where somebody switches it on, with a code, then off or to new paper; raises TooMany."""
    on = django_otp.user_has_device(request.user)
    act = request.POST.get("act", "on") if request.method == "POST" else None
    form = CodeForm(request.POST if act in (("off", "paper") if on else ("on",)) else None)
    if on:
        if form.is_valid() and _verified(request, form):
            (_switch_off if act == "off" else _renew_paper)(request)
            return redirect("admin:second_factor")
        shown = {"on": True, "codes": request.session.pop(CODES, None)}
        return _page(request, "admin/second_factor.html", form, **shown)
    device, _new = TOTPDevice.objects.get_or_create(user=request.user, confirmed=False)
    if form.is_valid() and _switched_on(request, form, device):
        return redirect("admin:second_factor")
    secret = b32encode(device.bin_key).decode()
    shown = {"secret": secret, "qr": qr(device.config_url)}
    return _page(request, "admin/second_factor.html", form, **shown)


def _verified(request: HttpRequest, form: CodeForm) -> bool:
    """Whether the code is right; then this session has given it. Counted like passwords."""
    name = request.user.get_username()
    login.count(request, name, login.CODE)
    device = django_otp.match_token(request.user, form.typed())
    if device is None:
        form.add_error("code", WRONG)
        return False
    login.give_back(request, name, login.CODE)
    request.session.cycle_key()
    django_otp.login(request, device)
    return True


def _switched_on(request: HttpRequest, form: CodeForm, device: TOTPDevice) -> bool:
    """Whether the first code was right: then it is on, with codes for paper."""
    with atomic():
        if not device.verify_token(form.typed()):
            form.add_error("code", WRONG)
            return False
        device.confirmed = True
        device.save()
        audit.note(request.user, device.user, FIELD, gettext("tắt → bật"))
        _renew_paper(request)
    django_otp.login(request, device)
    return True


def _renew_paper(request: HttpRequest) -> None:
    with atomic():
        paper, _new = StaticDevice.objects.get_or_create(user=request.user, name=CODES)
        codes = [StaticToken.random_token() for _number in range(PAPER_CODES)]
        paper.token_set.all().delete()
        paper.token_set.bulk_create(StaticToken(device=paper, token=code) for code in codes)
        audit.note(request.user, paper.user, FIELD, gettext("mã giấy mới"))
    request.session[CODES] = codes


def _switch_off(request: HttpRequest) -> None:
    with atomic():
        for device in list(django_otp.devices_for_user(request.user, confirmed=None)):
            device.delete()
        audit.note(request.user, device.user, FIELD, gettext("bật → tắt"))


def _page(request: HttpRequest, template: str, form: CodeForm, **more: Any) -> HttpResponse:
    context = admin.site.each_context(request) | {"title": _("Bảo vệ hai lớp"), "form": form}
    return render(request, template, context | more, status=422 if form.errors else 200)
