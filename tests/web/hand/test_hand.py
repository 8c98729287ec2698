"""A player's own page: hand in, be told what is wrong, take back, see all once all are in."""

from typing import Any

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import OwnHand, Round, Session
from ledger.tables import sessions
from tests.web.hands import HANDS, claim, hand_fields, hand_in, seated, stamp
from tests.web.tables import HTMX, by_rows, open_table, phone

pytestmark = pytest.mark.django_db

LUNG = "AS KC KD | 4S 5D 7S 8C QD | 5H 6H 7H 9H AH"
SIX_PAIRS = "2S 2H 3S | 3H 4S 4H 5S 5H | 6S 6H 7S 7H 8S"


@pytest.fixture
def session() -> Session:
    return open_table("binh")


@pytest.fixture
def player(session: Session) -> Client:
    """The phone of An, with the view link."""
    client = phone(session, Role.VIEW)
    claim(client, session, 1)
    return client


def own(client: Client, session: Session, seat: int = 1, **query: str) -> Any:
    headers = HTMX if query else {}
    return client.get(f"/t/{session.pk}/hand/{seat}/", query, headers=headers)


def test_a_hand_is_in_and_its_player_sees_it_and_who_is_missing(
    session: Session, player: Client
) -> None:
    assert 'name="dau-1"' in own(player, session).content.decode()
    answer = hand_in(player, session, 1)
    assert answer.headers["location"] == f"/t/{session.pk}/hand/1/"
    page = own(player, session).content.decode()
    assert "10♠" in page
    assert "Đã nộp bài" in page
    assert "Bình, Cường, Dũng" in page
    assert 'hx-trigger="follow from:#now"' in page


