"""The board: the table in large figures, for everybody to look at and nobody to tap."""

import re
from typing import Any
from uuid import uuid4

import pytest
import segno
from django.test import Client

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import play
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_table()


def board(client: Client, session: Session) -> str:
    answer = client.get(f"/t/{session.pk}/board/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def place(page: str, name: str) -> str:
    """What the board says of one player."""
    places = re.findall(r'<li class="seat".*?</li>', page)
    (seat,) = [each for each in places if f">{name}</span>" in each]
    return seat


def lines(page: str) -> list[str]:
    """The lines of the rounds in words: the number, then a figure a column."""
    items = re.findall(r'<li class="grid line".*?</li>', page)
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in items]


def picture(link: str) -> str:
    return segno.make(link, error="m", micro=False).svg_inline(
        omitsize=True, dark="#000", border=2, svgclass=None, lineclass=None
    )


def test_it_shows_every_balance_who_leads_and_the_newest_round(session: Session) -> None:
    play(session)
    page = board(phone(session, Role.VIEW), session)
    assert "đi trước" in place(page, "Bình")
    assert page.count("đi trước</span>") == 1
    for name, balance in (("Bình", "+2.000"), ("An", "+1.000"), ("Cường", "−2.000")):
        sign = "minus" if balance[0] == "−" else "plus"
        assert f'data-sign="{sign}">{balance}</span>' in place(page, name)
    assert '<p class="leader">Bình đi trước.</p>' in page
    assert re.search("Ván 1: *<span[^>]*>Bình nhất, An nhì, Dũng ba, Cường bét<", page)
    assert '<p class="number">Ván 2</p>' in page
    assert "1 cược 2.000" in page
    assert "Dấu sổ" not in page


def test_its_lines_are_the_newest_rounds_with_a_figure_a_column(session: Session) -> None:
    for _ in range(13):
        play(session, 2, 1, 4, 3)
    page = board(phone(session), session)
    assert [line.split()[0] for line in lines(page)] == [str(n) for n in range(13, 1, -1)]
    assert lines(page)[0] == "13 +1.000 +2.000 −2.000 −1.000"
    assert re.search(r'class="figure won"[^>]*>\s*\+2.000', page)


def test_who_waits_has_a_column_without_figures() -> None:
    session = open_table(players=["An", "Bình", "Cường", "Dũng", "Em"])
    play(session, 2, 1, 4, 3)
    page = board(phone(session), session)
    assert 'data-n="5"' in page
    assert page.count('class="figure') == 5
    assert lines(page) == ["1 +1.000 +2.000 −2.000 −1.000"]


