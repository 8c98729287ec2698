"""Whatever a phone sends, nothing fails and nothing is half written."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings, strategies as st

from ledger.access.keys import Role, link_fragment
from ledger.models import Session
from tests.web.tables import HTMX, balances, by_cards, by_place, by_rank, by_rows, open_table, phone

pytestmark = pytest.mark.django_db

WORDS = st.sampled_from(
    [
        *("", "1", "2", "4", "9", "0", "-1", "13", "999", "1,2,3,4", "1,2", "tien_len", "dem_la"),
        *("phom", "3", "76", "u", "u_tron", "u_khan", "KS KC KH", "KS KD 4C"),
        *("2H", "2S", "heo_den", "heo_do+heo_den", "tu_quy", "ba_doi_thong", "bon_doi_thong"),
        *("An nhất, Bình nhì", "cả làng cóng", "An ù", "chi đầu An", "place-1=1&cong=2"),
        *("sau_doi", "tu_quy_heo", "2♥ 2♦", "3S 3C 3D 3H", "\x00", "<b>", "½", "🂠", "a" * 300),
    ]
) | st.text(max_size=8)
PER_SEAT = ("place", "left", "held", "hand", "points", "an", "chot")
NAMES = st.sampled_from(
    [
        *(
            "submission",
            "newest",
            "rules",
            "seats",
            "opening",
            "correcting",
            "winner",
            "dut",
            "den",
        ),
        *("mom", "u-player", "u-kind"),
        *("cong", "toi-trang-player", "toi-trang-kind", "toi-trang-hand", "reason", "name", "out"),
        *(f"{field}-{seat}" for field in PER_SEAT for seat in range(1, 5)),
        *(f"chat-{c}-{p}-{w}" for c in (0, 1) for p in (0, 1, 2) for w in ("player", "cards")),
        *(f"rank-{row}-{seat}" for row in ("dau", "giua", "cuoi") for seat in range(1, 5)),
        *(f"{row}-{seat}" for row in ("dau", "giua", "cuoi", "mau-binh") for seat in range(1, 5)),
        "said",
        *("lung", "stamp", "seat", "word"),
        *("set-u", "set-heo_do", "set-dem_heo", "set-card", "set-thoi_to", "set-chi"),
        *("seen", "reset", "from"),
        *("chat-0-out", "bet_unit", "other", "times", "player_1", "player_2", "currency", "link"),
    ]
)
PLAIN = {f"place-{seat}": [str(seat)] for seat in (1, 2, 3)} | {"seats": ["1,2,3,4"]}
FIELDS = st.dictionaries(NAMES, st.lists(WORDS, min_size=1, max_size=3), max_size=12)
TABLE_PATHS = st.sampled_from(
    [
        *(
            "rounds/",
            "preview/",
            "say/",
            "rounds/1/void/",
            "rounds/1/restore/",
            "bet-unit/",
            "rules/",
        ),
        *("players/", "players/2/", "close/", "reopen/", "hand/all-in/", "hand/start-over/"),
        *(f"hand/2/{path}" for path in ("", "look/", "claim/", "take-back/", "let-go/", "free/")),
        *("rules/preview/", "rules/keep/", "whose/"),
        *("rounds/1/flag/", "rounds/1/unflag/", "rounds/1/keep/"),
    ]
)
BOUNDS = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


FIRST = {
    "tien_len": by_place(1, 2, 3),
    "dem_la": by_cards(1),
    "phom": by_rank(1, 2, 3),
    "binh": by_rows("1 2 3", "2 1 3", "3 12"),
}


@pytest.fixture(params=FIRST)
def session(request: pytest.FixtureRequest) -> Session:
    """A table with one round, so that there is something to void and to correct."""
    session = open_table(request.param)
    phone(session).post(f"/t/{session.pk}/rounds/", FIRST[request.param])
    return session


def calm(client: Client) -> Client:
    client.raise_request_exception = False
    return client


@pytest.mark.trust("S8")
@BOUNDS
@given(path=TABLE_PATHS, fields=FIELDS, plain=st.booleans(), htmx=st.booleans())
def test_no_field_of_the_table_can_make_it_fail(
    session: Session, path: str, fields: dict[str, list[str]], plain: bool, htmx: bool
) -> None:
    sent: dict[str, Any] = (PLAIN if plain else {}) | fields
    headers = HTMX if htmx else {}
    answer = calm(phone(session)).post(f"/t/{session.pk}/{path}", sent, headers=headers)
    assert answer.status_code in {200, 204, 302, 403, 404, 409, 422, 429}
    assert sum(balances(session).values()) == 0


@pytest.mark.trust("S8")
@BOUNDS
@given(path=st.sampled_from(["/", "/join/", "/language/setlang/"]), fields=FIELDS)
def test_no_field_of_the_first_pages_can_make_them_fail(
    path: str, fields: dict[str, list[str]]
) -> None:
    answer = calm(Client()).post(path, fields)
    assert answer.status_code in {200, 204, 302, 404, 422}


@pytest.mark.trust("S8")
@BOUNDS
@given(name=st.text(min_size=1, max_size=30), other=st.text(min_size=1, max_size=30))
def test_any_name_is_kept_as_text_or_refused(name: str, other: str) -> None:
    client = calm(Client())
    fields = {"rules": "tien_len", "bet_unit": "2000", "player_1": name, "player_2": other}
    answer = client.post("/", fields)
    assert answer.status_code in {302, 422}
    if answer.status_code == 302:
        assert client.get(answer.headers["location"]).status_code == 200


@pytest.mark.trust("S8")
@BOUNDS
@given(path=st.text(max_size=20))
def test_any_address_is_a_page_or_404(path: str) -> None:
    session = open_table()
    client = calm(phone(session))
    link_fragment(session, Role.VIEW)
    for address in (f"/t/{session.pk}/{path}", f"/t/{path}/", f"/{path}"):
        assert client.get(address).status_code in {200, 301, 302, 404, 405}
