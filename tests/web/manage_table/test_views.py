"""Round the table: bet unit, game, seats, links, closing; and both languages."""

import re

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import play
from tests.web.tables import HTMX, balances, by_place, open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_table()


def test_a_bet_unit_counts_from_the_next_round(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    answer = client.post(f"/t/{session.pk}/bet-unit/", {"bet_unit": "10000", "reason": "khuya"})
    assert answer.status_code == 302
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1))
    assert balances(session)[1] == 12000
    assert "khuya" in client.get(f"/t/{session.pk}/house/").content.decode()


def test_what_was_done_is_said_on_the_next_page_whatever_the_old_one_still_asks() -> None:
    session = open_table(players=["An", "Bình", "Cường", "Dũng", "Em"])
    client, table = phone(session), f"/t/{session.pk}/"
    answer = client.post(f"{table}players/swap/", {"comes": "5", "goes": "2"}, headers=HTMX)
    assert answer["HX-Redirect"] == table
    notice = "Từ ván 1: Em vào, Bình nghỉ."
    for asked in (
        client.post(f"{table}preview/", by_place(1, 2), headers=HTMX),
        client.get(f"{table}now/", {"log": "0"}, headers=HTMX),
    ):
        assert notice not in asked.content.decode()
    assert notice in client.get(table).content.decode()


def test_who_waits_may_take_any_place_and_nobody_else() -> None:
    session = open_table(players=["An", "Bình", "Cường", "Dũng", "Em"])
    page = phone(session).get(f"/t/{session.pk}/house/").content.decode()
    assert re.findall(r'name="comes" value="(\d)"', page) == ["5"]
    assert re.findall(r'name="goes" value="(\d)"', page) == ["1", "2", "3", "4"]
    viewer = phone(session, Role.VIEW).get(f"/t/{session.pk}/house/").content.decode()
    assert 'name="comes"' not in viewer


def test_a_bet_unit_set_meanwhile_is_shown_before_another_takes_its_place(
    session: Session,
) -> None:
    client, address = phone(session), f"/t/{session.pk}/bet-unit/"
    match = re.search(
        r'name="seen" value="(\d+)"', client.get(f"/t/{session.pk}/house/").content.decode()
    )
    assert match
    sessions.change_bet_unit(session.pk, 20000, by=ON_THE_MACHINE)
    typed = {"other": "7", "times": "1000", "reason": "khuya", "seen": match[1]}
    answer = client.post(address, typed)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "1 cược = 20.000" in shown
    assert 'value="7"' in shown
    assert 'value="khuya"' in shown
    session.refresh_from_db()
    assert session.bet_unit
    assert session.bet_unit.amount == 20000
    again = re.search(r'name="seen" value="(\d+)"', shown)
    assert again
    assert client.post(address, typed | {"seen": again[1]}).status_code == 302
    session.refresh_from_db()
    assert session.bet_unit.amount == 7000


