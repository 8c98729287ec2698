"""What was recorded: told in words, explained, voided, recorded again, corrected."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.sample_tables import play, redo
from tests.web.pages import figures, filled, problem, questions, read
from tests.web.tables import HTMX, balances, by_place, open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = open_table()
    facts = {"players": [1, 2, 3, 4], "places": [3, 1, 4, 2], "thoi": {"2": ["2H"]}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    return session


def test_a_round_is_told_in_words(session: Session) -> None:
    page = phone(session).get(f"/t/{session.pk}/").content.decode()
    assert "Cường nhất" in page
    assert "Bình bét" in page
    assert "−4.000" in page


def test_why_a_round_paid_what_it_paid(session: Session) -> None:
    for headers in ({}, HTMX):
        page = phone(session).get(f"/t/{session.pk}/rounds/1/", headers=headers).content.decode()
        assert "Bình → Dũng" in page
        assert "2♥" in page
        assert "1 × 2.000" in page
        assert "TL-" in page


def test_a_viewer_reads_everything_and_changes_nothing(session: Session) -> None:
    viewer = phone(session, Role.VIEW)
    assert viewer.get(f"/t/{session.pk}/rounds/1/").status_code == 200
    assert viewer.get(f"/t/{session.pk}/history/").status_code == 200
    for path in ("rounds/1/void/", "rounds/1/restore/", "rounds/1/revert/"):
        assert viewer.post(f"/t/{session.pk}/{path}").status_code == 404
    assert viewer.get(f"/t/{session.pk}/rounds/1/correct/").status_code == 404
    assert "void/" not in viewer.get(f"/t/{session.pk}/").content.decode()


def test_void_takes_the_round_back_and_keeps_it_in_sight(session: Session) -> None:
    client = phone(session)
    for _tap in range(2):
        shown = {"seats": "1,2,3,4", "rules": "tien_len"}
        answer = client.post(f"/t/{session.pk}/rounds/1/void/", shown, headers=HTMX)
        assert answer.status_code == 200
        page = answer.content.decode()
        line = read(page).one(hx_target="#line-1").one("a").attributes
        assert (line["data-round"], line["data-state"]) == ("1", "void")
        strip = read(page).one(hx_target="#strip")
        assert strip.one(data_kind="done").text == "Đã huỷ ván 1"
        assert strip.one("button").attributes["formaction"].endswith("/rounds/1/restore/")
    assert set(balances(session).values()) == {0}
    assert Round.objects.count() == 1


def test_a_reason_that_cannot_be_kept_is_refused_in_words(session: Session) -> None:
    answer = phone(session).post(f"/t/{session.pk}/rounds/1/void/", {"reason": "a\x00"})
    assert answer.status_code == 409
    assert "chữ lạ" in answer.content.decode()
    assert balances(session)[2] == -4000


def test_a_form_of_other_prices_is_opened_anew_by_a_void(session: Session) -> None:
    client = phone(session)
    shown = what_it_saw(client.get(f"/t/{session.pk}/").content.decode())
    sessions.change_bet_unit(session.pk, 6000, by=ON_THE_MACHINE)
    answer = client.post(f"/t/{session.pk}/rounds/1/void/", shown, headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{session.pk}/"


@pytest.mark.parametrize("act", ["void", "restore"])
@pytest.mark.parametrize("misses", [True, False])
def test_after_its_own_act_a_page_asks_about_a_round_that_it_has_not_shown_and_no_other(
    session: Session, act: str, misses: bool
) -> None:
    client = phone(session)
    if act == "restore":
        books.void(session.pk, 1, by=ON_THE_MACHINE)
    shown = what_it_saw(client.get(f"/t/{session.pk}/").content.decode())
    if misses:
        play(session)
    answer = client.post(f"/t/{session.pk}/rounds/1/{act}/", shown, headers=HTMX)
    after = shown | what_it_saw(answer.content.decode())
    assert (after["newest"] == str(session.rounds.count())) == (not misses)
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, **after), headers=HTMX)
    assert answer.status_code == (409 if misses else 200)
    assert ("Đã có người ghi trước" in answer.content.decode()) == misses


def test_a_void_is_undone_by_recording_the_round_again(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/1/void/")
    for _tap in range(2):
        assert client.post(f"/t/{session.pk}/rounds/1/restore/").status_code == 302
    assert balances(session)[2] == -4000
    assert Round.objects.count() == 2
    assert done(client, session) == ("Ván 1 lại như cũ", "")


def test_a_round_that_two_record_again_at_once_is_named_as_people_count(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = phone(session)
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    books.void(session.pk, 3, by=ON_THE_MACHINE)
    record = books.record

    def first_another_phone(*of: Any, **facts: Any) -> books.Recorded:
        record(*of, **facts | {"submission_id": uuid4()})
        return record(*of, **facts)

    monkeypatch.setattr("ledger.books.record", first_another_phone)
    client.post(f"/t/{session.pk}/rounds/3/restore/")
    assert done(client, session) == ("Ván 1 đã được sửa ở máy khác rồi.", "")


def test_the_correction_form_holds_what_was_told(session: Session) -> None:
    page = phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    places = {"place-3": ["1"], "place-1": ["2"], "place-4": ["3"]}
    chosen = filled(page)
    assert places.items() <= chosen.items()
    assert chosen["held-2"] == ["2H"]
    assert 'name="correcting" value="1"' in page
    assert read(page).one("h1").text.startswith("Sửa ván 1")
    assert read(page).one(id="record").text == "Lưu ván 1"


def test_the_round_being_corrected_is_marked_among_the_lines(session: Session) -> None:
    play(session)
    client, states = phone(session), {}
    for path in ("", "rounds/1/correct/", "rounds/2/correct/"):
        page = read(client.get(f"/t/{session.pk}/{path}").content.decode())
        lines = [line.attributes for line in page.all("a") if "data-round" in line.attributes]
        states[path] = [line["data-round"] for line in lines if line["data-state"] == "here"]
    assert states == {"": [], "rounds/1/correct/": ["1"], "rounds/2/correct/": ["2"]}


def test_the_correction_form_holds_who_was_cong_and_with_what() -> None:
    session = open_table()
    facts = {"players": [1, 2, 3, 4], "places": [3, 1, 4], "cong": [2], "thoi": {"2": ["2H"]}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    chosen = filled(phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode())
    assert (chosen["cong"], chosen["held-2"]) == (["2"], ["2H"])


def test_cards_are_shown_as_players_write_them_however_they_are_spelt() -> None:
    session, left = open_table(), {"hand": ["2d", "10H", "3♠", "TS"]}
    facts = {"players": [1, 2, 3, 4], "places": [3, 1, 4, 2], "thoi": {"2": left}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    chosen = filled(phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode())
    assert chosen["hand-2"] == ["2♦ 10♥ 3♠ 10♠"]
    page = phone(session).get(f"/t/{session.pk}/rounds/1/").content.decode()
    assert "Bình còn 2♦ , 10♥ , 3♠, 10♠" in read(page).text


def test_the_correction_form_shows_what_the_round_paid_and_would_pay(session: Session) -> None:
    fields = by_place(1, 2, 3, newest=1, correcting=1)
    answer = phone(session).post(f"/t/{session.pk}/preview/", fields)
    page = read(answer.content.decode())
    old = [
        each.text for each in page.one(data_old="").all("span") if "data-sign" in each.attributes
    ]
    assert old == ["+1.000", "−4.000", "+2.000", "+1.000"]
    assert figures(answer.content.decode()) == ["+2.000", "+1.000", "−1.000", "−2.000"]
    heads = [page.one(id=f"balance-{seat}").text for seat in (1, 2, 3, 4)]
    assert heads == ["+2.000", "+1.000", "−1.000", "−2.000"]
    assert "Bình −4.000 → +1.000" in page.one(id="strip").text


def test_a_correction_that_changes_nothing_shows_who_pays_whom(session: Session) -> None:
    strip = read(phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()).one(
        id="strip"
    )
    assert "Bình → Cường 2.000" in strip.text
    assert "+1.000 →" not in strip.text


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ("tien_len", {"places": [2, 4, 3, 1], "opening": False, "cong": [], "thoi": {}}),
        ("dem_la", {"winner": 2, "cards_left": {"4": 10, "3": 2, "1": 12}, "dut_ba_bich": False}),
        ("phom", {"points": {"1": 15, "2": 21, "3": 11, "4": 0}, "mom": [], "ha": [1, 2, 3, 4]}),
        ("phom", {"u": {"player": 3, "kind": "u"}}),
        ("binh", {"chi": {chi: [[3], [2], [4], [1]] for chi in ("dau", "giua", "cuoi")}}),
    ],
)
def test_a_round_is_as_it_was_however_its_facts_are_spelt(
    rules: str, facts: dict[str, object]
) -> None:
    session = open_table(rules)
    facts = {"players": [1, 2, 3, 4]} | facts
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    page = phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert not list(read(page).one(id="strip").all(data_ready=""))


def test_correcting_replaces_the_round_and_keeps_its_number(session: Session) -> None:
    client = phone(session)
    play(session)
    fields = by_place(1, 2, 3, newest=2, correcting=1)
    answer = client.post(f"/t/{session.pk}/rounds/", fields)
    assert answer.url == f"/t/{session.pk}/"
    assert balances(session) == {1: 3000, 2: 3000, 3: -3000, 4: -3000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    lines = [
        each.attributes
        for each in read(page).one(id="sheet").all("a")
        if "data-round" in each.attributes
    ]
    assert [each["data-round"] for each in lines] == ["2", "1"]
    assert lines[1]["href"] == f"/t/{session.pk}/rounds/3/"
    assert "Ván 1: An nhất" in lines[1]["aria-label"]
    assert read(page).one(id="record").text == "Ghi ván 3"
    assert client.get(f"/t/{session.pk}/rounds/1/correct/").url.endswith("/rounds/3/correct/")
    panel = read(client.get(f"/t/{session.pk}/rounds/3/", headers=HTMX).content.decode())
    earlier = [each.attributes["href"] for each in panel.all("a") if "lần ghi trước" in each.text]
    assert earlier == [f"/t/{session.pk}/rounds/1/"]


def done(client: Client, session: Session) -> tuple[str, str]:
    """What the table page says was done, and the address that undoes it."""
    strip = read(client.get(f"/t/{session.pk}/").content.decode()).one(id="strip")
    undo = (each.attributes.get("formaction") for each in strip.all("button"))
    return strip.one(data_kind="done").text, next(filter(None, undo), "")


def test_a_correction_is_undone_by_telling_the_round_as_it_was(session: Session) -> None:
    client, was = phone(session), balances(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    assert balances(session) != was
    notice, undo = done(client, session)
    assert (notice, undo) == ("Đã sửa ván 1", f"/t/{session.pk}/rounds/2/revert/")
    for _tap in range(2):
        assert client.post(undo).status_code == 302
    assert balances(session) == was
    assert Round.objects.count() == 3
    assert done(client, session) == ("Ván 1 lại như cũ", "")
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'id="line-1"' in page
    assert "Bình còn 2♥" in page


def test_undoing_a_correction_mends_the_open_page(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    shown = {"seats": "1,2,3,4", "rules": "tien_len"}
    answer = client.post(f"/t/{session.pk}/rounds/2/revert/", shown, headers=HTMX)
    page = read(answer.content.decode())
    line = page.one(hx_target="#line-1").one("a").attributes
    assert line["href"] == f"/t/{session.pk}/rounds/3/"
    assert page.one(hx_target="#strip").one(data_kind="done").text == "Ván 1 lại như cũ"
    assert page.one(hx_target="#balance-2").text == "−4.000"


def test_undoing_the_correction_of_a_void_round_leaves_it_void(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/1/void/")
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    assert balances(session)[1] == 2000
    client.post(f"/t/{session.pk}/rounds/2/revert/")
    assert set(balances(session).values()) == {0}
    assert done(client, session)[0] == "Đã huỷ ván 1"


def test_a_round_that_was_corrected_is_not_voided_and_named_as_people_count(
    session: Session,
) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    done(client, session)
    answer = client.post(f"/t/{session.pk}/rounds/1/void/", headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{session.pk}/"
    assert done(client, session) == ("Ván 1 đã được sửa ở máy khác rồi.", "")
    assert balances(session)[1] == 2000


def test_what_corrects_nothing_has_no_correction_to_undo(session: Session) -> None:
    client = phone(session)
    assert client.post(f"/t/{session.pk}/rounds/1/revert/").status_code == 302
    assert Round.objects.count() == 1
    assert client.post(f"/t/{session.pk}/rounds/9/revert/").status_code == 404
    assert phone(session, Role.VIEW).post(f"/t/{session.pk}/rounds/1/revert/").status_code == 404


def test_a_correction_keeps_the_bet_unit_of_its_round(session: Session) -> None:
    sessions.change_bet_unit(session.pk, 10000, by=ON_THE_MACHINE)
    client = phone(session)
    page = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert questions(page)["held-2"].answers["2H"] == "2.000"
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    assert balances(session)[1] == 2000


def test_an_impossible_correction_comes_back_and_changes_nothing(session: Session) -> None:
    fields = by_place(1, 2, 3, newest=1, correcting=1, **{"held-1": ["2H"]})
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "An không còn lá nào" in problem(page)
    assert read(page).one("h1").text.startswith("Sửa ván 1")
    assert balances(session)[2] == -4000


def test_an_unknown_round_is_404(session: Session) -> None:
    for path in ("rounds/9/", "rounds/9/correct/", "rounds/0/", "rounds/x/"):
        assert phone(session).get(f"/t/{session.pk}/{path}").status_code == 404


def test_an_unknown_round_to_change_is_404(session: Session) -> None:
    client = phone(session)
    for path in ("rounds/9/void/", "rounds/9/restore/", "rounds/999999999/void/"):
        assert client.post(f"/t/{session.pk}/{path}").status_code == 404
    answer = client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=9))
    assert answer.status_code == 404


def test_older_rounds_come_on_request(session: Session) -> None:
    client = phone(session)
    for _round in range(16):
        play(session)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'id="line-17"' in page
    assert 'id="line-5"' not in page
    older = next(each for each in read(page).all("li") if each.attributes.get("class") == "older")
    address = older.one("a").attributes["href"]
    more = client.get(address, headers=HTMX).content.decode()
    lines = [each.attributes["id"] for each in read(more).all("li") if "id" in each.attributes]
    assert lines == [f"line-{number}" for number in (5, 4, 3, 2, 1)]
    assert client.get(f"/t/{session.pk}/history/?before=nonsense").status_code == 200


def test_the_page_and_recording_ask_the_database_as_often_after_many_rounds_as_after_few(
    session: Session,
) -> None:
    client, asked = phone(session), []
    for newest in range(1, 34):
        if newest not in (21, 33):
            play(session)
            continue
        with CaptureQueriesContext(connection) as page:
            client.get(f"/t/{session.pk}/")
        fields = by_place(3, 1, 4, newest=newest)
        with CaptureQueriesContext(connection) as record:
            client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
        asked.append((len(page), len(record)))
    first, last = asked
    assert first == last


def test_a_correction_that_changes_nothing_is_not_recorded(session: Session) -> None:
    client = phone(session)
    page = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    sent = {name: values[0] for name, values in filled(page).items()}
    sent |= {"submission": str(uuid4()), "rules": "tien_len", "correcting": "1"}
    answer = client.post(f"/t/{session.pk}/rounds/", sent, headers=HTMX)
    assert (answer.status_code, session.rounds.count()) == (422, 1)
    assert problem(answer.content.decode()) == "Chưa đổi gì, ván vẫn như cũ."
