"""Rounds that somebody calls wrong: flagged from any phone at the table, answered by the scorer.

Making a round void or correcting it answers its flags by itself (`ledger.books.rounds`); here
is the third answer, that the round stands as it is.
"""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import F, QuerySet

from ledger.access import limits
from ledger.access.actor import Actor
from ledger.access.limits import Limit
from ledger.books.change_log import log
from ledger.books.pricing import round_of
from ledger.common.clean_text import cleaned
from ledger.common.refusals import RoundReversed
from ledger.database.transactions import retry, transaction
from ledger.models import Change, Flag, Posting, Session

WORD_LIMIT = 80
LIMIT, OF_A_PHONE = Limit(30, 3600), Limit(10, 3600)
"""Flags one table takes from who holds the same link: far more than a table has, far less than
would fill its log; and what one phone may send of them."""

State = Flag.State


def shown_flags(session: Session) -> QuerySet[Flag]:
    """The flags that wait for an answer and those whose round was kept."""
    return session.flags.filter(state__in=[State.OPEN, State.KEPT])


def flags_of(session: Session) -> Mapping[int, list[Flag]]:
    """The same by round; one query."""
    by_round: defaultdict[int, list[Flag]] = defaultdict(list)
    for each in shown_flags(session).annotate(number=F("round__number")):
        by_round[each.number].append(each)
    return by_round


@retry
def flag(session_id: str, number: int, phone: str, *, word: str = "", by: Actor) -> None:
    """Say that a round is wrong; a phone that has said so already adds nothing.

    Raises UnknownRound, RoundReversed, TextRefused, TooMany.
    """
    word = cleaned(word, WORD_LIMIT)
    with transaction(session_id) as session:
        round = round_of(session, number)
        if round.postings.filter(kind=Posting.Kind.VOID).exists():
            raise RoundReversed
        if _open(session_id, number).filter(phone=phone).exists():
            return
        limits.take(OF_A_PHONE, "flag of a phone", f"{session_id} {phone}")
        limits.take(LIMIT, "flag", f"{session_id} {by.link}")
        made = Flag.objects.create(
            session=session, round=round, phone=phone, link=by.link, seat=by.seat, word=word
        )
        log(session, by, Change.Kind.FLAGGED, round=number, flags=[made.pk])


@retry
def take_back(session_id: str, number: int, phone: str, *, by: Actor) -> None:
    """Undo `flag` as long as nobody answered; where this phone has no flag, nothing happens."""
    with transaction(session_id) as session:
        mine = _open(session_id, number).filter(phone=phone)
        if mine.update(state=State.TAKEN_BACK):
            log(session, by, Change.Kind.UNFLAGGED, round=number)


@retry
def keep(session_id: str, number: int, *, word: str = "", by: Actor) -> None:
    """Answer every flag of a round: it stands as it is. Without a flag nothing happens."""
    word = cleaned(word, WORD_LIMIT)
    with transaction(session_id) as session:
        flags = list(_open(session_id, number).values_list("pk", flat=True))
        if flags:
            Flag.objects.filter(pk__in=flags).update(state=State.KEPT, answer=word)
            log(session, by, Change.Kind.KEPT, round=number, flags=flags)


def _open(session_id: str, number: int) -> QuerySet[Flag]:
    return Flag.objects.filter(session=session_id, round__number=number, state=State.OPEN)
