"""The evening in pictures and figures: what the page says, to whom, and at what price."""

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.settlement import Pay
from ledger.models import Session
from ledger.people import statistics
from ledger.tables import carry_over, other_items, sessions
from ledger.web.statistics import chart
from tests.web.tables import by_place, open_table, phone

pytestmark = pytest.mark.django_db

GROUNDS = ("#ffffff", "#173128")
"""The card of a page, light and dark."""


@pytest.fixture
def session() -> Session:
    return open_table()


def play(session: Session, *places: int, **more: object) -> None:
    facts = {"players": [1, 2, 3, 4], "places": list(places), **more}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


def page(client: Client, session: Session) -> str:
    answer = client.get(f"/t/{session.pk}/figures/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def player(shown: str, name: str) -> dict[str, str]:
    """What the page says of one player, question by question."""
    names, *rows = table_rows(shown, "compared")
    at = names.index(name)
    return {label: answers[at] for (label,), answers in zip(rows[::2], rows[1::2], strict=True)}


def picture(client: Client, session: Session) -> ElementTree.Element:
    match = re.search(r"<svg[^>]*>(?:(?!</svg>).)*<polyline.*?</svg>", page(client, session))
    assert match
    return ElementTree.fromstring(match[0])


def table_rows(shown: str, kind: str = "") -> list[list[str]]:
    """The cells of the table of balances, or of that kind."""
    region = shown.split(f'class="wide{kind and " "}{kind}"')[1].split("</table>")[0]
    return [
        [" ".join(re.sub("<.*?>", " ", cell).split()) for cell in _cells(row)]
        for row in re.findall(r"<tr>(.*?)</tr>", region)
    ]


def _cells(row: str) -> list[str]:
    return re.findall(r"<t[hd].*?>.*?</t[hd]>", row)


def test_a_table_without_rounds_says_so(session: Session) -> None:
    client = phone(session)
    assert "Chưa có ván nào." in page(client, session)
    assert "<polyline" not in page(client, session)


def test_everybody_with_a_link_may_look(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    client = phone(session, Role.VIEW)
    assert "Số dư sau từng ván" in page(client, session)
    assert picture(client, session).tag == "svg"
    for path in ("", "house/"):
        assert (
            f'href="/t/{session.pk}/figures/"'
            in client.get(f"/t/{session.pk}/{path}").content.decode()
        )


def test_the_numbers_stand_in_a_table_too(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    play(session, 4, 1, 2, 3)
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    play(session, 1, 2, 3, 4)
    assert table_rows(page(phone(session), session)) == [
        ["Ván", "An", "Bình", "Cường", "Dũng"],
        ["Đầu buổi", "0", "0", "0", "0"],
        ["1", "+2.000", "+1.000", "−1.000", "−2.000"],
        ["Hiện tại", "+4.000", "+2.000", "−2.000", "−4.000"],
    ]


def test_who_came_later_is_in_no_earlier_moment(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    sessions.add_player(session.pk, "Em", by=ON_THE_MACHINE)
    play(session, 1, 2, 3, 4)
    rows = table_rows(page(phone(session), session))
    assert [row[-1] for row in rows] == ["Em", "–", "–", "0"]
    late = player(page(phone(session), session), "Em")
    assert (late["Ván đã chơi"], late["Ăn đậm nhất"]) == ("0", "–")


def test_an_evening_begins_with_what_was_carried_there(session: Session) -> None:
    play(session, 2, 1, 4, 3)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    later = carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    play(later, 1, 2, 3, 4)
    assert table_rows(page(phone(later), later))[1:] == [
        ["Đầu buổi", "+1.000", "+2.000", "−2.000", "−1.000"],
        ["Hiện tại", "+3.000", "+3.000", "−3.000", "−3.000"],
    ]


def test_what_was_carried_and_taken_back_is_in_no_moment(session: Session) -> None:
    play(session, 2, 1, 4, 3)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    later = carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    carry_over.take_back(session.pk, later.pk, by=ON_THE_MACHINE)
    sessions.reopen(later.pk, by=ON_THE_MACHINE)
    play(later, 1, 2, 3, 4)
    assert table_rows(page(phone(later), later))[1] == ["Đầu buổi", "0", "0", "0", "0"]


def test_what_came_to_each_player(session: Session) -> None:
    chain = {"plays": [{"player": 4, "cards": ["2H"]}, {"player": 2, "cards": ["tu_quy"]}]}
    play(session, 1, 2, 3, 4, thoi={"4": ["2S"]}, chat=[chain])
    play(session, 1, 2, 3, 4)
    play(session, 4, 3, 2, 1)
    shown = page(phone(session), session)
    assert player(shown, "An") == {
        "Số dư": "+2.000",
        "Ván đã chơi": "3",
        "Ván thắng": "2",
        "Ván thua": "1",
        "Ăn đậm nhất": "+2.000 ván 1",
        "Thua đậm nhất": "−2.000 ván 3",
        "Thắng liên tiếp": "2",
        "Thua liên tiếp": "1",
        "Chặt được": "0",
        "Bị chặt": "0",
        "Thối": "0",
    }
    assert player(shown, "Bình")["Chặt được"] == "1 lần +2.000"
    assert player(shown, "Dũng") | {"Thối": "1 lần −1.000", "Bị chặt": "1 lần −2.000"} == player(
        shown, "Dũng"
    )
    assert f'href="/t/{session.pk}/rounds/3/">ván 3</a>' in shown


def test_other_items_have_a_row_while_they_stand(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    assert "Khoản khác" not in player(page(phone(session), session), "An")
    other_items.post_item(
        session.pk,
        submission_id=uuid4(),
        pays=[Pay(1, 2, 20000)],
        text="chia sai",
        by=ON_THE_MACHINE,
    )
    shown = page(phone(session), session)
    sums = [player(shown, name)["Khoản khác"] for name in ("An", "Bình", "Cường")]
    assert sums == ["−20.000", "+20.000", "0"]
    other_items.void_item(session.pk, 1, by=ON_THE_MACHINE)
    assert "Khoản khác" not in player(page(phone(session), session), "An")


def test_a_correction_counts_where_its_round_was_played(session: Session) -> None:
    for places in ((1, 2, 3, 4), (4, 3, 2, 1), (1, 2, 3, 4)):
        play(session, *places)
    client = phone(session)
    assert player(page(client, session), "An")["Thắng liên tiếp"] == "1"
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 4, newest=3, correcting=2))
    assert player(page(client, session), "An")["Thắng liên tiếp"] == "3"


def test_a_long_evening_asks_no_more_than_a_short_one_and_shows_so_many_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows_shown = 12
    monkeypatch.setattr(statistics, "ROWS", rows_shown)
    session = open_table()
    asked = {}
    for number in range(1, rows_shown * 2 + 1):
        play(session, *((1, 2, 3, 4), (3, 4, 1, 2))[number % 2])
        if number in (2, rows_shown * 2):
            asked[number] = queries(session)
    assert len(set(asked.values())) == 1
    rows = table_rows(page(phone(session), session))[1:]
    numbers = [int(row[0]) for row in rows[1:-1]]
    assert len(rows) == rows_shown
    assert {later - earlier for earlier, later in pairwise(numbers)} <= {2, 3}
    lines = [line.get("points", "") for line in picture(phone(session), session).iter("polyline")]
    assert {line.count(",") for line in lines} == {rows_shown}


def queries(session: Session) -> int:
    """How often the page asks the database."""
    client = phone(session)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/t/{session.pk}/figures/").status_code == 200
    return len(queries)


def test_the_picture_names_every_line_at_its_end_and_no_two_names_lie_on_each_other() -> None:
    session = open_table(players=["An", "Bình <b>", "Nguyễn Văn Cường", "Dũng", "Em", "Giang"])
    play(session, 1, 2, 3, 4)
    names = [
        (label.text, float(label.get("y", "")))
        for label in picture(phone(session), session).iter("text")
        if label.get("font-weight")
    ]
    labels = sorted(str(name) for name, _y in names)
    assert labels == sorted(["An", "Bình <b>", "Nguyễn Văn …", "Dũng", "Em", "Giang"])
    places = sorted(y for _name, y in names)
    assert all(later - y >= chart.LINE_HEIGHT for y, later in pairwise(places))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_name_can_be_read_on_its_ground_and_no_two_lines_look_the_same() -> None:
    style = (Path(chart.__file__).parents[2] / "static/ledger/figures.css").read_text()
    dark = re.findall(r'\[data-colour="(.)"\] { color: (#.{6}) }', style)
    assert [int(number) for number, _colour in dark] == list(range(len(chart.COLOURS)))
    colours = (chart.COLOURS, [colour for _number, colour in dark])
    for ground, lines in zip(GROUNDS, colours, strict=True):
        assert len({*lines}) == len({*chart.STROKES}) == 8
        for colour in lines:
            less, more = sorted((luminance(colour), luminance(ground)))
            assert (more + 0.05) / (less + 0.05) >= 4.5, colour


def test_the_page_speaks_english_too(session: Session) -> None:
    play(session, 1, 2, 3, 4)
    client = phone(session, Role.VIEW, **{"accept-language": "en"})
    shown = unescape(page(client, session))
    assert "Statistics" in shown
    assert not re.search(r"Ván|ván|Số dư|Hiện tại|nhiều nhất", shown)


@pytest.mark.parametrize("lines", [2, 8, 16, 17, 40, 200])
def test_no_name_of_many_lies_outside_the_chart_or_on_another(lines: int) -> None:
    curves = [chart.Curve(f"{at}", [(0, 0), (1, 1000 * (at % 3))]) for at in range(lines)]
    drawn = ElementTree.fromstring(chart.draw(curves))
    labels = [each for each in drawn.iter("text") if each.get("font-weight")]
    places = sorted(float(label.get("y", "")) for label in labels)
    assert len(places) == lines
    assert places[0] >= 0
    assert places[-1] < int(drawn.attrib["viewBox"].split()[-1])
    assert all(later - y >= chart.LINE_HEIGHT for y, later in pairwise(places))


def test_no_two_lines_of_many_look_the_same() -> None:
    curves = [chart.Curve(f"{at}", [(0, 0), (1, at)]) for at in range(24)]
    drawn = ElementTree.fromstring(chart.draw(curves))
    looks = [
        (group.get("data-colour"), group[0].get("stroke-dasharray")) for group in drawn.iter("g")
    ]
    assert len(set(looks)) == len(looks) == 24
