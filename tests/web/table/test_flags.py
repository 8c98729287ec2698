""" "Sai rồi" from any phone at the table, and the scorer's answer."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.access.limits import Limit
from ledger.models import Flag, Session
from ledger.tables import flags, sessions
from tests.sample_tables import play
from tests.web.tables import HTMX, by_place, open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = open_table()
    for _round in range(3):
        play(session, 1, 2, 3, 4)
    return session


@pytest.fixture
def viewer(session: Session) -> Client:
    return phone(session, Role.VIEW)


def act(client: Client, session: Session, what: str, number: object = 2, word: str = "") -> int:
    answer = client.post(f"/t/{session.pk}/rounds/{number}/{what}/", {"word": word})
    return answer.status_code


def read(client: Client, session: Session, path: str = "") -> str:
    return text(client.get(f"/t/{session.pk}/{path}").content.decode())


def table_page(client: Client, session: Session) -> str:
    return str(client.get(f"/t/{session.pk}/").content.decode())


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<.*?>", " ", page)).split())


def open_flags() -> int:
    return Flag.objects.filter(state="open").count()


PAGES = ("rounds/2/", "history/")
"""Where the round stands in words; on the table page it is a line of the sheet."""
EVERYWHERE = ("", *PAGES)


def line_of(client: Client, session: Session, number: int = 2) -> str:
    """The round's line of the sheet."""
    return table_page(client, session).split(f'id="line-{number}"')[1].split("</li>")[0]


def test_a_flagged_round_stands_out_for_all_with_who_and_the_word(
    session: Session, viewer: Client
) -> None:
    viewer.post(f"/t/{session.pk}/whose/", {"seat": "3"})
    assert act(viewer, session, "flag", word="thối một con") == 302
    for client in (viewer, phone(session)):
        for path in PAGES:
            page = client.get(f"/t/{session.pk}/{path}").content.decode()
            assert 'id="round-2" data-state="flagged"' in page, path
            assert page.count('data-state="flagged"') == 1
            assert "Cường báo sai “thối một con”" in text(page), path
        line = line_of(client, session)
        assert 'data-state="flagged"' in line
        assert '#i-flag"' in line, "in place of its number"
        panel = client.get(f"/t/{session.pk}/rounds/2/", headers=HTMX).content.decode()
        assert "Cường báo sai: “thối một con”" in text(panel)


@pytest.mark.parametrize(("role", "who"), [(Role.VIEW, "Người xem"), (Role.SCORE, "Người ghi")])
def test_who_has_not_said_whose_phone_it_is_is_called_by_the_link(
    session: Session, role: Role, who: str
) -> None:
    act(phone(session, role), session, "flag")
    assert f"{who} báo sai" in read(phone(session), session, "rounds/2/")
    assert f"{who} báo ván 2 sai" in read(phone(session), session)


def test_the_scorer_is_told_on_the_table_and_before_closing(
    session: Session, viewer: Client
) -> None:
    scorer = phone(session)
    assert 'id="flag-line" href' not in table_page(scorer, session)
    act(viewer, session, "flag", 2)
    act(viewer, session, "flag", 1)
    act(phone(session, Role.VIEW), session, "flag", 2)
    line = f'id="flag-line" href="/t/{session.pk}/rounds/1/" data-open-round>'
    assert f"{line}Người xem báo ván 1 sai</a>" in table_page(scorer, session)
    assert 'id="flag-line" href' not in table_page(viewer, session)
    house = scorer.get(f"/t/{session.pk}/house/").content.decode()
    links = re.findall(rf'href="(/t/{session.pk}/rounds/\d/)" data-flagged', house)
    assert [link[-2] for link in links] == ["1", "2"]
    assert 0 < house.index("data-flagged") < house.index('id="close"')
    assert "/keep/" in scorer.get(links[0]).content.decode()
    assert "/keep/" not in viewer.get(links[0]).content.decode()


def test_the_phone_that_flagged_takes_it_back(session: Session, viewer: Client) -> None:
    act(viewer, session, "flag")
    assert "/unflag/" in viewer.get(f"/t/{session.pk}/rounds/2/").content.decode()
    assert "/unflag/" not in phone(session).get(f"/t/{session.pk}/rounds/2/").content.decode()
    assert act(phone(session), session, "unflag") == 302
    assert open_flags() == 1
    assert act(viewer, session, "unflag") == 302
    assert open_flags() == 0
    assert "⚑" not in read(viewer, session)


