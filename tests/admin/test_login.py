"""There is no admin until somebody runs the place, and its session is its own."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as BrowserSession
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.models import Allowance
from tests.admin.people import PASSWORD, browser, logged_in, staff, superuser
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


def test_without_staff_there_is_no_admin(client: Client) -> None:
    for path in ("", "login/", "logout/", "ledger/session/", "nowhere/", "jsi18n/"):
        for method in ("get", "post", "head", "put", "delete", "options"):
            assert getattr(client, method)(f"/admin/{path}").status_code == 404, path


def test_the_way_to_the_admin_leads_nowhere_either_without_staff(client: Client) -> None:
    assert client.get("/admin", follow=True).status_code == 404
    superuser()
    answer = client.get("/admin")
    assert (answer.status_code, answer.headers["location"]) == (301, "/admin/")


def test_the_login_page_speaks_either_language(client: Client) -> None:
    superuser()
    page = client.get("/admin/login/", headers={"accept-language": "vi"}).content.decode()
    assert 'name="language" value="en"' in page


def test_who_was_dismissed_leaves_no_admin_behind(client: Client) -> None:
    user = superuser()
    assert client.get("/admin/login/").status_code == 200
    user.is_active = False
    user.save()
    assert client.get("/admin/login/").status_code == 404


def test_a_user_who_is_no_staff_opens_nothing() -> None:
    superuser()
    user = staff(name="khach")
    user.is_staff = False
    user.save()
    client = Client()
    form = {"username": "khach", "password": PASSWORD}
    assert client.post("/admin/login/", form).status_code == 200
    assert client.get("/admin/").status_code == 302


def test_the_admin_knows_its_own_cookie_only() -> None:
    client = logged_in(superuser())
    cookie = client.cookies["admin"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/admin/", True, "Strict")
    assert cookie["max-age"] == ""
    assert "tables" not in client.cookies
    assert client.get("/admin/").status_code == 200


def test_a_phone_keeps_its_tables_whatever_happens_in_the_admin() -> None:
    session = open_table()
    client, user = phone(session), superuser()
    before = client.cookies["tables"].value
    client.post("/admin/login/", {"username": user.username, "password": PASSWORD})
    assert client.get("/admin/").status_code == 200
    client.post("/admin/logout/")
    assert client.cookies["tables"].value == before
    assert client.get(f"/t/{session.pk}/").status_code == 200


def test_logging_out_ends_the_session_wherever_its_cookie_went() -> None:
    client = logged_in(superuser())
    thief = Client()
    thief.cookies["admin"] = client.cookies["admin"].value
    assert thief.get("/admin/").status_code == 200
    client.post("/admin/logout/")
    assert client.cookies["admin"].value == ""
    assert thief.get("/admin/").status_code == 302
    assert BrowserSession.objects.count() == 0


def test_an_admin_session_ends_after_twelve_hours() -> None:
    logged_in(superuser())
    left = BrowserSession.objects.get().expire_date - timezone.now()
    assert timedelta(hours=11, minutes=59) < left <= timedelta(hours=12)


def test_no_page_of_a_table_asks_who_is_logged_in(django_assert_num_queries: Any) -> None:
    session = open_table()
    client = phone(session)
    client.cookies["admin"] = logged_in(superuser()).cookies["admin"].value
    with django_assert_num_queries(4):
        client.get(f"/t/{session.pk}/share/")


def test_five_wrong_passwords_lock_the_name_and_the_address() -> None:
    superuser()
    other = staff()
    client = Client(headers={"accept-language": "vi"})
    wrong = {"username": "chu", "password": "x"}
    answers = [client.post("/admin/login/", wrong).status_code for _ in range(7)]
    assert answers == [200, 200, 200, 200, 200, 429, 429]
    locked = client.post("/admin/login/", {"username": "chu", "password": PASSWORD})
    assert (locked.status_code, 0 < int(locked["Retry-After"]) <= 900) == (429, True)
    assert "Quá nhiều lần" in locked.content.decode()
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert elsewhere.post("/admin/login/", wrong | {"password": PASSWORD}).status_code == 429
    form = {"username": other.username, "password": PASSWORD}
    assert client.post("/admin/login/", form).status_code == 429
    assert elsewhere.post("/admin/login/", form).status_code == 302


def test_an_account_of_ones_own_buys_no_guesses_at_another() -> None:
    superuser()
    own = {"username": staff().username, "password": PASSWORD}
    looked_at = 0
    for _ in range(4):
        for _ in range(4):
            answer = Client().post("/admin/login/", {"username": "chu", "password": "x"})
            looked_at += answer.status_code == 200
        Client().post("/admin/login/", own)
    assert looked_at == 5


def test_who_was_right_has_all_tries_at_the_own_name_again() -> None:
    user = superuser()
    for at in range(6):
        client = Client(REMOTE_ADDR=f"203.0.113.{at}")
        for _ in range(4):
            client.post("/admin/login/", {"username": "chu", "password": "x"})
        right = client.post("/admin/login/", {"username": user.username, "password": PASSWORD})
        assert right.status_code == 302


@pytest.mark.parametrize("spelling", [" chu", "chu\u3000", "ｃｈｕ"])
def test_another_spelling_of_a_name_is_the_same_name(spelling: str) -> None:
    superuser()
    for at in range(5):
        client = Client(REMOTE_ADDR=f"203.0.113.{at}")
        client.post("/admin/login/", {"username": spelling, "password": "x"})
    right = {"username": "chu", "password": PASSWORD}
    assert Client(REMOTE_ADDR="203.0.113.9").post("/admin/login/", right).status_code == 429


def test_a_try_that_was_not_looked_at_costs_nothing() -> None:
    superuser()
    for _ in range(20):
        Client().post("/admin/login/", {"username": "chu", "password": ""})
        Client(REMOTE_ADDR="203.0.113.9").get("/admin/login/")
    assert logged_in(User.objects.get(username="chu"))


def test_the_old_password_is_guessed_five_times_at_most() -> None:
    client = logged_in(superuser())
    new = {"new_password1": "khác-hẳn-1", "new_password2": "khác-hẳn-1"}
    answers = [
        client.post("/admin/password_change/", new | {"old_password": "x"}).status_code
        for _ in range(7)
    ]
    assert answers == [200, 200, 200, 200, 200, 429, 429]
    locked = client.post("/admin/password_change/", new | {"old_password": PASSWORD})
    assert locked.status_code == 429
    assert User.objects.get(username="chu").check_password(PASSWORD)


def test_a_new_password_that_is_refused_costs_no_try() -> None:
    client = logged_in(superuser())
    form = {"old_password": PASSWORD, "new_password1": "ngắn", "new_password2": "ngắn"}
    answers = {client.post("/admin/password_change/", form).status_code for _ in range(7)}
    assert answers == {200}


def test_who_is_locked_out_can_be_let_in() -> None:
    user = superuser()
    for _ in range(5):
        Client().post("/admin/login/", {"username": "chu", "password": "x"})
    call_command("reset_limits")
    assert logged_in(user).get("/admin/").status_code == 200


def test_a_visitor_cannot_pass_for_another_address() -> None:
    superuser()
    answers = [
        Client(headers={"x-forwarded-for": f"198.51.100.{at}"})
        .post("/admin/login/", {"username": f"ai{at}", "password": "x"})
        .status_code
        for at in range(6)
    ]
    assert answers == [200, 200, 200, 200, 200, 429]


def test_no_password_is_written_down() -> None:
    superuser()
    secret = "mat-khau-go-nham"
    Client().post("/admin/login/", {"username": "chu", "password": secret})
    rows = [list(model.objects.values()) for model in apps.get_models()]
    assert Allowance.objects.count() == 2
    assert secret not in str(rows)


def test_an_address_that_is_not_there_leads_who_is_logged_in_back_to_the_admin() -> None:
    page = browser(staff()).get("/admin/nowhere/")
    assert (page.status_code, 'href="/admin/"' in page.content.decode()) == (404, True)
    assert 'href="/admin/"' not in Client().get("/nowhere/").content.decode()
