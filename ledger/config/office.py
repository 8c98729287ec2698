"""The admin site itself: Django's, with our name on it."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class OfficeConfig(AdminConfig):
    """Makes `Office` the site that everything is registered with."""

    default_site = "ledger.config.office.Office"


class Office(AdminSite):
    """All pages below /admin/."""

    site_header = _("Sổ điểm: quản trị")
    site_title = _("Sổ điểm: quản trị")
    index_title = _("Trang quản trị")
    enable_nav_sidebar = False

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """One's own new password, in one transaction with the line that says so."""
        from ledger.admin.audit import note_password  # which needs the site to be there

        with transaction.atomic():
            answer = super().password_change(request, extra_context)
            if request.method == "POST" and answer.status_code == 302:
                note_password(request.user)
        return answer