def test_kept_with_a_word_that_all_may_read(session: Session, viewer: Client) -> None:
    act(viewer, session, "flag", word="thối một con")
    assert act(phone(session), session, "keep", word="xem lại rồi") == 302
    for client in (viewer, phone(session)):
        for path in PAGES[:2]:
            page = read(client, session, path)
            assert "Giữ nguyên “xem lại rồi” · Người xem báo sai “thối một con”" in page
            assert "⚑" not in page
        assert 'data-state="recorded"' in line_of(client, session)
        panel = text(client.get(f"/t/{session.pk}/rounds/2/", headers=HTMX).content.decode())
        assert "Người xem báo sai: “thối một con” · Giữ nguyên: “xem lại rồi”" in panel
    assert 'id="flag-line" href' not in table_page(phone(session), session)
    lines = read(viewer, session, "log/")
    assert "Giữ nguyên ván 2. “xem lại rồi” người ghi" in lines
    assert "Báo ván 2 sai. “thối một con” người xem" in lines


@pytest.mark.parametrize("answer", ["void", "correct"])
def test_void_or_corrected_it_no_longer_stands_out(
    session: Session, viewer: Client, answer: str
) -> None:
    act(viewer, session, "flag")
    scorer = phone(session)
    if answer == "void":
        act(scorer, session, "void")
    else:
        scorer.post(f"/t/{session.pk}/rounds/", by_place(3, 2, 1, newest=3, correcting=2))
    assert open_flags() == 0
    for path in PAGES:
        assert "⚑" not in read(scorer, session, path)
    assert "#i-flag" not in line_of(scorer, session)
    assert 'id="flag-line" href' not in table_page(scorer, session)


def test_in_place_for_htmx(session: Session, viewer: Client) -> None:
    table = f"/t/{session.pk}/rounds/2"
    pieces = swapped(viewer.post(f"{table}/flag/", {"word": "sai"}, headers=HTMX))
    assert [*pieces] == ["#line-2", "#shown-2", "#flag-line", "#nod"]
    assert 'data-state="flagged"' in pieces["#line-2"]
    assert 'data-answer="unflag"' in pieces["#shown-2"]
    assert "href" not in pieces["#flag-line"], "it is the scorer who answers"
    scorer = phone(session)
    assert 'data-answer="keep"' in scorer.get(f"{table}/", headers=HTMX).content.decode()
    pieces = swapped(scorer.post(f"{table}/keep/", {}, headers=HTMX))
    assert 'data-state="recorded"' in pieces["#line-2"]
    assert "Giữ nguyên" in pieces["#shown-2"]
    assert 'data-answer="keep"' not in pieces["#shown-2"]
    assert "href" not in pieces["#flag-line"]
    viewer.post(f"{table}/flag/", headers=HTMX)
    pieces = swapped(scorer.post(f"{table}/void/", headers=HTMX))
    assert 'data-state="void"' in pieces["#line-2"]
    assert 'data-answer="restore"' in pieces["#shown-2"]
    assert pieces["#shown-2"].count("hx-get=") == 2, "still between its neighbours"
    assert "href" not in pieces["#flag-line"]
    pieces = swapped(scorer.post(f"{table}/restore/", headers=HTMX))
    assert 'data-state="recorded"' in pieces["#line-2"]
    assert 'data-answer="void"' in pieces["#shown-2"]


def swapped(answer: HttpResponse) -> dict[str, str]:
    """The pieces of an answer by where they go."""
    pieces = r'<hx-partial hx-target="([^"]+)" hx-swap="outerHTML">(.*?)</hx-partial>'
    return dict(re.findall(pieces, answer.content.decode(), re.S))


