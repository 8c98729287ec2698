"""Names from right to left: what stands beside them stays where it belongs."""

import re
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.common.bidi import FIRST, LAST
from ledger.models import Session
from ledger.tables import sessions
from tests.web.hands import claim, hand_in
from tests.web.sentences import filled, say
from tests.web.tables import HTMX, by_place, open_table, phone

pytestmark = pytest.mark.django_db

OMAR, DANA = "عمر", "דנה"
NAMES = [OMAR, DANA, "An", "Bình"]


def borders(text: str) -> set[tuple[str, str]]:
    """What stands around these names."""
    return set(re.findall(f"(.)(?:{OMAR}|{DANA})(.)", text))


@pytest.fixture
def session() -> Session:
    """After a round, with one person who sits out since."""
    table = open_table(players=NAMES)
    client = phone(table)
    client.post(f"/t/{table.pk}/rounds/", by_place(1, 2, 3), headers=HTMX)
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    return table


@pytest.mark.parametrize(
    "page",
    [
        *("", "history/", "rounds/1/", "rounds/1/correct/", "log/", "house/", "board/"),
        *("figures/", "settle/", "settle/picture.svg", "settle/leave/1/", "people/1/"),
    ],
)
def test_a_name_has_a_border_on_every_page(session: Session, page: str) -> None:
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    answer = phone(session).get(f"/t/{session.pk}/{page}")
    assert answer.status_code == 200
    assert borders(answer.content.decode()) == {(FIRST, LAST)}


def test_so_it_has_where_money_changed_hands(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/close/")
    page = client.get(f"/t/{session.pk}/settle/").content.decode()
    fields = dict(re.findall(r'name="(submission|debtor|creditor|amount)" value="([^"]+)"', page))
    client.post(f"/t/{session.pk}/settle/pay/", fields)
    page = client.get(f"/t/{session.pk}/settle/").content.decode()
    assert "Bỏ đánh dấu" in page
    assert borders(page) == {(FIRST, LAST)}


def test_so_it_has_where_rules_are_tried(session: Session) -> None:
    client = phone(session)
    page = client.get(f"/t/{session.pk}/rules/").content.decode()
    rules = re.findall(r'<input type="hidden" name="(rules|seen)" value="([^"]+)"', page)
    tried = client.post(
        f"/t/{session.pk}/rules/preview/",
        urlencode([*rules, ("from", session.pk)]),
        content_type="application/x-www-form-urlencoded",
    )
    assert borders(tried.content.decode()) == {(FIRST, LAST)}


def test_so_it_has_on_pages_of_ones_own_cards() -> None:
    session = open_table("binh", players=NAMES)
    client = phone(session)
    claim(client, session, 1)
    hand_in(client, session, 1)
    for page in ("", "hand/", "hand/1/"):
        answer = client.get(f"/t/{session.pk}/{page}")
        assert borders(answer.content.decode()) == {(FIRST, LAST)}


def test_so_it_has_in_a_group(session: Session) -> None:
    client = phone(session)
    sent = {"name": "Nhà", "submission": str(uuid4())}
    made = client.post(f"/t/{session.pk}/groups/make/", sent)
    assert borders(client.get(made.url).content.decode()) == {(FIRST, LAST)}


def test_so_it_has_in_what_is_said_of_a_new_player(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/players/", {"name": "עדן"})
    assert f"{FIRST}עדן{LAST} đã vào bàn" in client.get(f"/t/{session.pk}/").content.decode()


def test_in_a_sentence_it_is_understood_as_it_is_typed(session: Session) -> None:
    page = say(session, f"{OMAR} nhất, An nhì")
    assert filled(page)["place-1"] == "1"
    assert filled(page)["place-3"] == "2"


def test_it_is_offered_for_the_next_table_as_it_was_typed(session: Session) -> None:
    page = phone(session).get(f"/?like={session.pk}").content.decode()
    assert f'value="{OMAR}"' in page
    assert FIRST not in page
