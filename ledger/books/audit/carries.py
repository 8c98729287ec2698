"""What is compared of what was left unpaid and carried into another session."""

from collections.abc import Callable, Iterator

from django.db.models import Exists, OuterRef, Q

from ledger.books import journal
from ledger.books.audit.loader import PostedCarry
from ledger.books.audit.state import Difference, Walk, in_words, name_of
from ledger.models import Carry, Posting


def _of_this_table(walk: Walk, posted: PostedCarry) -> Iterator[Difference]:
    """It is carried from this table or to it."""
    if walk.session.pk not in (posted.carry.source_id, posted.carry.target_id):
        yield walk.found("foreign_carry", f"{name_of(posted)} is between other sessions")


def _nothing_left(walk: Walk, posted: PostedCarry) -> Iterator[Difference]:
    """Carrying brings every balance of the table it leaves to 0."""
    if posted.posting.kind != Posting.Kind.CARRIED or posted.carry.source_id != walk.session.pk:
        return
    for seat, amount in sorted(walk.balances_after(posted).items()):
        if amount:
            yield walk.found("carry_rest", f"{name_of(posted)} leaves {amount} to seat {seat}")


def _arrived(walk: Walk, posted: PostedCarry) -> Iterator[Difference]:
    """What leaves one table arrives at the other, and what is taken back goes the same way."""
    expected = [movement.reversed(journal.CARRIED) for movement in posted.there]
    if list(posted.movements) != expected:
        yield walk.found(
            posted.posting.kind,
            f"the entries of {name_of(posted)} are {in_words(posted.movements)},"
            f" the other session has {in_words(expected)}",
        )


def _taken_back(walk: Walk, posted: PostedCarry) -> Iterator[Difference]:
    """What is taken back is what was carried."""
    expected = [movement.reversed(journal.CARRIED) for movement in posted.carried]
    if posted.posting.kind == Posting.Kind.UNCARRIED and list(posted.movements) != expected:
        yield walk.found(
            "uncarried",
            f"the entries of {name_of(posted)} are {in_words(posted.movements)},"
            f" the opposite of what was carried is {in_words(expected)}",
        )


CHECKS: tuple[Callable[[Walk, PostedCarry], Iterator[Difference]], ...] = (
    _of_this_table,
    _nothing_left,
    _arrived,
    _taken_back,
)
"""In the order in which they are compared."""


def unposted(walk: Walk) -> Iterator[Difference]:
    """A carry and its posting here are written together, so each has one."""
    here = Posting.objects.filter(
        carry=OuterRef("pk"), session=walk.session, kind=Posting.Kind.CARRIED
    )
    mine = Carry.objects.filter(Q(source=walk.session) | Q(target=walk.session))
    for carry in mine.exclude(Exists(here)).order_by("pk"):
        yield walk.found("unposted_carry", f"{carry} was never posted here")
