"""The admin site itself: Django's, with our name on it."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.models import CHANGE
from django.db.transaction import atomic
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _

from ledger import __version__
from ledger.admin import audit, dashboard, login, second_factor
from ledger.common.strict_json import Object
from ledger.database.transactions import retry


class LedgerAdminSite(AdminSite):
    """All pages below /admin/. Nothing that it imports registers pages: this comes first."""

    site_header = _("Sổ điểm: quản trị")
    site_title = _("Sổ điểm: quản trị")
    index_title = _("Trang quản trị")
    enable_nav_sidebar = False
    login_form = login.LoginForm

    @retry
    def login(self, request: HttpRequest, extra_context: Object | None = None) -> HttpResponse:
        """The login page; raises TooMany after too many wrong passwords, whatever this one is."""
        view = second_factor.ask if second_factor.is_due(request) else super().login
        answer = view(request, extra_context)
        if answer.status_code == 302 and not second_factor.is_due(request):
            login.remember_browser(request, answer, request.user.get_username())
        return answer

    def each_context(self, request: HttpRequest) -> Object:
        """Django's, and the version for the foot of each page."""
        return super().each_context(request) | {"version": __version__}

    def has_permission(self, request: HttpRequest) -> bool:
        """Django's, and the code from the phone where somebody has switched that on."""
        return super().has_permission(request) and not second_factor.is_due(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Django's; the whole page again where somebody else was in the way of what it wrote."""
        return super().admin_view(retry(view), cacheable)

    def get_urls(self) -> list[Any]:
        own = [
            path("check/", self.admin_view(dashboard.check_all), name="check_all"),
            path("status/", self.admin_view(dashboard.status), name="status"),
            path("second-factor/", self.admin_view(second_factor.switch), name="second_factor"),
        ]
        return own + super().get_urls()

    def index(self, request: HttpRequest, extra_context: Object | None = None) -> Any:
        """The list of pages below what an operator looks for first."""
        return super().index(request, dashboard.shown(request) | (extra_context or {}))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """One's own new password; the old one is guessed as seldom as at the login."""
        if request.method != "POST":
            return super().password_change(request, extra_context)
        login.count(request, request.user.get_username())
        with atomic():
            answer: Any = super().password_change(request, extra_context)
            if answer.status_code == 302:
                user: Any = request.user
                audit.write(user, user, CHANGE, [{"changed": {"fields": ["password"]}}])
        if answer.status_code == 302 or not answer.context_data["form"].has_error("old_password"):
            login.give_back(request, request.user.get_username())
        return answer
