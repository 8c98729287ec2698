"""Recording from the phone: one request, one round, and never a lost form."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round, Session
from ledger.tables import sessions
from ledger.web import shown_terms
from scoring import RULE_SETS
from tests.web.pages import figures, filled, hint, problem, read
from tests.web.tables import HTMX, balances, by_cards, by_place, open_table, phone

pytestmark = pytest.mark.django_db


def rounds() -> int:
    return Round.objects.count()


def test_a_plain_round_by_place_pays_bet_to_nhat_and_ba_to_nhi() -> None:
    session = open_table()
    answer = phone(session).post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    assert answer.url == f"/t/{session.pk}/"
    assert balances(session) == {1: 1000, 2: -2000, 3: 2000, 4: -1000}


def test_who_is_left_where_all_others_are_cong_has_won() -> None:
    session = open_table()
    fields = by_place(cong=["1", "2", "4"])
    assert phone(session).post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert balances(session) == {1: -4000, 2: -4000, 3: 12000, 4: -4000}


def test_a_plain_round_by_cards_pays_the_winner_a_cuoc_a_card() -> None:
    session = open_table("dem_la")
    phone(session).post(f"/t/{session.pk}/rounds/", by_cards(2))
    assert balances(session) == {1: -10000, 2: 30000, 3: -10000, 4: -10000}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"held-2": ["2H", "tu_quy"]}, {1: 1000, 2: -7000, 3: 2000, 4: 4000}),
        ({"hand-2": "2♥ 4s 4c 4d 4h"}, {1: 1000, 2: -7000, 3: 2000, 4: 4000}),
        (
            {
                "chat-0-0-player": 1,
                "chat-0-0-cards": "heo_do",
                "chat-0-1-player": 4,
                "chat-0-1-cards": "tu_quy",
            },
            {1: -1000, 2: -2000, 3: 2000, 4: 1000},
        ),
        (
            {
                "chat-0-0-player": 1,
                "chat-0-0-cards": "heo_den+heo_do",
                "chat-0-1-player": 4,
                "chat-0-1-cards": "tu_quy",
                "chat-0-out": "1",
            },
            None,
        ),
    ],
)
def test_events_are_scored(more: dict[str, Any], expected: dict[int, int] | None) -> None:
    session = open_table()
    answer = phone(session).post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, **more))
    assert answer.status_code == 302
    if expected:
        assert balances(session) == expected


def test_cong_den_and_toi_trang() -> None:
    session = open_table()
    client, address = phone(session), f"/t/{session.pk}/rounds/"
    cong = {"seats": "1,2,3,4", "place-1": 1, "cong": [2, 3, 4], "den": 3, "newest": 0}
    assert client.post(address, cong | {"submission": str(uuid4())}).status_code == 302
    assert balances(session) == {1: 12000, 2: 0, 3: -12000, 4: 0}
    won = {"seats": "1,2,3,4", "toi-trang-player": 2, "toi-trang-kind": "sau_doi", "newest": 1}
    assert client.post(address, won | {"submission": str(uuid4())}).status_code == 302
    assert balances(session) == {1: 8000, 2: 12000, 3: -16000, 4: -4000}


def test_who_pays_for_all_stays_ticked_in_a_correction_and_a_refused_form() -> None:
    session = open_table()
    client, address = phone(session), f"/t/{session.pk}/rounds/"
    cong = {"seats": "1,2,3,4", "place-1": 1, "cong": [2, 3, 4], "den": 3, "newest": 0}
    client.post(address, cong | {"submission": str(uuid4())})
    refused = by_place(1, 2, 3, newest=1, den=3)
    for page in (client.get(f"{address}1/correct/"), client.post(address, refused)):
        assert filled(page.content.decode())["den"] == ["3"]


def test_dut_ba_bich_doubles_the_cards() -> None:
    session = open_table("dem_la")
    phone(session).post(f"/t/{session.pk}/rounds/", by_cards(2, dut="1"))
    assert balances(session)[2] == 60000


@pytest.mark.parametrize("headers", [HTMX, pytest.param({}, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"held-1": ["2H"]}, "An không còn lá nào"),
        ({"hand-2": "2H 2H xyz"}, "không phải “xyz”"),
        ({"held-2": ["2D"], "hand-2": "2S"}, "Bình còn gì: chọn món hoặc ghi lá, không cả hai."),
        ({"place-1": "1"}, "Mỗi hạng đúng một người"),
        ({"place-1": ""}, "Mỗi hạng đúng một người"),
        ({"cong": ["3"]}, "Cường bị cóng thì không có thứ hạng."),
        ({"den": "4"}, "Dũng không bị cóng nên không thể đền bài."),
        (
            {
                "chat-0-0-player": "1",
                "chat-0-0-cards": "tu_quy",
                "chat-0-1-player": "4",
                "chat-0-1-cards": "ba_doi_thong",
            },
            "Dũng: 3 đôi thông không chặt được tứ quý.",
        ),
        ({"toi-trang-player": "1", "toi-trang-kind": "nope"}, "không phải “nope”"),
        ({"seats": "1,2,3,9"}, "Ai về ba?"),
        ({"seats": ""}, "Bấm từng người theo thứ tự về"),
        ({"seats": "x;drop"}, "Bấm từng người theo thứ tự về"),
        ({"place-2": "9" * 40}, "Mỗi hạng đúng một người"),
        ({"hand-2": "\x00\x01" * 20}, "Cần một lá bài"),
        ({"held-2": ["<script>"]}, "không phải “<script>”"),
    ],
)
def test_an_impossible_round_comes_back_as_typed_with_its_problem_and_writes_nothing(
    headers: dict[str, str], more: dict[str, Any], why: str
) -> None:
    session = open_table()
    fields = by_place(3, 1, 4) | more
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert why in hint(page)
    assert fields["submission"] in page
    assert rounds() == 0
    if more.get("hand-2") == "2H 2H xyz":
        assert filled(page)["hand-2"] == ["2H 2H xyz"]


def test_a_double_tap_gives_one_round() -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4)
    for _tap in range(2):
        assert client.post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert rounds() == 1


def test_the_same_id_with_another_round_is_refused_and_keeps_the_form() -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4)
    client.post(f"/t/{session.pk}/rounds/", fields)
    other = by_place(4, 1, 3) | {"submission": fields["submission"]}
    answer = client.post(f"/t/{session.pk}/rounds/", other)
    assert answer.status_code == 409
    assert fields["submission"] not in answer.content.decode()
    assert rounds() == 1


def test_a_scorer_who_is_behind_sees_the_newest_round_first_and_loses_nothing() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    fields = by_place(4, 2, 1)
    answer = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Cường nhất" in page
    assert "Ghi ván 2" in page
    assert rounds() == 1
    answer = second.post(f"/t/{session.pk}/rounds/", fields | {"newest": 1}, headers=HTMX)
    assert answer.status_code == 200
    assert rounds() == 2


def test_htmx_gets_just_what_changed_in_at_most_8_kb() -> None:
    session = open_table()
    fields = by_place(3, 1, 4, **{"held-2": ["2H"]})
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Ghi ván 2" in page
    assert 'id="line-1"' in page
    assert len(answer.content) <= 8 * 1024


def test_when_somebody_sat_out_meanwhile_the_page_is_loaded_anew() -> None:
    session = open_table()
    client = phone(session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{session.pk}/"
    assert rounds() == 1


def test_of_several_rounds_the_last_is_said_with_what_undoes_it_and_again_later() -> None:
    session = open_table()
    client = phone(session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    for sent in (by_place(3, 1, 4), by_place(1, 3, 4, newest=1)):
        client.post(f"/t/{session.pk}/rounds/", sent, headers=HTMX)
    strip = read(client.get(f"/t/{session.pk}/").content.decode()).one(id="strip")
    assert strip.one(data_kind="done").text == "Đã ghi ván 2"
    assert strip.one("button").attributes["formaction"] == f"/t/{session.pk}/rounds/2/void/"
    again = read(client.get(f"/t/{session.pk}/").content.decode()).one(id="strip")
    assert again.one(data_past="").text == "Đã ghi ván 2"


def test_when_the_game_was_changed_meanwhile_nothing_is_recorded() -> None:
    session = open_table()
    client = phone(session)
    sessions.change_rules(session.pk, "dem_la", None, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "vừa đổi kiểu chơi" in page
    assert filled(page)["place-3"] == ["1"]
    assert rounds() == 0


def terms(session: Session) -> str:
    session.refresh_from_db()
    return shown_terms.named(session.terms)


def test_a_bet_unit_changed_meanwhile_is_shown_before_it_counts() -> None:
    session = open_table()
    client, prices = phone(session), terms(session)
    sessions.change_bet_unit(session.pk, 50000, by=ON_THE_MACHINE)
    fields = by_place(3, 1, 4, terms=prices)
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Mức cược hoặc luật vừa đổi" in problem(page)
    assert 'data-kind="done"' not in page
    assert figures(page) == ["+25.000", "−50.000", "+50.000", "−25.000"]
    assert rounds() == 0
    again = fields | {"terms": terms(session)}
    assert client.post(f"/t/{session.pk}/rounds/", again, headers=HTMX).status_code == 200
    assert balances(session)[3] == 50000


def test_terms_of_lost_books_are_not_taken_for_those_that_got_their_ids() -> None:
    session = open_table()
    client, now = phone(session), terms(session)
    session.bet_unit.amount = 50000
    lost = shown_terms.named(session.terms)
    assert lost != now
    assert lost.rpartition("-")[0] == now.rpartition("-")[0]
    fields = by_place(3, 1, 4, terms=lost)
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer.status_code == 409
    assert "Mức cược hoặc luật vừa đổi" in problem(answer.content.decode())
    assert rounds() == 0


def test_a_round_that_waited_over_an_update_is_recorded_at_the_prices_it_was_typed_at() -> None:
    session = open_table()
    client, ids = phone(session), terms(session).rpartition("-")[0]
    sent = by_place(3, 1, 4, terms=ids)
    assert client.post(f"/t/{session.pk}/rounds/", sent, headers=HTMX).status_code == 200


def test_where_the_terms_of_a_form_of_before_an_update_are_in_force_it_says_of_no_others() -> None:
    session = open_table()
    client, ids = phone(session), terms(session).rpartition("-")[0]
    client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(1, 3, 4, terms=ids), headers=HTMX)
    assert answer.status_code == 409
    assert "Đã có người ghi trước" in answer.content.decode()
    assert "vừa đổi" not in answer.content.decode()


@pytest.mark.parametrize("meanwhile", ["rules", "closed", "another round"])
def test_a_round_sent_again_is_told_to_be_on_the_books_whatever_happened_since(
    meanwhile: str,
) -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4, opening="1")
    client.post(f"/t/{session.pk}/rounds/", fields)
    if meanwhile == "rules":
        sessions.change_rules(session.pk, "dem_la", None, by=ON_THE_MACHINE)
    if meanwhile == "closed":
        sessions.close(session.pk, by=ON_THE_MACHINE)
    if meanwhile == "another round":
        client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4, newest=1))
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{session.pk}/"
    assert "đã ghi rồi: ván 1" in client.get(f"/t/{session.pk}/").content.decode()
    assert rounds() == (2 if meanwhile == "another round" else 1)


def test_the_newest_round_sent_again_is_shown_where_it_is_and_named_by_its_id() -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4, opening="1")
    answers = [client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX) for _time in range(2)]
    named = {"recorded": {"submission": fields["submission"], "number": 1}}
    assert [json.loads(answer["HX-Trigger"]) for answer in answers] == [named, named]
    page = answers[1].content.decode()
    assert "đã ghi rồi: ván 1" in page
    assert 'id="line-1"' in page
    assert rounds() == 1


def test_a_refused_round_is_not_named_as_recorded() -> None:
    session = open_table()
    client = phone(session)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1), headers=HTMX)
    assert answer.status_code == 422
    assert "HX-Trigger" not in answer


def test_two_rounds_stand_side_by_side_and_the_person_chooses() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    page = second.post(f"/t/{session.pk}/rounds/", by_place(4, 2, 1)).content.decode()
    panel = read(page).one(data_question="two")
    assert "Ván đang bấm có phải ván 1?" in panel.text
    assert "Ván 1 đã ghi: Cường nhất" in panel.text
    assert "Bạn bấm: Dũng nhất" in panel.text
    answers = {
        each.attributes["data-answer"]: each
        for each in panel.all()
        if "data-answer" in each.attributes
    }
    assert {code: each.text for code, each in answers.items()} == {
        "same": "Là ván 1, bỏ của tôi",
        "mine": "Là ván 1, lấy của tôi",
        "other": "Ván khác, ghi ván 2",
    }


def test_mine_takes_the_place_of_the_round_of_the_other_phone() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    page = second.post(f"/t/{session.pk}/rounds/", by_place(4, 2, 1), headers=HTMX)
    mine = read(page.content.decode()).one("button", data_answer="mine").attributes
    assert (mine["name"], mine["form"]) == ("correcting", "round")
    fields = by_place(4, 2, 1, newest=1, correcting=mine["value"])
    assert second.post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert balances(session) == {1: -1000, 2: 1000, 3: -2000, 4: 2000}


def test_a_round_behind_another_shows_what_it_pays_under_the_terms_of_now() -> None:
    session = open_table()
    first, second, prices = phone(session), phone(session), terms(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    sessions.change_bet_unit(session.pk, 50000, by=ON_THE_MACHINE)
    fields = by_place(4, 2, 1, terms=prices)
    page = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX).content.decode()
    assert figures(page) == ["−25.000", "+25.000", "−50.000", "+50.000"]
    assert "Mức cược hoặc luật vừa đổi" in read(page).one(data_question="two").text


def test_a_round_changed_after_it_was_sent_can_take_the_place_of_what_arrived() -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4)
    client.post(f"/t/{session.pk}/rounds/", fields)
    changed = by_place(4, 1, 3) | {"submission": fields["submission"]}
    page = client.post(f"/t/{session.pk}/rounds/", changed, headers=HTMX).content.decode()
    assert "Lần bấm trước đã ghi thành ván 1" in problem(page)
    mine = read(page).one("button", data_answer="mine")
    assert mine.text == "Là ván 1, lấy của tôi"
    instead = changed | {"submission": str(uuid4()), "correcting": mine.attributes["value"]}
    assert client.post(f"/t/{session.pk}/rounds/", instead).status_code == 302
    assert balances(session) == {1: 1000, 2: -2000, 3: -1000, 4: 2000}


def test_after_a_correction_every_sentence_counts_rounds_as_people_do() -> None:
    session = open_table()
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 3, 4, newest=1, correcting=1))
    fields = by_place(2, 1, 4, newest=2)
    text = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX).content.decode()
    assert "Đã ghi ván 2" in text
    assert "Ghi ván 3" in text
    assert 'id="line-2"' in text
    changed = by_place(4, 1, 3, newest=2) | {"submission": fields["submission"]}
    page = client.post(f"/t/{session.pk}/rounds/", changed, headers=HTMX).content.decode()
    assert "Lần bấm trước đã ghi thành ván 2" in problem(page)
    mine = read(page).one("button", data_answer="mine")
    assert (mine.text, mine.attributes["value"]) == ("Là ván 2, lấy của tôi", "3")


def test_a_correction_on_another_phone_does_not_stand_in_the_way() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 4, 1, newest=1, correcting=1))
    fields = by_place(1, 2, 3, newest=1, seats="3,4,1,2")
    answer = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer.status_code == 200
    assert "Đã ghi ván 2" in answer.content.decode()
    assert rounds() == 3


def test_a_correction_that_makes_the_next_round_another_one_is_asked_about() -> None:
    """A tới trắng makes the next round a ván khởi đầu, which pays otherwise."""
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    won = {"toi-trang-player": 3, "toi-trang-kind": "sau_doi"}
    first.post(f"/t/{session.pk}/rounds/", by_place(newest=1, correcting=1, **won))
    fields = by_place(1, 2, 3, newest=1)
    answer = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer.status_code == 409
    assert "Cường tới trắng" in read(answer.content.decode()).one(data_question="two").text
    assert rounds() == 2


def test_of_a_missed_round_that_was_corrected_the_correction_is_shown_alone() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    first.post(f"/t/{session.pk}/rounds/", by_place(1, 3, 4, newest=1, correcting=1))
    page = second.post(f"/t/{session.pk}/rounds/", by_place(4, 2, 1)).content.decode()
    panel = read(page).one(data_question="two")
    assert panel.text.count("đã ghi") == 1
    assert "Ván 1 đã ghi: An nhất" in panel.text
    assert panel.one(data_answer="mine").attributes["value"] == "2"
    assert "ván mới nhất là ván 1." in problem(page)


def test_two_phones_that_correct_one_round_are_told_so_by_its_own_number() -> None:
    session = open_table()
    first, second = phone(session), phone(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    first.post(f"/t/{session.pk}/rounds/", by_place(1, 3, 4, newest=1, correcting=1))
    fields = by_place(4, 3, 1, newest=1, correcting=1)
    answer = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer.status_code == 409
    assert problem(answer.content.decode()) == "Ván 1 đã được sửa ở máy khác rồi."


def test_for_htmx_a_renewed_key_leaves_the_typed_round_where_it_is() -> None:
    session = open_table()
    client = phone(session)
    sessions.renew_key(session.pk, Role.SCORE, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    assert answer.status_code == 404
    assert answer["HX-Reswap"] == "none"
    assert "<html" not in answer.content.decode()


def test_nothing_of_a_table_is_kept_by_the_browser() -> None:
    session = open_table()
    assert "no-store" in phone(session).get(f"/t/{session.pk}/")["Cache-Control"]


def test_preview_writes_nothing_and_says_who_pays_whom() -> None:
    session = open_table()
    answer = phone(session).post(f"/t/{session.pk}/preview/", by_place(3, 1, 4), headers=HTMX)
    page = answer.content.decode()
    assert "Bình → Cường" in page
    assert "2.000" in page
    assert rounds() == 0


@pytest.mark.parametrize("what", ["bet unit", "rules", "game"])
def test_sums_are_of_the_prices_that_the_form_shows_until_it_hears_of_others(what: str) -> None:
    session = open_table()
    client, prices = phone(session), terms(session)
    if what == "bet unit":
        sessions.change_bet_unit(session.pk, 6000, by=ON_THE_MACHINE)
    else:
        rules, settings = "dem_la" if what == "game" else "tien_len", {"place_4_bet_nhat": 2}
        asked = None if what == "game" else settings
        sessions.change_rules(session.pk, rules, asked, by=ON_THE_MACHINE)
    sent = by_place(1, 2, 3, terms=prices)
    answer = client.post(f"/t/{session.pk}/preview/", sent, headers=HTMX).content.decode()
    if what == "game":
        assert "Bàn vừa đổi kiểu chơi" in answer
    else:
        assert figures(answer) == ["+2.000", "+1.000", "−1.000", "−2.000"]
    refused = client.post(f"/t/{session.pk}/rounds/", sent, headers=HTMX)
    assert refused.status_code == 409
    if what == "bet unit":
        assert figures(refused.content.decode()) == ["+6.000", "+3.000", "−3.000", "−6.000"]


def test_preview_without_javascript_is_the_whole_page_with_all_that_was_typed() -> None:
    session = open_table()
    page = phone(session).post(f"/t/{session.pk}/preview/", by_place(3, 1, 4)).content.decode()
    assert page.startswith("<!doctype html>")
    assert filled(page)["place-3"] == ["1"]


def test_a_view_link_cannot_write_and_looks_like_no_table() -> None:
    session = open_table()
    viewer = phone(session, Role.VIEW)
    page = viewer.get(f"/t/{session.pk}/").content.decode()
    assert 'id="round"' not in page
    answer = viewer.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    assert answer.status_code == 404
    assert rounds() == 0


def test_a_closed_table_takes_no_round_and_says_so() -> None:
    session = open_table()
    client = phone(session)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    assert answer.status_code == 409
    assert "đã chốt sổ" in answer.content.decode()


def test_a_stale_token_costs_one_tap_not_the_round() -> None:
    session = open_table()
    guest = phone(session)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = guest.cookies
    answer = strict.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert filled(page)["place-3"] == ["1"]
    assert rounds() == 0


def test_recording_answers_only_post() -> None:
    session = open_table()
    client = phone(session)
    assert client.get(f"/t/{session.pk}/rounds/").headers["location"] == f"/t/{session.pk}/"
    assert client.put(f"/t/{session.pk}/rounds/").status_code == 405


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_start_that_makes_no_sense_is_refused_or_passed_over(rules: str) -> None:
    session = open_table(rules)
    if "ga" in RULE_SETS[rules].values():
        sessions.change_rules(session.pk, rules, {"ga": True}, by=ON_THE_MACHINE)
    client = phone(session)
    for name in ("banker", "stakes", "pot", "opening"):
        for value in (3, "x", [1], {"1": [2]}, {"x": {}}, {"9": "1"}, None, True):
            fields = {"rules": rules, "seats": "1,2,3,4", "newest": 0, "winner": 1}
            sent = fields | {"start": json.dumps({name: value}), "submission": str(uuid4())}
            for path in ("preview", "rounds"):
                answer = client.post(f"/t/{session.pk}/{path}/", sent, headers=HTMX)
                assert answer.status_code in {200, 302, 409, 422}, (name, value)
    assert sum(balances(session).values()) == 0
