"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

handler404 = "ledger.web.errors.not_found"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("ledger.web.urls")),
]
