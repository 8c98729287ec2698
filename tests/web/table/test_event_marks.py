"""Events of a round: their signs in the sheet, and the sentence that a great one gets."""

import re
from collections.abc import Sequence
from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.common.person import Person
from ledger.models import Session
from ledger.tables import sessions
from ledger.web.games import form_for
from ledger.web.games.base import RoundTerms
from ledger.web.games.fields import Tool
from ledger.web.table.event_marks import LOSES, WINS
from ledger.web.templatetags.score import listed
from scoring import RULE_SETS
from tests.architecture.source import ROOT
from tests.web.tables import HTMX, balances, by_place, open_table, phone

pytestmark = pytest.mark.django_db

TOI_TRANG = {"toi-trang-player": 3, "toi-trang-kind": "sau_doi"}


def record(session: Session, places: tuple[int, ...] = (), **more: object) -> str:
    fields = by_place(*places, newest=session.rounds.count(), seats="1,2,3,4", **more)
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields, headers=HTMX)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def signs(shown: str) -> list[tuple[str, str]]:
    """The signs of a line, each with the figure that it stands at."""
    line = shown.split('<a class="grid line')[1].split("</a>")[0]
    return re.findall(r'<use href="#i-([\w-]+)"/></svg>([^<]*)<', line)


def chopped(*plays: tuple[int, str]) -> dict[str, object]:
    """A chain of chops: who plays what over the one before."""
    return {"plays": [{"player": seat, "cards": [cards]} for seat, cards in plays]}


def test_the_sheet_marks_whom_an_event_concerns() -> None:
    session = open_table()
    thoi = record(session, (1, 2, 3), **{"held-4": ["2S"]})
    assert signs(thoi) == [("cards", "−3.000")]
    assert "Tới trắng" not in thoi
    assert signs(record(session, (1, 2, 3))) == []
    assert signs(record(session, **TOI_TRANG)) == [("star", "+12.000")]


def test_a_great_round_says_who_won_how_much_until_it_is_void() -> None:
    session = open_table()
    shown = record(session, **TOI_TRANG)
    assert "Tới trắng! Cường ăn 12.000." in shown
    board = f"/t/{session.pk}/board/"
    assert "Tới trắng! Cường ăn 12.000." in phone(session).get(board).content.decode()
    phone(session).post(f"/t/{session.pk}/rounds/1/void/")
    assert "great" not in phone(session).get(board).content.decode()


def test_a_great_event_is_told_of_whose_it_was_though_another_won_more() -> None:
    session = sessions.open_session(
        rules="binh",
        settings={"chi": 3},
        bet_unit=1000,
        players=["An", "Bình", "Lan", "Dũng"],
        name="",
        by=ON_THE_MACHINE,
    )
    ranked = [[1], [2], [4]]
    facts = {
        "players": [1, 2, 3, 4],
        "chi": {"dau": ranked, "giua": ranked, "cuoi": ranked},
        "mau_binh": {"3": "sau_doi"},
    }
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    board = phone(session).get(f"/t/{session.pk}/board/").content.decode()
    assert balances(session)[1] > balances(session)[3] == 9000
    assert "Mậu binh! Lan ăn 9.000." in board


BY_OTHER_WORDS = {
    "ù that one pays for all": (
        "phom",
        {"an": [{"eater": 2, "victim": 1}] * 3},
        "Ù! Bình ăn 42.000.",
        [("pay", "−42.000"), ("crown", "+42.000")],
    ),
    "a chop over a chop": (
        "tien_len",
        {"places": [4, 1, 3, 2], "chat": [chopped((1, "2H"), (2, "ba_doi_thong"), (3, "tu_quy"))]},
        "Chặt chồng! Cường ăn 3.000.",
        [("chop", "−6.000"), ("chop", "+3.000")],
    ),
    "a chop": (
        "tien_len",
        {"places": [4, 1, 3, 2], "chat": [chopped((1, "2H"), (3, "ba_doi_thong"))]},
        "",
        [("chop", "−1.000"), ("chop", "+1.000")],
    ),
}


@pytest.mark.parametrize("case", BY_OTHER_WORDS)
def test_a_great_round_is_told_by_what_it_is_to_who_won_it(case: str) -> None:
    rules, facts, words, shown = BY_OTHER_WORDS[case]
    session = open_table(rules)
    played = {"players": [1, 2, 3, 4]} | facts
    books.record(session.pk, submission_id=uuid4(), facts=played, by=ON_THE_MACHINE)
    board = phone(session).get(f"/t/{session.pk}/board/").content.decode()
    assert ("great" in board, words in board) == (bool(words), True)
    assert signs(phone(session).get(f"/t/{session.pk}/").content.decode()) == shown


def test_every_icon_that_is_named_is_drawn_and_a_sign_means_one_thing() -> None:
    sprites = [ROOT / f"templates/{folder}/icons.html" for folder in ("table", "parts")]
    drawn = [name for each in sprites for name in re.findall(r'id="i-([\w-]+)"', each.read_text())]
    tools = [tool for rules in RULE_SETS for tool in all_tools(rules) if tool.icon]
    feet = [foot for rules in RULE_SETS if (foot := form_for(rules).foot)]
    named = {*WINS.values(), *LOSES.values(), *(each.icon for each in [*tools, *feet])}
    assert named <= {*drawn}
    assert "flag" not in named, "that is for a round that somebody calls wrong"


def all_tools(rules: str) -> Sequence[Tool]:
    """The tools of a game with a house that plays everything it may."""
    people = [Person(seat, f"#{seat}") for seat in (1, 2, 3, 4)]
    return form_for(rules).blank(people, RoundTerms({}, RULE_SETS[rules].first, 1000)).tools()


def test_cards_of_red_suits_are_told_in_their_colour_and_names_are_escaped() -> None:
    text = listed(["An nhất", "Bình còn 2♥ và 2♠", "<b>♦"])
    red = "<span data-red>2♥</span>"
    assert text == f"<b>An nhất</b>, Bình còn {red} và 2♠, &lt;b&gt;♦"
