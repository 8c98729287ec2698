"""The list of tables, the page of one, and what may be done to it."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from ledger import posting
from ledger.access import Role, key
from ledger.admin import audit
from ledger.models import Session
from tests.admin.people import browser, staff, superuser
from tests.ledger.tables import a_table, play
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
    return [audit.told(entry) for entry in LogEntry.objects.order_by("pk")]


def test_the_list_tells_each_table_with_its_players_and_balances(
    session: Session, owner: Client
) -> None:
    page = read(owner, LIST)
    for said in ("Nhà An", "Tiến lên", "2.000", "An +1.000", "Bình +2.000", "đang mở"):
        assert said in page
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


@pytest.mark.parametrize("query", ["Nhà", "Cường", "{pk}"])
def test_a_table_is_found_by_name_player_or_id(session: Session, owner: Client, query: str) -> None:
    other = a_table(2, rules="dem_la")
    page = read(owner, f"{LIST}?q={query.format(pk=session.pk)}")
    assert f"/{session.pk}/" in page
    assert f"/{other.pk}/" not in page


@pytest.mark.parametrize("query", ["rules=dem_la", "state=closed", "opened_at__year=1999"])
def test_a_filter_leaves_out_what_does_not_fit(session: Session, owner: Client, query: str) -> None:
    other = a_table(rules="dem_la")
    posting.close(other.pk)
    page = read(owner, f"{LIST}?{query}")
    assert f"/{session.pk}/" not in page
    assert (f"/{other.pk}/" in page) is ("1999" not in query)


def test_the_page_of_a_table_tells_seats_terms_reasons_and_who(
    session: Session, owner: Client
) -> None:
    posting.change_bet_unit(session.pk, 5000, reason="khuya rồi")
    posting.change_rules(session.pk, "tien_len", {"heo_do": "2"}, reason="nhà An chơi vậy")
    page = read(owner, f"{LIST}{session.pk}/change/")
    for said in ("Dũng", "−2.000", "5.000", "khuya rồi", "nhà An chơi vậy", "người ở bàn"):
        assert said in page
    assert "1 → 2" in page


def test_a_closed_table_takes_no_round_until_it_is_open_again(
    session: Session, owner: Client
) -> None:
    assert act(owner, "close", session).status_code == 302
    with pytest.raises(posting.SessionClosed):
        play(session)
    assert act(owner, "close", session).status_code == 302
    answer = act(owner, "reopen", session, back=session.pk)
    assert answer.headers["location"] == f"{LIST}{session.pk}/change/"
    play(session)
    assert noted() == [["tình trạng: đang mở → đã đóng"], ["tình trạng: đã đóng → đang mở"]]


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
    kept = str(LogEntry.objects.values().get())
    assert "Cường" not in kept
    assert "Nhà An" not in kept
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
