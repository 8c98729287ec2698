"""House extras on the phone: what is asked, what is paid, what the sum says."""

from uuid import uuid4

import pytest
from django.utils import translation

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import sessions
from ledger.web.games.thirteen.form import describe_events
from tests.web.pages import filled, questions, read
from tests.web.tables import NAMES, balances, by_cards, by_place, by_rank, by_rows, phone

pytestmark = pytest.mark.django_db


def table(rules: str, **settings: object) -> Session:
    return sessions.open_session(
        rules=rules,
        settings=settings,
        bet_unit=2000,
        players=NAMES,
        name="Nhà An",
        by=ON_THE_MACHINE,
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
    fields = {"submission": str(uuid4()), "newest": 0, "rules": "dem_la", "seats": "1,2,3,4"}
    assert phone(session).post(f"/t/{session.pk}/rounds/", fields | won).status_code == 302
    assert balances(session) == {1: -52000, 2: 164000, 3: -60000, 4: -52000}


def test_a_doubled_chop_says_so() -> None:
    session = table("tien_len", chat_doubling=True)
    chain = ((1, "heo_do"), (4, "tu_quy"), (3, "bon_doi_thong"))
    plays = {f"chat-0-{at}-player": seat for at, (seat, _) in enumerate(chain)}
    plays |= {f"chat-0-{at}-cards": cards for at, (_, cards) in enumerate(chain)}
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, **plays))
    assert balances(session)[4] == -1000 - 8000
    text = client.get(f"/t/{session.pk}/rounds/1/").content.decode()
    assert "tứ quý ← 4 đôi thông (×2) 3" in text


def test_a_last_ba_bich_is_an_ordinary_card_where_it_does_not_count() -> None:
    session = table("dem_la", dut_ba_bich=False)
    phone(session).post(f"/t/{session.pk}/rounds/", by_cards(2, dut="1"))
    assert balances(session)[2] == 30000


@pytest.mark.parametrize("rules", ["tien_len", "dem_la", "phom"])
def test_den_lang_is_asked_only_where_it_is_played(rules: str) -> None:
    assert "đền làng" not in page(table(rules))
    played = read(page(table(rules, den_lang=True))).one("fieldset", data_for="khac")
    den = played.one("select", name="den").attributes
    assert den["data-role"] == "đền làng"
    assert "data-only" not in den


def test_who_pays_is_asked_in_tien_len_once_all_but_one_are_cong() -> None:
    """The document has it: all the others cóng, and one of them may pay for all."""
    den = read(page(table("tien_len"))).one("select", name="den").attributes
    assert (den["data-role"], den["data-only"]) == ("đền", "cong")
    for rules in ("dem_la", "phom"):
        assert "den" not in questions(page(table(rules)))


@pytest.mark.parametrize(
    ("rules", "fields", "wanted"),
    [
        ("tien_len", by_place(3, 1, 4, den=1), {1: -1000, 2: 0, 3: 2000, 4: -1000}),
        ("dem_la", by_cards(2, den=3), {1: 0, 2: 30000, 3: -30000, 4: 0}),
        ("phom", by_rank(**{"chot-1": "1", "u-player": 1}, den=4), {1: 36000, 4: -36000}),
    ],
)
def test_den_lang_makes_one_pay(
    rules: str, fields: dict[str, object], wanted: dict[int, int]
) -> None:
    session = table(rules, den_lang=True)
    client = phone(session)
    assert client.post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert {seat: paid for seat, paid in balances(session).items() if seat in wanted} == wanted
    assert "đền" in client.get(f"/t/{session.pk}/").content.decode()
    again = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert filled(again)["den"] == [str(fields["den"])]


@pytest.mark.parametrize("rules", ["tien_len", "dem_la"])
def test_what_a_table_does_not_play_is_not_offered(rules: str) -> None:
    plain = questions(page(table(rules)))
    north = questions(page(table(rules, doi_thong=False, tu_quy_doi_heo=False)))
    for name in ("held-1", "chat-0-0-cards", "chat-0-1-cards"):
        assert "bon_doi_thong" in plain[name].answers
        assert "bon_doi_thong" not in north[name].answers
        assert "ba_doi_thong" not in north[name].answers
    assert "3S" not in plain["held-1"].answers
    assert "3S" in questions(page(table(rules, ba_bich=1)))["held-1"].answers


def test_the_kind_of_a_row_is_asked_only_where_it_pays() -> None:
    assert 'data-tool="kinds"' not in page(table("binh"))
    session = table("binh", xam_chi_dau=3)
    assert 'data-tool="kinds"' in page(session)
    asked = {name for name in questions(page(session)) if name.startswith("kind-")}
    assert asked == {"kind-dau-xam_chi"}
    client = phone(session)
    fields = by_rows("1 2 3 4", "1234", "1234", **{"kind-dau-xam_chi": ["1"]})
    assert client.post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert balances(session) == {1: 18000, 2: -2000, 3: -6000, 4: -10000}
    assert "An chi đầu xám chi" in client.get(f"/t/{session.pk}/").content.decode()
    again = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert filled(again)["kind-dau-xam_chi"] == ["1"]


