"""What may be allowed to a person or a group, in words: Django's own names mix two languages."""

from typing import Any

from django import forms
from django.contrib.auth.models import Permission
from django.db.models import Case, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

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


def said(permission: Permission) -> str:
    """What it allows; one that opens nothing by Django's own name."""
    words = ALLOWED.get((permission.content_type.app_label, permission.codename))
    return str(words or permission)


class PermissionsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as ModelAdmin
    """Permissions to tick."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, permission: Any) -> str:
        return capfirst(said(permission))
