"""A code after the password, for whoever has switched that on."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests.admin.people import PASSWORD, logged_in, superuser

pytestmark = pytest.mark.django_db
PAGE = "/admin/second-factor/"


def code(user: User, later: int = 0) -> str:
    """What the phone shows, or will show that many codes later."""
    device = TOTPDevice.objects.get(user=user)
    return f"{totp(device.bin_key, t0=-30 * later):06d}"


@pytest.fixture
def owner() -> User:
    return superuser()


@pytest.fixture
def papers(owner: User) -> list[str]:
    """Switched on; the codes for paper."""
    client = logged_in(owner)
    assert "otpauth" not in client.get(PAGE).content.decode()
    switched = client.post(PAGE, {"code": code(owner), "act": "on"}, follow=True)
    assert switched.status_code == 200
    assert client.get("/admin/").status_code == 200  # whoever switches it on stays in
    tokens = list(StaticToken.objects.values_list("token", flat=True))
    assert all(each in switched.content.decode() for each in tokens)
    return tokens


@pytest.fixture
def half(owner: User, papers: list[str]) -> Client:
    """A browser that has given the password."""
    return logged_in(owner)


def test_the_password_alone_opens_nothing(half: Client) -> None:
    for address in ("/admin/", "/admin/ledger/session/", PAGE, "/admin/password_change/"):
        answer = half.get(address)
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/admin/login/")
    assert "Mã trên điện thoại" in half.get("/admin/login/").content.decode()


def test_the_code_opens_where_one_wanted_to_go_and_is_good_once(half: Client, owner: User) -> None:
    login = "/admin/login/?next=/admin/ledger/session/"
    right = code(owner, later=1)
    opened = half.post(login, {"code": right})
    assert (opened.status_code, opened.url) == (302, "/admin/ledger/session/")
    assert half.get(opened.url).status_code == 200
    again = logged_in(owner)
    assert again.post(login, {"code": right}).status_code == 422
    assert again.get("/admin/").status_code == 302


def test_it_leads_to_no_other_site(half: Client, papers: list[str]) -> None:
    opened = half.post("/admin/login/?next=https://evil.example/", {"code": papers[0]})
    assert (opened.status_code, opened.url) == (302, "/admin/")


def test_a_code_from_paper_stands_in_once(half: Client, owner: User, papers: list[str]) -> None:
    assert half.post("/admin/login/", {"code": papers[0]}).status_code == 302
    assert half.get("/admin/").status_code == 200
    again = logged_in(owner)
    assert again.post("/admin/login/", {"code": papers[0]}).status_code == 422


def test_a_code_from_paper_is_typed_on_a_phone_as_it_comes(half: Client, papers: list[str]) -> None:
    page = half.get("/admin/login/").content.decode()
    assert 'inputmode="numeric"' not in page
    typed = f" {papers[0][:4].capitalize()} {papers[0][4:].upper()} "
    assert half.post("/admin/login/", {"code": typed}).status_code == 302


def test_a_form_that_is_sent_again_does_nothing_and_new_codes_take_the_place_of_the_old(
    half: Client, owner: User, papers: list[str]
) -> None:
    half.post("/admin/login/", {"code": papers[0]})
    for _time in range(6):
        again = half.post(PAGE, {"code": "000000", "act": "on"})
        assert again.status_code == 200
        assert "Đang bật" in again.content.decode()
    shown = half.post(PAGE, {"code": papers[1], "act": "paper"}, follow=True).content.decode()
    fresh = list(StaticToken.objects.values_list("token", flat=True))
    assert len(fresh) == len(papers)
    assert all(each in shown for each in fresh)
    assert not any(each in half.get(PAGE).content.decode() for each in fresh)
    assert logged_in(owner).post("/admin/login/", {"code": papers[2]}).status_code == 422
    assert logged_in(owner).post("/admin/login/", {"code": fresh[0]}).status_code == 302


def test_codes_are_guessed_as_seldom_as_passwords_and_a_password_gives_none_back(
    half: Client, owner: User
) -> None:
    statuses = [half.post("/admin/login/", {"code": "000000"}).status_code for _time in range(6)]
    assert statuses == [422] * 5 + [429]
    other = Client(REMOTE_ADDR="10.7.7.7")
    right = {"username": owner.username, "password": PASSWORD}
    assert other.post("/admin/login/", right).status_code == 302
    assert other.post("/admin/login/", {"code": "000000"}).status_code == 429


def test_who_was_in_without_it_is_asked_once_it_is_on(owner: User) -> None:
    early = logged_in(owner)
    client = logged_in(owner)
    client.get(PAGE)
    assert early.get("/admin/").status_code == 200
    client.post(PAGE, {"code": code(owner), "act": "on"})
    assert early.get("/admin/").status_code == 302


def test_it_is_switched_off_with_a_code_and_both_are_written_down(
    half: Client, owner: User, papers: list[str]
) -> None:
    half.post("/admin/login/", {"code": papers[0]})
    assert half.post(PAGE, {"code": "123", "act": "off"}).status_code == 422
    assert half.post(PAGE, {"code": papers[1], "act": "off"}).status_code == 302
    assert logged_in(owner).get("/admin/").status_code == 200
    page = half.get(f"/admin/auth/user/{owner.pk}/history/").content.decode()
    assert "tắt → bật" in page
    assert "bật → tắt" in page


def test_nobody_reads_the_secrets_of_others(owner: User, papers: list[str]) -> None:
    client = logged_in(owner)
    client.post("/admin/login/", {"code": papers[0]})
    for model in ("otp_totp/totpdevice", "otp_static/staticdevice"):
        assert client.get(f"/admin/{model}/").status_code == 404


@pytest.fixture
def strangers() -> Client:
    return Client(REMOTE_ADDR="10.9.9.9")


def test_strangers_who_guess_at_a_name_do_not_lock_its_owner_out(
    owner: User, strangers: Client
) -> None:
    known = logged_in(owner)
    known.post("/admin/logout/")
    form = {"username": owner.username, "password": "đoán"}
    statuses = [strangers.post("/admin/login/", form).status_code for _time in range(6)]
    assert statuses == [200] * 5 + [429]
    right = {"username": owner.username, "password": PASSWORD}
    assert known.post("/admin/login/?next=/admin/", right).status_code == 302
    # A browser that is not known waits: that is the control.
    assert Client(REMOTE_ADDR="10.8.8.8").post("/admin/login/", right).status_code == 429


def test_what_a_known_browser_holds_is_for_its_name_alone_and_gives_five_tries(
    owner: User,
) -> None:
    superuser("khac")
    known = logged_in(owner)
    known.post("/admin/logout/")
    for name, allowed in ((owner.username, 5), ("khac", 5)):
        form = {"username": name, "password": "đoán"}
        statuses = [known.post("/admin/login/", form).status_code for _time in range(6)]
        assert statuses == [200] * allowed + [429]
    cookie = known.cookies["admin_browser"].value
    forged = Client()
    forged.cookies["admin_browser"] = cookie[:-1] + ("A" if cookie[-1] != "A" else "B")
    right = {"username": owner.username, "password": PASSWORD}
    assert forged.post("/admin/login/", right).status_code == 429
