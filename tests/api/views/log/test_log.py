"""GET sessions/{id}/log/: every change of a table, in codes and in words."""

from typing import Any

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.models import Change, Link, Session
from ledger.tables import flags, sessions
from tests.api.calls import Caller, follow_cursor, scorer, viewer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(db: None) -> Session:
    return a_table()


class TestTheSameQuestions(Reads):
    path = "log/"


def newest(session: Session, language: str = "en") -> dict[str, Any]:
    caller = Caller(session, viewer(session).key, language)
    line: dict[str, Any] = caller.get("log/").json()["results"][0]
    return line


def test_a_line_tells_when_what_by_which_link_from_whose_phone_and_why(session: Session) -> None:
    play(session)
    books.void(session.pk, 1, reason="chia nhầm", by=Actor(Link.SCORE, 2))
    line = newest(session)
    made_at = line.pop("made_at")
    assert made_at.endswith("+07:00")
    assert line == {
        "number": 3,
        "kind": "void",
        "link": "score",
        "seat": 2,
        "by": "Bình’s phone (scorer)",
        "text": "Round 1 voided.",
        "reason": "chia nhầm",
        "round": 1,
        "seats": [],
        "settings": [],
    }


def test_texts_are_in_the_callers_language_and_codes_are_not(session: Session) -> None:
    sessions.close(session.pk, by=Actor(Link.API))
    lines = {language: newest(session, language) for language in ("vi", "en")}
    assert {line["kind"] for line in lines.values()} == {"closed"}
    assert lines["vi"]["text"] == "Chốt sổ."
    assert lines["en"]["text"].isascii()


def test_changed_rules_are_told_setting_by_setting(session: Session) -> None:
    scorer(session)("PATCH", "", {"settings": {"heo_do": "2"}, "reason": "nhà An"})
    line = newest(session)
    assert (line["kind"], line["reason"]) == ("rules", "nhà An")
    assert [(each["old"], each["new"]) for each in line["settings"]] == [("1", "2")]


def test_whom_a_change_is_about_stands_by_seat(session: Session) -> None:
    sessions.sit(session.pk, 3, out=True, by=ON_THE_MACHINE)
    line = newest(session)
    assert (line["kind"], line["seats"], line["seat"]) == ("sat_out", [3], None)


def test_it_is_read_page_by_page(session: Session) -> None:
    for _ in range(4):
        play(session)
    page = viewer(session).get("log/?page=2&page_size=2").json()
    assert (page["count"], [each["number"] for each in page["results"]]) == (5, [3, 2])
    last = viewer(session).get("log/?page=3&page_size=2").json()["results"]
    assert [each["kind"] for each in last] == [Change.Kind.OPENED]


def test_a_flag_is_a_new_answer(session: Session) -> None:
    play(session)
    caller = viewer(session)
    first = caller.get("log/")
    flags.flag(session.pk, 1, "p" * 43, word="sai", by=Actor(Link.VIEW))
    again = caller.get("log/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert again.json()["results"][0]["reason"] == "sai"


def test_a_cursor_tells_each_once_and_since_only_the_newer(session: Session) -> None:
    for _ in range(4):
        play(session)
    items = follow_cursor(viewer(session), "log/", lambda: play(session))
    assert [each["number"] for each in items] == [5, 4, 3, 2, 1]
    assert [each["number"] for each in viewer(session).get("log/?since=6").json()["results"]] == [
        *(8, 7)
    ]
