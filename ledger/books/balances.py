"""What a session's entries add up to: the balances now, and after each round.

Everything is signed from the player's side: a positive amount is money to receive.
Seats are named by their number. Each function asks the database a fixed number of
times, however many rounds there are.
"""

from collections import Counter
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ledger.books import sql
from ledger.models import Change, Entry, Posting, Seat, Session

Seats = Mapping[int, Seat]
"""The seats of one session by number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat as the scoreboard shows it."""

    seat: int
    name: str
    balance: int
    sitting_out: bool


def scoreboard(session: Session, seats: Seats | None = None) -> tuple[Standing, ...]:
    """Every seat with its balance, in seat order; they add up to 0.

    The `seats` need not be read again where the caller has them. A seat without a name that sits
    out and is nowhere in the book is nobody's.
    """
    every = (seats or sql.seats_of(session.pk)).values()
    nobodys = {s.number for s in every if s.sitting_out and not (s.name or s.balance)}
    if nobodys:
        nobodys -= in_book(session)
    shown = (s for s in every if s.number not in nobodys)
    return tuple(Standing(s.number, s.name, s.balance, s.sitting_out) for s in shown)


def in_book(session: Session) -> set[int]:
    """The seats that ever played, paid or got anything, or had a share in a pot, undone or not."""
    played = session.rounds.values_list("result__net", "facts__pot")
    moved = Entry.objects.filter(posting__session=session)
    seats = {int(seat) for net, pot in played for seat in (*net, *(pot or ()))}
    return seats.union(*moved.values_list("payer__number", "payee__number"))


MOVED = ("payer__number", "payee__number", "amount")
"""Who paid whom how much: whole seats and postings would cost several times that."""


def balances_after(session: Session, numbers: Collection[int]) -> dict[int, dict[int, int]]:
    """The balance of every seat right after each of these rounds, by the round's number.

    A seat that joined later is not in it.
    """
    changes = session.changes.filter(kind=Change.Kind.JOINED)
    joined = {each.details["seats"][0]: each.posting_count for each in changes}
    seats = {seat.pk: number for number, seat in sql.seats_of(session.pk).items()}
    balances, by_round = dict.fromkeys(seats.values(), 0), {}
    for (posting, number), moved in groupby(sql.moved(session.pk, numbers), itemgetter(0, 1)):
        for *_, payer, payee, amount in moved:
            if amount:
                move(balances, seats[payer], seats[payee], int(amount))
        here = (seat for seat in balances if joined.get(seat, 0) < posting)
        by_round[number] = {seat: balances[seat] for seat in here}
    return by_round


def nothing(session: Session) -> dict[int, int]:
    """The balances before the first posting."""
    return dict.fromkeys(session.seats.order_by("number").values_list("number", flat=True), 0)


def carried(session: Session) -> tuple[Counter[int], Counter[int]]:
    """The balances by seat that came from another session, and those that went into new ones.

    What was taken back is not among them; one query.
    """
    moved = Entry.objects.filter(posting__session=session, posting__kind=Posting.Kind.CARRIED)
    standing = moved.exclude(posting__carry__postings__kind=Posting.Kind.UNCARRIED)
    came, went = Counter[int](), Counter[int]()
    for target, payer, payee, amount in standing.values_list("posting__carry__target", *MOVED):
        if target == session.pk:
            move(came, payer, payee, amount)
        else:
            move(went, payee, payer, amount)
    return came, went


def move(sums: MutableMapping[int, int], payer: int, payee: int, amount: int) -> None:
    sums[payer] -= amount
    sums[payee] += amount
