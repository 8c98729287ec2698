"""Who may log in here: for superusers only, or staff could make itself one."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, SetUnusablePasswordMixin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import QuerySet
from django.db.transaction import atomic
from django.http import HttpRequest
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.admin.readonly import FindsNames

OURS = ("ledger", "admin")
ALLOWED = {
    "view_session": _("xem các bàn, kiểm sổ, tải bảng tổng"),
    "change_session": _("chốt sổ, mở lại bàn, đổi khoá, tức là ghi được ở bàn"),
    "add_betunit": _("đổi mức cược của bàn"),
    "add_ruleversion": _("đổi luật của bàn"),
    "change_seat": _("xoá tên ở bàn"),
    "view_round": _("xem các ván"),
    "change_round": _("huỷ ván, ghi lại ván đã huỷ"),
    "view_posting": _("xem các lần ghi"),
    "view_entry": _("xem các bút toán, tải sổ"),
    "view_savedrules": _("xem các bộ luật cho mọi bàn"),
    "add_savedrules": _("lập bộ luật cho mọi bàn"),
    "change_savedrules": _("bỏ và lấy lại bộ luật cho mọi bàn"),
    "change_houseterms": _("đặt luật và mức cược mời sẵn cho bàn mới (cần xem được các bộ luật)"),
    "view_stafftoken": _("xem các mã quản lý"),
    "add_stafftoken": _("tạo mã quản lý: người xem được các bàn cho máy khác đọc mọi bàn qua API"),
    "change_stafftoken": _("thu hồi mã quản lý"),
    "view_group": _("xem các nhóm chơi và tên trong nhóm"),
    "delete_group": _("xoá nhóm chơi cùng tên trong nhóm"),
    "view_logentry": _("xem ai đã đổi gì"),
}
"""Every permission that opens something here, by codename; the others open nothing."""


def offered() -> "QuerySet[Permission]":
    """The permissions of ALLOWED."""
    return Permission.objects.filter(codename__in=ALLOWED, content_type__app_label__in=OURS)


class PermissionsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as ModelAdmin
    """Permissions to tick."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, permission: Permission) -> str:
        return capfirst(str(ALLOWED[permission.codename]))


class OwnersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # as ReadOnly
    """For superusers; whoever did something stays on record, so nobody is deleted."""

    show_facets = admin.ShowFacets.NEVER

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.is_superuser

    has_module_permission = has_view_permission
    has_add_permission = has_view_permission
    has_change_permission = has_view_permission

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        """Permissions as words to tick; anything else as Django has it."""
        if db_field.related_model is not Permission:
            return super().formfield_for_manytomany(db_field, request, **kwargs)
        return db_field.formfield(form_class=PermissionsField, queryset=offered())


admin.site.unregister([User, Group, StaticDevice, TOTPDevice])  # codes are nobody else's to see


class NewPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # as ReadOnly
    """Django's, in the language of the page: its own help is translated once, at the start."""

    usable_password_help_text = format_lazy(  # type: ignore[assignment]  # as good as a str
        '{}<ul id="id_unusable_warning" class="messagelist"><li class="warning">{}</li></ul>',
        SetUnusablePasswordMixin.usable_password_help_text,
        _("Chọn “Không” thì mật khẩu đang dùng mất luôn."),
    )


@admin.register(User)
class PersonAdmin(FindsNames, OwnersOnly, UserAdmin):  # type: ignore[type-arg]
    """People who may log in."""

    change_password_form = NewPasswordForm
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
