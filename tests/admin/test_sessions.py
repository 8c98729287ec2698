"""The list of tables, the page of one, and what may be done to it."""

import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from openpyxl import load_workbook

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.admin.sessions import SessionAdmin
from ledger.common import refusals
from ledger.database import guards
from ledger.models import Session
from ledger.tables import sessions
from tests.admin.people import browser, lines_of, staff, superuser
from tests.sample_tables import a_table, play
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

LIST = "/admin/ledger/session/"


@pytest.fixture
def session() -> Session:
    table = open_table()
    play(table)
    return table


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def act(client: Client, action: str, *tables: Session, **more: object) -> Any:
    form = {"action": action, "_selected_action": [table.pk for table in tables], **more}
    return client.post(LIST, form)


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def noted() -> list[list[str]]:
    return [lines_of(entry) for entry in LogEntry.objects.order_by("pk")]


def test_the_list_tells_each_table_with_its_players_and_balances(
    session: Session, owner: Client
) -> None:
    page = read(owner, LIST)
    for words in ("Nhà An", "Tiến lên", "2.000", "An +1.000", "Bình +2.000", "đang mở"):
        assert words in page
    english = read(browser(superuser("b"), "en"), LIST)
    assert "session name" in english.lower()
    assert "players and balances" in english.lower()


