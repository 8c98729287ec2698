"""The question on the loser's phone, the answer, and where all may read it."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import Role
from ledger.models import Link, Session
from ledger.tables import agreement, flags
from tests.sample_tables import play
from tests.web.tables import HTMX, by_place, open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return agreement.ask_from(open_table().pk, 2000, by=ON_THE_MACHINE)


def of(session: Session, seat: int, role: Role = Role.VIEW) -> Client:
    """The phone of who sits there, as it said itself."""
    client = phone(session, role)
    client.post(f"/t/{session.pk}/whose/", {"seat": str(seat)})
    return client


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<.*?>", " ", page)).split())


def question(client: Client, session: Session, **state: str) -> str:
    """What stands in the line of the nod, "" where nothing is asked; else of what is new."""
    address, headers = f"/t/{session.pk}/", HTMX if state else {}
    asked = f"{address}now/" if state else address
    page = client.get(asked, state, headers=headers).content.decode()
    (line,) = re.findall(r'<div class="bench" id="nod"(.*?)</div>', page, re.DOTALL)
    assert line.startswith(" hidden") == ("button" not in line)
    return text(line.partition(">")[2])


def nod(client: Client, session: Session, number: int = 1, **headers: object) -> str:
    answer = client.post(f"/t/{session.pk}/rounds/{number}/nod/", **headers)
    assert answer.status_code in (200, 302)
    return str(answer.content.decode())


def lines(session: Session) -> int:
    return session.changes.filter(kind="nodded").count()


def test_who_lost_most_is_asked_as_the_page_opens_and_as_it_follows(session: Session) -> None:
    loser, winner, silent = of(session, 3), of(session, 2), phone(session, Role.VIEW)
    assert question(loser, session) == ""
    before = what_it_saw(loser.get(f"/t/{session.pk}/").content.decode())
    play(session)
    for state in ({}, before):
        assert question(loser, session, **state) == "Ván 1: Cường −2.000, đúng không? Đúng Có sai"
        assert question(winner, session, **state) == question(silent, session, **state) == ""


def test_a_scorer_who_lost_most_is_asked_in_the_answer_to_the_own_round(session: Session) -> None:
    scorer = of(session, 4, Role.SCORE)
    answer = scorer.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3), headers=HTMX)
    assert "Ván 1: Dũng −2.000, đúng không?" in text(answer.content.decode())
    assert lines(session) == 0, "to record it is no nod"


def test_a_nod_takes_the_question_away_and_all_may_read_it(session: Session) -> None:
    loser = of(session, 3)
    play(session)
    assert 'id="nod" hidden' in nod(loser, session, headers=HTMX)
    assert lines(session) == 1
    assert question(loser, session) == ""
    reader = phone(session, Role.VIEW)
    for path in ("rounds/1/", "history/"):
        assert "Cường xác nhận" in text(reader.get(f"/t/{session.pk}/{path}").content.decode())
    panel = reader.get(f"/t/{session.pk}/rounds/1/", headers=HTMX).content.decode()
    assert "Cường xác nhận" in text(panel)
    page = text(reader.get(f"/t/{session.pk}/log/").content.decode())
    assert "Cường xác nhận ván 1. máy của Cường (người xem)" in page


def test_a_plain_page_nods_too(session: Session) -> None:
    loser = of(session, 3)
    play(session)
    nod(loser, session)
    assert lines(session) == 1
    assert "Đã xác nhận ván 1." in loser.get(f"/t/{session.pk}/").content.decode()


@pytest.mark.parametrize("seat", [None, 1, 2, 4])
def test_a_phone_that_said_nothing_or_another_seat_counts_for_nobody(
    session: Session, seat: int | None
) -> None:
    play(session)
    client = of(session, seat) if seat else phone(session, Role.SCORE)
    nod(client, session)
    assert lines(session) == 0
    assert "xác nhận" not in client.get(f"/t/{session.pk}/history/").content.decode()


def test_a_round_that_is_no_more_says_so(session: Session) -> None:
    loser = of(session, 3)
    play(session)
    scorer = phone(session)
    scorer.post(f"/t/{session.pk}/rounds/1/void/", headers=HTMX)
    assert question(loser, session) == ""
    answer = loser.post(f"/t/{session.pk}/rounds/1/nod/", headers=HTMX)
    assert answer.status_code == 409
    assert "Ván này đã huỷ hoặc sửa rồi." in answer.content.decode()


def test_who_calls_the_round_wrong_is_asked_no_more_until_it_is_kept(session: Session) -> None:
    loser = of(session, 3)
    play(session)
    loser.post(f"/t/{session.pk}/rounds/1/flag/")
    assert question(loser, session) == ""
    flags.keep(session.pk, 1, by=Actor(Link.SCORE))
    assert question(loser, session).startswith("Ván 1")


def test_a_page_that_is_kept_asks_no_longer_than_the_round_is_fresh(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    loser = of(session, 3)
    recorded = play(session).recorded_at
    assert question(loser, session)
    monkeypatch.setattr(timezone, "now", lambda: recorded + agreement.FRESH + timedelta(seconds=1))
    assert question(loser, session) == ""


def test_a_nod_disturbs_nobody(session: Session) -> None:
    """No round is said to have changed, and who puts it right elsewhere goes on typing."""
    play(session)
    client, address = phone(session), f"/t/{session.pk}/"
    state = what_it_saw(client.get(address).content.decode())

    def news(**of: str) -> str:
        return client.get(f"{address}now/", state | of, headers=HTMX).content.decode()

    agreement.nod(session.pk, 1, by=Actor(Link.VIEW, 3))
    assert "Ván 1 vừa đổi" not in news()
    assert "Bàn vừa đổi" not in news(of="round", number="1")
    flags.flag(session.pk, 1, "a phone", by=Actor(Link.VIEW))
    assert "Ván 1 vừa đổi" in news()
    assert "Bàn vừa đổi" in news(of="round", number="1")


def test_the_page_of_a_correction_asks_nothing(session: Session) -> None:
    scorer = of(session, 3, Role.SCORE)
    play(session)
    assert question(scorer, session)
    page = scorer.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert 'id="nod"' not in page


def test_it_is_asked_in_english(session: Session) -> None:
    loser = of(session, 3)
    play(session)
    page = loser.get(f"/t/{session.pk}/", headers={"accept-language": "en"}).content.decode()
    assert "Round 1: Cường −2,000, right?" in text(page)
