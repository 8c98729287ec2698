"""What the first page tells an operator, and the check of all books from there."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ledger.access import limits
from ledger.admin import dashboard
from ledger.admin.readonly import told_apart
from ledger.common.refusals import ServiceBusy
from ledger.database import service_state
from ledger.database.service_state import Played
from ledger.models import Seat, Session, Upkeep
from tests.admin.people import browser, staff, superuser
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db
CHECK, STATUS = "/admin/check/", "/admin/status/"


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def text(client: Client, address: str = "/admin/") -> str:
    return re.sub(r"<[^>]+>|\s+", " ", client.get(address).content.decode())


def test_it_tells_of_open_tables_with_their_balances_and_of_the_disk(owner: Client) -> None:
    session = a_table()
    page = text(owner)
    assert "1 bàn đang mở" in page
    assert str(session) in page
    assert re.search(r"còn [\d,.]+.[GMT]B", page)
    Session.objects.update(closed_at="2026-01-01T00:00Z")
    assert str(session) not in text(owner)


def test_it_tells_when_the_books_were_checked_and_copied(owner: Client, tmp_path: Path) -> None:
    assert "chưa kiểm lần nào" in text(owner)
    assert "chưa sao lần nào" in text(owner)
    call_command("check_ledger")
    Upkeep.note(Upkeep.Kind.BACKUP, good=True)
    page = text(owner).partition("Hôm nay")[2].partition("Đĩa")[0]
    assert "chưa" not in page
    assert "không xong" not in page
    Upkeep.note(Upkeep.Kind.BACKUP, good=False)
    assert "không xong" in text(owner)


def check(client: Client) -> list[str]:
    """The pages of a check, from the button to the end, as a browser loads them."""
    answer = client.post(CHECK)
    assert (answer.status_code, answer.url) == (302, CHECK)
    pages: list[str] = []
    while not pages or 'http-equiv="refresh"' in pages[-1]:
        pages.append(client.get(CHECK).content.decode())
    return pages


def test_a_check_of_all_books_goes_on_page_by_page(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dashboard, "PORTION_SECONDS", 0.0)
    tables = [a_table() for _number in range(3)]
    pages = check(owner)
    assert len(pages) == len(tables) + 1
    assert "Đã kiểm 1 trên 3 bàn." in pages[0]
    assert "Mọi sổ đều đúng." in pages[-1]
    assert Upkeep.objects.get(kind=Upkeep.Kind.CHECK).good
    assert text(owner, CHECK).count("Đã kiểm 3 trên 3 bàn.") == 1


def test_a_wrong_book_is_named_and_leads_to_its_differences(owner: Client) -> None:
    right, wrong = a_table(), a_table()
    Seat.objects.filter(session=wrong, number=1).update(balance=5)
    last = check(owner)[-1]
    assert f"/admin/ledger/session/{wrong.pk}/check/" in last
    assert f"/admin/ledger/session/{right.pk}/check/" not in last
    assert not Upkeep.objects.get(kind=Upkeep.Kind.CHECK).good
    assert "có chỗ sai" in text(owner)


def test_who_may_not_look_at_tables_is_told_nothing() -> None:
    assert "Hôm nay" not in text(browser(staff("add_savedrules")))


def test_the_bet_unit_of_many_tables_is_changed_at_once(owner: Client) -> None:
    tables = [a_table() for _number in range(3)]
    Session.objects.filter(pk=tables[2].pk).update(closed_at="2026-01-01T00:00Z")
    ticked = {"action": "bet_unit_of_many", "_selected_action": [each.pk for each in tables]}
    page = owner.post("/admin/ledger/session/", ticked)
    assert page.status_code == 200
    assert page.content.decode().count('name="_selected_action"') == 3
    for amount in ("năm", "0", "000", "1.5"):
        wrong = owner.post("/admin/ledger/session/", ticked | {"amount": amount, "reason": "Tết"})
        assert wrong.status_code == 422
        assert f'value="{amount}"' in wrong.content.decode()
    asked = ticked | {"amount": "5.000 ", "reason": "Tết"}
    done = owner.post("/admin/ledger/session/", asked, follow=True).content.decode()
    assert "1 cược = 5.000 ở 2 bàn" in done
    assert f"{told_apart(tables[2])}: " in done
    amounts = [Session.objects.get(pk=each.pk).bet_unit.amount for each in tables]  # type: ignore[union-attr]
    assert amounts == [5000, 5000, amounts[2]]
    assert amounts[2] != 5000


def test_where_every_table_refuses_the_form_says_so_with_what_was_typed(owner: Client) -> None:
    tables = [a_table(), a_table()]
    Session.objects.update(name="Tối nay")
    ticked = {"action": "bet_unit_of_many", "_selected_action": [each.pk for each in tables]}
    asked = ticked | {"amount": "9999999999", "reason": "Tết"}
    refused = owner.post("/admin/ledger/session/", asked)
    shown = refused.content.decode()
    assert refused.status_code == 422
    assert 'value="9999999999"' in shown
    assert all(shown.count(f"Tối nay ({each.pk})") == 2 for each in tables)
    assert "ở 0 bàn" not in owner.get("/admin/").content.decode()
    assert all(f"Tối nay ({each.pk})" in text(owner) for each in tables)


def test_an_operator_sees_a_table_as_players_do(owner: Client) -> None:
    session = a_table()
    way = owner.get(f"/admin/ledger/session/{session.pk}/seen/")
    assert way.status_code == 302
    fragment = way.url.removeprefix("/join/#")
    assert owner.post("/join/", {"link": fragment}).status_code == 302
    assert owner.get(f"/t/{session.pk}/").status_code == 200
    assert owner.post(f"/t/{session.pk}/close/").status_code == 404


def figures(client: Client) -> dict[str, str]:
    """What the page of the service says, by its headings."""
    page = client.get(STATUS).content.decode()
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return {bare(heading): bare(words) for heading, words in pairs}


def bare(page: str) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", page).replace("\u00a0", " ").strip()


def test_it_tells_who_plays_and_how_much_room_there_is(owner: Client) -> None:
    session = a_table()
    a_table()
    for _ in range(3):
        play(session)
    facts = {heading: re.sub(" +", " ", words) for heading, words in figures(owner).items()}
    assert facts["Mười phút qua"] == "1 bàn, 3 ván"
    assert facts["Bàn mở 1 ngày qua"] == facts["Từ trước tới nay"] == "2 bàn, 3 ván"
    assert facts["Đang bị chặn vì quá nhanh"].startswith("0 ")
    assert facts["Cất bàn không ai mở"] == "không cất"
    assert facts["Bản sao"] == "chưa lần nào"
    assert re.fullmatch(r"\d+ ms", facts["Ghi một lần"])
    assert re.search(r"còn [\d,.]+ [GMT]B trên [\d,.]+ [GMT]B", facts["Đĩa"])


def test_it_tells_who_is_held_back_and_what_is_put_away(owner: Client) -> None:
    for _ in range(2):
        limits.take(limits.Limit(2, 3600), "opening", "203.0.113.7")
    limits.take(limits.Limit(2, 3600), "opening", "203.0.113.8")
    call_command("put_away", 30)
    Upkeep.note(Upkeep.Kind.PUT_AWAY, good=False)
    facts = figures(owner)
    assert facts["Đang bị chặn vì quá nhanh"].startswith("1 ")
    assert "sau 30 ngày" in facts["Cất bàn không ai mở"]
    assert "có chỗ sai" in facts["Cất bàn không ai mở"]


def test_old_tables_are_not_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    a_table()
    later = timezone.now() + timedelta(days=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert service_state.now_playing() == service_state.opened_since(1) == Played(0, 0)
    assert service_state.opened_since(7) == Played(1, 0)


def test_who_may_not_see_tables_does_not_see_the_service_either() -> None:
    assert browser(staff("view_savedrules")).get(STATUS).status_code == 403


def test_it_says_so_where_nothing_can_be_written(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy() -> None:
        raise ServiceBusy

    monkeypatch.setattr(service_state, "write_together", busy)
    assert figures(owner)["Ghi một lần"] == "không ghi được"


def test_a_system_that_says_nothing_of_its_memory_is_not_asked(
    owner: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for words in ("MemTotal: 12 kB\n\n", ""):
        (file := tmp_path / "meminfo").write_text(words)
        monkeypatch.setattr(service_state, "MEMORY", file)
        assert "Bộ nhớ" not in figures(owner)
