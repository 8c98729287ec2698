"""What a person or group may do is said in words, and only what opens something is offered."""

import re

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.utils.text import capfirst

from ledger.admin import people
from ledger.admin.people import ALLOWED
from tests.admin.people import browser, staff, superuser

pytestmark = pytest.mark.django_db

FORMS = ("auth/group/add/", "auth/user/{pk}/change/")
CHECKBOX = re.compile(
    r'<label[^>]*><input[^>]*name="(?:user_)?permissions"[^>]*>\s*([^<]+)</label>'
)


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def offered(client: Client, address: str) -> list[str]:
    page = client.get(f"/admin/{address.format(pk=User.objects.get(username='chu').pk)}")
    return CHECKBOX.findall(page.content.decode())


@pytest.mark.parametrize("address", FORMS)
def test_permissions_are_words_of_one_language(owner: Client, address: str) -> None:
    vietnamese = offered(owner, address)
    assert set(vietnamese) == {capfirst(words) for words in ALLOWED.values()}
    english = offered(browser(superuser("b"), "en"), address)
    assert len(english) == len(vietnamese)
    assert all(text.isascii() for text in english)


def test_every_permission_offered_is_there_and_can_be_given(owner: Client) -> None:
    pks = [permission.pk for permission in people.offered()]
    assert len(pks) == len(ALLOWED)
    form = {"name": "quản lý", "permissions": pks}
    assert owner.post("/admin/auth/group/add/", form).status_code == 302
    assert set(Group.objects.get().permissions.values_list("pk", flat=True)) == set(pks)


@pytest.mark.parametrize("codename", ["add_user", "delete_round", "change_session"])
def test_only_what_is_offered_can_be_given(owner: Client, codename: str) -> None:
    user = staff()
    rows = Permission.objects.filter(codename=codename).exclude(content_type__app_label="ledger")
    wanted = rows.first() or Permission.objects.get(codename=codename)
    form = {"username": "phu", "is_active": "on", "is_staff": "on", "user_permissions": wanted.pk}
    answer = owner.post(f"/admin/auth/user/{user.pk}/change/", form)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not user.user_permissions.exists()


def test_the_page_of_a_password_is_in_one_language(owner: Client) -> None:
    other = staff(name="phu")
    helps = {
        "vi": ("Người này có đăng nhập được", "mất luôn"),
        "en": ("Whether the user", "is lost"),
    }
    for language, words in helps.items():
        client = browser(superuser(language), language)
        page = client.get(f"/admin/auth/user/{other.pk}/password/").content.decode()
        assert [word in page for word in (*helps["vi"], *helps["en"])] == [
            word in words for word in (*helps["vi"], *helps["en"])
        ]


def test_people_are_found_without_marks(owner: Client) -> None:
    for name, last in (("a", "Đặng"), ("b", "Lan")):
        User.objects.filter(pk=staff(name=name).pk).update(last_name=last)
    page = owner.get("/admin/auth/user/?q=dang").content.decode()
    assert ("Đặng" in page, "Lan" in page) == (True, False)
