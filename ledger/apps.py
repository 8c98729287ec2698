from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps
from django.utils.translation import gettext_lazy as _

ADMIN_PAGES = ("groups", "journal", "people", "rule_sets", "sessions", "tokens")


class LedgerConfig(AppConfig):
    name = "ledger"
    verbose_name = _("Sổ điểm")


class LedgerAdminConfig(apps.AdminConfig):
    """Makes `LedgerAdminSite` the site that every admin page is registered with."""

    default = False
    default_site = "ledger.admin.site.LedgerAdminSite"

    def ready(self) -> None:
        super().ready()
        for name in ADMIN_PAGES:
            import_module(f"ledger.admin.{name}")
