"""What was recorded: told in words, explained, voided, recorded again, corrected."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.sample_tables import play
from tests.web.tables import balances, by_place, open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


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
    for path in ("rounds/1/void/", "rounds/1/restore/"):
        assert viewer.post(f"/t/{session.pk}/{path}").status_code == 404
    assert viewer.get(f"/t/{session.pk}/rounds/1/correct/").status_code == 404
    assert "void/" not in viewer.get(f"/t/{session.pk}/").content.decode()


def test_void_takes_the_round_back_and_keeps_it_in_sight(session: Session) -> None:
    client = phone(session)
    for _tap in range(2):
        shown = {"seats": "1,2,3,4", "rules": "tien_len"}
        answer = client.post(f"/t/{session.pk}/rounds/1/void/", shown, headers=HTMX)
        assert answer.status_code == 200
        assert 'data-state="void"' in answer.content.decode()
    assert set(balances(session).values()) == {0}
    assert Round.objects.count() == 1


@pytest.mark.parametrize("act", ["flag", "unflag", "keep", "void"])
def test_what_is_done_on_the_page_of_a_round_brings_its_payments_once(
    session: Session, act: str
) -> None:
    client, path = phone(session), f"/t/{session.pk}/rounds/1/"
    assert client.get(path).content.decode().count('class="why"') == 1
    if act in ("unflag", "keep"):
        client.post(f"{path}flag/")
    here = HTMX | {"HX-Current-URL": f"http://testserver{path}#round-1"}
    piece = client.post(f"{path}{act}/", headers=here).content.decode()
    row = piece.partition("<hx-partial")[0]
    assert row.count('class="why"') == 1
    assert f'hx-get="{path}"' not in row, "nothing that brings them once more"


@pytest.mark.parametrize(
    ("page", "true_again"),
    [
        ("", True),
        ("history/", True),
        ("rounds/1/", True),
        ("house/#flags", False),
        ("settle/", False),
    ],
)
def test_a_page_that_shows_more_than_a_void_brings_asks_for_the_rest(
    session: Session, page: str, true_again: bool
) -> None:
    """The page of the people and that of settling have balances of their own."""
    client = phone(session)
    seen = what_it_saw(client.get(f"/t/{session.pk}/").content.decode())
    here = HTMX | {"HX-Current-URL": f"http://testserver/t/{session.pk}/{page}"}
    sent = {"changes": seen["changes"]}
    piece = client.post(f"/t/{session.pk}/rounds/1/void/", sent, headers=here).content.decode()
    assert ('hx-target="#seen"' in piece) == true_again


def test_a_reason_that_cannot_be_kept_is_refused_in_words(session: Session) -> None:
    answer = phone(session).post(f"/t/{session.pk}/rounds/1/void/", {"reason": "a\x00"})
    assert answer.status_code == 409
    assert "ký tự điều khiển" in answer.content.decode()
    assert balances(session)[2] == -4000


def test_a_void_is_undone_by_recording_the_round_again(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/1/void/")
    for _tap in range(2):
        assert client.post(f"/t/{session.pk}/rounds/1/restore/").status_code == 302
    assert balances(session)[2] == -4000
    assert Round.objects.count() == 2


def test_the_correction_form_holds_what_was_told_and_opens_what_the_last_held(
    session: Session,
) -> None:
    page = phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert 'name="place-3" value="1" checked' in page
    assert 'name="held-2" value="2H" checked' in page
    assert 'name="correcting" value="1"' in page
    assert "Sửa ván 1" in page
    assert 'data-held="2" data-shown' in page
    assert page.count("data-shown") == 1


def test_the_correction_form_opens_with_what_a_cong_player_held() -> None:
    session = open_table()
    facts = {"players": [1, 2, 3, 4], "places": [3, 1, 4], "cong": [2], "thoi": {"2": ["2H"]}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    page = phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert 'data-held="2" data-shown' in page
    assert page.count("data-shown") == 1


def test_correcting_replaces_the_round(session: Session) -> None:
    client = phone(session)
    fields = by_place(1, 2, 3, newest=1, correcting=1)
    answer = client.post(f"/t/{session.pk}/rounds/", fields)
    assert answer.url == f"/t/{session.pk}/"
    assert balances(session) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "sửa ván 1" in page
    assert client.get(f"/t/{session.pk}/rounds/1/correct/").url.endswith("/rounds/2/correct/")


def test_a_correction_keeps_the_bet_unit_of_its_round(session: Session) -> None:
    sessions.change_bet_unit(session.pk, 10000, by=ON_THE_MACHINE)
    client = phone(session)
    assert "1 cược = 2.000" in client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1, correcting=1))
    assert balances(session)[1] == 2000


def test_an_impossible_correction_comes_back_and_changes_nothing(session: Session) -> None:
    fields = by_place(1, 2, 3, newest=1, correcting=1, **{"held-1": ["2H"]})
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert answer.status_code == 422
    assert "Sửa ván 1" in answer.content.decode()
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
    for _round in range(12):
        play(session)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'id="round-13"' in page
    assert 'id="round-1"' not in page
    more = client.get(f"/t/{session.pk}/history/?before=4", headers=HTMX).content.decode()
    assert 'id="round-1"' in more
    assert client.get(f"/t/{session.pk}/history/?before=nonsense").status_code == 200


def test_the_page_and_recording_ask_the_database_as_often_after_many_rounds_as_after_few(
    session: Session,
) -> None:
    client, asked = phone(session), []
    for newest in range(1, 25):
        if newest not in (12, 24):
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