def test_a_bet_unit_that_was_never_seen_is_nobodys(session: Session) -> None:
    client = phone(session)
    for number in ("x", "", "0", "-1", "9" * 30):
        answer = client.post(f"/t/{session.pk}/bet-unit/", {"bet_unit": "5000", "seen": number})
        assert answer.status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [{"other": "3", "times": "1"}, {}, {"bet_unit": "5000", "reason": "y" * 201}],
)
def test_a_bad_bet_unit_is_refused_beside_the_field(
    session: Session, wrong: dict[str, str]
) -> None:
    answer = phone(session).post(f"/t/{session.pk}/bet-unit/", wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()


def test_a_table_changes_its_game_and_keeps_its_balances(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    client.post(f"/t/{session.pk}/rules/", {"rules": "dem_la"})
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "/taps/winner" in page
    again = client.get(f"/t/{session.pk}/").content.decode()
    assert "Bấm người hết bài trước" in again, "once it was said that the game changed"
    assert balances(session)[1] == 2000
    page = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert "/taps/order" in page
    assert 'name="place-1"' in page


def test_an_unknown_game_is_refused(session: Session) -> None:
    assert phone(session).post(f"/t/{session.pk}/rules/", {"rules": "uno"}).status_code == 422


def test_somebody_joins_and_waits_for_a_seat(session: Session) -> None:
    client = phone(session)
    assert client.post(f"/t/{session.pk}/players/", {"name": "Em"}).status_code == 302
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'data-seat-waiting="5" data-name="Em"' in page
    assert 'name="seats" value="1,2,3,4"' in page


@pytest.mark.parametrize("name", ["AN", "   "])
def test_a_bad_name_is_refused_beside_the_field(session: Session, name: str) -> None:
    answer = phone(session).post(f"/t/{session.pk}/players/", {"name": name})
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()


def test_one_tap_sits_out_and_one_sits_in(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/players/4/", {"out": "1"})
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'name="seats" value="1,2,3"' in page
    assert 'data-seat-waiting="4"' in page
    client.post(f"/t/{session.pk}/players/4/", {"out": "0"})
    assert 'name="seats" value="1,2,3,4"' in client.get(f"/t/{session.pk}/").content.decode()
    assert client.post(f"/t/{session.pk}/players/9/", {"out": "1"}).status_code == 409


def test_too_few_to_play_is_said(session: Session) -> None:
    client = phone(session)
    for seat in (2, 3, 4):
        client.post(f"/t/{session.pk}/players/{seat}/", {"out": "1"})
    assert client.get(f"/t/{session.pk}/").status_code == 200
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(1, 2) | {"seats": "1"})
    assert answer.status_code == 422


def test_closing_is_undone_by_reopening(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/close/")
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "Mở lại bàn" in page
    assert 'id="round"' not in page
    client.post(f"/t/{session.pk}/reopen/")
    assert 'id="round"' in client.get(f"/t/{session.pk}/").content.decode()


def test_a_scorer_shares_both_links_a_viewer_only_the_view_link(session: Session) -> None:
    score, view = key(session, Role.SCORE), key(session, Role.VIEW)
    page = phone(session).get(f"/t/{session.pk}/share/").content.decode()
    assert score in page
    assert view in page
    assert page.count('class="qr"') == 2
    page = phone(session, Role.VIEW).get(f"/t/{session.pk}/share/").content.decode()
    assert score not in page
    assert view in page


def test_renewing_a_link_keeps_this_phone_and_ends_the_others(session: Session) -> None:
    mine, other = phone(session), phone(session)
    mine.post(f"/t/{session.pk}/share/score/renew/")
    assert mine.get(f"/t/{session.pk}/").status_code == 200
    assert other.get(f"/t/{session.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("path", "page"),
    [
        *((path, "") for path in ("bet-unit/", "reopen/")),
        *((path, "house/") for path in ("players/", "players/1/", "players/1/move/", "rotate/")),
        ("players/1/rename/", "house/"),
        ("close/", "settle/"),
        ("share/view/renew/", "share/"),
    ],
)
def test_a_view_link_changes_nothing(session: Session, path: str, page: str) -> None:
    at = f"/t/{session.pk}/"
    assert phone(session, Role.VIEW).post(at + path).status_code == 404
    assert phone(session).get(at + path).headers["location"] == at + page
    assert phone(session).put(at + path).status_code == 405


def test_english_is_whole(session: Session) -> None:
    client = phone(session, Role.SCORE, **{"accept-language": "en"})
    play(session, 1, 2, 3, 4)
    vietnamese = set("ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ")
    for path in (
        "/",
        "/join/",
        *(f"/t/{session.pk}/{p}" for p in ("", "house/", "share/", "board/", "history/")),
        *(f"/t/{session.pk}/rounds/1/{p}" for p in ("", "correct/")),
    ):
        page = client.get(path).content.decode()
        # an example to say in Vietnamese, the way to the Vietnamese page
        page = re.sub(r'<(span|button)\b[^>]* ?lang="vi">.*?</\1>', "", page)
        for name in ("Nhà An", "Bình", "Cường", "Dũng", "tiếng Việt", "Tiến lên", "Phỏm", "Thối"):
            page = page.replace(name, "")
        assert 'lang="en"' in page
        left = [line for line in page.split("\n") if vietnamese & set(line.lower())]
        assert [
            line for line in left if "tới trắng" not in line.lower() and "đền" not in line
        ] == []


def test_the_language_can_be_changed(client: Client) -> None:
    answer = client.post("/language/setlang/", {"language": "en", "next": "/"})
    assert answer.status_code == 302
    assert "Open the table" in client.get("/").content.decode()


@pytest.mark.parametrize(("typed", "limit"), [("50k", 50000), ("1tr5", 1500000), ("2.000", 2000)])
def test_a_limit_from_which_the_loser_is_asked_is_set_and_taken_away(
    session: Session, typed: str, limit: int
) -> None:
    client, address = phone(session), f"/t/{session.pk}/nod-from/"
    assert client.post(address, {"amount": typed}).status_code == 302
    session.refresh_from_db()
    assert session.nod_from == limit
    page = client.get(f"/t/{session.pk}/house/").content.decode()
    assert 'value="' + f"{limit:,}".replace(",", ".") + '"' in page
    log = client.get(f"/t/{session.pk}/log/").content.decode()
    assert "ai thua nhất ván, từ " + f"{limit:,}".replace(",", ".") + " trở lên" in log
    client.post(address, {"amount": ""})
    session.refresh_from_db()
    assert session.nod_from is None
    assert (
        "Từ ván sau không hỏi người thua." in client.get(f"/t/{session.pk}/log/").content.decode()
    )


def test_a_limit_that_is_not_clear_is_asked_about(session: Session) -> None:
    client, address = phone(session), f"/t/{session.pk}/nod-from/"
    answer = client.post(address, {"amount": "50"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert re.findall(r'name="amount" value="(\S+)"', page) == ["50.000đ", "50đ"]
    for typed in ("nhiều", "9" * 19):
        assert client.post(address, {"amount": typed}).status_code == 422
    session.refresh_from_db()
    assert session.nod_from is None
