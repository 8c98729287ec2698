"""Staff tokens: listed with their state, made and shown once, revoked for good."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as BrowserSession
from django.test import Client

from ledger.access import staff_tokens as tokens
from ledger.admin.people import offered
from ledger.models import StaffToken
from tests.admin.people import browser, lines_of, staff, superuser

pytestmark = pytest.mark.django_db

LIST = "/admin/ledger/stafftoken/"
MAKE = f"{LIST}add/"
SECRET = re.compile(r"staff_[a-z2-7]{48}")


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def form(label: str = "Chị Hà", **more: str) -> dict[str, str]:
    return {"label": label, "scope": "read", "submission_id": str(uuid4())} | more


def made(client: Client, label: str = "Chị Hà") -> tuple[StaffToken, str]:
    """A token made on the page, and what the page showed."""
    answer = client.post(MAKE, form(label))
    assert answer.status_code == 200
    (shown,) = set(SECRET.findall(answer.content.decode()))
    return StaffToken.objects.latest("pk"), shown


def revoke(client: Client, token: StaffToken) -> Any:
    return client.post(LIST, {"action": "revoke", "_selected_action": token.pk})


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def reads_every_session(token: str) -> bool:
    """Whether the API lets its holder see the list of sessions."""
    answer = Client().get("/api/v1/sessions/", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def noted() -> list[list[str]]:
    return [lines_of(entry) for entry in LogEntry.objects.order_by("pk")]


def test_a_token_works_from_its_making_until_it_is_revoked(owner: Client) -> None:
    token, shown = made(owner)
    assert reads_every_session(shown)
    answer = revoke(owner, token)
    assert answer.headers["location"] == LIST
    assert not reads_every_session(shown)
    assert noted() == [[""], ["tình trạng: còn hiệu lực → đã thu hồi"]]
    assert set(LogEntry.objects.values_list("object_repr", flat=True)) == {"Chị Hà"}


def test_the_token_is_in_the_answer_to_the_form_and_nowhere_else(
    owner: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = owner.post(MAKE, form())
    (shown,) = set(SECRET.findall(answer.content.decode()))
    assert "no-store" in answer.headers["cache-control"]
    assert shown not in str(answer.headers) + str(answer.cookies)
    secret, token = shown.removeprefix(tokens.PREFIX), StaffToken.objects.get()
    for address in ("", "add/", f"{token.pk}/change/", f"{token.pk}/history/"):
        assert secret not in read(owner, LIST + address)
    rows = [*LogEntry.objects.values(), *StaffToken.objects.values()]
    sessions = [session.get_decoded() for session in BrowserSession.objects.all()]
    assert secret not in str(rows) + str(sessions) + caplog.text


def test_the_form_sent_again_makes_no_second_token_and_shows_none(owner: Client) -> None:
    same = form()
    assert SECRET.search(owner.post(MAKE, same).content.decode())
    for again in (same, same | {"label": "Anh Ba"}):
        answer = owner.post(MAKE, again, follow=True)
        assert answer.redirect_chain == [(LIST, 302)]
        assert not SECRET.search(answer.content.decode())
        assert "chỉ hiện một lần" in answer.content.decode()
    assert StaffToken.objects.get().label == "Chị Hà"
    assert LogEntry.objects.count() == 1


def test_every_form_is_a_new_one(owner: Client) -> None:
    ids = [re.findall(r'name="submission_id" value="([^"]+)"', read(owner, MAKE)) for _ in "ab"]
    assert [len(matches) for matches in ids] == [1, 1]
    assert ids[0] != ids[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"label": ""},
        {"label": "   "},
        {"label": "a" * 61},
        {"label": "a\x07"},
        {"label": "a\u202eb"},
        {"label": "a\x00"},
        {"submission_id": ""},
        {"submission_id": "1"},
    ],
)
def test_nonsense_is_refused_and_makes_nothing(owner: Client, wrong: dict[str, str]) -> None:
    answer = owner.post(MAKE, form() | wrong)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not SECRET.search(answer.content.decode())
    assert StaffToken.objects.count() == LogEntry.objects.count() == 0


def test_a_label_is_shown_as_it_was_typed(owner: Client) -> None:
    label = "<b>Hà</b> & staff_"
    answer = owner.post(MAKE, form(label))
    for page in (answer.content.decode(), read(owner, LIST), read(owner, "/admin/")):
        assert "&lt;b&gt;Hà&lt;/b&gt; &amp; staff_" in page
        assert "<b>Hà" not in page


def test_the_list_tells_whose_when_last_used_and_whether_it_is_valid(owner: Client) -> None:
    (used, shown), (idle, _) = made(owner, "Chị Hà"), made(owner, "máy ở quầy")
    assert reads_every_session(shown)
    revoke(owner, idle)
    page = read(owner, LIST)
    for words in ("Chị Hà", "máy ở quầy", "chưa dùng", "còn hiệu lực", "đã thu hồi"):
        assert words in page
    assert used.digest not in page
    english = read(browser(superuser("b"), "en"), LIST)
    for words in ("Staff token", "Add staff token", "never used", "valid", "revoked"):
        assert words in english


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("revoked_at__isnull=True", {"Chị Hà"}),
        ("revoked_at__isnull=False", {"máy ở quầy"}),
        ("q=quầy", {"máy ở quầy"}),
        ("q=ha+chi", {"Chị Hà"}),
        ("q={digest}", set()),
        ("created_at__year=1999", set()),
    ],
)
def test_tokens_are_found_by_label_and_state(owner: Client, query: str, labels: set[str]) -> None:
    valid, revoked = made(owner)[0], made(owner, "máy ở quầy")[0]
    revoke(owner, revoked)
    page = read(owner, f"{LIST}?{query.format(digest=valid.digest)}")
    assert {t.label for t in (valid, revoked) if f"/{t.pk}/change/" in page} == labels


def test_a_revoked_token_stays_and_revoking_it_again_changes_nothing(owner: Client) -> None:
    token, _ = made(owner)
    address = f"{LIST}{token.pk}/change/"
    revoke(owner, token)
    token.refresh_from_db()
    page = read(owner, address)
    assert "đã thu hồi" in page
    assert revoke(owner, token).status_code == 302
    assert StaffToken.objects.get().revoked_at == token.revoked_at
    assert len(noted()) == 2


def test_a_token_that_is_not_there_is_revoked_by_nobody(owner: Client) -> None:
    token, shown = made(owner)
    owner.post(LIST, {"action": "revoke", "_selected_action": token.pk + 1})
    for method in ("put", "patch", "delete"):
        getattr(owner, method)(MAKE)
    assert reads_every_session(shown)
    for missing in (token.pk + 1, 2**70, "x"):
        assert owner.get(f"{LIST}{missing}/change/").status_code == 302
    assert StaffToken.objects.get().revoked_at is None


def test_a_form_without_its_csrf_token_does_nothing() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser(superuser()).cookies
    token = tokens.make("Hà")[0]
    assert client.post(MAKE, form()).status_code == 403
    assert revoke(client, token).status_code == 403
    assert StaffToken.objects.get().revoked_at is None


def test_who_may_look_neither_makes_nor_revokes() -> None:
    token, shown = tokens.make("Chị Hà")
    client = browser(staff("view_stafftoken"))
    assert "/add/" not in read(client, LIST)
    assert 'value="revoke"' not in read(client, LIST)
    assert client.post(MAKE, form()).status_code == client.get(MAKE).status_code == 403
    revoke(client, token)
    assert reads_every_session(shown)
    assert StaffToken.objects.count() == 1
    assert LogEntry.objects.count() == 0


def test_making_and_revoking_are_let_apart() -> None:
    maker = browser(staff("view_session", "view_stafftoken", "add_stafftoken", name="a"))
    token, shown = made(maker)
    revoke(maker, token)
    assert reads_every_session(shown)
    revoker = browser(staff("view_stafftoken", "change_stafftoken", name="b"))
    assert revoker.post(MAKE, form()).status_code == 403
    assert revoke(revoker, token).status_code == 302
    assert not reads_every_session(shown)
    assert list(LogEntry.objects.order_by("pk").values_list("user__username", flat=True)) == [*"ab"]


MAY_MAKE = ("view_session", "view_stafftoken", "add_stafftoken")


@pytest.mark.parametrize("lacks", MAY_MAKE)
def test_a_token_is_made_by_who_may_read_tables_without_it(lacks: str) -> None:
    client = browser(staff(*(right for right in MAY_MAKE if right != lacks)))
    assert client.get(MAKE).status_code == client.post(MAKE, form()).status_code == 403
    assert "/stafftoken/add/" not in read(client, "/admin/")
    assert StaffToken.objects.count() == 0


def test_a_token_reads_no_more_than_who_made_it_may_read() -> None:
    user, reads_tables = staff(*MAY_MAKE), offered().get(codename="view_session")
    token, shown = made(browser(user))
    bystander = tokens.make("of the machine")[1]
    assert reads_every_session(shown)

    user.user_permissions.remove(reads_tables)
    assert not reads_every_session(shown)
    assert "người tạo không còn quyền" in read(browser(superuser()), f"{LIST}{token.pk}/change/")

    user.user_permissions.add(reads_tables)
    assert reads_every_session(shown)
    User.objects.update(is_active=False)
    assert not reads_every_session(shown)
    assert reads_every_session(bystander)


WRITES = ("change_session", "add_betunit")


@pytest.mark.parametrize("lacks", WRITES)
def test_a_token_that_writes_is_made_by_who_may_write(lacks: str) -> None:
    user = staff(*MAY_MAKE, *WRITES)
    client = browser(user)
    assert 'value="write"' in read(client, MAKE)
    assert client.post(MAKE, form(scope="write")).status_code == 200
    token = StaffToken.objects.get()
    assert tokens.maker_may(token)
    user.user_permissions.remove(offered().get(codename=lacks))
    assert not tokens.maker_may(token)
    assert 'value="write"' not in read(client, MAKE)
    assert "errorlist" in client.post(MAKE, form(scope="write")).content.decode()
    assert StaffToken.objects.count() == 1


@pytest.mark.parametrize("does", ["make", "revoke"])
def test_what_cannot_be_written_down_does_not_happen(
    owner: Client, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, shown = tokens.make("Chị Hà")

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr(LogEntry, "save", fail)
    with pytest.raises(RuntimeError):
        owner.post(MAKE, form()) if does == "make" else revoke(owner, token)
    assert StaffToken.objects.count() == 1
    assert reads_every_session(shown)


def test_the_history_of_a_token_tells_who_did_what(owner: Client) -> None:
    token, _ = made(owner)
    revoke(owner, token)
    page = read(owner, f"{LIST}{token.pk}/history/")
    for words in ("chu", "Đã thêm.", "tình trạng: còn hiệu lực → đã thu hồi"):
        assert words in page
