"""What phones are given to watch over the book, and how they agree to it."""

import hashlib
import html
import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import a_table, play
from tests.web.tables import HTMX, by_place, phone


@pytest.fixture
def session(db: None) -> Session:
    table = a_table()
    play(table, 1, 2, 3, 4)
    play(table, 4, 3, 2, 1)
    table.refresh_from_db()
    return table


def chain(client: Client, session: Session, after: int) -> dict[str, object]:
    answer = client.get(f"/t/{session.pk}/log/chain/?after={after}")
    assert answer.status_code == 200
    return dict(answer.json())


def test_the_lines_lead_from_any_hash_to_the_newest(session: Session) -> None:
    client = phone(session, Role.VIEW)
    body = chain(client, session, 0)
    assert (body["number"], body["round"], body["head"]) == (3, 2, session.log_head)
    head = ""
    for number, line in enumerate(body["lines"], 1):  # type: ignore[arg-type]
        assert chain(client, session, number - 1)["lines"] == body["lines"][number - 1 :]  # type: ignore[index]
        assert json.loads(line)["number"] == number
        head = hashlib.sha256(f"{head}\n{line}".encode()).hexdigest()
    assert head == session.log_head


def brought(answer: HttpResponse) -> list[str]:
    """The lines that the answer to a page brings with it."""
    texts = re.search(r'data-texts="([^"]*)"', answer.content.decode())
    return list(json.loads(html.unescape(texts[1]))) if texts else []


def test_what_a_page_is_told_brings_the_lines_that_are_new_to_it(session: Session) -> None:
    scorer, viewer = phone(session), phone(session, Role.VIEW)
    count = session.change_count
    here = {"log": 3, "newest": 2, "seats": "1,2,3,4", "rules": "tien_len"}
    sent = scorer.post(
        f"/t/{session.pk}/rounds/", by_place(1, 2, 3) | here | {"changes": count}, headers=HTMX
    )
    assert brought(sent) == chain(viewer, session, 3)["lines"]
    here |= {"log": 4, "changes": count + 1}
    undo = scorer.post(f"/t/{session.pk}/rounds/3/void/", here, headers=HTMX)
    assert brought(undo) == chain(viewer, session, 4)["lines"]
    again = scorer.post(f"/t/{session.pk}/rounds/3/restore/", here, headers=HTMX)
    assert brought(again) == [], "another change came between"
    now = viewer.get(f"/t/{session.pk}/now/?log=3&typed=1", headers=HTMX)
    assert brought(now) == chain(viewer, session, 3)["lines"]
    assert len(brought(now)) == 3


def test_of_very_many_lines_a_page_is_brought_none(session: Session) -> None:
    for _ in range(12):
        play(session, 1, 2, 3, 4)
    asked = phone(session).get(f"/t/{session.pk}/now/?log=2&typed=1", headers=HTMX)
    assert brought(asked) == []


def test_no_name_and_no_word_is_in_the_lines(session: Session) -> None:
    sessions.rename_players(session.pk, {1: "Quỳnh"}, by=ON_THE_MACHINE)
    sessions.change_bet_unit(session.pk, 4000, reason="khuya rồi", by=ON_THE_MACHINE)
    lines = json.dumps(chain(phone(session), session, 0), ensure_ascii=False)
    assert "Quỳnh" not in lines
    assert "khuya" not in lines


def test_without_the_key_there_is_no_chain(session: Session) -> None:
    for page in ("chain/", "differs/"):
        assert Client().get(f"/t/{session.pk}/log/{page}").status_code == 404


@pytest.mark.parametrize("query", ["", "?line=x&round=-1&at=never&common=99", "?at=999999999"])
def test_nonsense_is_answered_all_the_same(session: Session, query: str) -> None:
    client, address = phone(session), f"/t/{session.pk}/log/differs/{query}"
    assert client.get(address, headers=HTMX).status_code == 200
    assert client.get(address).headers["Location"] == f"/t/{session.pk}/"


def test_a_page_that_saw_another_book_is_opened_anew(session: Session) -> None:
    client = phone(session)
    shape = re.search(
        r'name="shape"\s+value="([^"]*)"', client.get(f"/t/{session.pk}/").content.decode()
    )
    assert shape
    asked = {"changes": "1", "log": "2", "shape": shape[1]}
    head = session.changes.get(number=2).hash
    now = f"/t/{session.pk}/now/"
    assert "HX-Refresh" not in client.get(now, asked, headers=HTMX | {"Book": f"2/{head}"})
    for book in (f"2/{'0' * 64}", f"9/{head}"):
        for page in ("now/", "history/", "rounds/1/", "house/"):
            other = client.get(f"/t/{session.pk}/{page}", asked, headers=HTMX | {"Book": book})
            assert other["HX-Refresh"] == "true", page
        undone = client.post(f"/t/{session.pk}/rounds/1/void/", headers=HTMX | {"Book": book})
        assert undone["HX-Refresh"] == "true"
    assert not session.postings.filter(kind="void").exists()
    for typed in (
        client.get(now, asked, headers=HTMX | {"Book": book, "Typed": "1"}),
        client.post(f"/t/{session.pk}/rounds/", headers=HTMX | {"Book": book, "Typed": "1"}),
    ):
        assert "HX-Refresh" not in typed
        assert 'hx-target="#moved"' in typed.content.decode()
        assert "đã được thay" in typed.content.decode()
        assert 'hx-target="#seen"' not in typed.content.decode()


def test_a_phone_that_looks_on_agrees_to_a_closed_book(session: Session) -> None:
    client = phone(session, Role.VIEW)
    assert 'id="agree"' not in client.get(f"/t/{session.pk}/settle/").content.decode()
    session = sessions.close(session.pk, by=ON_THE_MACHINE)
    page = client.get(f"/t/{session.pk}/settle/").content.decode()
    head = re.search(r'name="head" value="([0-9a-f]{64})"', page[page.index('id="agree"') :])
    assert head
    fields = {"head": head[1], "seat": "2"}
    page = client.post(f"/t/{session.pk}/settle/agree/", fields, follow=True).content.decode()
    assert "Bình đồng ý với sổ." in page
    assert "✓ Bình" in page
    assert sessions.reopen(session.pk, by=ON_THE_MACHINE).changes.get(kind="agreed").details == {
        "seats": [2]
    }
    late = client.post(f"/t/{session.pk}/settle/agree/", fields | {"seat": "1"})
    assert "Sổ vừa đổi" in late.content.decode()
