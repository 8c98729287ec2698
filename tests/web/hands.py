"""Cards handed in from several phones: what a player's own page sends."""

from typing import Any

from django.conf import settings
from django.test import Client

from ledger.access.keys import Role
from ledger.books import balances
from ledger.books.next_round import next_round
from ledger.models import Session
from ledger.tables import own_hands
from ledger.tables.own_hands import hands_of
from tests.web.tables import phone

ROWS = ("dau", "giua", "cuoi")
HANDS = {
    1: "KS KD 4C | 9S 9C JS JC 2H | TS TH TC 3D 6D",
    2: "AS KC 8D | 4S 4D 7S 7C QD | 5H 6H 7H 9H AH",
    3: "QS QH 2S | 3S 3C 6S 6C AC | 8S 8C 8H KH JD",
    4: "AD QC JH | TD 9D 7D 4H 3H | 5S 5C 5D 2C 2D",
}


def hand_fields(session: Session, seat: int, hand: str = "", **changed: str) -> dict[str, str]:
    """The fields of one seat after typing its cards."""
    rows = (hand or HANDS[seat]).split("|")
    typed = {f"{row}-{seat}": cards.strip() for row, cards in zip(ROWS, rows, strict=True)}
    return {"stamp": stamp(session), f"mau-binh-{seat}": "", **typed, **changed}


def stamp(session: Session) -> str:
    """The round that is to come, as an own page of now would send it."""
    fresh = Session.objects.get(pk=session.pk)
    coming = next_round(fresh, balances.scoreboard(fresh))
    return hands_of(fresh, coming.players).stamp


def claim(client: Client, session: Session, seat: int) -> Any:
    return client.post(f"/t/{session.pk}/hand/{seat}/claim/")


def hand_in(client: Client, session: Session, seat: int, hand: str = "") -> Any:
    return client.post(f"/t/{session.pk}/hand/{seat}/", hand_fields(session, seat, hand))


def seated(session: Session, *seats: int, role: Role = Role.VIEW) -> dict[int, Client]:
    """A phone for each of these seats, every hand handed in."""
    phones = {seat: phone(session, role) for seat in seats}
    for seat, client in phones.items():
        store = client.session
        store["phone"] = f"the phone of {seat}"
        store.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
        fields = hand_fields(session, seat)
        own_hands.hand_in(session.pk, seat, store["phone"], fields, stamp=fields.pop("stamp"))
    return phones
