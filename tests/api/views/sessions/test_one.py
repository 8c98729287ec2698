"""GET sessions/{id}/: how a session stands."""

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import sessions
from tests.api.calls import scorer
from tests.api.questions import Reads
from tests.sample_tables import play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    methods = ("GET", "PATCH")


def test_it_tells_state_terms_players_and_who_leads(db: None) -> None:
    caller = scorer()
    session = caller.session
    play(session, 2, 1, 4, 3)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    body = caller.get().json()
    assert body["id"] == session.pk
    assert (body["state"], body["closed_at"]) == ("open", None)
    assert (body["rules"], body["settings"], body["bet_unit"]) == ("tien_len", {}, 2000)
    assert body["settings_in_force"]["cong"] == "2"
    assert body["round_count"] == 1
    assert (body["next_leader"], body["opening"], body["next_players"]) == (2, False, [2, 3, 1])
    assert [player["balance"] for player in body["players"]] == [1000, 2000, -2000, -1000]
    assert body["players"][3] == {
        "seat": 4,
        "name": "Dũng",
        "balance": -1000,
        "sitting_out": True,
    }


def test_no_key_is_ever_in_it(db: None) -> None:
    caller = scorer()
    text = caller.get().content.decode()
    assert caller.key not in text
    assert "_key" not in text


@pytest.mark.parametrize(
    "change",
    [
        lambda s: sessions.rename_session(s.pk, "Nhà An", by=ON_THE_MACHINE),
        lambda s: sessions.change_bet_unit(s.pk, 4000, by=ON_THE_MACHINE),
        lambda s: sessions.change_rules(s.pk, "phom", {}, by=ON_THE_MACHINE),
        lambda s: sessions.add_player(s.pk, "Em", by=ON_THE_MACHINE),
        lambda s: sessions.sit(s.pk, 1, out=True, by=ON_THE_MACHINE),
        lambda s: sessions.seat_people(s.pk, [1, 3, 2, 4], by=ON_THE_MACHINE),
        lambda s: sessions.close(s.pk, by=ON_THE_MACHINE),
        lambda s: books.void(s.pk, 1, by=ON_THE_MACHINE),
    ],
)
def test_every_change_gives_another_tag(change, session: Session) -> None:
    caller = scorer(session)
    first = caller.get()
    change(session)
    again = caller.get(headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert again.json() != first.json()


@pytest.fixture
def session(db: None) -> Session:
    session = scorer().session
    play(session)
    return session
