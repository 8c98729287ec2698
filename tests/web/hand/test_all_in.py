"""The table page while hands come in: who is missing, and one tap once all are in."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.web.hands import claim, hand_fields, hand_in, seated
from tests.web.tables import HTMX, balances, by_rows, open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db

ALL = (1, 2, 3, 4)


@pytest.fixture
def session() -> Session:
    return open_table("binh")


def table(client: Client, session: Session) -> str:
    return client.get(f"/t/{session.pk}/").content.decode()


def panel(page: str) -> str:
    return page.split('id="own-hands"')[1].split("</div>")[0]


def all_in(client: Client, session: Session, **headers: str) -> str:
    answer = client.post(f"/t/{session.pk}/hand/all-in/", headers=headers)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_scorer_sees_who_is_in_and_who_is_missing(session: Session) -> None:
    seated(session, 1, 3)
    shown = panel(table(phone(session), session))
    assert "Bài đã nộp:<b>An, Cường</b>· còn thiếu:<b>Bình, Dũng</b>" in shown
    assert "Đủ bài" not in shown


def test_a_viewer_gets_the_way_in_and_waits_for_nothing(session: Session) -> None:
    seated(session, 1)
    shown = table(phone(session, Role.VIEW), session)
    assert f'href="/t/{session.pk}/hand/"' in shown
    assert "all-in" not in shown
    assert "Bài đã nộp" not in shown


def test_an_open_page_learns_who_came_in_since(session: Session) -> None:
    scorer = phone(session)
    state = what_it_saw(table(scorer, session))
    seated(session, 1, 2, 3)
    answer = scorer.get(f"/t/{session.pk}/now/", state, headers=HTMX).content.decode()
    assert "còn thiếu:<b>Dũng</b>" in panel(answer)
    seated(session, 4)
    answer = scorer.get(f"/t/{session.pk}/now/", state, headers=HTMX).content.decode()
    assert "Đủ bài: so bài" in panel(answer)


def test_one_tap_fills_the_form_that_is_recorded_like_any_other(session: Session) -> None:
    phones, scorer = seated(session, *ALL), phone(session)
    for headers in ({}, HTMX):
        page = all_in(scorer, session, **headers)
        assert page.lstrip().startswith('<form class="console"' if headers else "<!doctype")
        assert 'name="dau-4" value="AD QC JH"' in page
        assert "+14.000" in page
    assert not Round.objects.exists()
    typed = {name: value for seat in ALL for name, value in hand_fields(session, seat).items()}
    answer = scorer.post(f"/t/{session.pk}/rounds/", by_rows(**typed), headers=HTMX)
    assert "còn thiếu:<b>An, Bình, Cường, Dũng" in answer.content.decode(), "for the next round"
    assert len(answer.content) <= 8 * 1024
    assert balances(session) == {1: 14000, 2: 6000, 3: -2000, 4: -18000}
    assert "còn thiếu:<b>An, Bình, Cường, Dũng" in panel(table(scorer, session))
    assert hand_in(phones[2], session, 2).status_code == 302


def test_too_early_a_tap_shows_who_is_missing_and_no_form(session: Session) -> None:
    seated(session, 1, 2)
    scorer = phone(session)
    answer = scorer.post(f"/t/{session.pk}/hand/all-in/", follow=True)
    assert "Chưa đủ bài, còn thiếu Cường, Dũng" in answer.content.decode()
    assert "KS KD 4C" not in answer.content.decode()


def test_who_sits_out_is_not_waited_for(session: Session) -> None:
    phones = seated(session, 1, 2, 3)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    page = phones[1].get(f"/t/{session.pk}/hand/1/").content.decode()
    assert "Đủ bài rồi" in page
    assert "Ai trả ai" not in page
    assert 'name="dau-3" value="QS QH 2S"' in all_in(phone(session), session)
    assert "Ai trả ai" in phones[1].get(f"/t/{session.pk}/hand/1/").content.decode()


def test_a_scorer_who_sat_out_to_look_cannot_come_back_in(session: Session) -> None:
    phones, scorer = seated(session, 1, 2, 3), phone(session)
    assert claim(scorer, session, 4).status_code == 302
    scorer.post(f"/t/{session.pk}/players/4/", {"out": "1"})
    assert 'name="dau-3" value="QS QH 2S"' in all_in(scorer, session)
    scorer.post(f"/t/{session.pk}/players/4/", {"out": ""})
    answer = hand_in(scorer, session, 4)
    assert answer.status_code == 409
    assert "Bài ván này đã so rồi, Dũng không nộp thêm được" in answer.content.decode()
    assert claim(phone(session), session, 4).status_code == 409
    freed = scorer.post(f"/t/{session.pk}/hand/1/free/", follow=True).content.decode()
    assert "không đổi được nữa" in freed
    scorer.post(f"/t/{session.pk}/hand/start-over/")
    for seat, client in {**phones, 4: scorer}.items():
        assert hand_in(client, session, seat).status_code == 302
    assert "Ai trả ai" in phones[1].get(f"/t/{session.pk}/hand/1/").content.decode()


def test_wrong_ways_in(session: Session) -> None:
    address = f"/t/{session.pk}/hand/"
    for path, page in (("all-in/", ""), ("start-over/", "hand/")):
        there = f"/t/{session.pk}/{page}"
        assert phone(session).get(address + path).headers["location"] == there
        assert phone(session).put(address + path).status_code == 405
        for client in (Client(), phone(session, Role.VIEW), phone(open_table("binh"))):
            assert client.post(address + path).status_code == 404


def test_the_table_page_asks_the_database_once_more(session: Session) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(f"/t/{session.pk}/").status_code == 200
        return len(asked)

    client = phone(session)
    before = queries()
    phones = seated(session, *ALL)
    assert queries() == before
    with CaptureQueriesContext(connection) as asked:
        phones[1].get(f"/t/{session.pk}/hand/1/")
    assert len(asked) <= before
    sessions.change_rules(session.pk, "phom", None, by=ON_THE_MACHINE)
    assert queries() == before - 1
    assert claim(client, session, 1).status_code == 302
