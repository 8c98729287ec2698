"""The rule card: everything the table plays by, to print and to send around."""

import re

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.models import Session
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_table()


def card(client: Client, session: Session) -> str:
    answer = client.get(f"/t/{session.pk}/card/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_setting_and_every_example_of_a_game_is_on_its_card(rules: str) -> None:
    session = open_table(rules)
    shown = card(phone(session), session)
    for setting in RULE_SETS[rules].settings:
        assert (f"<dt>{setting.label.vi}</dt>" in shown) != setting.is_house_extra
    for example in RULE_SETS[rules].examples:
        assert example.title.vi in shown
    assert "Đúng như luật gốc" in shown


def test_a_house_rule_is_on_the_card_with_its_amounts_where_it_is_played(session: Session) -> None:
    sessions.change_rules(session.pk, "tien_len", {"nhat_an_tat": True}, by=ON_THE_MACHINE)
    shown = card(phone(session), session)
    for setting in RULE_SETS["tien_len"].settings:
        if setting.is_house_extra:
            assert (f"{setting.label.vi} " in shown or f"{setting.label.vi}<" in shown) == (
                setting.rule == "TL-44"
            )


def test_an_amount_stands_in_cuoc_and_in_money(session: Session) -> None:
    shown = card(phone(session), session)
    assert re.search(r"Tứ quý, thối hoặc bị chặt</dt><dd><b>1½</b><small>3.000</small>", shown)
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    assert "<b>1½</b><small>7.500</small>" in card(phone(session), session)


def test_what_differs_from_the_document_is_marked(session: Session) -> None:
    sessions.change_rules(
        session.pk, session.rule_version.rules, {"heo_do": "2"}, by=ON_THE_MACHINE
    )
    shown = card(phone(session), session)
    assert "1 chỗ khác luật gốc" in shown
    assert "✱ Heo đỏ (2♦ 2♥), thối hoặc bị chặt<small>luật gốc: 1</small>" in shown
    assert shown.count("✱ ") == 1


def test_examples_are_worked_out_under_the_rules_in_force(session: Session) -> None:
    shown = card(phone(session), session)
    assert "thối 2♥ (heo đỏ) 1 + tứ quý 1½: 2½ × 2.000" in shown
    assert 'D<b data-sign="minus">−7.000</b>' in shown
    sessions.change_rules(
        session.pk, session.rule_version.rules, {"heo_do": "2"}, by=ON_THE_MACHINE
    )
    shown = card(phone(session), session)
    assert "thối 2♥ (heo đỏ) 2 + tứ quý 1½: 3½ × 2.000" in shown
    assert 'D<b data-sign="minus">−9.000</b>' in shown


def test_an_example_that_the_rules_refuse_is_left_out(session: Session) -> None:
    assert "A tới trắng 6 đôi" in card(phone(session), session)
    off = {"toi_trang_sau_doi": False}
    sessions.change_rules(session.pk, session.rule_version.rules, off, by=ON_THE_MACHINE)
    shown = card(phone(session), session)
    assert "A tới trắng 6 đôi" not in shown
    assert "D cóng, còn 2♠" in shown


def test_the_link_of_a_card_opens_it_for_reading_only(session: Session) -> None:
    shown = card(phone(session), session)
    assert key(session, Role.SCORE) not in shown
    link = re.search(r'value="([^"]+/join/#[^"]+)"', shown)
    assert link
    other = Client()
    answer = other.post("/join/", {"link": link[1]})
    assert answer.headers["location"] == f"/t/{session.pk}/card/"
    assert card(other, session)
    assert other.post(f"/t/{session.pk}/rules/", {"rules": "phom"}).status_code == 404


def test_a_link_leads_to_no_other_page(session: Session) -> None:
    for page in ("house", "https://x.example", ""):
        link = f"#{link_fragment(session, Role.VIEW)}.{page}"
        answer = Client().post("/join/", {"link": link})
        assert answer.headers["location"] == f"/t/{session.pk}/"


def test_a_viewer_sees_the_card_and_a_stranger_none(session: Session) -> None:
    assert "Ví dụ" in card(phone(session, Role.VIEW), session)
    for client in (Client(), phone(open_table())):
        assert client.get(f"/t/{session.pk}/card/").status_code == 404


def test_a_card_is_only_looked_at(session: Session) -> None:
    assert phone(session).post(f"/t/{session.pk}/card/").status_code == 405
