"""The first page: from nothing to a table."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from ledger.access import keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Session
from ledger.tables import sessions
from tests.web.pages import read
from tests.web.tables import NAMES, open_table, phone

pytestmark = pytest.mark.django_db

TABLE = {"rules": "tien_len", "bet_unit": "2000"} | {
    f"player_{at}": name for at, name in enumerate(NAMES, 1)
}


def test_it_offers_every_game_and_no_table_yet(client: Client) -> None:
    page = client.get("/").content.decode()
    assert 'value="tien_len"' in page
    assert 'value="dem_la"' in page
    assert "Các bàn khác" not in page


def test_opening_leads_to_the_table_with_the_key_in_the_cookie(client: Client) -> None:
    answer = client.post("/", TABLE)
    session = Session.objects.get()
    assert answer.url == f"/t/{session.pk}/"
    assert client.get(answer.url).status_code == 200
    assert [seat.name for seat in session.seats.all()] == NAMES


def test_a_form_sent_twice_opens_one_table(client: Client) -> None:
    submission = re.findall(r'name="submission" value="(.+?)"', client.get("/").content.decode())
    sent = TABLE | {"submission": submission[0]}
    first, again = client.post("/", sent), client.post("/", sent)
    assert first.url == again.url
    assert Session.objects.count() == 1
    opened_before = "Bàn này đã mở từ lần gửi trước"
    assert opened_before not in client.get(again.url).content.decode()
    client.post(f"{first.url}bet-unit/", {"other": "3000", "times": "1"})
    assert opened_before in client.post("/", sent, follow=True).content.decode()


def test_a_form_that_is_changed_and_sent_again_asks_once_more(client: Client) -> None:
    sent = TABLE | {"submission": str(uuid4())}
    client.post("/", sent)
    asked = client.post("/", sent | {"player_1": "Xuân"})
    assert asked.status_code == 422
    assert "Xuân" in asked.content.decode()
    [fresh] = re.findall(r'name="submission" value="(.+?)"', asked.content.decode())
    client.post("/", sent | {"player_1": "Xuân", "submission": fresh})
    assert Session.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "times", "amount"), [("5", "1000", 5000), ("250", "1", 250), ("1.500", "1", 1500)]
)
def test_a_typed_bet_unit_wins_over_the_chip(
    client: Client, typed: str, times: str, amount: int
) -> None:
    client.post("/", TABLE | {"other": typed, "times": times})
    assert Session.objects.get().bet_unit.amount == amount


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"player_2": "An"}, "cùng tên"),
        ({"player_2": "", "player_3": "", "player_4": ""}, "2 đến 8 người"),
        ({"player_1": "x" * 31}, "30"),
        ({"player_1": "A\x07n"}, "ký tự"),
        ({"rules": "bridge"}, "bridge"),
        ({"bet_unit": ""}, "mức cược"),
        ({"other": "năm"}, "số nguyên"),
        ({"other": "3", "times": "1"}, "chia hết"),
        ({"other": "9" * 16, "times": "1000"}, "số nguyên"),
        ({"other": "5", "times": "7"}, "7"),
    ],
)
def test_nonsense_comes_back_with_the_reason_and_all_that_was_typed(
    client: Client, wrong: dict[str, str], reason: str
) -> None:
    answer = client.post("/", TABLE | {"name": "Nhà Bảy"} | wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert reason in page
    assert "Nhà Bảy" in page
    assert not Session.objects.exists()


def test_names_are_shown_as_text_not_as_markup(client: Client) -> None:
    client.post("/", TABLE | {"player_1": "<b>An</b>"})
    page = client.get(f"/t/{Session.objects.get().pk}/").content.decode()
    assert "&lt;b&gt;An&lt;/b&gt;" in page
    assert "<b>An</b>" not in page


def test_this_phones_tables_are_listed_and_last_times_names_offered() -> None:
    session = open_table()
    client = phone(session)
    page = client.get("/").content.decode()
    assert "Ghi tiếp ván 1" in page
    assert f"/?like={session.pk}" not in page
    sessions.close(session.pk, by=ON_THE_MACHINE)
    page = client.get("/").content.decode()
    assert "đã chốt sổ" in page
    assert f"/?like={session.pk}" in page
    assert 'value="Cường"' in client.get(f"/?like={session.pk}").content.decode()


def test_last_times_seats_and_bet_unit_are_offered_as_they_were() -> None:
    session = open_table()
    sessions.seat_people(session.pk, [2, 4, 1, 3], by=ON_THE_MACHINE)
    sessions.change_bet_unit(session.pk, 3000, by=ON_THE_MACHINE)
    client = phone(session)
    page = read(client.get(f"/?like={session.pk}").content.decode())
    typed = [*(f"player_{at}" for at in (1, 2, 3, 4)), "other"]
    sent = {name: page.one(name=name).attributes["value"] for name in typed}
    sent["times"] = page.one(name="times", checked="checked").attributes["value"]
    assert not list(page.all(name="bet_unit", checked="checked"))
    client.post("/", sent | {"rules": "tien_len"})
    again = Session.objects.exclude(pk=session.pk).get()
    assert [seat.name for seat in again.seats.all()] == ["Bình", "Dũng", "An", "Cường"]
    assert again.bet_unit.amount == 3000


def test_a_table_taken_off_the_phone_comes_back_with_undo() -> None:
    session = open_table()
    client = phone(session)
    page = read(client.post(f"/forget/{session.pk}/", follow=True).content.decode())
    assert client.get(f"/t/{session.pk}/").status_code == 404
    undo = page.one(name="link").attributes["value"]
    assert client.post("/join/", {"link": undo}).url == f"/t/{session.pk}/"
    assert "Ghi tiếp ván 1" in client.get("/").content.decode()
    for unknown in ("0" * 8, "never"):
        assert client.post(f"/forget/{unknown}/", follow=True).status_code == 200
    assert client.get(f"/forget/{session.pk}/").status_code == 405
    assert client.get(f"/t/{session.pk}/").status_code == 200


def test_the_table_that_makes_room_for_one_more_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "REMEMBERED", 2)
    first, second, third = open_table(), open_table(), open_table()
    client, room = phone(first), "thôi nhớ “Nhà An”"
    for joined, full in ((second, False), (second, False), (third, True)):
        link = keys.link_fragment(joined, Role.SCORE)
        page = client.post("/join/", {"link": link}, follow=True).content.decode()
        assert (room in page) is full
    assert client.get(f"/t/{first.pk}/").status_code == 404
    assert client.get(f"/t/{second.pk}/").status_code == 200


def test_another_phones_names_are_not_offered(client: Client) -> None:
    session = open_table()
    assert "Cường" not in client.get(f"/?like={session.pk}").content.decode()


def test_it_answers_only_get_and_post(client: Client) -> None:
    assert client.put("/").status_code == 405
