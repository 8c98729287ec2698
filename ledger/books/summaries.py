"""What rounds come to for each player, so made that two summaries in a row add up to one.

Counts add up, of the biggest gain the bigger stays, and rows of wins grow together where
they meet. So an evening can be summed up in stretches, and a stretch once summed up need
not be read again. A summary of no rounds changes nothing that it is added to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.common.transfers import Reason

EACH_COUNTS = frozenset({Reason.CHAT, Reason.AN})
"""Every payment for these is a thing of its own; for any other reason a round has one at most."""

U_KINDS = frozenset({"u", "u_tron", "u_khan"})
"""What a part is called where one player pays an ù for the whole table."""


class Times(NamedTuple):
    """How often something happened, and what was paid for it together."""

    number: int = 0
    amount: int = 0

    def and_then(self, later: "Times") -> "Times":
        return Times(self.number + later.number, self.amount + later.amount)


class Peak(NamedTuple):
    """The biggest of some amounts and the round it stands in; all 0 where there was none."""

    amount: int = 0
    round: int = 0

    def and_then(self, later: "Peak") -> "Peak":
        """The bigger one, of equal ones the earlier."""
        return self if self.amount >= later.amount else later


class Row(NamedTuple):
    """How many rounds in a row: from the first on, up to the last, and at most anywhere."""

    first: int = 0
    last: int = 0
    most: int = 0

    def and_then(self, later: "Row", played: int, played_later: int) -> "Row":
        """Both in a row; each was counted over so many rounds played."""
        return Row(
            played + later.first if self.first == played else self.first,
            played_later + self.last if later.last == played_later else later.last,
            max(self.most, later.most, self.last + later.first),
        )


NEVER, NO_PEAK, NO_ROW = Times(), Peak(), Row()


@dataclass(frozen=True, slots=True)
class Summary:
    """Some rounds for one player who may have sat some of them out.

    Won are the rounds with a gain, lost those with a loss; a row of wins goes on over rounds
    that were sat out. `received` and `paid` are by reason.
    """

    played: int = 0
    won: int = 0
    lost: int = 0
    gain: Peak = NO_PEAK
    loss: Peak = NO_PEAK
    wins: Row = NO_ROW
    losses: Row = NO_ROW
    received: Mapping[str, Times] = field(default_factory=dict)
    paid: Mapping[str, Times] = field(default_factory=dict)

    @property
    def gained(self) -> int:
        """What all these rounds come to; negative where they cost more than they brought."""
        received = sum(times.amount for times in self.received.values())
        return received - sum(times.amount for times in self.paid.values())

    def and_then(self, later: "Summary") -> "Summary":
        """The rounds of both, those of `later` having been played after these."""
        return Summary(
            self.played + later.played,
            self.won + later.won,
            self.lost + later.lost,
            self.gain.and_then(later.gain),
            self.loss.and_then(later.loss),
            self.wins.and_then(later.wins, self.played, later.played),
            self.losses.and_then(later.losses, self.played, later.played),
            _together(self.received, later.received),
            _together(self.paid, later.paid),
        )

    def as_json(self) -> dict[str, Any]:
        """The summary as it is kept; `from_json` reads it back."""
        return {
            "rounds": [self.played, self.won, self.lost],
            "peaks": [list(self.gain), list(self.loss)],
            "rows": [list(self.wins), list(self.losses)],
            "received": {reason: list(times) for reason, times in sorted(self.received.items())},
            "paid": {reason: list(times) for reason, times in sorted(self.paid.items())},
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Summary":
        """What `as_json` gave."""
        played, won, lost = kept["rounds"]
        gain, loss = (Peak(*peak) for peak in kept["peaks"])
        wins, losses = (Row(*row) for row in kept["rows"])
        received, paid = (
            {reason: Times(*times) for reason, times in kept[side].items()}
            for side in ("received", "paid")
        )
        return cls(played, won, lost, gain, loss, wins, losses, received, paid)


Table = Mapping[int, Summary]
"""What some rounds come to for everybody who played any of them, by seat."""

NOTHING = Summary()


def together(tables: Iterable[Table]) -> Table:
    """Stretches in the order they were played as one."""
    whole: dict[int, Summary] = {}
    for table in tables:
        for seat, summary in table.items():
            whole[seat] = whole.get(seat, NOTHING).and_then(summary)
    return whole


def as_json(table: Table) -> dict[str, Any]:
    """A table as it is kept: {"1": …} by seat."""
    return {str(seat): summary.as_json() for seat, summary in sorted(table.items())}


def from_json(kept: Mapping[str, Any]) -> Table:
    """What `as_json` gave."""
    return {int(seat): Summary.from_json(summary) for seat, summary in kept.items()}


def of_round(number: int, result: Mapping[str, Any], bet_unit: int) -> Table:
    """One round by its number and its result, in amounts."""
    received: defaultdict[int, dict[str, Times]] = defaultdict(dict)
    paid: defaultdict[int, dict[str, Times]] = defaultdict(dict)
    gains = dict.fromkeys(map(int, result["net"]), 0)
    for transfer in result["transfers"]:
        payer, payee, reason = transfer["payer"], transfer["payee"], transfer["reason"]
        amount = int(_exact(transfer["units"]) * bet_unit)
        gains[payer] -= amount
        gains[payee] += amount
        _count(paid[payer], reason, amount)
        _count(received[payee], _paid_for(transfer), amount)
        for seat in _cong_paid_by_another(transfer):
            _count(paid[seat], Reason.CONG, 0)
    return {seat: _of(number, gain, received[seat], paid[seat]) for seat, gain in gains.items()}


_exact = lru_cache(maxsize=1024)(Decimal)
"""Most payments are of the same few sizes."""


def _of(
    number: int, gain: int, received: Mapping[str, Times], paid: Mapping[str, Times]
) -> Summary:
    """One round of one player."""
    won, lost = int(gain > 0), int(gain < 0)
    return Summary(
        1,
        won,
        lost,
        Peak(gain, number) if won else NO_PEAK,
        Peak(-gain, number) if lost else NO_PEAK,
        Row(won, won, won),
        Row(lost, lost, lost),
        received,
        paid,
    )


def _count(times: dict[str, Times], reason: str, amount: int) -> None:
    """One more payment for this reason in a round."""
    number, before = times.get(reason, NEVER)
    times[reason] = Times(number + 1 if reason in EACH_COUNTS else 1, before + amount)


def _paid_for(transfer: Mapping[str, Any]) -> str:
    """What a payment is for to who receives it: an ù stays one if a single player pays it all."""
    whats = {part["what"] for part in transfer["detail"]["parts"]}
    return Reason.U if transfer["reason"] == Reason.DEN and whats & U_KINDS else transfer["reason"]


def _cong_paid_by_another(transfer: Mapping[str, Any]) -> Iterable[int]:
    """Who was cóng although a single player pays for all of them, that player too."""
    if transfer["reason"] != Reason.DEN:
        return ()
    parts = transfer["detail"]["parts"]
    return (part.get("player", transfer["payer"]) for part in parts if part["what"] == Reason.CONG)


def _together(before: Mapping[str, Times], later: Mapping[str, Times]) -> Mapping[str, Times]:
    """Both by reason; as a rule `later` is one round with few of them."""
    whole = dict(before)
    for reason, times in later.items():
        known = whole.get(reason)
        whole[reason] = known.and_then(times) if known else times
    return whole
