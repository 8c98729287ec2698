"""Who may log in here: for superusers only, or staff could make itself one."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Case, QuerySet, Value, When
from django.db.transaction import atomic
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

ALLOWED: dict[tuple[str, str], Promise] = {
    ("ledger", "view_session"): _("xem các bàn, kiểm sổ, tải bảng tổng"),
    ("ledger", "change_session"): _("đóng, mở lại bàn và đổi khoá"),
    ("ledger", "add_betunit"): _("đổi mức cược của bàn"),
    ("ledger", "add_ruleversion"): _("đổi luật của bàn"),
    ("ledger", "change_seat"): _("xoá tên ở bàn"),
    ("ledger", "view_round"): _("xem các ván"),
    ("ledger", "view_posting"): _("xem các lần ghi"),
    ("ledger", "view_entry"): _("xem các bút toán"),
    ("ledger", "view_savedrules"): _("xem các bộ luật cho mọi bàn"),
    ("ledger", "add_savedrules"): _("lập bộ luật cho mọi bàn"),
    ("ledger", "change_savedrules"): _("bỏ và lấy lại bộ luật cho mọi bàn"),
    ("ledger", "view_stafftoken"): _("xem các mã quản lý"),
    ("ledger", "add_stafftoken"): _("tạo mã quản lý, tức là cho đọc mọi bàn qua API"),
    ("ledger", "change_stafftoken"): _("thu hồi mã quản lý"),
    ("ledger", "view_group"): _("xem các nhóm chơi và tên trong nhóm"),
    ("ledger", "delete_group"): _("xoá nhóm chơi cùng tên trong nhóm"),
    ("admin", "view_logentry"): _("xem ai đã đổi gì"),
}
"""Every permission that opens something here, by app and codename; the others open nothing."""


def offered() -> "QuerySet[Permission]":
    """The permissions of ALLOWED, in its order."""
    cases = [
        When(content_type__app_label=app, codename=name, then=Value(at))
        for at, (app, name) in enumerate(ALLOWED)
    ]
    known = Permission.objects.annotate(at=Case(*cases)).filter(at__isnull=False)
    return known.select_related("content_type").order_by("at")


class PermissionsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as ModelAdmin
    """Permissions to tick."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, permission: Any) -> str:
        words = ALLOWED[permission.content_type.app_label, permission.codename]
        return capfirst(str(words))


class OwnersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # as ReadOnly
    """For superusers; whoever did something stays on record, so nobody is deleted."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    has_module_permission = has_view_permission
    has_add_permission = has_view_permission
    has_change_permission = has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        """Permissions as words to tick; anything else as Django has it."""
        if db_field.related_model is not Permission:
            return super().formfield_for_manytomany(db_field, request, **kwargs)
        return db_field.formfield(form_class=PermissionsField, queryset=offered())


admin.site.unregister([User, Group, StaticDevice, TOTPDevice])  # codes are nobody else's to see


@admin.register(User)
class PersonAdmin(OwnersOnly, UserAdmin):  # type: ignore[type-arg]
    """People who may log in."""

    readonly_fields = ("last_login", "date_joined")
    filter_horizontal = ()

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Somebody else's new password, in one transaction with the line that says so."""
        with atomic():
            return super().user_change_password(request, id, form_url)


@admin.register(Group)
class PermissionGroupAdmin(OwnersOnly, GroupAdmin):
    """What several people may do."""

    filter_horizontal = ()
