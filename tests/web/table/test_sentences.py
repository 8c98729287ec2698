"""A round told in one sentence: the form and its preview are filled, and nothing is recorded."""

import re
from html import unescape

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round
from ledger.tables import sessions
from tests.web.pages import figures, hint, problem, read
from tests.web.sentences import HTMX, filled, say, state
from tests.web.tables import balances, by_rank, open_table, phone

pytestmark = pytest.mark.django_db

SENTENCE = "An nhất, Bình nhì, Cường ba, Dũng bét thối heo đỏ"
SENTENCES = {
    "tien_len": SENTENCE,
    "dem_la": "An hết bài, Bình 5 lá, Cường cóng, Dũng 1 lá",
    "phom": "An nhất, Bình nhì, Cường ba, Dũng móm, Bình ăn An một lá",
    "binh": "Chi đầu An Bình Cường, chi giữa Bình An Cường, chi cuối An Cường Bình, Dũng lủng",
}
CHANGES = {
    "tien_len": ["+2.000", "+1.000", "+1.000", "−4.000"],
    "dem_la": ["+64.000", "−10.000", "−52.000", "−2.000"],
    "phom": ["+12.000", "0", "−4.000", "−8.000"],
    "binh": ["+14.000", "+6.000", "−2.000", "−18.000"],
}


@pytest.mark.parametrize("rules", SENTENCES)
def test_a_sentence_fills_the_form_and_shows_what_it_would_pay(rules: str) -> None:
    session = open_table(rules)
    page = say(session, SENTENCES[rules])
    assert figures(page) == CHANGES[rules]
    assert problem(page) == ""
    panel = read(page).one("form", id="say")
    assert "data-shut" in panel.attributes
    assert panel.one(id="said").attributes["value"] == "", "the next sentence starts anew"


@pytest.mark.parametrize("rules", SENTENCES)
def test_what_was_filled_can_be_recorded_as_it_stands(rules: str) -> None:
    session = open_table(rules)
    client = phone(session)
    recorded = state(session) | filled(say(session, SENTENCES[rules], client))
    assert not Round.objects.exists(), "a sentence alone records nothing"
    answer = client.post(f"/t/{session.pk}/rounds/", recorded, headers=HTMX)
    assert answer.status_code == 200
    paid = [int(re.sub(r"[^\d−]", "", text).replace("−", "-")) for text in CHANGES[rules]]
    assert list(balances(session).values()) == paid


def test_without_javascript_the_whole_page_comes_filled() -> None:
    session = open_table()
    sent = state(session) | {"said": SENTENCE}
    answer = phone(session).post(f"/t/{session.pk}/say/", sent)
    page = unescape(answer.content.decode())
    assert page.startswith("<!doctype html>")
    assert filled(page)["place-4"] == "4"
    assert figures(page)[3] == "−4.000"


def test_a_sentence_takes_the_place_of_what_was_tapped() -> None:
    session = open_table()
    page = say(session, "Dũng nhất", **{"place-1": 1, "place-2": 2, "cong": 3})
    assert {name for name in filled(page) if name.startswith(("place", "cong"))} == {"place-4"}


BANKER = {"banker": "1", "stake-3": "5"}
SIDE = {"side-0-winner": "2", "side-0-loser": "3", "side-0-units": "1,5"}


@pytest.mark.parametrize(
    ("rules", "tapped", "sentence", "stay"),
    [
        ("xi_dach", BANKER | SIDE, "Bình thắng, Cường thua, Dũng thua", BANKER | SIDE),
        ("ba_cay", BANKER | {"dong-hoa": "2"}, "An 7, Bình 9, Cường 3, Dũng 2", {"dong-hoa": "2"}),
        (
            "xi_dach",
            BANKER,
            "Bình cái, An thắng, Cường cược 2 thua",
            {"banker": "2", "stake-3": "2"},
        ),
        (
            "xi_dach",
            SIDE,
            "Cường ăn kê Bình 3",
            {**SIDE, "side-0-winner": "3", "side-0-loser": "2", "side-0-units": "3"},
        ),
        (
            "xi_dach",
            SIDE,
            "Dũng ăn kê Bình",
            {**SIDE, "side-1-winner": "4", "side-1-loser": "2", "side-1-units": "1"},
        ),
        (
            "tien_len",
            {"not-opening": "1", "start": '{"opening":true}'},
            "An nhất",
            {"not-opening": "1"},
        ),
        ("binh", {"kind-giua-cu_lu": "2"}, SENTENCES["binh"], {"kind-giua-cu_lu": "2"}),
        ("phom", {"leader": "3"}, "An nhất, Bình nhì, Cường ba", {"leader": "3"}),
    ],
)
def test_what_was_tapped_beside_the_result_stays_where_the_sentence_tells_no_other(
    rules: str, tapped: dict[str, str], sentence: str, stay: dict[str, str]
) -> None:
    now = filled(say(open_table(rules), sentence, **tapped))
    assert {name: now.get(name) for name in stay} == stay


def test_a_sentence_tells_the_results_against_the_banker_anew() -> None:
    page = say(
        open_table("xi_dach"), "Bình thắng, Cường thua", lost="4", **BANKER, **{"con-3": "xi_bang"}
    )
    answers = {name: text for name, text in filled(page).items() if name[:4] in ("con-", "lost")}
    assert answers == {"con-2": "won", "lost": "3"}


