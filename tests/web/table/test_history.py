"""The lines of the sheet: one a round as people count, with figures, and khoản khác between."""

from collections.abc import Sequence
from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.settlement import Pay
from ledger.models import Session
from ledger.tables import other_items, sessions
from ledger.web.phone_table import Table
from ledger.web.table.history import (
    HISTORY,
    Figure,
    HistoryRound,
    before_any_round,
    beside,
    lines_around,
    newest_lines,
)
from tests.sample_tables import a_table, play, redo
from tests.web.pages import read
from tests.web.tables import HTMX, phone

pytestmark = pytest.mark.django_db


def table(session: Session) -> Table:
    return Table(Session.objects.get(pk=session.pk), Role.SCORE)


def tell(session: Session, words: str) -> None:
    """Tell a khoản khác: seat 1 pays seat 2."""
    other_items.post_item(
        session.pk, submission_id=uuid4(), pays=[Pay(1, 2, 5000)], text=words, by=ON_THE_MACHINE
    )


def shown(lines: Sequence[HistoryRound]) -> list[str]:
    """The sheet from the newest down: rounds by the number of people, items by their words."""
    sheet: list[str] = []
    for line in lines:
        sheet += [item["text"] for item in line.others]
        sheet.append(str(line.number))
    return sheet


def test_a_line_has_a_figure_for_each_column() -> None:
    session = a_table()
    play(session, 2, 1, 4, 3)
    line = newest_lines(table(session))[0]
    assert line.figures([1, 2, 3, 4]) == [
        Figure(1000),
        Figure(2000, is_best=True),
        Figure(-2000),
        Figure(-1000),
    ]
    assert line.figures([4, 2]) == [Figure(-1000), Figure(2000, is_best=True)]


def test_who_did_not_play_has_an_empty_figure_and_who_has_no_column_is_told_by_name() -> None:
    session = a_table(5)
    play(session, 1, 2, 3, 4)
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    of = table(session)
    line = newest_lines(of)[0]
    assert of.playing == [1, 3, 4, 5]
    assert [figure.amount for figure in line.figures(of.playing)] == [2000, -1000, -2000, None]
    assert line.others_paid(of.playing) == [("Bình", 1000)]
    assert line.others_paid([1, 2, 3, 4]) == []


def test_the_event_stands_at_whom_it_concerns() -> None:
    session = a_table()
    facts = {"players": [1, 2, 3, 4], "places": [1, 2, 3], "cong": [4]}
    chain = [{"player": 3, "cards": ["heo_do"]}, {"player": 2, "cards": ["tu_quy"]}]
    facts |= {"chat": [{"plays": chain}]}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    signs = [figure.sign for figure in newest_lines(table(session))[0].figures([1, 2, 3, 4])]
    assert signs == ["", "chop", "chop", "ice"]


def test_a_round_in_which_nobody_wins_has_no_best() -> None:
    session = a_table(2, rules="khac")
    facts = {"players": [1, 2], "points": {"1": "0", "2": "0"}}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert newest_lines(table(session))[0].figures([1, 2]) == [Figure(0), Figure(0)]


def test_a_corrected_round_is_one_line_in_its_place_as_it_was_put_right() -> None:
    session = a_table()
    for _round in range(3):
        play(session)
    redo(session, 1, 1, 2, 3, 4)
    redo(session, 4, 4, 3, 2, 1)
    play(session)
    lines = newest_lines(table(session))
    assert [line.number for line in lines] == [4, 3, 2, 1]
    assert [line.round.number for line in lines] == [6, 3, 2, 5]
    assert lines[3].address == f"/t/{session.pk}/rounds/5/"
    assert [figure.amount for figure in lines[3].figures([1, 2, 3, 4])] == [
        -2000,
        -1000,
        1000,
        2000,
    ]


def test_a_void_round_keeps_its_line() -> None:
    session = a_table()
    play(session)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    assert [(line.number, line.state) for line in newest_lines(table(session))] == [(1, "void")]
    page = phone(session).get(f"/t/{session.pk}/").content.decode()
    assert read(page).one("a", data_round="1").attributes["aria-label"].startswith("Ván 1, đã huỷ:")


