"""Rounds, postings and entries: shown with links to each other and with the reasons."""

from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

import scoring
from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import check_sessions
from ledger.common.amounts import amount
from ledger.models import Change, Entry, Link, Posting, Round, Session
from ledger.tables import payments, sessions
from scoring import FactsError, Outcome, Problem, Text
from tests.admin.people import browser, lines_of, staff, superuser
from tests.sample_tables import a_table, play
from tests.web.tables import phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    table = a_table()
    play(table)
    play(table)
    books.void(table.pk, 2, reason="chia nhầm", by=ON_THE_MACHINE)
    return table


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def read(client: Client, address: str) -> str:
    answer = client.get(f"/admin/ledger/{address}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_round_tells_who_pays_whom_and_by_which_rule(session: Session, owner: Client) -> None:
    round = session.rounds.get(number=1)
    page = read(owner, f"round/{round.pk}/change/")
    for words in ("Cúc → Bình", "TL-42", "2.000", "<b>Bình nhất</b>", "đã ghi"):
        assert words in page
    assert f"/admin/ledger/session/{session.pk}/change/" in page
    assert f"round__id__exact={round.pk}" in page
    assert 'name="_save"' not in page


def test_a_void_round_is_said_to_be_void(session: Session, owner: Client) -> None:
    assert "đã huỷ" in read(owner, f"round/{session.rounds.get(number=2).pk}/change/")
    assert read(owner, "round/").count("đã huỷ") == 1


def test_a_posting_leads_to_its_round_and_entries(session: Session, owner: Client) -> None:
    void = Posting.objects.get(session=session, number=3)
    page = read(owner, f"posting/{void.pk}/change/")
    assert "chia nhầm" in page
    assert f"{session.pk}/3 huỷ ván" in page
    assert void.hash in page
    assert f"/admin/ledger/round/{void.round_id}/change/" in page
    entries = read(owner, f"entry/?posting__id__exact={void.pk}")
    assert entries.count("/change/") >= 2
    assert "huỷ ván" in entries
    assert "Bình → Cúc" in entries
    entry = void.entries.get(payer__number=2)
    assert f"Bình → Cúc: {amount(entry.amount)}" in read(owner, f"entry/{entry.pk}/change/")


@pytest.mark.parametrize("model", ["round", "posting"])
def test_a_list_can_be_of_one_table(session: Session, owner: Client, model: str) -> None:
    other = a_table()
    play(other)
    page = read(owner, f"{model}/?session__id__exact={session.pk}")
    assert f"session/{session.pk}/" in page
    assert f"session/{other.pk}/" not in page
    assert f"session/{other.pk}/" in read(owner, f"{model}/?q={other.pk}")


@pytest.mark.parametrize("model", ["round", "posting", "entry"])
def test_a_row_that_is_not_there_leads_back(owner: Client, model: str) -> None:
    assert owner.get(f"/admin/ledger/{model}/999999/change/").status_code == 302
    assert owner.get(f"/admin/ledger/{model}/x/change/").status_code == 302


def test_who_may_see_rounds_only_sees_no_entries(session: Session) -> None:
    client = browser(staff("view_round"))
    assert "TL-42" in read(client, f"round/{Round.objects.first().pk}/change/")  # type: ignore[union-attr]
    assert client.get("/admin/ledger/entry/").status_code == 403
    entry = Entry.objects.first()
    assert entry
    assert client.get(f"/admin/ledger/entry/{entry.pk}/change/").status_code == 403


def test_the_newest_entry_of_all_tables_comes_first(owner: Client) -> None:
    old, new = a_table(), a_table()
    for _ in range(3):
        play(old)
    play(new)
    page = owner.get("/admin/ledger/entry/").content.decode()
    assert page.index(f"/session/{new.pk}/") < page.index(f"/session/{old.pk}/")


@pytest.mark.parametrize("model", ["round", "posting", "entry"])
def test_rows_are_found_by_the_id_of_their_table(owner: Client, model: str) -> None:
    mine, other = a_table(), a_table()
    play(mine)
    play(other)
    page = owner.get(f"/admin/ledger/{model}/?q={mine.pk}").content.decode()
    assert f"/session/{mine.pk}/" in page
    assert f"/session/{other.pk}/" not in page


def test_an_owner_makes_a_round_void_and_records_it_again(session: Session, owner: Client) -> None:
    round = session.rounds.get(number=1)
    here, before = f"/admin/ledger/round/{round.pk}", standing(session)
    asked = read(owner, f"round/{round.pk}/void/")
    assert "Bình nhất" in asked
    assert standing(session) == before
    done = owner.post(f"{here}/void/", {"reason": "chia thiếu lá"}, follow=True)
    assert "Đã huỷ ván 1." in done.content.decode()
    assert standing(session) == dict.fromkeys(before, 0)
    assert "Ván này đã huỷ từ trước." in owner.post(f"{here}/void/", follow=True).content.decode()
    again = owner.post(f"{here}/restore/", follow=True)
    assert "Ván 1 lại như cũ." in again.content.decode()
    assert standing(session) == before
    assert owner.post(f"{here}/restore/", follow=True).status_code == 200
    assert standing(session) == before
    by_owner = session.changes.filter(link=Link.ADMIN)
    kinds = by_owner.values_list("kind", flat=True)
    assert [*kinds] == [Change.Kind.RESTORED, Change.Kind.VOID]
    page = phone(session).get(f"/t/{session.pk}/log/").content.decode()
    assert page.count("quản lý") == 2
    assert "chia thiếu lá" in page
    lines = [lines_of(entry) for entry in LogEntry.objects.order_by("pk")]
    assert lines == [["ván 1: đã ghi → đã huỷ"], ["ván 1: đã huỷ → đã ghi"]]
    assert check_sessions([session.pk]) == []


def test_a_round_of_a_table_that_settles_stays_and_the_page_says_why(owner: Client) -> None:
    table = a_table()
    round = play(table)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    debt = {"debtor": 4, "creditor": 1, "amount": 1000, "submission_id": uuid4()}
    payments.pay(table.pk, **debt, by=ON_THE_MACHINE)
    answer = owner.post(f"/admin/ledger/round/{round.pk}/void/", {"reason": "x"})
    assert answer.status_code == 422
    assert "Bàn đang tính tiền" in answer.content.decode()
    assert LogEntry.objects.count() == 0


def test_facts_that_the_rules_take_no_more_stay_void_and_the_page_says_why(
    session: Session, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a later release reads the rules otherwise than that which took them."""
    round, before = session.rounds.get(number=2), standing(session)
    why = Problem("cong", "cong[0]", Text("{player} bị cóng.", "{player} is cóng."), 3)

    def refuse(*asked: object) -> Outcome:
        raise FactsError([why])

    monkeypatch.setattr(scoring, "score", refuse)
    answer = owner.post(f"/admin/ledger/round/{round.pk}/restore/", follow=True)
    assert answer.redirect_chain[-1][0].endswith(f"/round/{round.pk}/change/")
    assert "Cúc bị cóng." in answer.content.decode()
    assert standing(session) == before
    assert LogEntry.objects.count() == 0


def test_a_round_is_made_void_by_who_may_alone(session: Session) -> None:
    round, reader = session.rounds.get(number=1), browser(staff("view_round"))
    here = f"/admin/ledger/round/{round.pk}"
    page = read(reader, f"round/{round.pk}/change/")
    assert f"{here}/void/" not in page
    assert [reader.post(f"{here}/{what}/").status_code for what in ("void", "restore")] == [403] * 2
    other = browser(staff("view_round", "change_round", name="b"))
    assert f"{here}/void/" in read(other, f"round/{round.pk}/change/")
    assert other.post(f"{here}/change/", {"number": "9"}).status_code == 403
    assert other.get(f"{here}/restore/").status_code == 405


def standing(session: Session) -> dict[int, int]:
    return dict(session.seats.values_list("number", "balance"))
