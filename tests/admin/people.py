"""Who may come to the admin pages, and with what."""

import json

from django.contrib.admin.models import LogEntry
from django.contrib.auth import login
from django.contrib.auth.models import Permission, User
from django.http import HttpRequest
from django.test import Client

from ledger.admin.login import COOKIE, AdminSession

PASSWORD = "sổ-điểm-của-nhà-An"


def superuser(name: str = "chu") -> User:
    return User.objects.create_superuser(name, password=PASSWORD)


def staff(*permissions: str, name: str = "phu") -> User:
    """Somebody who may log in and has these permissions, such as "view_session"."""
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    ours = Permission.objects.filter(
        codename__in=permissions, content_type__app_label__in=["admin", "auth", "ledger"]
    )
    user.user_permissions.set(ours)
    return user


def browser(user: User | None, language: str = "vi") -> Client:
    """A browser with the session of somebody who gave the password, or a stranger's."""
    client = Client(headers={"accept-language": language})
    if user:
        request = HttpRequest()
        request.session = AdminSession()
        login(request, user)
        request.session.save()
        client.cookies[COOKIE] = request.session.session_key
    return client


def logged_in(user: User) -> Client:
    """A browser that came in by the login page."""
    client = browser(None)
    form = {"username": user.username, "password": PASSWORD}
    assert client.post("/admin/login/?next=/admin/", form).status_code == 302
    return client


def lines_of(entry: LogEntry) -> list[str]:
    """What a line of the log says was changed; "" of what was added or deleted."""
    changes = json.loads(entry.change_message or "[{}]")
    return [line for change in changes for line in change.get("changed", {}).get("fields", [""])]
