"""Groups in the admin: looked at by who may, deleted with all their names and written down."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Group, Member, Session
from ledger.people import groups
from tests.admin.people import browser, staff, superuser
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db

LIST = "/admin/ledger/group/"


@pytest.fixture
def group() -> Group:
    return groups.make("Nhóm nhà Hà", a_table(), submission_id=uuid4(), by=ON_THE_MACHINE)


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def drop(client: Client, group: Group, sure: str = "yes") -> Any:
    """Django's own page asks first; its button sends `sure`."""
    return client.post(f"{LIST}{group.pk}/delete/", {"post": sure} if sure else {}, follow=True)


def test_a_group_is_shown_with_its_people_and_tables(group: Group) -> None:
    client = browser(staff("view_group"))
    assert "Nhóm nhà Hà" in read(client, LIST)
    shown = read(client, f"{LIST}{group.pk}/change/")
    assert "Bình" in shown
    assert f"/admin/ledger/session/{Session.objects.get().pk}/change/" in shown
    assert "/delete/" not in shown
    assert drop(client, group).status_code == 403


def test_the_list_asks_as_often_for_many_as_for_one(group: Group) -> None:
    client, asked = browser(superuser()), []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            read(client, LIST)
        asked.append(len(queries))
        groups.make("", a_table(), submission_id=uuid4(), by=ON_THE_MACHINE)
    assert asked[1] == asked[2]


def test_a_group_is_deleted_with_its_names_and_it_is_written_down(group: Group) -> None:
    client = browser(staff("view_group", "delete_group", "view_logentry"))
    assert f"/admin/ledger/group/{group.pk}/delete/" in read(client, f"{LIST}{group.pk}/change/")
    asked = read(client, f"{LIST}{group.pk}/delete/")
    assert "Nhóm “Nhóm nhà Hà” và 4 tên trong nhóm mất hẳn" in asked
    assert "An, Bình, Cúc, Dũng" in asked
    assert "1 bàn tính cho nhóm còn nguyên" in asked
    assert drop(client, group, "").status_code == 200
    assert Group.objects.count() == 1
    assert drop(client, group).redirect_chain == [("/admin/", 302)]
    assert (Group.objects.count(), Member.objects.count()) == (0, 0)
    line = LogEntry.objects.get()
    assert line.object_repr == group.pk, "the name of the group is gone here too"
    shown = read(client, "/admin/admin/logentry/")
    assert group.pk in shown
    assert line.is_deletion()
    newest = Session.objects.get().changes.latest("number")
    assert (newest.kind, newest.link) == ("ungrouped", "admin")
    assert drop(client, group).redirect_chain == [("/admin/", 302)]


def test_what_cannot_be_written_down_does_not_happen(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the log is full")

    client = browser(superuser())
    monkeypatch.setattr(LogEntry.objects, "create", fail)
    with pytest.raises(RuntimeError):
        drop(client, group)
    assert Group.objects.count() == 1
