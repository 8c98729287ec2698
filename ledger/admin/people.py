"""Who may log in here: for superusers only, or staff could make itself one."""

import json
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from ledger.admin.audit import message

SECRET = ("password", "password1", "password2", "usable_password")


class OwnersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # cannot be subscribed at run time
    """For superusers; whoever did something stays on record, so nobody is deleted."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """What Django writes down, with old → new beside it; of a password only that it changed."""
        changed = [name for name in form.changed_data if name in form.fields]
        if add or not changed or any(name in SECRET for name in changed):
            return super().construct_change_message(request, form, formsets, add)
        said = message("", lambda: [_became(form, name) for name in changed])
        said[0]["changed"]["fields"] = [str(form.fields[name].label) for name in changed]
        return json.dumps(said, ensure_ascii=False)


def _became(form: "ModelForm[Any]", name: str) -> str:
    old, new = form.initial.get(name), form.cleaned_data[name]
    return f"{form.fields[name].label}: {_shown(old)} → {_shown(new)}"


def _shown(value: Any) -> str:
    """A value in a line of text, "–" where there is none."""
    if isinstance(value, QuerySet | list | tuple):
        return ", ".join(sorted(str(each) for each in value)) or "–"
    return "–" if value is None or value == "" else str(value)


admin.site.unregister([User, Group])


@admin.register(User)
class PersonAdmin(OwnersOnly, UserAdmin):  # type: ignore[type-arg]
    """People who may log in."""

    readonly_fields = ("last_login", "date_joined")
    filter_horizontal = ()

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Somebody else's new password, in one transaction with the line that says so."""
        with transaction.atomic():
            return super().user_change_password(request, id, form_url)


@admin.register(Group)
class PermissionGroupAdmin(OwnersOnly, GroupAdmin):
    """What several people may do."""

    filter_horizontal = ()
