"""Every change made in the admin is written down: who, what, old and new."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from tests.admin.people import PASSWORD, browser, lines_of, staff, superuser
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db

LOG = "/admin/admin/logentry/"


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def test_a_change_is_read_in_the_words_of_who_changed_it(owner: Client) -> None:
    session = a_table()
    form = {"amount": "4000", "reason": "x", "seen": "1"}
    owner.post(f"/admin/ledger/session/{session.pk}/bet-unit/", form)
    form = {"action": "close", "_selected_action": session.pk}
    owner.post("/admin/ledger/session/", form)
    english = browser(superuser("b"), "en")
    for address in (LOG, f"/admin/ledger/session/{session.pk}/history/"):
        page = owner.get(address).content.decode()
        assert "2.000 → 4.000" in page
        assert "đang mở → đã chốt sổ" in page
        page = english.get(address).content.decode()
        assert "Changed mức cược: 2.000 → 4.000." in page
    english.post("/admin/ledger/session/", form | {"action": "reopen"})
    assert "state: book closed → open" in english.get(LOG).content.decode()


def test_a_change_of_a_person_says_what_was_changed_but_no_password(owner: Client) -> None:
    user = staff("view_session")
    permission = user.user_permissions.get()
    other = Permission.objects.get(codename="view_round")
    form = {
        "username": "phó",
        "is_active": "on",
        "user_permissions": [permission.pk, other.pk],
    }
    assert owner.post(f"/admin/auth/user/{user.pk}/change/", form).status_code == 302
    changed = lines_of(LogEntry.objects.get())
    assert sorted(changed) == ["Staff status", "User permissions", "Username"]
    new = {"usable_password": "true", "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    assert owner.post(f"/admin/auth/user/{user.pk}/password/", new).status_code == 302
    assert User.objects.get(pk=user.pk).check_password(PASSWORD + "!")
    assert PASSWORD not in str(list(LogEntry.objects.values()))


def test_ones_own_new_password_is_written_down_without_it(owner: Client) -> None:
    form = {"old_password": PASSWORD, "new_password1": "khác-hẳn-1", "new_password2": "khác-hẳn-1"}
    wrong = form | {"old_password": "đoán"}
    assert owner.post("/admin/password_change/", wrong).status_code == 200
    assert LogEntry.objects.count() == 0
    assert owner.post("/admin/password_change/", form).status_code == 302
    assert User.objects.get(username="chu").check_password("khác-hẳn-1")
    assert "khác-hẳn-1" not in str(LogEntry.objects.values().get())
    assert "mật khẩu" in owner.get(LOG).content.decode()


def test_new_people_and_groups_are_written_down(owner: Client) -> None:
    form = {
        "username": "moi",
        "usable_password": "true",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    assert owner.post("/admin/auth/user/add/", form).status_code == 302
    assert owner.post("/admin/auth/group/add/", {"name": "quản lý"}).status_code == 302
    assert Group.objects.get().name == "quản lý"
    assert list(LogEntry.objects.values_list("object_repr", flat=True)) == ["quản lý", "moi"]


def test_the_log_is_seen_by_whom_it_may_be_and_changed_by_nobody(owner: Client) -> None:
    session = a_table()
    owner.post("/admin/ledger/session/", {"action": "close", "_selected_action": session.pk})
    line = LogEntry.objects.get()
    reader = browser(staff("view_logentry", "change_logentry", "delete_logentry"))
    assert reader.get(LOG).status_code == 200
    assert reader.get(f"{LOG}{line.pk}/change/").status_code == 200
    for client in (owner, reader):
        for address in ("change", "delete"):
            answer = client.post(f"{LOG}{line.pk}/{address}/", {"post": "yes"})
            assert answer.status_code == 403
    assert LogEntry.objects.get().change_message == line.change_message