def test_khoan_khac_stand_after_the_round_they_were_told_after() -> None:
    session = a_table()
    tell(session, "trước khi chơi")
    play(session)
    tell(session, "sau ván 1")
    tell(session, "cũng sau ván 1")
    play(session)
    of = table(session)
    assert shown(newest_lines(of)) == ["2", "cũng sau ván 1", "sau ván 1", "1"]
    assert [item["text"] for item in before_any_round(of)] == ["trước khi chơi"]


def test_khoan_khac_told_after_a_correction_stand_after_the_last_round_played() -> None:
    session = a_table()
    play(session)
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    tell(session, "sau lần sửa")
    play(session)
    redo(session, 2, 1, 2, 3, 4)
    tell(session, "sau lần sửa nữa")
    assert shown(newest_lines(table(session))) == ["sau lần sửa nữa", "3", "sau lần sửa", "2", "1"]


def test_older_rounds_come_before_the_last_one_shown_each_once() -> None:
    session = a_table()
    for number in range(1, HISTORY + 4):
        play(session)
        if number in (2, 3, 4):
            tell(session, f"sau ván {number}")
    redo(session, 2, 1, 2, 3, 4)
    of = table(session)
    newest = newest_lines(of)
    assert [line.number for line in newest] == list(range(HISTORY + 3, 3, -1))
    assert newest[-1].others[0]["text"] == "sau ván 4"
    older = newest_lines(of, newest[-1].round.stands_for)
    assert shown(older) == ["sau ván 3", "3", "sau ván 2", "2", "1"]
    assert newest_lines(of, 1) == []


def test_the_way_to_older_rounds_leads_on_where_the_sheet_ends() -> None:
    session = a_table()
    for _round in range(HISTORY + 2):
        play(session)
    redo(session, 3, 1, 2, 3, 4)
    client, numbers, address = phone(session), [], f"/t/{session.pk}/"
    while address:
        page = read(client.get(address, headers=HTMX).content.decode())
        lines = [each.attributes.get("data-round", "") for each in page.all("a")]
        numbers += [int(number) for number in lines if number]
        older = [each for each in page.all("li") if each.attributes.get("class") == "older"]
        address = older[0].one("a").attributes["href"] if older else ""
    assert numbers == list(range(HISTORY + 2, 0, -1))


def test_around_a_correction_stand_two_later_rounds_and_the_earlier_ones() -> None:
    session = a_table()
    for _round in range(6):
        play(session)
    tell(session, "cuối cùng")
    of = table(session)

    def around(number: int) -> list[str]:
        return shown(lines_around(of, session.rounds.get(number=number)))

    assert around(2) == ["4", "3", "2", "1"]
    assert around(4) == ["cuối cùng", "6", "5", "4", "3", "2", "1"]
    assert around(6) == ["cuối cùng", "6", "5", "4", "3", "2", "1"]


def test_around_a_round_corrected_before_stand_its_neighbours_at_the_table() -> None:
    session = a_table()
    for _round in range(5):
        play(session)
    redo(session, 2, 1, 2, 3, 4)
    tell(session, "sau lần sửa")
    of = table(session)
    assert shown(lines_around(of, session.rounds.get(number=6))) == ["4", "3", "2", "1"]
    last = session.rounds.get(number=5)
    assert shown(lines_around(of, last)) == ["sau lần sửa", "5", "4", "3", "2", "1"]


def test_beside_a_round_stand_those_before_and_after_as_people_count() -> None:
    session = a_table()
    for _round in range(3):
        play(session)
    redo(session, 2, 1, 2, 3, 4)
    of = table(session)
    by_number = {round.number: round for round in session.rounds.all()}
    assert beside(of, by_number[1]) == (None, 4)
    assert beside(of, by_number[4]) == (1, 3)
    assert beside(of, by_number[3]) == (4, None)


def test_what_a_line_shows_differs_whenever_the_line_does() -> None:
    session = a_table()
    play(session)
    shows = [newest_lines(table(session))[0].shows]
    books.void(session.pk, 1, reason="nhầm", by=ON_THE_MACHINE)
    shows.append(newest_lines(table(session))[0].shows)
    redo(session, 1, 2, 1, 4, 3)
    shows.append(newest_lines(table(session))[0].shows)
    assert len(set(shows)) == 3
