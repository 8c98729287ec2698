"""`manage.py demo`: evenings that look real, written like any other, and right."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from ledger.models import BetUnit, Posting, Seat, Session
from scoring import RULE_SETS

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("fresh_ledger")]
LINK = re.compile(r"http://\S+/join/#(\w+)\.(\w+)$", re.M)


def demo(*words: str) -> str:
    output = StringIO()
    call_command("demo", *words, stdout=output)
    return output.getvalue()


def test_every_game_gets_a_table_and_the_books_are_right() -> None:
    assert RULE_SETS
    links = LINK.findall(demo())
    sessions = {session.pk: session for session in Session.objects.all()}
    assert sorted(s.rule_versions.get().rules for s in sessions.values()) == sorted(RULE_SETS)
    assert sorted(pk for pk, _ in links) == sorted([*sessions, *sessions])
    played = [session for session in sessions.values() if session.round_count]
    assert played
    for session in played:
        an_evening_with_everything(session)
    call_command("check_ledger", stdout=StringIO())


def an_evening_with_everything(session: Session) -> None:
    assert session.rounds.count() >= 24
    assert Posting.objects.filter(session=session, kind=Posting.Kind.VOID).count() == 2
    assert session.rounds.exclude(corrects=None).count() == 1
    assert BetUnit.objects.filter(session=session).count() == 2
    facts = session.rounds.order_by("number").values_list("facts", flat=True)
    sizes = [len(each["players"]) for each in facts]
    assert sizes.count(3) == 3
    assert sizes[-1] == 4
    assert not session.seats.filter(sitting_out=True).exists()
    balances = list(Seat.objects.filter(session=session).values_list("balance", flat=True))
    assert sum(balances) == 0
    assert any(balances)


def test_running_it_again_opens_new_tables() -> None:
    demo()
    assert demo("--port", "8123").count(":8123/join/#") == 2 * len(RULE_SETS)
    assert Session.objects.count() == 2 * len(RULE_SETS)


def test_the_links_open_the_tables(client: Client) -> None:
    for session_id, key in LINK.findall(demo()):
        assert client.get(f"/t/{session_id}/").status_code == 404
        joined = client.post("/join/", {"link": f"{session_id}.{key}"})
        assert joined.status_code == 302
        assert client.get(f"/t/{session_id}/").status_code == 200
        client.cookies.clear()
