"""The page that asks who you are: claim a seat, let it go, free it, start over."""

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import OwnHand, Session
from ledger.tables import sessions
from tests.web.hands import claim, hand_in, seated
from tests.web.tables import HTMX, open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_table("binh")


def asked(client: Client, session: Session) -> str:
    return client.get(f"/t/{session.pk}/hand/").content.decode()


def hidden(words: str) -> str:
    return f'<span class="visually-hidden">{words}</span>'


def test_a_view_link_may_say_who_it_is(session: Session) -> None:
    client = phone(session, Role.VIEW)
    assert f"Tôi đây{hidden('là An')}" in asked(client, session)
    answer = claim(client, session, 1)
    assert answer.headers["location"] == f"/t/{session.pk}/hand/1/"
    assert "máy này" in asked(client, session)
    assert f"/t/{session.pk}/hand/1/" in client.get(f"/t/{session.pk}/").content.decode()


def test_the_second_phone_is_told(session: Session) -> None:
    claim(phone(session, Role.VIEW), session, 1)
    second = phone(session, Role.VIEW)
    assert f"Tôi đây{hidden('là An')}" not in asked(second, session)
    answer = claim(second, session, 1)
    assert answer.status_code == 409
    assert "Đã có máy khác giữ ghế An" in answer.content.decode()


def test_a_viewer_tells_for_one_a_scorer_for_more(session: Session) -> None:
    viewer, scorer = phone(session, Role.VIEW), phone(session)
    for client, second in ((viewer, 409), (scorer, 302)):
        seats = (1, 2) if client is viewer else (3, 4)
        assert claim(client, session, seats[0]).status_code == 302
        assert claim(client, session, seats[1]).status_code == second
    assert "Tôi đây" not in asked(viewer, session)
    assert f"Ghi hộ{hidden('Bình')}" in asked(scorer, session)


def test_a_seat_let_go_is_free_for_another(session: Session) -> None:
    first, second = phone(session, Role.VIEW), phone(session, Role.VIEW)
    claim(first, session, 1)
    second.post(f"/t/{session.pk}/hand/1/let-go/")
    assert claim(second, session, 1).status_code == 409
    first.post(f"/t/{session.pk}/hand/1/let-go/")
    assert claim(second, session, 1).status_code == 302


def test_only_a_scorer_frees_a_seat(session: Session) -> None:
    viewer = seated(session, 1)[1]
    assert "Bỏ giữ" not in asked(phone(session, Role.VIEW), session)
    for path in ("hand/1/free/", "hand/start-over/", "hand/all-in/"):
        assert viewer.post(f"/t/{session.pk}/{path}").status_code == 404
    scorer = phone(session)
    assert "Bỏ giữ" in asked(scorer, session)
    for _tap in range(2):
        assert scorer.post(f"/t/{session.pk}/hand/1/free/").status_code == 302
    assert not OwnHand.objects.exists()
    answer = viewer.get(f"/t/{session.pk}/hand/1/", headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/t/{session.pk}/hand/"


def test_the_scorer_tells_for_a_phone_that_died(session: Session) -> None:
    phones = seated(session, 1, 2, 3)
    claim(phone(session, Role.VIEW), session, 4)
    scorer = phone(session)
    assert claim(scorer, session, 4).status_code == 409
    scorer.post(f"/t/{session.pk}/hand/4/free/")
    claim(scorer, session, 4)
    hand_in(scorer, session, 4)
    assert "Ai trả ai" in phones[1].get(f"/t/{session.pk}/hand/1/").content.decode()


def test_cards_dealt_again_are_handed_in_again(session: Session) -> None:
    phones = seated(session, 1, 2, 3, 4)
    scorer = phone(session)
    answer = scorer.post(f"/t/{session.pk}/hand/start-over/", follow=True)
    assert "Đã bỏ hết bài đã nộp" in answer.content.decode()
    assert hand_in(phones[1], session, 1).status_code == 302
    assert not any(OwnHand.objects.exclude(seat__number=1).values_list("fields", flat=True))


def test_wrong_ways_in(session: Session) -> None:
    scorer, stranger = phone(session), phone(open_table("binh"))
    for path in ("claim/", "look/", "take-back/", "let-go/", "free/"):
        address = f"/t/{session.pk}/hand/1/{path}"
        there = f"/t/{session.pk}/{'hand/' if path in ('let-go/', 'free/') else ''}"
        assert scorer.get(address).headers["location"] == there
        assert scorer.put(address).status_code == 405
        for client in (Client(), stranger):
            assert client.post(address).status_code == 404
    assert phone(session).put(f"/t/{session.pk}/hand/").status_code == 405
    assert Client().get(f"/t/{session.pk}/hand/").status_code == 404


@pytest.mark.parametrize("seat", ["9", "x"])
def test_a_seat_that_is_none(session: Session, seat: str) -> None:
    client, known = phone(session), seat.isdigit() and seat != "0"
    assert claim(client, session, seat).status_code == (409 if known else 404)  # type: ignore[arg-type]
    address = f"/t/{session.pk}/hand/{seat}/"
    assert client.get(address).status_code == (302 if known else 404)
    for path in ("", "look/", "take-back/", "let-go/", "free/"):
        assert client.post(address + path).status_code in ((302, 409) if known else (404,))
    assert not OwnHand.objects.exists()


def test_who_sits_out_hands_nothing_in(session: Session) -> None:
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    client = phone(session, Role.VIEW)
    assert "Dũng" not in asked(client, session)
    assert claim(client, session, 4).status_code == 409
    answer = client.post(f"/t/{session.pk}/hand/4/", {}, follow=True)
    assert "Người này không chơi ván tới" in answer.content.decode()


def test_games_that_are_told_in_one_place_and_closed_tables_have_no_such_page(
    session: Session,
) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    for table in (open_table(), session):
        client = phone(table)
        assert "hand/" not in client.get(f"/t/{table.pk}/").content.decode()
        for path in ("hand/", "hand/1/"):
            answer = client.get(f"/t/{table.pk}/{path}")
            assert answer.headers["location"] == f"/t/{table.pk}/"
        assert claim(client, table, 1).headers["location"] == f"/t/{table.pk}/"
