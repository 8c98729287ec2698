"""People of a table on their page: seats, names, who rests."""

import re
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.books.balances import scoreboard
from ledger.tables import carry_over, sessions
from tests.web.tables import by_place, open_table, phone

pytestmark = pytest.mark.django_db
FIVE = ["An", "Bình", "Cường", "Dũng", "Em"]


def test_somebody_moves_a_seat_up_and_the_next_round_follows() -> None:
    session = open_table("phom")
    client = phone(session)
    page = client.post(f"/t/{session.pk}/players/3/move/", follow=True).content.decode()
    assert "Thứ tự ngồi từ ván sau: An, Cường, Bình, Dũng." in page
    table = client.get(f"/t/{session.pk}/").content.decode()
    at = [table.index(f'data-name="{name}"') for name in ("An", "Cường", "Bình", "Dũng")]
    assert at == sorted(at)
    assert "Thứ tự ngồi từ ván sau" in client.get(f"/t/{session.pk}/log/").content.decode()
    client.post(f"/t/{session.pk}/players/1/move/")
    session.refresh_from_db()
    assert session.seating == "3241"
    for _tap in range(2):
        client.post(f"/t/{session.pk}/players/4/move/", {"down": "1"})
    session.refresh_from_db()
    assert session.seating == "4321"


def test_a_name_is_corrected_and_a_bad_one_stays_typed() -> None:
    session = open_table()
    client = phone(session)
    path = f"/t/{session.pk}/players/2/rename/"
    assert "Bảo" in client.post(path, {"name": "Bảo"}, follow=True).content.decode()
    refused = client.post(path, {"name": "An"})
    assert refused.status_code == 422
    assert 'value="An"' in refused.content.decode()
    assert client.post(path, {"name": ""}).status_code == 422


@pytest.mark.parametrize("page", ["", "house/", "other/"])
def test_whose_name_was_cleared_is_called_by_the_seat(page: str) -> None:
    session = open_table(players=FIVE)
    sessions.forget_names(session.pk, [5], by=ON_THE_MACHINE)
    assert "#5" in phone(session).get(f"/t/{session.pk}/{page}").content.decode()


def test_who_was_added_by_mistake_is_taken_back_and_is_nowhere_any_more() -> None:
    session = open_table(players=FIVE)
    client, at = phone(session), f"/t/{session.pk}/"
    client.post(f"{at}players/3/move/")
    client.post(f"{at}rounds/", by_place(1, 2, 3))
    assert re.findall(r"players/(\d)/remove/", client.get(f"{at}house/").content.decode()) == ["5"]
    page = client.post(f"{at}players/5/remove/", follow=True).content.decode()
    assert "Đã bỏ Em khỏi bàn." in page
    paths = ("", "house/", "settle/", "settle/picture.svg", "figures/", "board/", "groups/")
    for path in paths:
        assert not re.search(r"#5\b|\bEm\b", client.get(at + path).content.decode()), path
    assert client.post(f"{at}players/1/remove/").status_code == 409
    client.post(f"{at}players/2/move/")
    sessions.close(session.pk, by=ON_THE_MACHINE)
    new = carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    assert [each.seat for each in scoreboard(new)] == [1, 2, 3, 4]
    sessions.reopen(session.pk, by=ON_THE_MACHINE)
    client.post(f"{at}players/", {"name": "Giang"})
    assert [each.name for each in scoreboard(session)] == [*FIVE[:4], "Giang"]
    assert session.seats.count() == 5
    assert list(differences()) == []


def test_two_people_swap_their_names_where_one_is_given_that_of_the_other() -> None:
    session = open_table(players=["Hoà", "An", "Tư"])
    client, path = phone(session), f"/t/{session.pk}/players/2/rename/"
    page = client.post(path, {"name": "Hòa"}).content.decode()
    assert re.findall(r'name="swap" value="(\d)"', page) == ["1"]
    client.post(path, {"name": "Hòa", "swap": "1"})
    assert list(session.seats.values_list("name", flat=True)) == ["An", "Hòa", "Tư"]
    assert 'name="swap"' not in client.post(path, {"name": ""}).content.decode()


def test_five_take_turns_where_the_table_wants_it() -> None:
    session = open_table(players=FIVE)
    client = phone(session)
    page = client.get(f"/t/{session.pk}/house/").content.decode()
    assert "Bét nghỉ, người chờ vào" in page
    client.post(f"/t/{session.pk}/rotate/", {"on": "1"})
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    table = client.get(f"/t/{session.pk}/").content.decode()
    assert 'value="1,2,3,5"' in table
    assert "Bét nghỉ" not in phone(open_table()).get(f"/t/{session.pk}/").content.decode()


def test_sitting_out_says_what_was_done() -> None:
    session = open_table(players=FIVE)
    client = phone(session)
    page = client.post(f"/t/{session.pk}/players/2/", {"out": "1"}, follow=True).content.decode()
    assert "Bình nghỉ từ ván sau." in page
    assert "Vào chơi" in page
    assert "Bấm để nghỉ ván sau" not in client.get(f"/t/{session.pk}/").content.decode()


def test_who_eats_from_whom_stands_with_the_seats_where_a_game_has_it() -> None:
    session = open_table("phom")
    client = phone(session)
    seats = f"/t/{session.pk}/house/"
    eats = [f"ăn bài {name}" for name in ("Dũng", "An", "Bình", "Cường")]
    assert [each for each in eats if each in client.get(seats).content.decode()] == eats
    page = client.post(f"/t/{session.pk}/players/3/", {"out": "1"}, follow=True).content.decode()
    assert page.count("ăn bài") == 3
    assert "ăn bài Cường" not in page
    assert "ăn bài" not in phone(open_table()).get(seats).content.decode()


@pytest.mark.parametrize(("comes", "goes"), [(5, 1), (6, 1), (7, 3)])
def test_who_comes_in_plays_in_the_place_of_who_goes_however_many_wait(
    comes: int, goes: int
) -> None:
    session = open_table("phom", [*FIVE, "Giang", "Hà"])
    client, swap = phone(session), f"/t/{session.pk}/players/swap/"
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    page = client.post(swap, {"comes": comes, "goes": goes}, follow=True).content.decode()
    assert "Từ ván sau:" in page
    seats = ",".join(str(comes if seat == goes else seat) for seat in (1, 2, 3, 4))
    assert f'value="{seats}"' in client.get(f"/t/{session.pk}/").content.decode()
