"""Several evenings settled as one, from a phone with the group's link."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, link_fragment
from ledger.models import Group, GroupDue, GroupSettlement, Payment, Session
from ledger.tables import payments, sessions
from tests.sample_tables import grouped, play
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> list[Session]:
    """At both Dũng owes An 2.000 and Cường owes Bình 1.000 after rounds An, Bình, Cường, Dũng."""
    tables = [open_table(), open_table()]
    for table in tables:
        play(table, 1, 2, 3, 4)
        sessions.close(table.pk, by=ON_THE_MACHINE)
    return tables


@pytest.fixture
def group(tables: list[Session]) -> Group:
    return grouped(*tables, name="Thứ sáu")


def holder(group: Group, role: Role = Role.SCORE) -> Client:
    client = Client(headers={"accept-language": "vi"})
    client.post("/join/", {"link": f"http://x/join/#{link_fragment(group, role)}"})
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def form(shown: str) -> dict[str, list[str]]:
    """The fields of the form that settles."""
    fields = re.findall(r'type="hidden" name="(submission|evening)" value="(.*?)"', shown)
    sent: dict[str, list[str]] = {}
    for name, value in fields:
        sent.setdefault(name, []).append(value)
    return sent


def rows(shown: str) -> list[str]:
    """Who pays whom, and how much."""
    pairs = re.findall(r'<b>(\S+)</b>\s*→\s*<b>(\S+)</b>.*?<b class="sum">(\S+)</b>', shown)
    return [" ".join(each) for each in pairs]


def test_the_evenings_are_settled_and_paid(group: Group, tables: list[Session]) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    assert f'href="{here}"' in page(client, f"/g/{group.pk}/")
    shown = page(client, here)
    assert "2 buổi còn tiền chưa trả" in shown
    assert rows(shown) == ["Dũng An 4.000", "Cường Bình 2.000"]
    assert client.post(f"{here}all/", form(shown)).headers["location"] == here
    shown = page(client, here)
    assert rows(shown) == ["Dũng An 4.000", "Cường Bình 2.000"]
    assert "Bỏ gộp" in shown
    assert "Gộp 2 buổi" not in shown
    assert rows(page(client, f"/g/{group.pk}/")) == rows(shown)
    id = GroupSettlement.objects.get().submission_id
    for _ in range(2):
        assert client.post(f"{here}{id}/1/", {"paid": "1"}).headers["location"] == here
    shown = page(client, here)
    assert "Dũng → An 4.000 ✓ Cường → Bình 2.000 Từng buổi" in shown
    assert "Bỏ gộp" not in shown
    assert client.post(f"{here}{id}/undo/").status_code == 409
    client.post(f"{here}{id}/1/", {"paid": "0"})
    assert "✓" not in page(client, here)
    client.post(f"{here}{id}/undo/")
    assert "2 buổi còn tiền chưa trả" in page(client, here)


def test_the_message_says_why(group: Group) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    client.post(f"{here}all/", form(page(client, here)))
    shown = page(client, here)
    text = re.findall(r"data-link>(.*?)</textarea>", shown)[0]
    assert text.startswith("Gộp tính tiền – Thứ sáu ")
    assert re.search(r"An \+4\.000: (Nhà An \S+ \S+ \+2\.000(, )?){2}\s", text), text


def test_the_same_form_counts_once(group: Group) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    sent = form(page(client, here))
    for _ in range(2):
        assert client.post(f"{here}all/", sent).status_code == 302
    assert (GroupSettlement.objects.count(), Payment.objects.count()) == (1, 4)
    client.post(f"{here}{sent['submission'][0]}/undo/")
    client.post(f"{here}all/", sent)
    assert "Lần gộp này đã được bỏ" in page(client, here)


def test_who_looks_at_old_sums_gets_the_new_ones(group: Group, tables: list[Session]) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    sent = form(page(client, here))
    payment = {"debtor": 4, "creditor": 1, "amount": 2000, "submission_id": uuid4()}
    payments.pay(tables[0].pk, **payment, by=ON_THE_MACHINE)  # type: ignore[arg-type]
    answer = client.post(f"{here}all/", sent)
    shown = " ".join(unescape(answer.content.decode()).split())
    assert answer.status_code == 409
    assert "Có buổi vừa đổi" in shown
    assert rows(shown) == ["Cường An 2.000", "Dũng Bình 2.000"]
    assert client.post(f"{here}all/", form(shown)).status_code == 302


def test_evenings_are_chosen(group: Group, tables: list[Session]) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    shown = page(client, f"{here}?evening={tables[1].pk}")
    assert rows(shown) == ["Dũng An 2.000", "Cường Bình 1.000"]
    client.post(f"{here}all/", form(shown))
    assert {each.session for each in Payment.objects.all()} == {tables[1]}
    assert client.post(f"{here}all/", {}).status_code == 409


def test_the_view_link_looks_and_changes_nothing(group: Group) -> None:
    client, here = holder(group, Role.VIEW), f"/g/{group.pk}/settle/"
    shown = page(client, here)
    assert rows(shown) == ["Dũng An 4.000", "Cường Bình 2.000"]
    assert form(shown) == {}
    sent = form(page(holder(group), here))
    assert client.post(f"{here}all/", sent).status_code == 404
    assert Client().get(here).status_code == 404
    assert not GroupSettlement.objects.exists()


def test_an_evening_says_what_the_group_paid(group: Group, tables: list[Session]) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    client.post(f"{here}all/", form(page(client, here)))
    shown = page(phone(tables[0]), f"/t/{tables[0].pk}/settle/")
    assert "gộp ở nhóm" in shown
    assert "(gộp ở nhóm)" in shown, "in the message"
    assert "✓" not in shown
    assert "đã trả đủ" not in shown
    assert "/unmark/" not in shown


def test_a_group_that_owes_is_not_deleted(group: Group) -> None:
    client, here = holder(group), f"/g/{group.pk}/settle/"
    client.post(f"{here}all/", form(page(client, here)))
    assert client.post(f"/g/{group.pk}/drop/", {"sure": "1"}).status_code == 409
    for due in GroupDue.objects.select_related("settlement"):
        id, number = due.settlement.submission_id, due.number
        client.post(f"{here}{id}/{number}/", {"paid": "1"})
    assert client.post(f"/g/{group.pk}/drop/", {"sure": "1"}).headers["location"] == "/"


def test_an_evening_that_plays_on_is_named(group: Group, tables: list[Session]) -> None:
    sessions.reopen(tables[0].pk, by=ON_THE_MACHINE)
    shown = page(holder(group), f"/g/{group.pk}/settle/")
    assert "Còn chơi, chốt sổ rồi mới gộp được" in shown
    assert rows(shown) == ["Dũng An 2.000", "Cường Bình 1.000"]


def choices(group: Group) -> list[str]:
    shown = page(holder(group), f"/g/{group.pk}/settle/")
    return re.findall(r'<input type="checkbox"[^>]*>\s*(.*?)\s*</label>', shown)


def test_an_evening_is_called_as_its_table_is(group: Group, tables: list[Session]) -> None:
    at = localtime(tables[1].opened_at)
    hours = [date_format(localtime(each.opened_at), "H:i j/n") for each in tables]
    assert choices(group) == [f"Nhà An {each}" for each in hours]
    sessions.rename_session(tables[1].pk, "", by=ON_THE_MACHINE)
    assert choices(group) == [f"Nhà An {date_format(at, 'j/n')}", date_format(at, "j/n")]
