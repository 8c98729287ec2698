"""Tới trắng in both Tiến lên games: which kinds a winner shows, whether he may, what they pay."""

from collections.abc import Iterator, Mapping, Set
from typing import Protocol

from scoring.common.cards import HAND_SIZE
from scoring.common.errors import Problem, Word
from scoring.common.text import Text
from scoring.thirteen.cards import IMPLIED, Kind, kinds_held
from scoring.thirteen.facts import ToiTrang


class KindRules(Protocol):
    """The rules about kinds that both games have."""

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds in force."""

    @property
    def dong_mau_cards(self) -> int:
        """How many of one colour are đồng màu."""

    @property
    def kind_prices(self) -> Mapping[Kind, int]:
        """The kinds that have an amount of their own."""


def kinds_shown(won: ToiTrang, alike: int) -> Set[Kind]:
    """Every kind that the winner surely holds, by his cards or by the kind he named."""
    if won.hand is not None:
        return kinds_held(won.hand, alike)
    return frozenset((won.kind, *IMPLIED.get(won.kind, ()))) if won.kind else frozenset()


def priced_kind(won: ToiTrang, rules: KindRules, usual: int) -> Kind | None:
    """The kind whose own amount is paid: of all that the winner shows, the dearest counts.

    None where that one pays what is ``usual``. Of equal amounts the kind he named counts.
    """
    if not rules.kind_prices:
        return None
    shown = kinds_shown(won, rules.dong_mau_cards) & rules.kinds
    dearest = max(
        [kind for kind in Kind if kind in shown],
        key=lambda kind: (rules.kind_prices.get(kind, usual), kind is won.kind),
        default=None,
    )
    return dearest if dearest in rules.kind_prices else None


def check_kind(won: ToiTrang, rules: KindRules, rule: str) -> Iterator[Problem]:
    """The named kind and the cards shown are in force and fit each other.

    Where kinds have amounts of their own one of the two must be told.
    """
    if rules.kind_prices and won.kind is None and won.hand is None:
        text = Text(
            "Bàn này mỗi kiểu tới trắng một giá: cần ghi {player} tới trắng bằng gì.",
            "Here each kind of tới trắng has its price: tell what {player} won with.",
        )
        yield Problem("missing", "toi_trang.kind", text, won.player, rule)
    if won.kind is not None and won.kind not in rules.kinds:
        text = Text(
            "Bàn này không tính {kind} là tới trắng.", "This table has no tới trắng by {kind}."
        )
        args = {"kind": Word(won.kind)}
        yield Problem("kind_off", "toi_trang.kind", text, won.player, rule, args)
    if won.hand is not None:
        yield from _check_hand(won, rules, rule)


def _check_hand(won: ToiTrang, rules: KindRules, rule: str) -> Iterator[Problem]:
    assert won.hand is not None
    if len(won.hand) != HAND_SIZE:
        text = Text(
            "{player} tới trắng với {expected} lá, không phải {found} lá.",
            "{player} wins at once with {expected} cards, not {found}.",
        )
        args: dict[str, object] = {"expected": HAND_SIZE, "found": len(won.hand)}
        yield Problem("hand_size", "toi_trang.hand", text, won.player, rule, args)
        return
    held = kinds_held(won.hand, rules.dong_mau_cards)
    if won.kind is not None and won.kind not in held:
        text = Text(
            "Bài của {player} không có {kind}.", "The cards of {player} do not hold {kind}."
        )
        args = {"kind": Word(won.kind)}
        yield Problem("kind_not_held", "toi_trang.hand", text, won.player, rule, args)
    elif not held & rules.kinds:
        text = Text(
            "Bài của {player} không có kiểu tới trắng nào của bàn này.",
            "The cards of {player} hold no tới trắng of this table.",
        )
        yield Problem("no_kind", "toi_trang.hand", text, won.player, rule)
