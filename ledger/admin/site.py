"""The admin site itself: Django's, with our name on it."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _


class LedgerAdminSite(AdminSite):
    """All pages below /admin/. What needs models is imported late: the site is there first."""

    site_header = _("Sổ điểm: quản trị")
    site_title = _("Sổ điểm: quản trị")
    index_title = _("Trang quản trị")
    enable_nav_sidebar = False

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The login page; 429 after too many wrong passwords, whatever this one is."""
        from ledger.access.limits import TooMany
        from ledger.admin import second_factor
        from ledger.admin.login import LoginForm, remember_browser

        self.login_form = LoginForm
        try:
            asked = second_factor.is_due(request)
            view = second_factor.ask if asked else super().login
            answer = view(request, extra_context)
        except TooMany as locked:
            return self._locked(request, locked.wait)
        if answer.status_code == 302 and not second_factor.is_due(request):
            remember_browser(request, answer, request.user.get_username())
        return answer

    def has_permission(self, request: HttpRequest) -> bool:
        """Django's, and the code from the phone where somebody has switched that on."""
        from ledger.admin import second_factor

        return super().has_permission(request) and not second_factor.is_due(request)

    def get_urls(self) -> list[Any]:
        from ledger.admin import dashboard, second_factor

        own = [
            path("check/", self.admin_view(dashboard.check_all), name="check_all"),
            path("second-factor/", self._guarded(second_factor.switch), name="second_factor"),
        ]
        return own + super().get_urls()

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The list of pages below what an operator looks for first."""
        from ledger.admin.dashboard import shown

        return super().index(request, shown(request) | (extra_context or {}))

    def _guarded(self, view: Callable[[HttpRequest], HttpResponse]) -> Any:
        """The page for who is logged in; 429 after too many wrong codes."""
        from ledger.access.limits import TooMany

        def answer(request: HttpRequest) -> HttpResponse:
            try:
                return view(request)
            except TooMany as locked:
                return self._locked(request, locked.wait)

        return self.admin_view(answer)

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """One's own new password; the old one is guessed as seldom as at the login."""
        from ledger.access.limits import TooMany
        from ledger.admin import login

        if request.method != "POST":
            return super().password_change(request, extra_context)
        try:
            login.count(request, request.user.get_username())
        except TooMany as locked:
            return self._locked(request, locked.wait)
        answer = self._change_password(request, extra_context)
        if answer.status_code == 302 or not answer.context_data["form"].has_error("old_password"):
            login.give_back(request, request.user.get_username())
        return answer

    def _change_password(self, request: HttpRequest, extra_context: dict[str, Any] | None) -> Any:
        """In one transaction with the line that says so."""
        from django.db.transaction import atomic

        from ledger.admin.audit import note_password
        from ledger.database.transactions import retry

        @retry
        def change() -> Any:
            with atomic():
                answer = super(LedgerAdminSite, self).password_change(request, extra_context)
                if answer.status_code == 302:
                    note_password(request.user)
                return answer

        return change()

    def _locked(self, request: HttpRequest, wait: int) -> HttpResponse:
        answer = render(request, "admin/locked.html", self.each_context(request), status=429)
        answer["Retry-After"] = str(wait)
        add_never_cache_headers(answer)
        return answer
