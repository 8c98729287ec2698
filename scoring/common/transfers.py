"""The result of a round: who pays whom how much, and why.

Amounts are whole numbers of the smallest unit that the rules in force use: a cược is divided into
``grain`` of them. Nothing here is ever rounded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import gcd
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scoring.common.json_types import DetailJSON, OutcomeJSON, PartJSON, TransferJSON

if TYPE_CHECKING:
    from scoring.common.errors import Problem


Seats = tuple[int, ...]
"""Players by their seats, in an order."""

JSONObject = dict[str, object]
"""An object as JSON has it."""


class Reason(StrEnum):
    """Why money changes hands; the last four are for ledger entries only."""

    PLACE = "place"
    CHAT = "chat"
    THOI = "thoi"
    CONG = "cong"
    DEN = "den"
    TOI_TRANG = "toi_trang"
    CARDS = "cards"
    DUT_BA_BICH = "dut_ba_bich"
    AN = "an"
    MOM = "mom"
    U = "u"
    CHI = "chi"
    BINH_LUNG = "binh_lung"
    MAU_BINH = "mau_binh"
    SAP = "sap"
    POINTS = "points"
    BAO_SAM = "bao_sam"
    CON = "con"
    SIDE = "side"
    GA = "ga"
    VE_HAI = "ve_hai"
    VOID = "void"
    SETTLEMENT = "settlement"
    CARRIED = "carried"
    MANUAL = "manual"


def decimal(units: int, grain: int) -> str:
    """``units`` of 1/``grain`` cược as an exact decimal without trailing zeros.

    ``grain`` has no prime factors but 2 and 5.

    >>> decimal(7, 2), decimal(-1, 4), decimal(6, 2)
    ('3.5', '-0.25', '3')
    """
    whole, rest = divmod(abs(units), grain)
    sign = "-" if units < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    digits = ""
    while rest:
        digit, rest = divmod(rest * 10, grain)
        digits += str(digit)
    return f"{sign}{whole}.{digits}"


class Part(NamedTuple):
    """One line of the arithmetic of a transfer: ``number`` × ``each`` = ``units``.

    ``what`` is a code of ``scoring.common.words``; ``player`` whose it is, where that is not the
    payer;
    ``by`` what it was chopped with; ``times`` by how much its price was multiplied, which
    ``units`` are already. A tuple, as Transfer: many are made for each round.
    """

    what: str
    units: int
    number: int | None = None
    each: int | None = None
    player: int | None = None
    by: str | None = None
    times: int | None = None

    def as_json(self, grain: int) -> PartJSON:
        """``{"what": "cards", "units": "5", "count": 5, "each": "1"}``: only what there is."""
        json: PartJSON = {"what": self.what, "units": decimal(self.units, grain)}
        if self.number is not None:
            json["count"] = self.number
        if self.each is not None:
            json["each"] = decimal(self.each, grain)
        if self.player is not None:
            json["player"] = self.player
        if self.by is not None:
            json["by"] = self.by
        if self.times is not None:
            json["times"] = self.times
        return json


class Transfer(NamedTuple):
    """``payer`` pays ``payee`` ``units`` (in 1/``grain`` cược) by the sentence ``rule``.

    The units of the parts always add up to ``units``; 0 is what was told and pays nothing.
    """

    payer: int
    payee: int
    units: int
    reason: Reason
    rule: str
    parts: tuple[Part, ...]
    grain: int

    @property
    def detail(self) -> DetailJSON:
        """The arithmetic as JSON: ``{"parts": [{"what": "2H", "units": "1", "by": …}, …]}``."""
        return {"parts": [part.as_json(self.grain) for part in self.parts]}

    def for_nothing(self) -> "Transfer":
        """The same where it does not count."""
        parts = [part._replace(units=0, each=None, times=None) for part in self.parts]
        return self._replace(units=0, parts=tuple(parts))

    def as_json(self) -> TransferJSON:
        """The transfer for the outside, units as an exact decimal string."""
        return {
            "payer": self.payer,
            "payee": self.payee,
            "units": decimal(self.units, self.grain),
            "reason": self.reason.value,
            "rule": self.rule,
            "detail": self.detail,
        }


def pay(
    payer: int, payee: int, reason: Reason, rule: str, parts: Sequence[Part], grain: int
) -> Iterable[Transfer]:
    """The one transfer that the parts add up to, or none where they add up to nothing."""
    units = sum([part.units for part in parts]) if len(parts) != 1 else parts[0].units
    if not units:
        return ()
    assert units > 0
    assert payer != payee
    return (Transfer(payer, payee, units, reason, rule, tuple(parts), grain),)


def tell(
    payer: int,
    payee: int,
    reason: Reason,
    rule: str,
    parts: Sequence[Part],
    grain: int,
    counts: bool = True,
) -> Iterable[Transfer]:
    """The same where it was told: what costs or counts for nothing is a transfer of 0."""
    if not parts:
        return ()
    paid = pay(payer, payee, reason, rule, parts, grain) if counts else ()
    return paid or (Transfer(payer, payee, 0, reason, rule, tuple(parts), grain).for_nothing(),)


def net(players: Iterable[int], transfers: Iterable[Transfer]) -> dict[int, int]:
    """What each player of the round gains (+) or loses (−); the sum is zero."""
    sums = dict.fromkeys(players, 0)
    for transfer in transfers:
        sums[transfer.payer] -= transfer.units
        sums[transfer.payee] += transfer.units
    assert not sum(sums.values())
    return sums


def in_largest_units(transfers: Iterable[Transfer], grain: int) -> tuple[tuple[Transfer, ...], int]:
    """The transfers in 1/``grain`` cược with a cược divided no further than they need.

    The other grain comes with them. Their parts have no ``each``.
    """
    every = tuple(transfers)
    common = gcd(grain, *[each.units for each in every])
    return tuple([_divided(each, common) for each in every]), grain // common


def _divided(transfer: Transfer, by: int) -> Transfer:
    parts = tuple([part._replace(units=part.units // by) for part in transfer.parts])
    return transfer._replace(units=transfer.units // by, parts=parts, grain=transfer.grain // by)


Transfers = Iterator[Transfer]


def split(transfers: Iterable[Transfer]) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """The transfers that pay something, and those of 0."""
    every = tuple(transfers)
    unpaid = tuple([each for each in every if not each.units])
    return tuple([each for each in every if each.units]) if unpaid else every, unpaid


class Outcome(NamedTuple):
    """What a round comes to.

    ``net`` is in 1/``grain`` cược, for every player of the round. ``next_leader`` is None where
    nobody can know; ``opening`` tells whether the next round is a ván khởi đầu. ``unpaid`` are the
    transfers of 0. ``next`` is the part of the next round's facts that this round decides, empty
    where it decides nothing.
    """

    transfers: tuple[Transfer, ...]
    grain: int
    net: Mapping[int, int]
    next_leader: int | None = None
    opening: bool = False
    warnings: tuple["Problem", ...] = ()
    unpaid: tuple[Transfer, ...] = ()
    next: Mapping[str, object] = MappingProxyType({})

    def as_json(self, language: str = "vi") -> OutcomeJSON:
        """The result for the outside; units are exact decimal strings."""
        return {
            "transfers": [transfer.as_json() for transfer in self.transfers],
            "net": {str(seat): decimal(units, self.grain) for seat, units in self.net.items()},
            "next_leader": self.next_leader,
            "opening": self.opening,
            "next": dict(self.next),
            "warnings": [warning.as_json(language) for warning in self.warnings],
        }