def test_a_page_of_a_round_shows_each_payment_once_whatever_is_done_to_it(
    session: Session, viewer: Client
) -> None:
    scorer, page = phone(session), f"/t/{session.pk}/rounds/2/"
    for what in ("flag", "keep", "flag", "void"):
        client = viewer if what == "flag" else scorer
        client.post(f"{page}{what}/")
        shown = scorer.get(page).content.decode()
        assert shown.count('<ul class="why">') == 1
        assert shown.count("Dũng → An") == 1
        assert re.findall(r'hx-post|hx-get="(?!/t/\w+/rounds/2/")', shown) == []


def test_twice_is_once(session: Session, viewer: Client) -> None:
    for _time in range(2):
        assert act(viewer, session, "flag", word="sai") == 302
    assert open_flags() == 1
    for _time in range(2):
        assert act(phone(session), session, "keep") == 302
    for _time in range(2):
        assert act(viewer, session, "unflag") == 302
    assert Flag.objects.get().state == "kept"


def test_a_view_link_answers_nothing(session: Session, viewer: Client) -> None:
    act(viewer, session, "flag")
    assert act(viewer, session, "keep") == 404
    assert open_flags() == 1
    assert "/keep/" not in viewer.get(f"/t/{session.pk}/").content.decode()


def test_another_tables_phone_does_nothing(session: Session) -> None:
    act(phone(session), session, "flag")
    for client in (phone(open_table()), Client()):
        for what in ("flag", "unflag", "keep"):
            assert act(client, session, what) == 404
    assert open_flags() == 1


def test_only_posting_does_something(session: Session) -> None:
    for what in ("flag", "unflag", "keep"):
        client, address = phone(session), f"/t/{session.pk}/rounds/2/{what}/"
        assert client.get(address).headers["location"] == f"/t/{session.pk}/"
        assert client.put(address).status_code == 405
    assert open_flags() == 0


def test_a_bad_number_is_no_address(session: Session) -> None:
    for number in ("0", "-1", "x", "2.0"):
        assert act(phone(session), session, "flag", number) == 404


def test_a_round_that_was_not_played_or_is_void_is_refused(
    session: Session, viewer: Client
) -> None:
    assert act(viewer, session, "flag", 9) == 409
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    assert act(viewer, session, "flag", 2) == 409
    answer = viewer.post(f"/t/{session.pk}/rounds/2/flag/", headers=HTMX)
    assert answer.status_code == 409
    assert "đã huỷ hoặc sửa rồi" in answer.content.decode()
    assert "/flag/" not in viewer.get(f"/t/{session.pk}/rounds/2/").content.decode()


def test_nonsense_is_refused(session: Session, viewer: Client) -> None:
    for word in ("x" * 81, "a\x00b", "‮cba"):
        assert act(viewer, session, "flag", word=word) == 409
    assert open_flags() == 0


def test_a_word_is_text_and_nothing_else(session: Session, viewer: Client) -> None:
    act(viewer, session, "flag", word="<script>alert(1)</script>")
    for path in (*EVERYWHERE, "log/"):
        assert "<script>alert" not in viewer.get(f"/t/{session.pk}/{path}").content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_too_many_are_told_to_wait(
    session: Session, viewer: Client, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flags, "LIMIT", Limit(1, 3600))
    act(viewer, session, "flag")
    answer = viewer.post(f"/t/{session.pk}/rounds/1/flag/", headers=headers)
    assert answer.status_code == 429
    assert "Quá nhiều lần" in answer.content.decode()
    assert open_flags() == 1


def test_a_closed_table_can_still_be_called_wrong(session: Session, viewer: Client) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    assert act(viewer, session, "flag") == 302
    assert "Người xem báo ván 2 sai" in read(phone(session), session)
    assert act(phone(session), session, "keep") == 302


def test_english(session: Session, viewer: Client) -> None:
    act(viewer, session, "flag", word="no")
    english = phone(session, Role.SCORE, **{"accept-language": "en"})
    assert "Round 2 wrong? A viewer" in read(english, session)
    assert "A viewer calls it wrong “no”" in read(english, session, "rounds/2/")
    act(english, session, "keep", word="yes")
    assert "Kept “yes” · A viewer" in read(english, session, "rounds/2/")


def test_recording_asks_for_no_flags(
    session: Session,
    django_assert_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        phone(session).post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=3), headers=HTMX)
    assert [query for query in asked.captured_queries if "ledger_flag" in query["sql"]] == []
