"""House extras on the phone: what is asked, what is paid, what the sum says."""

from uuid import uuid4

import pytest

from ledger.models import Session
from ledger.tables import sessions
from tests.web.tables import NAMES, balances, by_cards, by_place, phone

pytestmark = pytest.mark.django_db


def table(rules: str, **settings: object) -> Session:
    return sessions.open_session(
        rules=rules, settings=settings, bet_unit=2000, players=NAMES, name="Nhà An"
    )


def page(session: Session) -> str:
    return phone(session).get(f"/t/{session.pk}/").content.decode()


def test_dut_ba_bich_is_asked_only_where_it_counts() -> None:
    assert 'name="dut"' in page(table("dem_la"))
    assert 'name="dut"' not in page(table("dem_la", dut_ba_bich=False))


def test_heo_beside_a_toi_trang_are_asked_only_where_they_count() -> None:
    assert "data-dem-heo" not in page(table("dem_la"))
    assert "data-dem-heo" in page(table("dem_la", dem_heo=True))


def test_dem_heo_is_paid_by_cards_left_too() -> None:
    session = table("dem_la", dem_heo=True)
    won = {"toi-trang-player": 2, "toi-trang-kind": "sau_doi", "held-3": ["2H"]}
    told = {"submission": str(uuid4()), "newest": 0, "rules": "dem_la", "seats": "1,2,3,4"}
    assert phone(session).post(f"/t/{session.pk}/rounds/", told | won).status_code == 302
    assert balances(session) == {1: -52000, 2: 164000, 3: -60000, 4: -52000}


def test_a_doubled_chop_says_so() -> None:
    session = table("tien_len", chat_doubling=True)
    chain = ((1, "heo_do"), (4, "tu_quy"), (3, "bon_doi_thong"))
    plays = {f"chat-0-{at}-player": seat for at, (seat, _) in enumerate(chain)}
    plays |= {f"chat-0-{at}-cards": cards for at, (_, cards) in enumerate(chain)}
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, **plays))
    assert balances(session)[4] == -1000 - 8000
    told = client.get(f"/t/{session.pk}/rounds/1/").content.decode()
    assert "tứ quý ← 4 đôi thông (×2) 3" in told


def test_a_last_ba_bich_is_an_ordinary_card_where_it_does_not_count() -> None:
    session = table("dem_la", dut_ba_bich=False)
    phone(session).post(f"/t/{session.pk}/rounds/", by_cards(2, dut="1"))
    assert balances(session)[2] == 30000
