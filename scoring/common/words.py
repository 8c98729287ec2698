"""What the codes of results and facts are called at the table."""

from collections.abc import Mapping
from functools import cache

from scoring.common.cards import DECK
from scoring.common.text import Text, read_words
from scoring.common.transfers import Reason

_NAMES = read_words("scoring.common")
REASONS: Mapping[Reason, Text] = {reason: _NAMES[reason] for reason in Reason}


@cache
def _vocabulary() -> Mapping[str, Text]:
    from scoring.common.rule_set import discover

    words = {card.code: Text(card.pretty, card.pretty) for card in DECK}
    for rule_set in discover().values():
        words |= rule_set.words
    return words | _NAMES


def word(what: str, language: str = "vi") -> str:
    """What a code of a result is called: a reason, a card, a hàng, a kind of hand, a place.

    An unknown code is returned as it is.

    >>> word("2H"), word("ba_doi_thong", "en")
    ('2♥ (heo đỏ)', '3 consecutive pairs')
    """
    text = _vocabulary().get(what)
    return text.say(language) if text else what
