"""What is sent around of an evening: what happened at a table, and the message about it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from textwrap import dedent
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.db import connection

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.settlement import Pay
from ledger.database import guards
from ledger.models import Session
from ledger.tables import carry_over, other_items, payments, sessions
from tests.sample_tables import finishing, redo
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

OPENED = datetime(2026, 12, 20, 13, 30, tzinfo=UTC)
"""A Sunday, half past eight in the evening at the table."""

SEATS = {"An": 1, "Bình": 2, "Cường": 3, "Dũng": 4, "Em": 5}
BY = {"by": ON_THE_MACHINE}


def record(session: Session, facts: dict[str, Any]) -> None:
    books.record(session.pk, submission_id=uuid4(), facts=facts, **BY)


def play(session: Session, *names: str) -> None:
    record(session, finishing(*(SEATS[name] for name in names)))


def play_phom(session: Session, *names: str) -> None:
    sessions.change_rules(session.pk, "phom", {}, **BY)
    seats = [SEATS[name] for name in names]
    record(session, {"players": sorted(seats), "ranks": seats})


def win_at_once(session: Session, name: str) -> None:
    won = {"player": SEATS[name], "kind": "sau_doi"}
    record(session, {"players": [1, 2, 3, 4], "toi_trang": won})


def come_and_watch(session: Session, name: str) -> None:
    sessions.add_player(session.pk, name, **BY)
    sessions.sit(session.pk, SEATS[name], out=True, **BY)


def owe(session: Session, payer: str, payee: str, amount: str) -> None:
    pays = [Pay(SEATS[payer], SEATS[payee], int(amount))]
    other_items.post_item(session.pk, submission_id=uuid4(), pays=pays, text="nước", **BY)


def pay(session: Session, debtor: str, creditor: str, amount: str) -> None:
    sides = {"debtor": SEATS[debtor], "creditor": SEATS[creditor]}
    payments.pay(session.pk, submission_id=uuid4(), amount=int(amount), **sides, **BY)


def close(session: Session, hours: str = "4") -> None:
    sessions.close(session.pk, **BY)
    Session.objects.filter(pk=session.pk).update(closed_at=OPENED + timedelta(hours=float(hours)))


DEEDS: dict[str, Callable[..., Any]] = {
    "ván": play,
    "phỏm": play_phom,
    "tới trắng": win_at_once,
    "sửa ván 1": lambda session, *names: redo(session, 1, *(SEATS[name] for name in names)),
    "huỷ ván 1": lambda session: books.void(session.pk, 1, **BY),
    "thêm": come_and_watch,
    "khoản khác": owe,
    "trả": pay,
    "chốt sổ": close,
    "mở lại": lambda session: sessions.reopen(session.pk, **BY),
    "mang sang bàn mới": lambda session: carry_over.carry(session.pk, submission_id=uuid4(), **BY),
}


@pytest.fixture
def at_a_table() -> Callable[[str], Session]:
    """What happened, a deed a line, at a table of four that opened on that Sunday."""

    def happened(deeds: str) -> Session:
        session = open_table()
        guards.remove(connection)
        Session.objects.filter(pk=session.pk).update(opened_at=OPENED)
        for line in filter(None, map(str.strip, deeds.splitlines())):
            deed, _colon, words = line.partition(": ")
            DEEDS[deed](session, *words.split())
        return Session.objects.get(pk=session.pk)

    return happened


CASES = {
    "nothing was played: nobody is named": (
        "thêm: Em",
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30

        Chưa có ván nào.
        """,
    ),
    "the winner first, the day of the opening although it was closed on the next": (
        """
        ván: Bình An Dũng Cường
        chốt sổ
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 1 ván

        Bình +2.000
        An +1.000
        Dũng −1.000
        Cường −2.000

        Ai trả ai
        Dũng → An 1.000
        Cường → Bình 2.000

        Ván đậm nhất: ván 1, Bình +2.000
        Bình nhất, An nhì, Dũng ba, Cường bét
        """,
    ),
    "closed days later: no time of its end": (
        "chốt sổ: 70",
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30

        Chưa có ván nào.
        """,
    ),
    "while it is played, or again": (
        """
        ván: Bình An Dũng Cường
        chốt sổ
        mở lại
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30
        Tiến lên 1 ván

        Bình +2.000
        An +1.000
        Dũng −1.000
        Cường −2.000

        Nếu nghỉ bây giờ
        Dũng → An 1.000
        Cường → Bình 2.000

        Ván đậm nhất: ván 1, Bình +2.000
        Bình nhất, An nhì, Dũng ba, Cường bét
        """,
    ),
    "every game with its rounds, a corrected round keeps its number": (
        """
        ván: An Bình Cường Dũng
        sửa ván 1: Dũng Cường Bình An
        tới trắng: Cường
        ván: An Bình Cường Dũng
        phỏm: Cường Bình An Dũng
        chốt sổ
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 3 ván · Phỏm 1 ván

        Cường +24.000
        Bình −6.000
        An −8.000
        Dũng −10.000

        Ai trả ai
        Dũng → Cường 10.000
        An → Cường 8.000
        Bình → Cường 6.000

        Ván đậm nhất: ván 2, Cường +12.000
        Cường tới trắng (6 đôi)
        """,
    ),
    "a void round is in no number, and who played no other is not named": (
        """
        ván: An Bình Cường Dũng
        huỷ ván 1
        ván: Bình An Cường
        chốt sổ
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 1 ván

        Bình +2.000
        An 0
        Cường −2.000

        Ai trả ai
        Cường → Bình 2.000

        Ván đậm nhất: ván 2, Bình +2.000
        Bình nhất, An nhì, Cường bét
        """,
    ),
    "all even, and no round greater than many": (
        """
        ván: An Bình Cường Dũng
        ván: Dũng Cường Bình An
        ván: Bình An Dũng Cường
        ván: Cường Dũng An Bình
        chốt sổ
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 4 ván

        An 0
        Bình 0
        Cường 0
        Dũng 0

        Ai trả ai
        Cả bàn huề, không ai phải trả ai.
        """,
    ),
    "who did not play is named where money is theirs, and only then": (
        """
        thêm: Em
        ván: An Bình Cường
        khoản khác: Em An 3000
        chốt sổ
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 1 ván

        An +5.000
        Bình 0
        Cường −2.000
        Em −3.000

        Ai trả ai
        Em → An 3.000
        Cường → An 2.000

        Ván đậm nhất: ván 1, An +2.000
        An nhất, Bình nhì, Cường bét
        """,
    ),
    "what was paid, and what is left": (
        """
        ván: Bình An Dũng Cường
        chốt sổ
        trả: Cường Bình 500
        trả: Dũng An 1000
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 1 ván

        Bình +2.000
        An +1.000
        Dũng −1.000
        Cường −2.000

        Ai trả ai
        Dũng → An 1.000 ✓
        Cường → Bình 2.000 (đã trả 500, còn 1.500)

        Ván đậm nhất: ván 1, Bình +2.000
        Bình nhất, An nhì, Dũng ba, Cường bét
        """,
    ),
    "what went on to a new table": (
        """
        ván: Bình An Dũng Cường
        chốt sổ
        trả: Cường Bình 500
        mang sang bàn mới
        """,
        """
        Nhà An
        Chủ nhật, 20/12 · 20:30 – 00:30
        Tiến lên 1 ván

        Bình +2.000
        An +1.000
        Dũng −1.000
        Cường −2.000

        Ai trả ai
        Cường → Bình 500 ✓

        Đã mang sang bàn mới
        An +1.000
        Bình +1.500
        Cường −1.500
        Dũng −1.000

        Ván đậm nhất: ván 1, Bình +2.000
        Bình nhất, An nhì, Dũng ba, Cường bét
        """,
    ),
}
"""What happened at the table, and the message."""


def message(session: Session, language: str = "vi") -> str:
    client = phone(session, **{"accept-language": language})
    page = client.get(f"/t/{session.pk}/settle/").content.decode()
    match = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert match
    return unescape(match[1])


@pytest.mark.parametrize("case", CASES)
def test_the_message_says(case: str, at_a_table: Callable[[str], Session]) -> None:
    happened, text = CASES[case]
    assert message(at_a_table(happened)) == dedent(text).strip()


def test_the_message_in_english(at_a_table: Callable[[str], Session]) -> None:
    session = at_a_table(
        """
        ván: Bình An Dũng Cường
        tới trắng: An
        chốt sổ
        trả: Dũng An 500
        """
    )
    text = """
        Nhà An
        Sunday 20 December · 20:30 – 00:30
        Tiến lên 2 rounds

        An +13,000
        Bình −2,000
        Dũng −5,000
        Cường −6,000

        Who pays whom
        Cường → An 6,000
        Dũng → An 5,000 (500 paid, 4,500 left)
        Bình → An 2,000

        Biggest round: round 2, An +12,000
        An instant win (six pairs)
    """
    assert message(session, "en") == dedent(text).strip()


def test_the_new_table_says_what_came_from_the_one_before(
    at_a_table: Callable[[str], Session],
) -> None:
    old = at_a_table("ván: Bình An Dũng Cường")
    new = carry_over.carry(sessions.close(old.pk, **BY).pk, submission_id=uuid4(), **BY)
    play(new, "An", "Bình", "Cường")
    lines = message(new).split("\n")
    assert lines[4:6] == ["An +2.000", "Bình 0"]
    came = lines.index("Mang từ bàn trước sang")
    assert lines[came + 1 : came + 5] == [
        *("An +1.000", "Bình +2.000", "Cường −2.000", "Dũng −1.000")
    ]


def picture(session: Session) -> ElementTree.Element:
    answer = phone(session, Role.VIEW).get(f"/t/{session.pk}/settle/picture.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    return ElementTree.fromstring(answer.content)


PICTURES = {
    "Thắng đậm nhất": "ván: An Bình Cường Dũng\nchốt sổ",
    "Đang dẫn đầu": "ván: An Bình Cường Dũng",
    "Cả bàn huề": "ván: An Bình Cường Dũng\nván: Dũng Cường Bình An\nchốt sổ",
    "Chưa có ván nào.": "chốt sổ",
}
"""What the picture says above the best, and what happened."""


@pytest.mark.parametrize("label", PICTURES)
def test_the_picture_says_the_same_and_holds_no_script(
    label: str, at_a_table: Callable[[str], Session]
) -> None:
    session = at_a_table(PICTURES[label])
    image = ElementTree.fromstring(
        phone(session).get(f"/t/{session.pk}/settle/picture.svg").content
    )
    assert (image.attrib["width"], image.attrib["height"]) == ("1080", "1350")
    text = " ".join(" ".join(image.itertext()).split())
    assert label in text
    assert session.log_head[:8] not in text
    for line in filter(None, message(session).split("\n")):
        assert all(word in text for word in line.split()), line
    kinds = {each.tag.rpartition("}")[2] for each in image.iter()}
    assert kinds <= {"svg", "g", "rect", "text", "polyline", "line", "circle"}
    lines = image.findall(".//{*}polyline")
    assert len(lines) == (0 if label == "Chưa có ván nào." else 4)


def test_a_picture_of_a_tie_has_both_at_its_head(at_a_table: Callable[[str], Session]) -> None:
    session = at_a_table("ván: An Bình Cường Dũng\nván: Bình An Dũng Cường\nchốt sổ")
    image = ElementTree.fromstring(
        phone(session).get(f"/t/{session.pk}/settle/picture.svg").content
    )
    band = next(each for each in image.findall("{*}g") if each.get("fill") == "#fff")
    assert " ".join(" ".join(band.itertext()).split()) == "Thắng đậm nhất An +3.000 Bình +3.000"
