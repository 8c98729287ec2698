"""The log of a table in plain sentences, and whose phone it was."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import Role
from ledger.models import Change, Link, Session
from ledger.tables import sessions
from ledger.tables.log_lines import LINES, SAYS
from tests.sample_tables import play
from tests.web.hands import claim
from tests.web.tables import HTMX, by_place, by_rows, open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_table()


def read(client: Client, session: Session, query: str = "") -> list[str]:
    """The lines as they are read, newest first: "Ghi ván 1. người ghi"."""
    answer = client.get(f"/t/{session.pk}/log/{query}")
    assert answer.status_code == 200
    lines = re.findall(r'id="line-\d+">.*?</time>(.*?</small>)', answer.content.decode(), re.S)
    return [" ".join(unescape(re.sub(r"<.*?>", " ", line)).split()) for line in lines]


def is_by(client: Client, session: Session, seat: object) -> None:
    answer = client.post(f"/t/{session.pk}/whose/", {"seat": seat})
    assert answer.headers["location"] == f"/t/{session.pk}/"


WRITES: dict[str, tuple[Callable[[Client, str], object], str]] = {
    "record": (lambda c, t: c.post(f"{t}rounds/", by_place(1, 2, 3, newest=1)), "Ghi ván 2."),
    "correct": (
        lambda c, t: c.post(f"{t}rounds/", by_place(3, 2, 1, correcting=1)),
        "Sửa ván 1.",
    ),
    "void": (
        lambda c, t: c.post(f"{t}rounds/1/void/", {"reason": "chia nhầm"}),
        "Huỷ ván 1. “chia nhầm”",
    ),
    "bet unit": (
        lambda c, t: c.post(f"{t}bet-unit/", {"bet_unit": "5000", "reason": "khuya"}),
        "1 cược từ ván sau: 2.000 → 5.000. “khuya”",
    ),
    "rules": (
        lambda c, t: c.post(
            f"{t}rules/", {"rules": "tien_len", "set-heo_do": "2", "reason": "nhà An"}
        ),
        "Đổi luật từ ván sau, thành luật số 2. “nhà An” Heo đỏ (2♦ 2♥), thối hoặc bị chặt: 1 → 2",
    ),
    "game": (
        lambda c, t: c.post(f"{t}rules/", {"rules": "phom"}),
        "Đổi kiểu chơi từ ván sau: Tiến lên (nhất nhì ba bét) → Phỏm (tá lả), luật số 2.",
    ),
    "player": (lambda c, t: c.post(f"{t}players/", {"name": "Em"}), "Em vào bàn."),
    "out": (lambda c, t: c.post(f"{t}players/4/", {"out": "1"}), "Dũng nghỉ từ ván sau."),
    "score link": (
        lambda c, t: c.post(f"{t}share/score/renew/"),
        "Đổi đường dẫn ghi, bỏ đường dẫn cũ.",
    ),
    "view link": (
        lambda c, t: c.post(f"{t}share/view/renew/"),
        "Đổi đường dẫn xem, bỏ đường dẫn cũ.",
    ),
    "close": (lambda c, t: c.post(f"{t}close/"), "Chốt sổ."),
}


@pytest.mark.parametrize("what", WRITES)
def test_every_change_from_a_phone_is_a_sentence(session: Session, what: str) -> None:
    client, (write, sentence) = phone(session), WRITES[what]
    play(session)
    is_by(client, session, 1)
    write(client, f"/t/{session.pk}/")
    assert read(client, session)[0] == f"{sentence} máy của An (người ghi)"


def test_what_is_undone_is_a_line_of_its_own(session: Session) -> None:
    client, table = phone(session), f"/t/{session.pk}/"
    client.post(f"{table}rounds/", by_place(1, 2, 3))
    client.post(f"{table}rounds/1/void/")
    client.post(f"{table}rounds/1/restore/")
    client.post(f"{table}players/4/", {"out": "1"})
    client.post(f"{table}players/4/", {"out": "0"})
    client.post(f"{table}close/")
    client.post(f"{table}reopen/")
    assert [line.removesuffix(" người ghi") for line in read(client, session)] == [
        "Mở lại bàn.",
        "Chốt sổ.",
        "Dũng chơi lại từ ván sau.",
        "Dũng nghỉ từ ván sau.",
        "Ghi lại ván 1.",
        "Huỷ ván 1.",
        "Ghi ván 1.",
        "Mở bàn: Tiến lên (nhất nhì ba bét), 1 cược = 2.000. máy chủ",
    ]


def test_other_hands_than_phones_are_named(session: Session) -> None:
    sessions.rename_session(session.pk, "", by=Actor(Link.ADMIN))
    sessions.forget_names(session.pk, [2, 4], by=Actor(Link.API))
    sessions.rename_session(session.pk, "Nhà An", by=ON_THE_MACHINE)
    sessions.forget_names(session.pk, [], table=True, by=ON_THE_MACHINE)
    assert read(phone(session), session)[:4] == [
        "Xoá tên bàn. máy chủ",
        "Đổi tên bàn. máy chủ",
        "Xoá tên của ghế 2, 4. API",
        "Đổi tên bàn. quản lý",
    ]


def test_a_cleared_name_is_gone_from_the_log_too(session: Session) -> None:
    client = phone(session)
    is_by(client, session, 2)
    client.post(f"/t/{session.pk}/players/2/", {"out": "1"})
    sessions.forget_names(session.pk, [2], by=ON_THE_MACHINE)
    assert read(client, session)[1] == "#2 nghỉ từ ván sau. máy của #2 (người ghi)"


def test_a_table_opened_on_a_phone_says_so() -> None:
    client = Client(headers={"accept-language": "vi"})
    fields = {"rules": "dem_la", "bet_unit": "1000", "player_1": "An", "player_2": "Bình"}
    table = client.post("/", fields).headers["location"]
    session = Session.objects.get(pk=table.split("/")[2])
    assert read(client, session) == ["Mở bàn: Tiến lên (đếm lá), 1 cược = 1.000. người ghi"]


def test_what_nobody_wrote_down_is_said(session: Session) -> None:
    Change.objects.create(
        session=session,
        number=2,
        kind="recorded",
        made_at=session.opened_at,
        posting_count=0,
        hash="0" * 64,
    )
    assert read(phone(session), session)[0].endswith("không rõ ai")


def test_english(session: Session) -> None:
    client = phone(session, Role.SCORE, **{"accept-language": "en"})
    is_by(client, session, 1)
    client.post(f"/t/{session.pk}/bet-unit/", {"bet_unit": "5000"})
    client.post(f"/t/{session.pk}/players/4/", {"out": "1"})
    assert read(client, session)[:2] == [
        "Dũng sits out from the next round on. An’s phone (scorer)",
        "1 bet from the next round on: 2,000 → 5,000. An’s phone (scorer)",
    ]


def test_a_viewer_reads_the_log_too(session: Session) -> None:
    assert len(read(phone(session, Role.VIEW), session)) == 1


def test_another_tables_phone_reads_nothing(session: Session) -> None:
    other = phone(open_table())
    for path in ("log/", "whose/"):
        assert other.get(f"/t/{session.pk}/log/").status_code == 404
        assert other.post(f"/t/{session.pk}/{path}").status_code in (404, 405)


def test_only_reading_is_answered(session: Session) -> None:
    assert phone(session).post(f"/t/{session.pk}/log/").status_code == 405


def test_pages_follow_each_other_without_a_gap(session: Session) -> None:
    client = phone(session)
    for out in (True, False) * LINES:
        sessions.sit(session.pk, 4, out=out, by=ON_THE_MACHINE)
    numbers: list[int] = []
    query = ""
    while query is not None:
        page = client.get(f"/t/{session.pk}/log/{query}", headers=HTMX).content.decode()
        assert "<html" not in page
        numbers += map(int, re.findall(r'id="line-(\d+)"', page))
        older = re.search(r'href="/t/\w+/log/(\?before=\d+)"', page)
        query = older[1] if older else None  # type: ignore[assignment]
    assert numbers == list(range(2 * LINES + 1, 0, -1))
    assert 'class="day"' in client.get(f"/t/{session.pk}/log/?before=9").content.decode()


def test_nonsense_shows_the_newest(session: Session) -> None:
    for before in ("x", "0", "-3", "9999999999"):
        assert len(read(phone(session), session, f"?before={before}")) == 1


def test_before_the_first_line_is_nothing(session: Session) -> None:
    assert read(phone(session), session, "?before=1") == []


def test_a_page_costs_as_much_after_many_changes(
    session: Session,
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    client = phone(session)
    play(session)
    client.post(f"/t/{session.pk}/rounds/1/void/")
    for amount in range(4000, 12000, 2000):
        sessions.change_bet_unit(session.pk, amount, by=ON_THE_MACHINE)
        sessions.change_rules(session.pk, "tien_len", {"heo_do": str(amount)}, by=ON_THE_MACHINE)
    with django_assert_max_num_queries(8):
        client.get(f"/t/{session.pk}/log/")


def test_every_kind_of_change_has_its_sentence() -> None:
    assert set(SAYS) == set(Change.Kind)


def test_a_phone_may_say_whose_it_is_and_no_longer(session: Session) -> None:
    client = phone(session, Role.VIEW)
    assert 'aria-pressed="true"' not in client.get(f"/t/{session.pk}/").content.decode()
    is_by(client, session, 2)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert re.search(r'value="" aria-pressed="true">Bình<', page)
    assert page.count('aria-pressed="true"') == 1
    is_by(client, session, "")
    assert 'aria-pressed="true"' not in client.get(f"/t/{session.pk}/").content.decode()


def test_nonsense_says_nothing(session: Session) -> None:
    client = phone(session)
    for seat in ("9", "0", "-1", "x", "1.5", "٣"):
        is_by(client, session, seat)
        assert "seats" not in client.session or not client.session["seats"]
    client.post(f"/t/{session.pk}/close/")
    assert read(client, session)[0] == "Chốt sổ. người ghi"


def test_each_table_is_told_for_itself(session: Session) -> None:
    other, client = open_table(), phone(session)
    is_by(client, session, 1)
    client.post("/join/", {"link": _link(other)})
    client.post(f"/t/{other.pk}/close/")
    assert read(client, other)[0] == "Chốt sổ. người ghi"
    is_by(client, other, 3)
    client.post(f"/t/{session.pk}/close/")
    assert read(client, session)[0] == "Chốt sổ. máy của An (người ghi)"


def _link(session: Session) -> str:
    from ledger.access.keys import link_fragment

    return f"http://x/join/#{link_fragment(session, Role.SCORE)}"


def test_who_hands_in_cards_has_said_who_it_is() -> None:
    session = open_table("binh")
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    claim(client, session, 2)
    claim(client, session, 3)
    client.post(f"/t/{session.pk}/close/")
    assert read(client, session)[0] == "Chốt sổ. máy của Bình (người ghi)"