def test_a_correction_says_which_round_it_put_right(session: Session) -> None:
    play(session)
    play(session)
    facts = {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4]}
    books.record(session.pk, correcting=1, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    page = board(phone(session), session)
    assert re.search("Đã sửa ván 1: *<span[^>]*>An nhất, Bình nhì, Cường ba, Dũng bét<", page)
    assert [line[:8] for line in lines(page)] == ["2 +1.000", "1 +2.000"]


@pytest.mark.parametrize("role", Role)
def test_its_code_is_the_view_link_and_the_score_key_is_nowhere(
    session: Session, role: Role
) -> None:
    page = board(phone(session, role), session)
    start = "http://testserver/join/#"
    assert picture(start + link_fragment(session, Role.VIEW)) in page
    assert picture(start + link_fragment(session, Role.SCORE)) not in page
    assert key(session, Role.SCORE) not in page


def test_nothing_can_be_done_on_it_but_going_back_and_reading_it_in_english(
    session: Session,
) -> None:
    play(session)
    page = board(phone(session), session)
    assert re.findall(r'<form [^>]*action="([^"]*)"', page) == ["/language/setlang/"]
    assert page.count("<button") == 1
    assert page.count("<form") == 1
    assert set(re.findall(r'<a [^>]*href="([^"]*)"', page)) == {f"/t/{session.pk}/", ""}
    assert phone(session).post(f"/t/{session.pk}/board/").status_code == 405


def test_before_the_first_round_it_says_so(session: Session) -> None:
    page = board(phone(session), session)
    assert "Chưa có ván nào." in page
    assert "Ván đầu tiên: ai có 3♠ đi trước." in page
    assert '<p class="number">Ván 1</p>' in page
    assert 'data-state="leads"' not in page
    assert lines(page) == []


def test_after_an_instant_win_it_says_what_finds_the_leader(session: Session) -> None:
    won = {"players": [1, 2, 3, 4], "toi_trang": {"player": 2, "kind": "tu_quy_3"}}
    books.record(
        session.pk, submission_id=uuid4(), facts=won | {"opening": True}, by=ON_THE_MACHINE
    )
    page = board(phone(session), session)
    assert "Ván khởi đầu: ai có 3♠ đi trước." in page
    assert "Ván đầu tiên" not in page


def test_a_closed_table_has_no_next_round(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    page = board(phone(session), session)
    assert '<p class="number">Bàn đã chốt sổ</p>' in page
    assert "Ván 2" not in page
    for name in ("An", "Dũng"):
        assert "data-state" not in place(page, name)
    assert "+2.000" in place(page, "An")


def test_who_sits_out_and_who_waits_for_a_seat_is_told() -> None:
    session = open_table(players=["An", "Bình", "Cường", "Dũng", "Em", "Phúc"])
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    page = board(phone(session), session)
    assert ">nghỉ<" in place(page, "Bình")
    assert ">đang chờ<" in place(page, "Phúc")
    assert 'data-state="rests"' not in place(page, "Em")


def test_a_leader_who_sits_out_leads_nothing(session: Session) -> None:
    play(session, 3, 1, 2, 4)
    sessions.sit(session.pk, 3, out=True, by=ON_THE_MACHINE)
    page = board(phone(session), session)
    assert 'data-state="leads"' not in page
    assert "Cường được đi trước nhưng đang nghỉ" in page


def test_too_few_players_is_a_state_of_its_own() -> None:
    session = open_table(players=["An", "Bình"])
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    assert '<p class="number">Chờ đủ người chơi</p>' in board(phone(session), session)


def test_a_void_round_is_struck_out_and_changes_nobody(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    books.void(session.pk, 1, reason="", by=ON_THE_MACHINE)
    page = board(phone(session), session)
    assert 'class="now" aria-live="polite" data-state="void"' in page
    assert "huỷ" in page
    assert '<li class="grid line" data-state="void">' in page
    assert 'data-sign="zero">0</span>' in place(page, "An")


def test_a_round_called_wrong_is_marked_until_it_is_answered(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    phone(session, Role.VIEW).post(f"/t/{session.pk}/rounds/1/flag/", {"word": "Nhầm"})
    assert "có người báo sai" in board(phone(session), session)
    phone(session).post(f"/t/{session.pk}/rounds/1/keep/", {"word": ""})
    assert "có người báo sai" not in board(phone(session), session)


def test_names_are_text() -> None:
    session = open_table(players=["<b>An</b>", '"><script>x', "&amp;", "Dũng"])
    sessions.rename_session(session.pk, "<i>Bàn</i>", by=ON_THE_MACHINE)
    play(session, 1, 2, 3, 4)
    page = board(phone(session), session)
    for raw in ("<b>An", "<script>x", "<i>Bàn"):
        assert raw not in page
    assert "&lt;b&gt;An&lt;/b&gt; nhất" in page
    assert place(page, "&amp;amp;")


def test_the_link_of_the_share_page_opens_it_for_reading_only(session: Session) -> None:
    for role in Role:
        shared = phone(session, role).get(f"/t/{session.pk}/share/").content.decode()
        link = re.search(r'value="([^"]+\.board)"', shared)
        assert link
        assert key(session, Role.SCORE) not in link[1]
        other = Client()
        answer = other.post("/join/", {"link": link[1]})
        assert answer.headers["location"] == f"/t/{session.pk}/board/"
        assert board(other, session)
        assert other.post(f"/t/{session.pk}/close/").status_code == 404


@pytest.mark.parametrize("page", ["", "share/"])
def test_it_is_found_from_the_table_and_from_sharing(session: Session, page: str) -> None:
    shown = phone(session, Role.VIEW).get(f"/t/{session.pk}/{page}").content.decode()
    assert f'href="/t/{session.pk}/board/"' in shown


def test_without_a_key_there_is_no_board(session: Session) -> None:
    for client in (Client(), phone(open_table())):
        assert client.get(f"/t/{session.pk}/board/").status_code == 404
    viewer = phone(session, Role.VIEW)
    sessions.renew_key(session.pk, Role.VIEW, by=ON_THE_MACHINE)
    assert viewer.get(f"/t/{session.pk}/board/").status_code == 404


def test_without_javascript_it_says_that_it_stands_still(session: Session) -> None:
    page = board(phone(session), session)
    quiet = re.search("<noscript>(.*?)</noscript>", page)
    assert quiet
    assert "không tự cập nhật" in quiet[1]
    assert "http-equiv" not in page


def test_a_long_evening_costs_no_more_queries_than_a_short_one(
    session: Session, django_assert_max_num_queries: Any
) -> None:
    for _ in range(6):
        play(session, 1, 2, 3, 4)
    client = phone(session)
    with django_assert_max_num_queries(10):
        board(client, session)
