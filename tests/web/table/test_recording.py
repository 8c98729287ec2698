"""Recording from the phone: one request, one round, and never a lost form."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.web.tables import balances, by_cards, by_place, open_table, phone

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def rounds() -> int:
    return Round.objects.count()


def test_a_plain_round_by_place_pays_bet_to_nhat_and_ba_to_nhi() -> None:
    session = open_table()
    answer = phone(session).post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    assert answer.url == f"/t/{session.pk}/"
    assert balances(session) == {1: 1000, 2: -2000, 3: 2000, 4: -1000}


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
        ticked = re.findall(r'name="den"\s+value="(\d*)"[^>]*\schecked', page.content.decode())
        assert ticked == ["3"]


def test_dut_ba_bich_doubles_the_cards() -> None:
    session = open_table("dem_la")
    phone(session).post(f"/t/{session.pk}/rounds/", by_cards(2, dut="1"))
    assert balances(session)[2] == 60000


@pytest.mark.parametrize("headers", [HTMX, pytest.param({}, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "more",
    [
        {"held-1": ["2H"]},
        {"hand-2": "2H 2H xyz"},
        {"place-1": "1"},
        {"place-1": ""},
        {"cong": ["3"]},
        {"den": "4"},
        {
            "chat-0-0-player": "1",
            "chat-0-0-cards": "tu_quy",
            "chat-0-1-player": "4",
            "chat-0-1-cards": "ba_doi_thong",
        },
        {"toi-trang-player": "1", "toi-trang-kind": "nope"},
        {"seats": "1,2,3,9"},
        {"seats": ""},
        {"seats": "x;drop"},
        {"place-2": "9" * 40},
        {"hand-2": "\x00\x01" * 20},
        {"held-2": ["<script>"]},
    ],
)
def test_an_impossible_round_comes_back_as_typed_with_its_problem_and_writes_nothing(
    headers: dict[str, str], more: dict[str, Any]
) -> None:
    session = open_table()
    fields = by_place(3, 1, 4) | more
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="round"' in page
    assert 'class="problem"' in page or 'class="hint"' in page
    assert fields["submission"] in page
    assert rounds() == 0
    if more.get("hand-2") == "2H 2H xyz":
        assert 'value="2H 2H xyz"' in page
    if "chat-0-0-player" in more:
        assert '<div class="problems" id="at-chat-0" role="alert"><p class="problem">' in page


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
    assert 'id="round-1"' in page
    assert len(answer.content) <= 8 * 1024


def test_when_somebody_sat_out_meanwhile_the_page_is_loaded_anew() -> None:
    session = open_table()
    client = phone(session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{session.pk}/"
    assert rounds() == 1


def test_what_is_said_of_several_rounds_stands_in_one_notice_each_once() -> None:
    session = open_table()
    client = phone(session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    fields = [by_place(3, 1, 4), by_place(1, 3, 4, newest=1)]
    for sent in (fields[0], fields[1], fields[1], fields[1]):
        client.post(f"/t/{session.pk}/rounds/", sent, headers=HTMX)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert page.count('<div class="notice" role="status">') == 1
    for said in ("Đã ghi ván 1.", "Đã ghi ván 2.", "Ván này đã ghi rồi: ván 2."):
        assert page.count(said) == 1


def test_when_the_game_was_changed_meanwhile_nothing_is_recorded() -> None:
    session = open_table()
    client = phone(session)
    sessions.change_rules(session.pk, "dem_la", None, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "vừa đổi kiểu chơi" in page
    assert 'name="place-3" value="1" checked' in page
    assert rounds() == 0


def terms(session: Session) -> str:
    session.refresh_from_db()
    return f"{session.rule_version_id}-{session.bet_unit_id}"


def test_a_bet_unit_changed_meanwhile_is_shown_before_it_counts() -> None:
    session = open_table()
    client, seen = phone(session), terms(session)
    sessions.change_bet_unit(session.pk, 50000, by=ON_THE_MACHINE)
    fields = by_place(3, 1, 4, terms=seen)
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'data-kind="warning">Mức cược hoặc luật vừa đổi' in page
    assert 'data-kind="done"' not in page
    assert "50.000" in page
    assert rounds() == 0
    again = fields | {"terms": terms(session)}
    assert client.post(f"/t/{session.pk}/rounds/", again, headers=HTMX).status_code == 200
    assert balances(session)[3] == 50000


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
    assert 'id="round-1"' in page
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
    assert re.search(r"Ván 1 đã ghi</b>Cường nhất", page)
    assert re.search(r"Ván của bạn, chưa ghi</b>Dũng nhất", page)
    assert "Là cùng một ván, bỏ của tôi" in page
    assert "Là ván khác, ghi cả hai" in page
    assert "thành ván của tôi" not in page


def test_a_round_behind_another_shows_what_it_pays_under_the_terms_of_now() -> None:
    session = open_table()
    first, second, seen = phone(session), phone(session), terms(session)
    first.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4))
    sessions.change_bet_unit(session.pk, 50000, by=ON_THE_MACHINE)
    fields = by_place(4, 2, 1, terms=seen)
    page = second.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX).content.decode()
    assert "50.000" in page
    assert "Mức cược hoặc luật vừa đổi" in page


def test_a_round_changed_after_it_was_sent_can_take_the_place_of_what_arrived() -> None:
    session = open_table()
    client, fields = phone(session), by_place(3, 1, 4)
    client.post(f"/t/{session.pk}/rounds/", fields)
    changed = by_place(4, 1, 3) | {"submission": fields["submission"]}
    page = client.post(f"/t/{session.pk}/rounds/", changed, headers=HTMX).content.decode()
    assert "Sửa ván 1 thành ván của tôi" in page
    instead = changed | {"submission": str(uuid4()), "correcting": "1"}
    assert client.post(f"/t/{session.pk}/rounds/", instead).status_code == 302
    assert balances(session) == {1: 1000, 2: -2000, 3: -1000, 4: 2000}


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


def test_preview_without_javascript_is_the_whole_page_with_all_that_was_typed() -> None:
    session = open_table()
    page = phone(session).post(f"/t/{session.pk}/preview/", by_place(3, 1, 4)).content.decode()
    assert page.startswith("<!doctype html>")
    assert 'name="place-3" value="1" checked' in page


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
    assert "đã đóng" in answer.content.decode()


def test_a_stale_token_costs_one_tap_not_the_round() -> None:
    session = open_table()
    guest = phone(session)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = guest.cookies
    answer = strict.post(f"/t/{session.pk}/rounds/", by_place(3, 1, 4), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert 'name="place-3" value="1" checked' in page
    assert rounds() == 0


def test_recording_answers_only_post() -> None:
    session = open_table()
    client = phone(session)
    assert client.get(f"/t/{session.pk}/rounds/").headers["location"] == f"/t/{session.pk}/"
    assert client.put(f"/t/{session.pk}/rounds/").status_code == 405
