"""What the codes of results and facts are called at the table."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from scoring.common.cards import DECK
from scoring.common.text import Text
from scoring.common.transfers import Reason

REASONS: Final[Mapping[Reason, Text]] = {
    Reason.PLACE: Text("thứ hạng", "place"),
    Reason.CHAT: Text("chặt", "chop"),
    Reason.THOI: Text("thối", "heo and hàng left in hand"),
    Reason.CONG: Text("cóng", "cóng (played nothing)"),
    Reason.DEN: Text("đền", "pays for the table (đền)"),
    Reason.TOI_TRANG: Text("tới trắng", "instant win (tới trắng)"),
    Reason.CARDS: Text("lá còn lại", "cards left"),
    Reason.DUT_BA_BICH: Text("đút 3 bích", "out on the 3♠ (đút 3 bích)"),
    Reason.AN: Text("ăn bài", "eaten card"),
    Reason.MOM: Text("móm", "móm (nothing laid down)"),
    Reason.U: Text("ù", "ù"),
    Reason.CHI: Text("so chi", "rows compared"),
    Reason.BINH_LUNG: Text("binh lủng", "rows out of order (binh lủng)"),
    Reason.MAU_BINH: Text("mậu binh", "mậu binh"),
    Reason.SAP: Text("sập hầm", "lost all rows (sập)"),
    Reason.VOID: Text("huỷ ván", "round voided"),
    Reason.SETTLEMENT: Text("thanh toán", "settled up"),
    Reason.CARRIED: Text("mang sang", "carried over"),
    Reason.MANUAL: Text("sửa tay", "manual entry"),
}


@cache
def _vocabulary() -> Mapping[str, Text]:
    from scoring.common.rule_set import discover

    words = {card.code: Text(card.pretty, card.pretty) for card in DECK}
    for rule_set in discover().values():
        words |= rule_set.words
    return words | {reason.value: text for reason, text in REASONS.items()}


def word(what: str, language: str = "vi") -> str:
    """What a code of a result is called: a reason, a card, a hàng, a kind of hand, a place.

    An unknown code is returned as it is.

    >>> word("2H"), word("ba_doi_thong", "en")
    ('2♥ (heo đỏ)', '3 consecutive pairs')
    """
    text = _vocabulary().get(what)
    return text.say(language) if text else what
