"""What a table can tell of a round of Tiến lên by place."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from scoring.common.reading import FLAG, SEAT, facts, read_facts, seats
from scoring.common.transfers import JSONObject, Seats
from scoring.pot import POT
from scoring.thirteen.facts import CHAT, THOI, TOI_TRANG, VE_HAI, SharedFacts, cards_played
from scoring.tien_len.rules import PLAYERS, TienLenRules

FACTS = facts(
    "A round of Tiến lên by finishing place",
    PLAYERS,
    places=seats("who finished, first to last; the very last may be left out"),
    cong=seats("cóng: who played no card at all"),
    toi_trang=TOI_TRANG,
    chat=CHAT,
    opening=FLAG.described("ván khởi đầu: the holder of the 3♠ leads; false if left out"),
    den=SEAT.described(
        "đền: who pays for everybody, where all others are cóng; under đền làng in any round"
    ),
    thoi=THOI,
    ve_hai=VE_HAI,
    **POT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TienLenFacts(SharedFacts):
    """One round.

    ``places`` are all who are not cóng, first to last; the very last is added where only he was
    left out. ``is_complete``: everybody is placed or cóng, once, or the round ended otherwise.
    """

    only_played = ("places", "cong", "den", "chat", "ve_hai")

    places: Seats = ()

    @property
    def ba_bich_played(self) -> bool:
        """The first play of a ván khởi đầu has the 3♠ (TL-11)."""
        return self.opening and self.toi_trang is None

    @property
    def out(self) -> Seats:
        """Who emptied his hand, in that order.

        With somebody cóng and only one other player left, play stops at the first (TL-28);
        else all go out but the last.
        """
        if self.ve_hai:
            return (self.ve_hai.player,)
        return self.places[:-1] if len(self.places) > 1 else self.places

    @property
    def first(self) -> int | None:
        """Who went out first, or won before any play."""
        if self.toi_trang:
            return self.toi_trang.player
        return self.places[0] if self.places else None

    @property
    def den_bai(self) -> int | None:
        """Who pays what all cóng players owe, being one of them (TL-31)."""
        all_cong = len(self.cong) == len(self.players) - 1
        return self.den if all_cong and self.den in self.cong else None

    @property
    def last(self) -> int | None:
        """The last placed, who may still hold cards."""
        return self.places[-1] if len(self.places) > 1 else None

    @property
    def holders(self) -> Set[int]:
        """Who may still hold cards."""
        if self.toi_trang:
            return frozenset(self.players) - {self.toi_trang.player}
        return frozenset((*self.cong, *self.places[1:][-1:]))


def read(raw: Mapping[str, object], rules: TienLenRules) -> TienLenFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    fields = read_facts(FACTS, raw)
    players, places, cong = fields["players"], fields.get("places", ()), fields.get("cong", ())
    missing = [seat for seat in players if seat not in places and seat not in cong]
    if places and len(missing) == 1:
        places += tuple(missing)
    is_placed = bool(places) and sorted(places + cong) == sorted(players)
    return TienLenFacts(
        **fields | {"places": places},
        played=cards_played(fields.get("chat", ())),
        is_complete=is_placed or "toi_trang" in fields or "ve_hai" in fields,
    )


def start(facts: TienLenFacts) -> JSONObject:
    """What the round before decides: whether this is a ván khởi đầu."""
    return {"opening": True} if facts.opening else {}
