"""Links: the key stands behind the #, is posted once and kept in the cookie."""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.tables import sessions
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


def test_a_whole_link_opens_the_table(client: Client) -> None:
    session = open_table()
    link = f"http://192.0.2.7:8000/join/#{link_fragment(session, Role.VIEW)}"
    answer = client.post("/join/", {"link": link})
    assert answer.url == f"/t/{session.pk}/"
    assert client.get(answer.url).status_code == 200


def test_what_follows_the_hash_is_enough(client: Client) -> None:
    session = open_table()
    assert client.post("/join/", {"link": link_fragment(session, Role.SCORE)}).status_code == 302


@pytest.mark.parametrize(
    "around",
    [
        *(
            "{})",
            "({}).",
            "Ghi: {} (bàn tối nay)",
            "{} bàn #2",
            "Vào nhé!\n{}\nHùng",
            "<{}>",
            "“{}”",
        ),
        *("{}.", "{}, 8 giờ", "{}đây", "{}#", "{}.html", "\u200b{}\u200b", "{}&fbclid=x"),
    ],
)
def test_a_link_is_found_whatever_stands_around_it(client: Client, around: str) -> None:
    fragment = link_fragment(open_table(), Role.VIEW)
    for link in (f"http://192.0.2.7:8000/join/#{fragment}", fragment):
        assert client.post("/join/", {"link": around.format(link)}).status_code == 302


def test_a_browser_without_cookies_is_told_so_and_not_to_load_again() -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "vi"})
    token = re.search(
        r'name="csrfmiddlewaretoken" value="(\w+)"', str(client.get("/join/").content)
    )
    assert token
    sent = {"link": link_fragment(open_table(), Role.VIEW), "csrfmiddlewaretoken": token[1]}
    for address in ("/join/", "/"):
        client.cookies.clear()
        page = client.post(address, sent).content.decode()
        assert "không giữ cookie" in page
        assert "Tải lại" not in page


@pytest.mark.parametrize("link", ["x", "#", ".", "nope.nope", "\x00.\x00", "a" * 500, "é.é"])
def test_an_unknown_link_is_404_and_asks_again(client: Client, link: str) -> None:
    answer = client.post("/join/", {"link": link})
    assert answer.status_code in (404, 422)
    assert "<form" in answer.content.decode()


def test_a_link_at_the_end_of_a_long_message_is_found(client: Client) -> None:
    assert "maxlength" not in client.get("/join/").content.decode()  # it would cut the link off
    message = f"{'chơi nhé ' * 500}http://x/join/#{link_fragment(open_table(), Role.VIEW)}"
    assert client.post("/join/", {"link": message}).status_code == 302


def test_too_long_a_message_is_refused_in_words(client: Client) -> None:
    answer = client.post("/join/", {"link": "a" * 5001}, headers={"accept-language": "vi"})
    assert answer.status_code == 422
    assert "Dài quá: chỉ dán đường dẫn của bàn thôi." in answer.content.decode()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda link: link.replace("#", "%23"),
        lambda link: f"https://l.example/?u={quote(link, safe='')}&h=AT1",
        str.upper,
        lambda link: f"Tối nay. {link[:-9]}\n{link[-9:]} nhé",
        lambda link: f"xin chao. toi nay danh bai o nha an luc tam gio: {link[:-9]} {link[-9:]}",
        lambda link: link.replace(".", " .\r\n"),
        lambda link: link.partition("#")[2][:20] + "\u200b " + link.partition("#")[2][20:],
    ],
    ids=["escaped", "wrapped in a link", "capitals", "line", "space", "dot", "alone"],
)
def test_a_link_is_read_as_chat_apps_spoil_it(client: Client, spoil: Callable[[str], str]) -> None:
    session = open_table()
    link = f"http://192.0.2.7:8000/join/#{link_fragment(session, Role.VIEW)}"
    assert client.post("/join/", {"link": spoil(link)}).url == f"/t/{session.pk}/"


@pytest.mark.parametrize("sign", ["%23", "%2523", ""])
@pytest.mark.parametrize("page", ["", ".board"])
def test_a_link_whose_hash_was_escaped_leads_where_it_should(
    client: Client, sign: str, page: str
) -> None:
    fragment = link_fragment(open_table(), Role.VIEW) + page
    assert client.get(f"/join/{sign}{fragment}").url == f"/join/#{fragment}"
    assert client.post(f"/join/{sign}{fragment}").status_code == 405


def test_what_is_no_link_below_the_page_of_links_is_not_there(client: Client) -> None:
    assert client.get("/join/%23nope").status_code == 404


def test_opening_the_page_uses_nothing_up(client: Client) -> None:
    """Chat apps open links to draw previews; that must not cost the link."""
    session = open_table()
    for _time in range(3):
        assert client.get("/join/").status_code == 200
    assert client.post("/join/", {"link": link_fragment(session, Role.SCORE)}).status_code == 302


def test_an_unknown_table_and_a_table_without_key_look_the_same(client: Client) -> None:
    session = open_table()
    foreign, unknown = client.get(f"/t/{session.pk}/"), client.get("/t/nosuch22/")
    assert foreign.status_code == unknown.status_code == 404
    strip = lambda page, name: page.content.decode().replace(name, "")  # noqa: E731
    assert len(strip(foreign, session.pk)) == len(strip(unknown, "nosuch22"))


def test_a_renewed_key_kills_the_phones_that_used_it() -> None:
    session = open_table()
    old = phone(session)
    sessions.renew_key(session.pk, Role.SCORE, by=ON_THE_MACHINE)
    assert old.get(f"/t/{session.pk}/").status_code == 404


def test_who_scores_goes_on_scoring_after_looking_by_the_view_link() -> None:
    session = open_table()
    scorer, viewer = phone(session), phone(session, Role.VIEW)
    may_sit = lambda client: client.post(f"/t/{session.pk}/players/1/", {"out": "1"})  # noqa: E731
    scorer.post("/join/", {"link": link_fragment(session, Role.VIEW)})
    assert may_sit(scorer).status_code == 302
    viewer.post("/join/", {"link": link_fragment(session, Role.SCORE)})
    assert may_sit(viewer).status_code == 302
    sessions.renew_key(session.pk, Role.SCORE, by=ON_THE_MACHINE)
    scorer.post("/join/", {"link": link_fragment(session, Role.VIEW)})
    assert scorer.get(f"/t/{session.pk}/").status_code == 200
    assert may_sit(scorer).status_code == 404


def test_the_key_is_in_no_address_and_no_page_but_share() -> None:
    session = open_table()
    client = phone(session)
    for page in ("", "house/", "history/"):
        assert (
            key(session, Role.SCORE) not in client.get(f"/t/{session.pk}/{page}").content.decode()
        )
