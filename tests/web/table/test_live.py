"""What an open page gets when it asks what is new: the pieces that differ, nothing typed."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Session
from ledger.tables import sessions
from ledger.web.table.history import HISTORY
from tests.sample_tables import play
from tests.web.hands import claim, hand_in
from tests.web.tables import HTMX, by_place, by_rows, open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """A table with one round played."""
    session = open_table()
    play(session, 1, 2, 3, 4)
    return session


def opened(client: Client, session: Session) -> dict[str, str]:
    return what_it_saw(client.get(f"/t/{session.pk}/").content.decode())


def ask(client: Client, session: Session, state: dict[str, str], **more: str) -> str:
    answer = client.get(f"/t/{session.pk}/now/", state | more, headers=HTMX)
    assert answer.status_code == 200
    return str(answer.content.decode())


def swapped(answer: str) -> dict[str, str]:
    """The pieces by where they go and how, each place once; what is typed is in none of them."""
    pieces = re.findall(
        r'<hx-partial hx-target="([^"]+)" hx-swap="(\w+)">(.*?)</hx-partial>', answer, re.S
    )
    return {f"{target} {how}": text for target, how, text in pieces}


@pytest.mark.parametrize("role", Role)
def test_a_round_recorded_elsewhere_comes_with_all_that_follows(
    session: Session, role: Role
) -> None:
    client = phone(session, role)
    state = opened(client, session)
    play(session, 2, 1, 4, 3)
    pieces = swapped(ask(client, session, state))
    assert 'aria-label="Ván 2: Bình nhất, ' in pieces["#sheet afterbegin"]
    assert ">+3.000<" in pieces["#balance-1 outerHTML"]
    assert "đi trước" in pieces["#lead-2 innerHTML"]
    assert "Ván 2: Bình nhất" in pieces["#heard innerHTML"]
    strip = " ".join(pieces["#strip innerHTML"].split())
    assert ("<b>Ván 2:</b>Bình nhất, An nhì" in strip) == (role is Role.VIEW)
    again = what_it_saw(pieces["#seen outerHTML"])
    assert "#sheet afterbegin" not in swapped(ask(client, session, state | again))


def test_an_empty_form_is_for_the_next_round_from_then_on(session: Session) -> None:
    client = phone(session)
    state = opened(client, session)
    play(session, 2, 1, 4, 3)
    pieces = swapped(ask(client, session, state))
    assert 'name="newest" value="2"' in pieces["#round-state outerHTML"]
    assert "Ghi ván 3" in pieces["#record outerHTML"]
    assert "<span>3</span>" in pieces["#draft innerHTML"]
    assert pieces["#news innerHTML"] == ""


@pytest.mark.parametrize("typed", [{}, {"typed": "1"}])
def test_a_page_of_before_an_update_hears_of_no_other_terms(
    session: Session, typed: dict[str, str]
) -> None:
    client = phone(session)
    state = opened(client, session)
    state["terms"] = state["terms"].rpartition("-")[0]
    play(session, 1, 2, 3, 4)
    answer = client.get(f"/t/{session.pk}/now/", state | typed, headers=HTMX)
    assert "HX-Refresh" not in answer
    assert "Cược mới" not in answer.content.decode()


def test_a_form_that_is_typed_in_keeps_its_round_and_its_terms_and_is_told(
    session: Session,
) -> None:
    client = phone(session)
    state = opened(client, session)
    play(session, 2, 1, 4, 3)
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    pieces = swapped(ask(client, session, state, typed="1"))
    assert "#round-state outerHTML" not in pieces
    for part in ("#record outerHTML", "#draft innerHTML", "#strip innerHTML", "#lead-1 innerHTML"):
        assert part not in pieces
    assert "Cược mới: 5.000" in pieces["#news innerHTML"]
    assert "1 cược 5.000" in pieces["#terms-line outerHTML"]
    assert "Bình nhất" in pieces["#sheet afterbegin"]
    answer = client.post(
        f"/t/{session.pk}/rounds/",
        by_place(3, 1, 4, newest=1, terms=state["terms"], submission=str(session.pk)),
        headers=HTMX,
    )
    assert answer.status_code == 409, "what it keeps is what protects it"
    assert session.rounds.count() == 2


def test_an_empty_form_starts_anew_where_other_prices_count(session: Session) -> None:
    scorer, viewer = phone(session), phone(session, Role.VIEW)
    state = {client: opened(client, session) for client in (scorer, viewer)}
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    answer = scorer.get(f"/t/{session.pk}/now/", state[scorer], headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"
    assert "1 cược 5.000" in swapped(ask(viewer, session, state[viewer]))["#terms-line outerHTML"]


def test_no_piece_goes_into_the_fields_of_the_round(session: Session) -> None:
    client = phone(session)
    state = opened(client, session)
    play(session, 2, 1, 4, 3)
    for typed in ({}, {"typed": "1"}):
        targets = {each.split()[0] for each in swapped(ask(client, session, state, **typed))}
        heads = {f"#{piece}-{seat}" for piece in ("balance", "lead") for seat in (1, 2, 3, 4)}
        lines = {"#sheet", "#empty", "#line-2", "#draft"}
        words = {
            "#news",
            "#terms-line",
            "#flag-line",
            "#heard",
            "#strip",
            "#bench",
            "#title",
            "#nod",
        }
        assert targets <= heads | lines | words | {"#round-state", "#record", "#seen"}


def test_a_void_and_a_correction_change_their_rounds(session: Session) -> None:
    viewer, scorer = phone(session, Role.VIEW), phone(session)
    play(session, 2, 1, 4, 3)
    state = opened(viewer, session)
    scorer.post(f"/t/{session.pk}/rounds/1/void/")
    fields = by_place(4, 1, 2, newest=2, correcting=2)
    scorer.post(f"/t/{session.pk}/rounds/", fields)
    pieces = swapped(ask(viewer, session, state))
    assert "<b>Ván 2:</b>Dũng nhất" in pieces["#strip innerHTML"], "corrected, it is the last still"
    assert 'data-state="void"' in pieces["#line-1 outerHTML"]
    assert 'aria-label="Ván 2: Dũng nhất, ' in pieces["#line-2 outerHTML"], "in its own place"
    assert "#sheet afterbegin" not in pieces
    assert "Ván 1 vừa đổi. Ván 2 vừa đổi." in " ".join(pieces["#heard innerHTML"].split())
    assert pieces["#news innerHTML"] == "Đã sửa ván 2"


@pytest.mark.parametrize("typed", [{}, {"typed": "1"}])
def test_what_another_phone_did_to_a_round_is_said(session: Session, typed: dict[str, str]) -> None:
    waiting, other = phone(session), phone(session)

    def notice(deed: str) -> str:
        state = opened(waiting, session)
        other.post(f"/t/{session.pk}/rounds/1/{deed}/")
        return swapped(ask(waiting, session, state, **typed)).get("#news innerHTML", "")

    assert notice("flag") == ""
    assert notice("void") == "Đã huỷ ván 1"
    assert notice("restore") == "Ván 1 lại như cũ"
    state = opened(waiting, session)
    play(session, 2, 1, 4, 3)
    news = swapped(ask(waiting, session, state, **typed))["#news innerHTML"].strip()
    assert news == ("Máy khác ghi ván 2" if typed else "")


def test_after_a_long_sleep_the_newest_rounds_come_anew(session: Session) -> None:
    client = phone(session, Role.VIEW)
    state = opened(client, session)
    for _round in range(HISTORY + 2):
        play(session, 2, 1, 4, 3)
    pieces = swapped(ask(client, session, state))
    assert f'id="line-{HISTORY + 3}"' in pieces["#sheet innerHTML"]
    assert "Các ván trước" in pieces["#sheet innerHTML"]
    assert "#sheet afterbegin" not in pieces


def test_other_people_make_an_empty_form_anew_and_a_readers_page_too(session: Session) -> None:
    scorer, viewer = phone(session), phone(session, Role.VIEW)
    state, read = opened(scorer, session), opened(viewer, session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    answer = scorer.get(f"/t/{session.pk}/now/", state, headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"
    answer = viewer.get(f"/t/{session.pk}/now/", read, headers=HTMX)
    assert answer.headers["HX-Retarget"] == answer.headers["HX-Reselect"] == "#app"
    page = answer.content.decode()
    assert page.count("data-seat=") == 3
    assert 'data-seat-waiting="4"' in page


def test_other_people_or_rules_leave_a_form_that_is_typed_in_and_say_so(session: Session) -> None:
    client = phone(session)
    state = opened(client, session)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    answer = ask(client, session, state, typed="1")
    pieces = swapped(answer)
    assert "Ván sau có thay đổi" in pieces["#news innerHTML"]
    assert "#round-state outerHTML" not in pieces
    newer = what_it_saw(pieces["#seen outerHTML"])
    assert newer["shape"] == state["shape"], "so that it is still outdated the next time"
    assert int(newer["changes"]) > int(state["changes"])


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (lambda session: sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE), False),
        (lambda session: sessions.add_player(session.pk, "Em", by=ON_THE_MACHINE), True),
        (lambda session: sessions.change_rules(session.pk, "phom", None, by=ON_THE_MACHINE), True),
        (lambda session: sessions.close(session.pk, by=ON_THE_MACHINE), True),
        (lambda session: sessions.renew_key(session.pk, Role.VIEW, by=ON_THE_MACHINE), False),
    ],
)
def test_what_a_page_can_be_mended_for(session: Session, change: object, differs: bool) -> None:
    client = phone(session)
    state = opened(client, session)
    change(session)  # type: ignore[operator]
    assert (opened(client, session)["shape"] != state["shape"]) == differs


def test_the_same_table_looks_the_same_in_every_language(session: Session) -> None:
    english = phone(session, **{"accept-language": "en"})
    assert opened(english, session)["shape"] == opened(phone(session), session)["shape"]


def test_pages_about_one_thing_are_told_of_that_alone(session: Session) -> None:
    client = phone(session)
    page = client.get(f"/t/{session.pk}/rules/").content.decode()
    state, terms = what_it_saw(page), re.search(r"of:terms terms:([\w-]+)", page)
    assert terms
    rules = {"of": "terms", "terms": terms[1]}
    correcting = {"of": "round", "number": "1"}
    play(session, 2, 1, 4, 3)
    assert "#moved outerHTML" not in swapped(ask(client, session, state, **rules))
    assert "#moved outerHTML" not in swapped(ask(client, session, state, **correcting))
    client.post(f"/t/{session.pk}/rounds/1/void/")
    assert "#moved outerHTML" in swapped(ask(client, session, state, **correcting))
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    assert "Tải lại" in swapped(ask(client, session, state, **rules))["#moved outerHTML"]


def test_who_types_a_hand_is_told_when_its_round_is_over(session: Session) -> None:
    table = open_table("binh")
    client, other = phone(table, Role.VIEW), phone(table, Role.VIEW)
    claim(client, table, 1)
    page = client.get(f"/t/{table.pk}/hand/1/").content.decode()
    stamp = re.search(r'name="stamp" value="([^"]+)"', page)
    assert stamp
    state = what_it_saw(page) | {"of": "hand"}
    claim(other, table, 2)
    hand_in(other, table, 2)
    assert "#moved outerHTML" not in swapped(ask(client, table, state, stamp=stamp[1]))
    phone(table).post(f"/t/{table.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    assert "#moved outerHTML" in swapped(ask(client, table, state, stamp=stamp[1]))
    assert "#moved outerHTML" not in swapped(ask(client, table, state)), "it is shown as it is"


def test_a_write_brings_its_page_up_to_date_only_if_nothing_else_happened(
    session: Session,
) -> None:
    client = phone(session)
    state = opened(client, session)
    fields = by_place(2, 1, 4, newest=1) | {"changes": state["changes"]}
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX).content.decode()
    assert int(what_it_saw(swapped(answer)["#seen outerHTML"])["changes"]) == 1 + int(
        state["changes"]
    )
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    fields = by_place(2, 1, 4, newest=2) | {"changes": str(int(state["changes"]) + 1)}
    answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=HTMX).content.decode()
    assert "#seen outerHTML" not in swapped(answer)


def test_a_page_that_no_stream_reaches_asks_for_the_newest_number_alone(session: Session) -> None:
    client, address = phone(session, Role.VIEW), f"/t/{session.pk}/newest/"
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    stream = client.get(f"/t/{session.pk}/live/").content.decode()
    assert f"\ndata: {answer.content.decode()}\n" in stream
    assert answer["Content-Type"] == "text/plain"
    assert "no-store" in answer["Cache-Control"]
    assert len(queries) <= 3
    assert len(answer.content) < 100
    play(session, 2, 1, 4, 3)
    assert client.get(address).content != answer.content
    assert phone(open_table()).get(address).status_code == 404


def test_by_address_alone_it_leads_to_the_table(session: Session) -> None:
    answer = phone(session).get(f"/t/{session.pk}/now/")
    assert answer.headers["location"] == f"/t/{session.pk}/"


def test_nonsense_is_answered_like_an_old_page(session: Session) -> None:
    for nonsense in (
        {"log": "x", "changes": "-1", "shape": "<b>"},
        {"log": "99999999", "shape": "", "newest": "9" * 30},
        {"of": "round", "number": "0"},
        {"of": "round", "number": "x", "log": "9" * 30},
        {"of": "hand", "stamp": "\x00"},
        {"of": "nothing", "typed": ""},
    ):
        answer = ask(phone(session), session, nonsense)
        assert "<b>" not in answer.split('name="shape"')[-1][:20]


def test_who_has_no_key_learns_nothing(session: Session) -> None:
    for client in (Client(), phone(open_table())):
        assert client.get(f"/t/{session.pk}/now/", headers=HTMX).status_code == 404
    viewer = phone(session, Role.VIEW)
    sessions.renew_key(session.pk, Role.VIEW, by=ON_THE_MACHINE)
    assert viewer.get(f"/t/{session.pk}/now/", headers=HTMX).status_code == 404


def test_it_is_only_read(session: Session) -> None:
    assert phone(session).post(f"/t/{session.pk}/now/").status_code == 405


def test_an_answer_asks_the_database_as_often_for_ten_rounds_as_for_one(session: Session) -> None:
    client = phone(session, Role.VIEW)
    state, asked = opened(client, session), []
    for number in range(9):
        play(session, 2, 1, 4, 3)
        if number in (0, 8):
            with CaptureQueriesContext(connection) as queries:
                ask(client, session, state)
            asked.append(len(queries))
    assert len(set(asked)) == 1
    assert asked[0] <= 8
