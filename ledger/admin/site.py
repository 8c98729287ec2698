"""The admin site itself: Django's, with our name on it."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
        from ledger.admin.login import LoginForm

        self.login_form = LoginForm
        try:
            return super().login(request, extra_context)
        except TooMany as locked:
            return self._locked(request, locked.wait)

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