@pytest.mark.parametrize(
    ("sentence", "answers"),
    [
        ("Cái đền", {"den": "2"}),
        ("An cái, cái đền", {"den": "1"}),
        ("Bình xì bàng, An hoà", {"banker-kind": "xi_bang", "con-1": "draw"}),
        ("Bình ăn hết", {"banker-kind": "won"}),
    ],
)
def test_a_sentence_knows_the_banker_of_the_round_before(
    sentence: str, answers: dict[str, str]
) -> None:
    page = say(open_table("xi_dach"), sentence, start='{"banker":2}')
    fields = ("den", "banker-kind", "con-", "lost")
    assert {name: text for name, text in filled(page).items() if name.startswith(fields)} == answers
    assert "→" in hint(page)


def test_a_banker_who_only_won_says_nothing_of_each_of_the_others() -> None:
    page = say(open_table("xi_dach"), "Bình thắng, An thua", banker="2")
    assert "Nói từng nhà con thắng hay thua" in page
    assert "lost" not in filled(page)


def test_what_was_not_understood_is_marked_and_nothing_is_filled() -> None:
    session = open_table()
    page = say(session, "An nhất, Bình nhì, Phúc ba", **{"place-3": 1})
    assert re.findall(r"<mark>(\w+)<", page) == ["Phúc"]
    assert "Chưa điền gì" in page
    panel = read(page).one("form", id="say")
    assert "data-shut" not in panel.attributes
    assert panel.one(id="said").attributes["value"] == "An nhất, Bình nhì, Phúc ba"
    assert {n: v for n, v in filled(page).items() if n.startswith("place")} == {"place-3": "1"}


def test_half_a_round_is_filled_and_the_rest_asked_for() -> None:
    page = say(open_table(), "An nhất")
    assert filled(page)["place-1"] == "1"
    assert hint(page) == "Ai về nhì?"


def test_what_cannot_have_happened_is_shown_with_what_was_filled() -> None:
    sentence = "An nhất, Bình nhì, Cường ba, Dũng bét, Dũng chặt tứ quý của An bằng 3 đôi thông"
    page = say(open_table(), sentence)
    assert problem(page) == "Dũng: 3 đôi thông không chặt được tứ quý."
    assert filled(page)["place-1"] == "1"
    assert filled(page)["chat-0-1-cards"] == "ba_doi_thong"


def test_a_round_being_corrected_can_be_told_again() -> None:
    session = open_table("phom")
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_rank(1, 2, 3))
    session.refresh_from_db()
    page = say(session, "Dũng nhất, An nhì, Bình ba, Cường bét", client, correcting=1)
    assert "Lưu ván 1" in page
    assert filled(page)["place-4"] == "1"


def test_no_sentence_is_asked_for() -> None:
    session = open_table()
    for sentence in ("", "  ", "...", ","):
        assert "Chưa có câu nào" in say(session, sentence)


def test_too_long_a_sentence_is_refused() -> None:
    session = open_table()
    for sentence in ("An nhất " * 40, "a" * 50_000, "1 " * 200):
        page = say(session, sentence)
        assert "Câu dài quá" in page
        assert len(page) < 50_000


def test_a_hostile_sentence_is_shown_as_text() -> None:
    session = open_table()
    for sentence in (
        *("<script>alert(1)</script>", "\x00", "🂠🂡", "' OR 1=1 --", "{{ 7 }}", "\u202eAn nhất"),
        *("=cmd()", "%00", "An\r\nnhất\x07", "\ud83d".encode("utf-8", "replace").decode()),
    ):
        sent = state(session) | {"said": sentence}
        answer = phone(session).post(f"/t/{session.pk}/say/", sent, headers=HTMX)
        assert answer.status_code in {200, 422}
        assert b"<script>alert" not in answer.content
    assert not Round.objects.exists()


def test_a_view_key_and_a_strange_phone_find_nothing() -> None:
    session, other = open_table(), open_table()
    path = f"/t/{session.pk}/say/"
    assert phone(session, Role.VIEW).post(path, {"said": SENTENCE}).status_code == 404
    assert phone(other).post(path, {"said": SENTENCE}).status_code == 404
    assert Client().post(path, {"said": SENTENCE}).status_code == 404


def test_only_posting_says_something() -> None:
    session = open_table()
    client = phone(session)
    assert client.get(f"/t/{session.pk}/say/").status_code == 302
    assert client.put(f"/t/{session.pk}/say/").status_code == 405


def test_a_closed_table_fills_nothing_that_could_be_recorded() -> None:
    session = open_table()
    client = phone(session)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    recorded = state(session) | filled(say(session, SENTENCE, client))
    assert client.post(f"/t/{session.pk}/rounds/", recorded).status_code == 409
    assert not Round.objects.exists()


def test_a_phone_in_english_is_shown_vietnamese_words_to_say() -> None:
    session = open_table()
    client = phone(session)
    page = unescape(
        client.get(f"/t/{session.pk}/", headers={"accept-language": "en"}).content.decode()
    )
    example = read(page).one(id="say-example")
    assert example.text == f"For example: {SENTENCE}"
    assert example.one("span").attributes["lang"] == "vi"


def test_a_viewer_is_offered_no_sentence() -> None:
    session = open_table()
    page = phone(session, Role.VIEW).get(f"/t/{session.pk}/").content.decode()
    assert 'id="said"' not in page
