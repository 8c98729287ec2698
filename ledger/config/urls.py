"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

handler400 = "ledger.web.errors.bad_request"
handler404 = "ledger.web.errors.not_found"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("ledger.api.urls")),
    path("", include("ledger.web.urls")),
]