def test_htmx_gets_the_page_in_place(session: Session, player: Client) -> None:
    address = f"/t/{session.pk}/hand/1/"
    answer = player.post(address, hand_fields(session, 1), headers=HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().startswith('<section id="hand"')
    assert "Đã nộp bài" in answer.content.decode()


@pytest.mark.parametrize("headers", [HTMX, pytest.param({}, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("wrong", "notice"),
    [
        ({"dau-1": "KS KD xx"}, "không phải “xx”"),
        ({"dau-1": "KS KD 4C 2H", "giua-1": "9S 9C JS JC"}, "phải có 3 lá, không phải 4"),
        ({"mau-binh-1": "tu_quy"}, "không có mậu binh"),
        ({"dau-1": "", "giua-1": "", "cuoi-1": ""}, "Còn thiếu 13 lá"),
        ({"dau-1": "\x00", "giua-1": "<b>"}, "&lt;b&gt;"),
        ({"dau-1": "KS KD 4C " * 99}, "nhiều nhất 52, không phải 297"),
    ],
)
def test_an_impossible_hand_comes_back_as_typed(
    session: Session, player: Client, wrong: dict[str, str], notice: str, headers: dict[str, str]
) -> None:
    fields = hand_fields(session, 1, **wrong)
    answer = player.post(f"/t/{session.pk}/hand/1/", fields, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert notice in page
    assert 'name="cuoi-1" value="' + fields["cuoi-1"] in page
    assert OwnHand.objects.get().fields == {}


def test_a_mau_binh_is_declared_with_cards_or_without(session: Session, player: Client) -> None:
    fields = hand_fields(session, 1, SIX_PAIRS, **{"mau-binh-1": "sau_doi"})
    assert player.post(f"/t/{session.pk}/hand/1/", fields).status_code == 302
    assert "6 đôi" in own(player, session).content.decode()
    player.post(f"/t/{session.pk}/hand/1/take-back/")
    bare = {"stamp": fields["stamp"], "mau-binh-1": "sau_doi"}
    assert player.post(f"/t/{session.pk}/hand/1/", bare).status_code == 302


@pytest.mark.parametrize(
    ("hand", "notice"),
    [
        (HANDS[1], ""),
        (LUNG, "binh lủng"),
        (SIX_PAIRS, "Báo mậu binh: 6 đôi"),
        ("KS KD 4C | 9S 9C | ", "Còn thiếu 8 lá"),
        ("KS KD | KS 9C | ", "Lá K♠ xuất hiện hai lần"),
    ],
)
def test_looking_tells_what_the_engine_finds_and_keeps_nothing(
    session: Session, player: Client, hand: str, notice: str
) -> None:
    fields = hand_fields(session, 1, hand)
    for headers in ({}, HTMX):
        answer = player.post(f"/t/{session.pk}/hand/1/look/", fields, headers=headers)
        assert answer.status_code == 200
        assert notice in answer.content.decode()
        assert "Bình" not in answer.content.decode().replace("mậu binh", "")
    assert OwnHand.objects.get().fields == {}


def test_looking_is_for_who_holds_the_seat(session: Session, player: Client) -> None:
    for client in (phone(session), phone(session, Role.VIEW)):
        answer = client.post(f"/t/{session.pk}/hand/1/look/", hand_fields(session, 1))
        assert answer.headers["location"] == f"/t/{session.pk}/hand/"


def test_a_hand_taken_back_is_as_it_was_typed(session: Session, player: Client) -> None:
    hand_in(player, session, 1)
    assert player.post(f"/t/{session.pk}/hand/1/take-back/").status_code == 302
    assert 'name="dau-1" value="KS KD 4C"' in own(player, session).content.decode()
    other = phone(session, Role.VIEW)
    answer = other.post(f"/t/{session.pk}/hand/1/take-back/", follow=True)
    assert "Đã có máy khác giữ ghế An" in answer.content.decode()


def test_sent_twice_is_in_once(session: Session, player: Client) -> None:
    fields = hand_fields(session, 1)
    for _tap in range(2):
        assert player.post(f"/t/{session.pk}/hand/1/", fields).status_code == 302
    assert OwnHand.objects.count() == 1


def test_a_seat_that_another_phone_holds_costs_nothing_typed(
    session: Session, player: Client
) -> None:
    other = phone(session, Role.VIEW)
    answer = hand_in(other, session, 1)
    assert answer.status_code == 409
    assert "Đã có máy khác giữ ghế An" in answer.content.decode()
    assert 'name="dau-1" value="KS KD 4C"' in answer.content.decode()
    assert OwnHand.objects.get().fields == {}
    assert own(other, session).headers["location"] == f"/t/{session.pk}/hand/"


def test_without_a_key_or_with_another_tables_there_is_no_page(session: Session) -> None:
    for client in (Client(), phone(open_table("binh"))):
        for path in ("hand/1/", "hand/1/look/"):
            assert client.get(f"/t/{session.pk}/{path}").status_code in {302, 404}
            assert client.post(f"/t/{session.pk}/{path}").status_code in {404, 405}
        assert hand_in(client, session, 1).status_code == 404
    assert not OwnHand.objects.exists()


def test_wrong_method(session: Session, player: Client) -> None:
    assert player.put(f"/t/{session.pk}/hand/1/").status_code == 405


def test_all_see_all_once_all_are_in_and_nobody_changes_anything(session: Session) -> None:
    phones = seated(session, 1, 2, 3, 4)
    for seat, client in [*phones.items()][:2]:
        page = own(client, session, seat).content.decode()
        assert "Chờ người ghi điểm" in page
        for shown in ("10♥", "Q♦", "8♣", "J♥", "Dũng → An", "binh lủng: 3 × 2.000"):
            assert shown in page
        changed = client.post(f"/t/{session.pk}/hand/{seat}/", hand_fields(session, seat, LUNG))
        assert changed.status_code == 409
        assert "không đổi được nữa" in changed.content.decode()
        client.post(f"/t/{session.pk}/hand/{seat}/take-back/")
        client.post(f"/t/{session.pk}/hand/{seat}/let-go/")
    assert OwnHand.objects.filter(final=True, handed_in_at__isnull=False).count() == 4
    assert not Round.objects.exists()
    outsider = phone(session, Role.VIEW)
    assert own(outsider, session).headers["location"] == f"/t/{session.pk}/hand/"
    look = outsider.post(f"/t/{session.pk}/hand/1/look/", hand_fields(session, 1))
    assert look.status_code == 302


def test_a_card_on_two_phones_comes_to_light_when_all_are_in(session: Session) -> None:
    phones = seated(session, 1, 2, 3)
    last = phone(session, Role.VIEW)
    claim(last, session, 4)
    double = HANDS[4].replace("AD", "KS")
    assert hand_in(last, session, 4, double).status_code == 302
    for seat, client in {1: phones[1], 4: last}.items():
        page = own(client, session, seat).content.decode()
        assert "Lá K♠ xuất hiện hai lần: ở bài của An và bài của Dũng. Sửa ở phiếu" in page
    form = phone(session).post(f"/t/{session.pk}/hand/all-in/").content.decode()
    assert '<div class="words" data-kind="bad" role="alert">Lá K♠' in form


def test_the_page_asks_again_and_gets_only_what_changed(session: Session, player: Client) -> None:
    hand_in(player, session, 1)
    page = own(player, session).content.decode()
    query = page.split('id="hand"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert player.get(query, headers=HTMX).status_code == 204
    seated(session, 2)
    answer = player.get(query, headers=HTMX)
    assert "An, Bình" in answer.content.decode()


def test_after_the_round_the_page_offers_the_next(session: Session) -> None:
    phones = seated(session, 1, 2, 3, 4)
    page = own(phones[1], session).content.decode()
    query = page.split('id="hand"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    phone(session).post(f"/t/{session.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    text = phones[1].get(query, headers=HTMX).content.decode()
    assert "Nộp bài ván tới" in text
    assert "An +18.000" in text
    assert "hx-trigger" not in text
    page = own(phones[1], session).content.decode()
    assert "ván 2" in page
    assert 'name="dau-1" value=""' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_cards_for_a_round_that_is_recorded_are_kept_and_asked_about(
    session: Session, player: Client, headers: dict[str, str]
) -> None:
    fields = hand_fields(session, 1)
    phone(session).post(f"/t/{session.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    answer = player.post(f"/t/{session.pk}/hand/1/", fields, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "chưa nộp" in page
    assert 'name="dau-1" value="KS KD 4C"' in page
    fresh = page.split('name="stamp" value="')[1].split('"')[0]
    again = player.post(f"/t/{session.pk}/hand/1/", fields | {"stamp": fresh})
    assert again.status_code == 302


def test_a_page_left_open_for_long_costs_nothing_typed(session: Session) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = phone(session, Role.VIEW).cookies
    answer = client.post(f"/t/{session.pk}/hand/1/", hand_fields(session, 1))
    assert answer.status_code == 403
    assert 'name="dau-1" value="KS KD 4C"' in answer.content.decode()
    assert "Bấm nộp lần nữa" in answer.content.decode()


def test_other_rules_ask_for_the_same_cards_again(session: Session, player: Client) -> None:
    hand_in(player, session, 1)
    before = stamp(session)
    sessions.change_rules(session.pk, "binh", {"binh_lung": "4"}, by=ON_THE_MACHINE)
    page = own(player, session, seen="x", stamp=before).content.decode()
    assert "Luật vừa đổi" in page
    assert "xong rồi" not in page
    phone(session).post(f"/t/{session.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    assert "xong rồi" in own(player, session, seen="x", stamp=before).content.decode()


def test_who_was_late_sees_the_newest_round_and_not_what_was_corrected_since(
    session: Session, player: Client
) -> None:
    before, scorer, rounds = stamp(session), phone(session), f"/t/{session.pk}/rounds/"
    for newest in (0, 1):
        scorer.post(rounds, by_rows("1 2 3", "1 2 3", "1 2 3", newest=newest))
    scorer.post(rounds, by_rows("2 1 3", "1 2 3", "1 2 3", newest=2, correcting=1))
    assert Round.objects.count() == 3
    assert "Ván mới nhất là ván 2:" in own(player, session, seen="x", stamp=before).content.decode()


def test_another_game_leads_back_to_the_table(session: Session, player: Client) -> None:
    sessions.change_rules(session.pk, "phom", None, by=ON_THE_MACHINE)
    answer = own(player, session, seen="x", stamp="x")
    assert answer.headers["HX-Redirect"] == f"/t/{session.pk}/"


def test_english_is_whole(session: Session) -> None:
    vietnamese = set("ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ")
    session = open_table("binh", ["An", "Ben", "Cleo", "Dan"])
    phones = {seat: phone(session, Role.VIEW, **{"accept-language": "en"}) for seat in (1, 2, 3, 4)}
    pages = [phones[1].get(f"/t/{session.pk}/hand/").content.decode()]
    for seat, client in phones.items():
        claim(client, session, seat)
        if seat in (1, 4):
            pages.append(own(client, session, seat).content.decode())
        hand_in(client, session, seat)
        if seat in (1, 4):
            pages.append(own(client, session, seat).content.decode())
    for page in pages:
        for word in ("mậu binh", "tiếng Việt", "Nhà An", "lủng", "tứ quý"):
            page = page.replace(word, "").replace(word.capitalize(), "")
        lines = [line for line in page.split("\n") if vietnamese & set(line.lower())]
        assert lines == []
