"""What cannot have happened in a round of Binh."""

from collections.abc import Callable, Iterator
from typing import Final

from scoring.binh.facts import BinhFacts
from scoring.binh.mau_binh import found
from scoring.binh.possible import can_be_dealt
from scoring.binh.rows import SIZES, Counts, Row
from scoring.binh.rules import ROW_LABELS, BinhRules
from scoring.common.cards import DECK, Card
from scoring.common.errors import Problem, SeatNumber, Word
from scoring.common.text import Text

_ROWS: Final = tuple((row, SIZES[row]) for row in Row)


def cards_or_rankings(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """With cards, the engine finds the order of the rows and who is lủng."""
    if not facts.by_cards:
        return
    if any(facts.chi.values()):
        yield Problem("beside_hands", "chi", _CHI_BESIDE, None, "BX-7")
    if facts.binh_lung:
        yield Problem("beside_hands", "binh_lung", _LUNG_BESIDE, None, "BX-4")


def lung_or_mau_binh(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """Who has a mậu binh puts down no rows that could be out of order."""
    for at, seat in enumerate(facts.binh_lung):
        if seat in facts.mau_binh:
            yield Problem("lung_and_mau_binh", f"binh_lung[{at}]", _BOTH, seat, "BX-10")


def hands_are_whole(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """Three rows of 3, 5 and 5; no cards at all only of a mậu binh."""
    for seat, rows in facts.hands.items():
        if not any(rows):
            if seat not in facts.mau_binh:
                yield Problem("no_cards", f"hands.{seat}", _NO_CARDS, seat, "BX-1")
            continue
        for cards, (row, size) in zip(rows, _ROWS, strict=True):
            if len(cards) != size:
                args = {"row": ROW_LABELS[row], "size": size, "found": len(cards)}
                yield Problem("row_size", f"hands.{seat}.{row}", _ROW_SIZE, seat, "BX-1", args)


def everybody_shows_cards(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """With cards, all who compare show theirs."""
    if not facts.by_cards or not _rows_count(facts, rules, facts.without_mau_binh):
        return
    for seat in facts.without_mau_binh:
        if seat not in facts.hands:
            yield Problem("missing", f"hands.{seat}", _NO_HAND, seat, "BX-7")


def _rows_count(facts: BinhFacts, rules: BinhRules, comparing: list[int]) -> bool:
    return len(comparing) > 1 and (rules.others_compare or not facts.mau_binh)


def everybody_is_ranked(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """Without cards, each row ranks all who compare, and nobody else."""
    if facts.by_cards:
        return
    comparing = [seat for seat in facts.without_mau_binh if seat not in facts.binh_lung]
    needed = _rows_count(facts, rules, comparing)
    if needed and not any(facts.chi.values()):
        yield Problem("missing", "chi", _NO_RANKING, None, "BX-7")
        return
    for row in Row:
        if facts.chi.get(row):
            yield from _check_ranking(facts, row, comparing)
        elif needed:
            yield Problem("missing", f"chi.{row}", _NO_ROW, None, "BX-7", {"row": ROW_LABELS[row]})


def _check_ranking(facts: BinhFacts, row: Row, comparing: list[int]) -> Iterator[Problem]:
    ranked = set()
    args = {"row": ROW_LABELS[row]}
    for at, group in enumerate(facts.chi[row]):
        for index, seat in enumerate(group):
            field = f"chi.{row}[{at}][{index}]"
            if seat in facts.mau_binh:
                yield Problem("ranks_mau_binh", field, _RANKS_MAU_BINH, seat, "BX-10", args)
            elif seat in facts.binh_lung:
                yield Problem("ranks_lung", field, _RANKS_LUNG, seat, "BX-6", args)
            ranked.add(seat)
    for seat in comparing:
        if seat not in ranked:
            yield Problem("not_ranked", f"chi.{row}", _NOT_RANKED, seat, "BX-7", args)


def one_deck_has_the_cards(facts: BinhFacts, rules: BinhRules) -> Iterator[Problem]:
    """No card is there twice; a mậu binh is in the cards shown, or in those that are left."""
    if not facts.by_cards and not facts.mau_binh:
        return
    cards = [card for rows in facts.hands.values() for row in rows for card in row]
    known = frozenset(cards)
    if len(known) < len(cards):
        yield from _same_cards(facts)
        return
    yield from _check_mau_binh(facts, known)


def _same_cards(facts: BinhFacts) -> Iterator[Problem]:
    seen: dict[Card, int] = {}
    for seat, rows in facts.hands.items():
        for row, cards in zip(Row, rows, strict=True):
            for at, card in enumerate(cards):
                if card in seen:
                    field, first = f"hands.{seat}.{row}[{at}]", seen[card]
                    text = _SAME_CARD if first == seat else _CARD_OF_TWO
                    args = {"card": card.pretty, "first": SeatNumber(first)}
                    yield Problem("same_card", field, text, seat, "BX-1", args)
                seen.setdefault(card, seat)


def _check_mau_binh(facts: BinhFacts, known: frozenset[Card]) -> Iterator[Problem]:
    hidden = {}
    for seat, kind in facts.mau_binh.items():
        rows = facts.hands.get(seat, ())
        if not any(rows):
            hidden[seat] = kind
            continue
        whole = all(len(cards) == size for cards, (_, size) in zip(rows, _ROWS, strict=True))
        if whole and kind not in found(Counts([card for row in rows for card in row])):
            args = {"kind": Word(kind)}
            yield Problem("mau_binh_not_held", f"mau_binh.{seat}", _NOT_HELD, seat, "BX-12", args)
    free = [card for card in DECK if card not in known] if hidden else []
    if hidden and not can_be_dealt(free, list(hidden.values())):
        seat, kind = next(iter(hidden.items()))
        if len(hidden) == 1:
            args = {"kind": Word(kind)}
            yield Problem("mau_binh_impossible", f"mau_binh.{seat}", _NOT_LEFT, seat, "BX-12", args)
        else:
            yield Problem("mau_binh_impossible", "mau_binh", _NOT_TOGETHER, None, "BX-12")


CHECKS: Final[tuple[Callable[[BinhFacts, BinhRules], Iterator[Problem]], ...]] = (
    cards_or_rankings,
    lung_or_mau_binh,
    hands_are_whole,
    everybody_shows_cards,
    everybody_is_ranked,
    one_deck_has_the_cards,
)

_CHI_BESIDE = Text(
    "Đã ghi bài thì không ghi thêm thứ tự từng chi: thứ tự được so từ bài.",
    "With the cards told no ranking of rows is: it follows from the cards.",
)
_LUNG_BESIDE = Text(
    "Đã ghi bài thì không ghi thêm ai binh lủng: điều đó thấy từ bài.",
    "With the cards told nobody is named binh lủng: it follows from the cards.",
)
_BOTH = Text(
    "{player} mậu binh nên không thể binh lủng.",
    "{player} has a mậu binh and so cannot be binh lủng.",
)
_NO_CARDS = Text(
    "Chưa ghi lá nào của {player}: chỉ người mậu binh mới để trống bài được.",
    "No card of {player} is told: only a mậu binh may leave the cards out.",
)
_ROW_SIZE = Text(
    "Ở {row} {player} phải có {size} lá, không phải {found}.",
    "{player} must have {size} cards in the {row}, not {found}.",
)
_NO_HAND = Text(
    "Còn thiếu bài của {player}: ghi bài thì ghi của mọi người so bài.",
    "The cards of {player} are missing: with cards, all who compare show theirs.",
)
_NO_RANKING = Text(
    "Còn thiếu thứ tự từng chi, hoặc bài của từng người.",
    "The ranking of each row is missing, or the cards of everybody.",
)
_NO_ROW = Text(
    "Còn thiếu thứ tự của {row}, từ mạnh nhất đến yếu nhất.",
    "The ranking of the {row} is missing, strongest to weakest.",
)
_RANKS_MAU_BINH = Text(
    "{player} mậu binh nên không so {row}.",
    "{player} has a mậu binh and does not compare the {row}.",
)
_RANKS_LUNG = Text(
    "{player} binh lủng nên không so {row}.",
    "{player} is binh lủng and does not compare the {row}.",
)
_NOT_RANKED = Text(
    "Còn thiếu {player} ở {row}: mọi người so bài đều có hạng.",
    "{player} is missing in the {row}: all who compare are ranked.",
)
_SAME_CARD = Text(
    "Lá {card} xuất hiện hai lần trong ván này.", "The {card} appears twice in this round."
)
_CARD_OF_TWO = Text(
    "Lá {card} xuất hiện hai lần: ở bài của {first} và bài của {player}. "
    "Sửa ở phiếu ghi ván, hoặc chia lại.",
    "The {card} appears twice: with {first} and with {player}. "
    "Correct it where the round is entered, or deal again.",
)
_NOT_HELD = Text(
    "Bài của {player} không có mậu binh {kind}.",
    "The cards of {player} hold no mậu binh of the kind {kind}.",
)
_NOT_LEFT = Text(
    "{player} không thể có {kind}: những lá cần thiết nằm ở bài người khác.",
    "{player} cannot have {kind}: others hold the cards it takes.",
)
_NOT_TOGETHER = Text(
    "Một bộ bài không đủ lá cho chừng này mậu binh cùng một ván.",
    "One deck cannot deal these mậu binh together.",
)
