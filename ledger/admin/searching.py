"""Tables found by what somebody remembers of a name: "binh" finds Bình, "đặng" finds Đặng."""

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from ledger.models import Seat, Session


def folded(text: str) -> str:
    """Without marks and capitals; đ is a letter of its own to Unicode, but not to who types d."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c)).replace("đ", "d")


def found_by(sessions: "QuerySet[Session]", term: str) -> "QuerySet[Session]":
    """Those with this id, or with the words in their name or in a player's.

    No two databases fold letters alike, so the names are compared here; many evenings have
    few different ones. What is typed with its marks finds only names that have them.
    """
    tables = Session.objects.exclude(name="").order_by().values_list("name", flat=True)
    people = Seat.objects.exclude(name="").order_by().values_list("name", flat=True)
    by_name = Q(name__in=_like(term, tables.distinct()))
    seated = Seat.objects.filter(name__in=_like(term, people.distinct()))
    by_player = Q(pk__in=seated.order_by().values("session"))
    return sessions.filter(Q(pk=term.strip().lower()) | by_name | by_player)


def _like(term: str, names: Iterable[Any]) -> list[str]:
    typed = unicodedata.normalize("NFC", term).casefold().strip()
    plain = typed == folded(typed)
    return [name for name in names if typed in (folded(name) if plain else name.casefold())]
