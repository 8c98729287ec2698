"""What a table comes to, in a few lines that share nothing with the service."""

from dataclasses import dataclass, field
from functools import cache

BET_UNIT = 2000
MOST = 8


@dataclass
class Played:
    """A round: who was told to have finished how, what it pays, whether it still stands."""

    places: list[int]
    bet_unit: int
    stands_for: int
    sent: dict[str, object]
    by_page: bool
    corrects: int | None = None
    void: bool = False
    corrected: bool = False
    shown: dict[int, int] = field(default_factory=dict)

    @property
    def pays(self) -> dict[int, int]:
        """Tiến lên's table: bét to nhất 1, and of four ba to nhì ½."""
        paid = dict.fromkeys(self.places, 0)
        paid[self.places[0]], paid[self.places[-1]] = self.bet_unit, -self.bet_unit
        if len(self.places) == 4:
            paid[self.places[1]], paid[self.places[2]] = self.bet_unit // 2, -self.bet_unit // 2
        return paid


@dataclass
class Paid:
    """Money that somebody handed over."""

    sent: dict[str, object]
    debtor: int
    creditor: int
    amount: int
    taken_back: bool = False


@dataclass
class Model:
    """A table: who sits out, its bet unit, its rounds and payments in order."""

    out: dict[int, bool]
    bet_unit: int = BET_UNIT
    rounds: list[Played] = field(default_factory=list)
    payments: list[Paid] = field(default_factory=list)
    closed: bool = False

    def balances(self) -> dict[int, int]:
        sums = dict.fromkeys(self.out, 0)
        for played in (each for each in self.rounds if not each.void):
            for seat, amount in played.pays.items():
                sums[seat] += amount
        for paid in (each for each in self.payments if not each.taken_back):
            sums[paid.debtor] += paid.amount
            sums[paid.creditor] -= paid.amount
        return sums

    @property
    def settling(self) -> bool:
        """Whether money changed hands at a closed table, so that its rounds stay as they are."""
        return self.closed and any(not each.taken_back for each in self.payments)

    def keep(self, played: Played) -> None:
        """Put a new round on the books."""
        if played.corrects:
            old = self.rounds[played.corrects - 1]
            old.void = old.corrected = True
        self.rounds.append(played)
        played.shown = self.balances()

    def may_pay(self, debtor: int, creditor: int) -> bool:
        return self.closed or self.out[debtor] or self.out[creditor]

    def most_to_pay(self, debtor: int, creditor: int) -> int:
        sums = self.balances()
        return max(0, min(-sums[debtor], sums[creditor]))

    def summary(self) -> dict[str, object]:
        """The same as the service tells of itself."""
        standing = [each for each in self.rounds if not each.void]
        last = max(standing, key=lambda each: each.stands_for, default=None)
        return {
            "state": "closed" if self.closed else "open",
            "bet_unit": self.bet_unit,
            "round_count": len(self.rounds),
            "balances": self.balances(),
            "sitting_out": self.out,
            "next_leader": last.places[0] if last else None,
            "rounds": [
                (
                    "void" if each.void else "recorded",
                    each.corrects,
                    each.bet_unit,
                    each.pays,
                    each.shown,
                )
                for each in self.rounds
            ],
        }


def fewest(balances: dict[int, int]) -> int:
    """With how few payments everybody is quits: one fewer than people in each group that is."""

    @cache
    def most_groups(left: tuple[int, ...]) -> int:
        taken = [(*left[:at], *left[at + 1 :]) for at in range(len(left))]
        return max(map(most_groups, taken), default=-1) + (sum(left) == 0)

    owing = tuple(sorted(amount for amount in balances.values() if amount))
    return len(owing) - most_groups(owing)