def test_a_kind_that_does_not_fit_the_ranking_comes_back_with_the_reason() -> None:
    session = table("binh", xam_chi_dau=3)
    fields = by_rows(
        "1 2 3 4", "1234", "1234", **{"kind-giua-cu_lu": ["1"], "kind-dau-tu_quy": ["2"]}
    )
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert answer.status_code == 422
    assert "không thể là tứ quý" in answer.content.decode()


def chopped(*chain: tuple[int, str], out: bool = False) -> dict[str, object]:
    """The fields of one chain; `out` where the last chopped went out with that card."""
    plays: dict[str, object] = {f"chat-0-{at}-player": seat for at, (seat, _) in enumerate(chain)}
    plays |= {f"chat-0-{at}-cards": cards for at, (_, cards) in enumerate(chain)}
    return plays | ({"chat-0-out": "1"} if out else {})


def test_every_chop_of_a_chain_is_in_the_history_and_the_figures() -> None:
    session = table("tien_len")
    chain = ((1, "heo_do"), (4, "ba_doi_thong"), (3, "tu_quy"))
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, **chopped(*chain)))
    text = page(session)
    assert "Dũng chặt heo đỏ của An" in text
    assert "Cường chặt chồng 3 đôi thông của Dũng" in text
    figures = client.get(f"/t/{session.pk}/figures/").content.decode()
    assert "Bị chặt" in figures


def test_a_chop_that_does_not_count_is_a_line_of_nothing_with_its_rule() -> None:
    session = table("tien_len")
    client = phone(session)
    fields = by_place(1, 2, 3, **chopped((1, "heo_do"), (4, "tu_quy"), out=True))
    preview = client.post(f"/t/{session.pk}/preview/", fields).content.decode()
    client.post(f"/t/{session.pk}/rounds/", fields)
    text = client.get(f"/t/{session.pk}/rounds/1/").content.decode()
    for shown in (preview, text):
        assert "chặt heo đỏ: không tính" in shown
    assert "TL-43" in text
    assert "An hết bài bằng chính lá ấy" in page(session)
    assert balances(session) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}


def test_who_leads_is_said_where_no_card_says_so() -> None:
    session = table("tien_len")
    client = phone(session)
    assert "Ván khởi đầu" not in page(session)
    won = {"toi-trang-player": 2, "toi-trang-kind": "sau_doi"}
    fields = {"submission": str(uuid4()), "newest": 0, "rules": "tien_len", "seats": "1,2,3,4"}
    client.post(f"/t/{session.pk}/rounds/", fields | won)
    assert "Ván khởi đầu: ai có 3♠ đi trước." in page(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(2, 1, 4, newest=1))
    assert "Ván khởi đầu" not in page(session)
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    assert "Bình được đi trước nhưng đang nghỉ: bàn tự định ai đi trước." in page(session)


def test_a_book_begun_mid_evening_says_that_its_first_round_is_no_opening_one() -> None:
    session = table("tien_len")
    assert 'name="not-opening"' in page(session)
    fields = by_place(1, 2, 3, opening="1") | {"not-opening": "1"}
    phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert not session.rounds.get().facts.get("opening")
    assert 'name="not-opening"' not in page(session)


def test_both_games_are_told_apart_at_the_top() -> None:
    for rules, title in (("tien_len", "Tiến lên"), ("dem_la", "Đếm lá")):
        session = sessions.open_session(
            rules=rules, settings=None, bet_unit=2000, players=NAMES, name="", by=ON_THE_MACHINE
        )
        for language in ("vi", "en"):
            answer = phone(session, **{"accept-language": language}).get(f"/t/{session.pk}/")
            assert read(answer.content.decode()).one("span", id="title").text == title


def test_two_heo_of_a_colour_are_counted() -> None:
    session = table("tien_len")
    chopped_pair = chopped((1, "heo_den+heo_den"), (4, "tu_quy"))
    phone(session).post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, **chopped_pair))
    text = page(session)
    assert "Dũng chặt 2 heo đen của An" in text
    assert "heo đen + heo đen" not in text


def test_what_is_held_twice_is_counted() -> None:
    facts = {"thoi": {"4": ["heo_do", "tu_quy", "heo_do", "2♠", "tu_quy"]}}
    for language, wanted in (("vi", "2 heo đỏ, 2 tứ quý, 2♠"), ("en", "two red 2s, two fours")):
        with translation.override(language):
            (line,) = describe_events(facts, {4: "Dũng"})
        assert wanted in line