def test_the_list_asks_the_database_no_more_for_more_tables(
    session: Session, owner: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(10):
        a_table()
    with django_assert_max_num_queries(12):
        read(owner, LIST)


@pytest.mark.parametrize(
    "query", ["Nhà", "Cường", "{pk}", "An Dũng", "dung an", "NHA DUNG", "cuong"]
)
def test_a_table_is_found_by_name_player_or_id(session: Session, owner: Client, query: str) -> None:
    other = a_table(2, rules="dem_la")
    page = read(owner, f"{LIST}?q={query.format(pk=session.pk)}")
    assert f"/{session.pk}/" in page
    assert f"/{other.pk}/" not in page


@pytest.mark.parametrize(
    "query", ["rule_version__rules=dem_la", "closed_at__isnull=False", "opened_at__year=1999"]
)
def test_a_filter_leaves_out_what_does_not_fit(session: Session, owner: Client, query: str) -> None:
    other = a_table(rules="dem_la")
    sessions.close(other.pk, by=ON_THE_MACHINE)
    page = read(owner, f"{LIST}?{query}")
    assert f"/{session.pk}/" not in page
    assert (f"/{other.pk}/" in page) is ("1999" not in query)


def test_filters_and_moments_are_in_words_that_people_say(session: Session, owner: Client) -> None:
    sessions.close(a_table(rules="dem_la").pk, by=ON_THE_MACHINE)
    guards.remove(connection)
    Session.objects.update(opened_at=datetime(2026, 11, 20, 13, 5, tzinfo=UTC))
    filters = read(owner, LIST).partition('id="changelist-filter"')[2]
    words = ("tình trạng", "đang mở", "đã chốt sổ", "kiểu chơi", "Tiến lên (đếm lá)", "Hôm nay")
    assert [word for word in words if word not in filters] == []
    assert "dem_la" not in re.sub(r'href="[^"]*"', "", filters)
    for client in (owner, browser(superuser("b"), "en")):
        for address in (LIST, f"{LIST}{session.pk}/change/"):
            assert "20:05 20/11/2026" in read(client, address)


def test_two_names_find_the_table_where_both_sit(owner: Client) -> None:
    people = (("Dũng", "Hoà"), ("Dung", "Lan"), ("Hòa", "Lan"))
    terms = {"rules": "tien_len", "settings": {}, "bet_unit": 2000, "by": ON_THE_MACHINE}
    tables = [sessions.open_session(players=names, **terms) for names in people]
    page = read(owner, f"{LIST}?q=dung+hoa")
    assert [f"/{each.pk}/" in page for each in tables] == [True, False, False]
    page = read(owner, f"{LIST}?q=DUNG")
    assert [f"/{each.pk}/" in page for each in tables] == [True, True, False]


def test_a_word_begins_a_name_and_an_id_is_read_in_capitals_too(owner: Client) -> None:
    people = (("An", "Bình"), ("Lan", "Bình"), ("Bác Đan", "Bình"))
    terms = {"rules": "tien_len", "settings": {}, "bet_unit": 2000, "by": ON_THE_MACHINE}
    tables = [sessions.open_session(players=names, **terms) for names in people]
    for sought, rows in (
        ("an+binh", [True, False, False]),
        ("dan+binh", [False, False, True]),
        ("b%C3%ACnh", [True, True, True]),
        (tables[1].pk.upper(), [False, True, False]),
    ):
        page = read(owner, f"{LIST}?q={sought}")
        assert [f"/{each.pk}/" in page for each in tables] == rows, sought


def test_one_bet_leads_to_its_page_where_it_may_be_changed(session: Session, owner: Client) -> None:
    way = f"{LIST}{session.pk}/bet-unit/"
    assert way in read(owner, LIST)
    assert way in read(owner, "/admin/")
    reader = browser(staff("view_session"))
    assert way not in read(reader, LIST)
    assert way not in read(reader, "/admin/")
    sessions.close(session.pk, by=ON_THE_MACHINE)
    assert way not in read(owner, LIST)


def test_the_page_of_a_table_tells_seats_terms_and_reasons(session: Session, owner: Client) -> None:
    sessions.change_bet_unit(session.pk, 5000, reason="khuya rồi", by=ON_THE_MACHINE)
    sessions.change_rules(
        session.pk, "tien_len", {"heo_do": "2"}, reason="nhà An chơi vậy", by=ON_THE_MACHINE
    )
    page = read(owner, f"{LIST}{session.pk}/change/")
    for words in ("Dũng", "−2.000", "5.000", "khuya rồi", "nhà An chơi vậy"):
        assert words in page
    assert "1 → 2" in page


def test_a_closed_table_takes_no_round_until_it_is_open_again(
    session: Session, owner: Client
) -> None:
    assert act(owner, "close", session).status_code == 302
    with pytest.raises(refusals.SessionClosed):
        play(session)
    assert act(owner, "close", session).status_code == 302
    answer = act(owner, "reopen", session, back=session.pk)
    assert answer.headers["location"] == f"{LIST}{session.pk}/change/"
    play(session)
    assert noted() == [["tình trạng: đang mở → đã chốt sổ"], ["tình trạng: đã chốt sổ → đang mở"]]


def test_several_tables_are_closed_at_once_and_each_is_written_down(owner: Client) -> None:
    tables = [a_table() for _ in range(3)]
    act(owner, "close", *tables[:2])
    assert Session.objects.filter(closed_at__isnull=True).get() == tables[2]
    assert set(LogEntry.objects.values_list("object_id", flat=True)) == {t.pk for t in tables[:2]}


@pytest.mark.parametrize("role", list(Role))
def test_a_renewed_key_ends_the_old_link_and_the_new_one_is_said_once(
    session: Session, owner: Client, role: Role
) -> None:
    holder = phone(session, role)
    act(owner, f"renew_{role}_key", session, back=session.pk)
    assert holder.get(f"/t/{session.pk}/").status_code == 404
    session.refresh_from_db()
    address = f"{LIST}{session.pk}/change/"
    assert key(session, role) in read(owner, address)
    assert key(session, role) not in read(owner, address)
    assert phone(session, role).get(f"/t/{session.pk}/").status_code == 200
    assert key(session, role) not in str(LogEntry.objects.values().get())


def test_without_the_permission_nothing_is_done(session: Session) -> None:
    client = browser(staff("view_session"))
    page = read(client, f"{LIST}{session.pk}/change/")
    assert "renew_score_key" not in page
    assert "bet-unit" not in page
    for action in ("close", "reopen", "renew_score_key", "renew_view_key"):
        act(client, action, session)
    for address in ("bet-unit", "rules", "names"):
        assert client.post(f"{LIST}{session.pk}/{address}/", {}).status_code == 403
    before, session = session, Session.objects.get(pk=session.pk)
    assert (session.closed_at, session.score_key_generation) == (None, before.score_key_generation)
    assert LogEntry.objects.count() == 0


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_totals_of_the_chosen_tables_are_taken_home(session: Session, owner: Client) -> None:
    others = [a_table(2), a_table(2)]
    answer = act(owner, "export_csv", session, others[0])
    text = b"".join(answer).decode("utf-8-sig")
    assert answer.headers["content-type"].startswith("text/csv")
    assert text.count("\r\n") == 1 + 4 + 2
    assert others[1].pk not in text
    assert b"".join(act(owner, "export_xlsx", session)).startswith(b"PK")


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_the_ledger_of_the_chosen_tables_is_taken_home(session: Session, owner: Client) -> None:
    other = a_table(2)
    play(other, 2, 1)
    text = b"".join(act(owner, "export_ledger", session)).decode("utf-8-sig")
    assert text.count("\r\n") == 1 + 2
    assert other.pk not in text
    content = b"".join(act(owner, "export_everything", session, other))
    book = load_workbook(io.BytesIO(content))
    assert book.sheetnames == ["Tổng", "Sổ", "Luật và mức cược"]
    assert [page.max_row for page in book.worksheets[:2]] == [1 + 4 + 2, 1 + 2 + 1]


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
@pytest.mark.parametrize("action", ["export_ledger", "export_everything"])
def test_the_ledger_is_taken_by_who_may_read_its_entries(session: Session, action: str) -> None:
    totals, entries = browser(staff("view_session")), ("view_session", "view_entry")
    assert "Content-Disposition" not in act(totals, action, session)
    assert "Content-Disposition" in act(totals, "export_csv", session)
    assert "Content-Disposition" in act(browser(staff(*entries, name="b")), action, session)


@pytest.mark.parametrize("action", ["export_csv", "export_ledger"])
@pytest.mark.parametrize("query", ["opened_at__month=11", "opened_at__month=11&q=An&o=2"])
def test_all_tables_of_a_month_are_taken_home_whatever_page_of_the_list_shows_them(
    owner: Client, monkeypatch: pytest.MonkeyPatch, action: str, query: str
) -> None:
    monkeypatch.setattr(SessionAdmin, "list_per_page", 2)
    tables, november = [open_table() for _ in range(6)], datetime(2026, 11, 20, 20, tzinfo=UTC)
    for table in tables:
        play(table)
    guards.remove(connection)
    Session.objects.update(opened_at=november)
    Session.objects.filter(pk=tables[0].pk).update(opened_at=november - timedelta(days=31))
    shown = owner.get(f"{LIST}?{query}&opened_at__year=2026").context["cl"]
    assert (shown.result_count, len(shown.result_list)) == (5, 2)
    form = {"action": action, "_selected_action": [tables[1].pk], "select_across": "1"}
    answer = owner.post(f"{LIST}?{query}&opened_at__year=2026", form)
    lines = b"".join(answer).decode("utf-8-sig").splitlines()[1:]
    assert {line.partition(",")[0] for line in lines} == {table.pk for table in tables[1:]}


def test_right_books_are_said_to_be_right(session: Session, owner: Client) -> None:
    page = read(owner, f"{LIST}{session.pk}/check/")
    assert "Sổ đúng: 1 ván, 1 lần ghi" in page


def test_a_difference_in_the_books_is_shown(session: Session, owner: Client) -> None:
    seat = session.seats.get(number=1)
    seat.balance = 7
    seat.save(update_fields=["balance"])
    page = read(owner, f"{LIST}{session.pk}/check/")
    assert "seat 1 has the balance 7" in page
    assert "Sổ đúng" not in page


def test_names_are_cleared_and_only_that_is_written_down(session: Session, owner: Client) -> None:
    form = {"seats": ["1", "3"], "table": "on"}
    assert owner.post(f"{LIST}{session.pk}/names/", form).status_code == 302
    session.refresh_from_db()
    assert [seat.name for seat in session.seats.all()] == ["", "Bình", "", "Dũng"]
    assert session.name == ""
    assert noted() == [["tên: đã xoá, ghế 1", "tên: đã xoá, ghế 3", "tên: đã xoá, của bàn"]]
    entry = str(LogEntry.objects.values().get())
    assert "Cường" not in entry
    assert "Nhà An" not in entry
    play(session)
    assert "Sổ đúng" in read(owner, f"{LIST}{session.pk}/check/")
    assert "#1" in phone(session).get(f"/t/{session.pk}/").content.decode()


@pytest.mark.parametrize("wrong", [{}, {"seats": "9"}, {"seats": "x"}])
def test_clearing_nobody_is_refused(session: Session, owner: Client, wrong: Any) -> None:
    answer = owner.post(f"{LIST}{session.pk}/names/", wrong)
    assert answer.status_code == 422
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("page", ["bet-unit", "rules", "names", "check"])
def test_a_table_that_is_not_there_is_not_found(owner: Client, page: str) -> None:
    assert owner.get(f"{LIST}zzzzzzz1/{page}/").status_code == 404
    assert owner.put(f"{LIST}{a_table().pk}/{page}/").status_code == 405


def test_a_key_is_renewed_apart_from_the_rest_with_a_word_of_what_that_does(
    session: Session, owner: Client
) -> None:
    page = read(owner, f"{LIST}{session.pk}/change/")
    before, _, fold = page.partition("<details")
    assert "renew_" not in before
    assert fold.index("Không lấy lại được") < fold.index("renew_score_key")


def test_one_table_is_said_to_be_one(session: Session) -> None:
    english = browser(superuser("b"), "en")
    act(english, "close", session)
    assert "1 book closed." in read(english, LIST)
    nameless = a_table()
    act(english, "renew_view_key", nameless)
    assert f'<li class="success">{nameless.pk}: ' in read(english, LIST)


def test_who_changed_what_is_for_whom_may_read_the_log_only(session: Session) -> None:
    boss, reader = superuser("chu"), staff("view_session")
    here = f"{LIST}{session.pk}"
    form = {"amount": "4000", "reason": "x", "seen": "1"}
    assert browser(boss).post(f"{here}/bet-unit/", form).status_code == 302
    client = browser(reader)
    page = read(client, f"{here}/change/")
    assert ">chu<" not in page
    assert f"{session.pk}/history/" not in page
    for pk in (session.pk, "zzz"):
        assert client.get(f"{LIST}{pk}/history/").status_code == 403
    line = "mức cược: 2.000 → 4.000"
    assert line in read(
        browser(staff("view_session", "view_logentry", name="kt")), f"{here}/history/"
    )
