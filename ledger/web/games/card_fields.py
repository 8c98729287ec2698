"""Cards on the phone: typed or tapped into a field, and what is found among them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scoring.common.cards import CARDS, SUIT_SIGNS, Card, Suit

SUIT_NAMES: Mapping[Suit, Promise] = {
    Suit.SPADES: gettext_lazy("bích"),
    Suit.CLUBS: gettext_lazy("chuồn"),
    Suit.DIAMONDS: gettext_lazy("rô"),
    Suit.HEARTS: gettext_lazy("cơ"),
}


@dataclass(frozen=True, slots=True)
class CardNote:
    """What the cards of one hand are, shown at the place `id`; empty where there are no cards."""

    id: str
    lines: Sequence[str] = ()
    offers: Sequence[tuple[str, str]] = ()
    """Buttons: what each says, and the fields it fills as JSON."""

    wrong: bool = False


Finder = Callable[[str, Sequence[Card]], CardNote]


def suits() -> Iterator[tuple[str, Promise, bool]]:
    """Of each suit its sign, its name and whether it is red."""
    return ((SUIT_SIGNS[suit], name, suit >= Suit.DIAMONDS) for suit, name in SUIT_NAMES.items())


def cards(text: str) -> list[str]:
    """Typed cards apart, in one spelling: "2s 7♠,10h" → ["2S", "7S", "TH"]."""
    typed = [card for card in re.split(r"[\s,;.]+", text.strip()) if card]
    return [CARDS[card].code if card in CARDS else card for card in typed]


def unreadable(codes: Iterable[str]) -> str:
    """What is wrong with the cards of one hand on their own, in words; empty if nothing is."""
    codes = list(codes)
    unknown = [code for code in codes if code not in CARDS]
    if unknown:
        return _("“%(card)s” không phải lá bài. Ghi số rồi chất, ví dụ 10♠ hay 7c.") % {
            "card": unknown[0][:20]
        }
    twice = [code for code in codes if codes.count(code) > 1]
    return _("Lá %(card)s có hai lần.") % {"card": CARDS[twice[0]].pretty} if twice else ""


def look(id: str, codes: Sequence[str], find: Finder | None) -> CardNote:
    """What `find` finds in the cards, or what is wrong with them before anything is looked for.

    Without `find` there are not enough of them yet.
    """
    if wrong := unreadable(codes):
        return CardNote(id, [wrong], wrong=True)
    return find(id, [CARDS[code] for code in codes]) if codes and find else CardNote(id)


def shown(cards: Iterable[Card | str]) -> str:
    """Cards as players write them, one after the other; those of facts however they are spelt."""
    return " ".join(CARDS[str(card)].pretty for card in cards)
