"""While a hand is missing, no answer to anybody else tells a card of those that are in."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client

from ledger.access.keys import Role
from ledger.models import Session
from ledger.web.urls import table_urls
from tests.trust import sizes
from tests.web.hands import HANDS, claim, hand_fields, hand_in, seated, stamp
from tests.web.tables import HTMX, by_rows, open_table, phone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

CHANGES = re.compile("sit|players/|rules/|close/|renew/|free/|start-over/")
SECRET = {seat: re.findall(r"\w\w", HANDS[seat]) for seat in (2, 3)}
SIGNS = dict(zip("SCDH", "♠♣♦♥", strict=True))
WORDS = {
    "number": "1",
    "seat": "2",
    "role": "score",
    "scheme": "light",
    "book": "evening",
    "format": "json",
    "target": "another1",
    "group_id": "none",
}
"""What stands in an address, so that it leads to the hands that are secret."""


@pytest.fixture
def session() -> Session:
    """A table with a round played, hands of Bình and Cường in, that of Dũng missing."""
    session = open_table("binh")
    phone(session).post(f"/t/{session.pk}/rounds/", by_rows("1 2 3", "1 2 3", "1 2 3"))
    seated(session, 2, 3)
    return session


def addresses(session: Session) -> list[str]:
    """Every address of a table, as the resolver has them, for each of the seats."""
    paths, query = [], f"?stamp={stamp(session)}&seen=before"
    for pattern in table_urls:
        route = str(pattern.pattern)
        for seat in "1234" if ":seat>" in route else "1":
            words = WORDS | {"seat": seat}
            path = re.sub(r"<\w+:(\w+)>", lambda name, w=words: w[name[1]], route)
            paths.append(f"/t/{session.pk}/{path}{query}")
    return paths


def cards_of(seat: int) -> Iterator[str]:
    """Every way a card is written: as typed, as shown, as its rank and sign."""
    for code in SECRET[seat]:
        yield code
        yield code[0].replace("T", "10") + SIGNS[code[1]]


SECRET_CARD = re.compile(
    rf"(?<![\w-])(?:{'|'.join(card for seat in SECRET for card in cards_of(seat))})(?![\w-])"
)


def cards(answer: Any) -> set[str]:
    """The cards of the secret hands anywhere in an answer: its text and its headers."""
    text = f"{answer.headers} {b''.join(answer).decode()} {answer.cookies.output()}"
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|csrftoken=\w+|tables=\S+', "", text)
    text = text.replace("ví dụ: K♠ KD 4c", "")
    return set(SECRET_CARD.findall(text))


def everybody(session: Session) -> dict[str, Client]:
    """Who might want to look: with a hand of their own in, without, with either link, with none."""
    phones = {
        "scorer": phone(session),
        "viewer": phone(session, Role.VIEW),
        "An, in": phone(session, Role.VIEW),
        "Dũng, not yet in": phone(session, Role.VIEW),
        "nobody": Client(),
    }
    for who, seat in (("An, in", 1), ("Dũng, not yet in", 4)):
        assert claim(phones[who], session, seat).status_code == 302
    assert hand_in(phones["An, in"], session, 1).status_code == 302
    return phones


@sizes("step", 7, 1)
def test_no_page_tells_a_card(session: Session, step: int) -> None:
    """At every address and to everybody; all of it where the step is 1."""
    tries = product(everybody(session).items(), addresses(session), ({}, HTMX))
    for (who, client), address, headers in [*tries][::step]:
        answer = client.get(address, headers=headers)
        assert cards(answer) == set(), f"{who}: {address}"


@sizes("step", 17, 1)
def test_no_answer_to_anything_sent_tells_a_card(session: Session, step: int) -> None:
    """Also where the sender claims seats, sends nonsense, or guesses at a card twice."""
    people, nonsense = everybody(session).items(), {"seats": "1,2,3,4", "stamp": "1-1"}
    harmless, last = [e for e in addresses(session) if not CHANGES.search(e)], "/hand/4/?"
    tries = product(people, harmless, (nonsense, hand_fields(session, 4)), ({}, HTMX))
    for (who, client), address, fields, headers in [*tries][::step]:
        if who == "Dũng, not yet in" and last in address and fields is not nonsense:
            continue  # with that hand all are in
        answer = client.post(address, fields, headers=headers, follow=True)
        assert cards(answer) == set(), f"{who}: {address}"


def test_a_hand_with_a_card_of_anothers_is_taken_like_any_other(session: Session) -> None:
    """An error would tell who holds it."""
    client = phone(session, Role.VIEW)
    claim(client, session, 4)
    stolen = HANDS[4].replace("AD", "AS").replace("5S", "8S")
    for path in ("look/", ""):
        fields = hand_fields(session, 4, stolen)
        answer = client.post(f"/t/{session.pk}/hand/4/{path}", fields, headers=HTMX)
        assert answer.status_code == 200
        assert "xuất hiện hai lần" not in answer.content.decode()


@sizes("step", 7, 1)
def test_taking_over_a_seat_brings_no_card_with_it(session: Session, step: int) -> None:
    """The scorer frees seats, starts over, changes who plays: what was told is gone or hidden."""
    scorer = phone(session)
    for at, path in enumerate(("hand/2/free/", "hand/2/claim/", "players/4/", "players/1/")):
        scorer.post(f"/t/{session.pk}/{path}", {"out": "1"})
        for address in addresses(session)[at % step :: step]:
            assert cards(scorer.get(address)) == set(), address
    scorer.post(f"/t/{session.pk}/hand/start-over/")
    assert cards(scorer.post(f"/t/{session.pk}/hand/all-in/", follow=True)) == set()


def test_once_all_are_in_the_same_look_finds_them(session: Session) -> None:
    """The control: what is not found above would be found if it were there."""
    phones = seated(session, 1, 4)
    answer = phones[1].get(f"/t/{session.pk}/hand/1/")
    assert {card for card in cards(answer) if card[-1] in "♠♣♦♥"} == {
        card for seat in SECRET for card in cards_of(seat) if card[-1] in "♠♣♦♥"
    }
    form = phone(session).post(f"/t/{session.pk}/hand/all-in/")
    assert cards(form) >= {code for seat in SECRET for code in SECRET[seat]}
    assert cards(phone(session, Role.VIEW).get(f"/t/{session.pk}/hand/", follow=True)) == set()
