"""Keeping the sums of every hundred rounds beside the rounds themselves.

Nothing here is the truth: whatever is kept can be worked out again from the rounds, and
`differences` says where it is not what they give.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.core.cache import cache
from django.db.models import F, QuerySet

from ledger.books import summaries
from ledger.books.balances import not_void, rounds_that_stand
from ledger.books.summaries import Table
from ledger.models import Round, Session, Stretch

LENGTH = 100
"""Rounds in a stretch; no more than twice as many are ever read for the sums of an evening."""

AT_ONCE = 100
"""Stretches that are written by one query at most."""

READ = ("number", "result", "bet_unit__amount")
"""What a summary is made of."""

TRIES = 3
"""How often a stretch that seems wrong is read again, should it be changing just now."""


def number_of(stands_for: int) -> int:
    """The stretch that a round belongs to by the place it was played at."""
    return (stands_for - 1) // LENGTH + 1


def follow(session: Session, round: Round) -> None:
    """Bring the stretches in line once a round was recorded or made void, in its transaction.

    Costs nothing but for the round that completes a stretch, and for one that is made void
    or corrected after its stretch was complete.
    """
    complete, touched = session.round_count // LENGTH, number_of(round.stands_for)
    if _completes(session, round):
        keep(session, complete)
        complete -= 1
    if touched <= complete:
        _rewrite(session, touched)


def _completes(session: Session, round: Round) -> bool:
    """Whether this round is the last of a stretch and has just been recorded."""
    number, rest = divmod(round.number, LENGTH)
    newest = round.number == session.round_count and not rest
    return newest and not session.stretches.filter(number=number).exists()


def keep(session: Session, number: int) -> None:
    """Keep a stretch of which every round was recorded, those before it being kept."""
    found = of_stretch(session, number)
    so_far = summaries.as_json(summaries.together([_so_far(session, number - 1), found]))
    own = summaries.as_json(found)
    Stretch.objects.create(session=session, number=number, own=own, so_far=so_far)


def evening(session: Session) -> Table:
    """What all rounds that stand come to; two queries, however many rounds there are."""
    newest = session.stretches.order_by("-number").values_list("number", "so_far").first()
    number, so_far = newest or (0, {})
    rest = rounds_that_stand(session).filter(stands_for__gt=number * LENGTH)
    return summaries.together([summaries.from_json(so_far), _sum(rest)])


def evenings(sessions: Collection[Session]) -> Mapping[str, Table]:
    """The same for many sessions, by id; two queries for all of them.

    What an evening came to is remembered by the hash of its newest posting, which nothing
    can happen without changing.
    """
    keys = {session.pk: f"evening-{session.pk}-{session.head}" for session in sessions}
    known = cache.get_many(keys.values())
    read = _read([pk for pk, key in keys.items() if key not in known])
    cache.set_many({keys[pk]: table for pk, table in read.items()}, timeout=None)
    return read | {pk: known[key] for pk, key in keys.items() if key in known}


def _read(session_ids: Collection[str]) -> dict[str, Table]:
    parts: dict[str, list[Table]] = {session_id: [] for session_id in session_ids}
    complete = F("session__round_count") - F("session__round_count") % LENGTH
    kept = Stretch.objects.filter(session__in=session_ids).annotate(complete=complete)
    newest = kept.filter(complete=F("number") * LENGTH)
    for session_id, so_far in newest.values_list("session", "so_far"):
        parts[session_id].append(summaries.from_json(so_far))
    rest = not_void(Round.objects.filter(session__in=session_ids)).annotate(complete=complete)
    rows = rest.filter(stands_for__gt=F("complete")).order_by("session", "stands_for")
    for session_id, *row in rows.values_list("session", *READ):
        parts[session_id].append(summaries.of_round(*row))
    return {session_id: summaries.together(tables) for session_id, tables in parts.items()}


def of_stretch(session: Session, number: int) -> Table:
    """A stretch worked out from its rounds; one query."""
    first = (number - 1) * LENGTH + 1
    return _sum(rounds_that_stand(session).filter(stands_for__range=(first, first + LENGTH - 1)))


def differences(session: Session) -> Iterator[str]:
    """Where what is kept is not what the rounds give, a sentence each; flat memory."""
    complete = session.round_count // LENGTH
    kept = set(session.stretches.values_list("number", flat=True))
    for number in range(1, complete + 1):
        if number not in kept:
            yield f"the figures of rounds {_told(number)} are not kept"
        elif (wrong := _wrong(session, number)) is not None:
            yield wrong
    now = Session.objects.values_list("round_count", flat=True).get(pk=session.pk) // LENGTH
    for number in sorted(number for number in kept if number not in range(1, now + 1)):
        yield f"figures are kept of rounds {_told(number)}, which were not all recorded"


def _wrong(session: Session, number: int) -> str | None:
    """What is wrong with a stretch, if it stays wrong while nobody changes it."""
    wrong = None
    for _again in range(TRIES):
        kept = _kept(session, number)
        wrong = _compared(session, number, *kept)
        if wrong is None or _kept(session, number) == kept:
            break
    return wrong


def _compared(
    session: Session, number: int, before: Mapping[str, Any], own: object, so_far: object
) -> str | None:
    try:
        found = of_stretch(session, number)
        whole = summaries.together([summaries.from_json(before), found])
    except Exception as error:  # whatever damaged rows lead to
        return f"the figures of rounds {_told(number)} cannot be worked out: {error!r}"
    if own != summaries.as_json(found):
        return f"the figures kept of rounds {_told(number)} are not what the rounds give"
    if so_far != summaries.as_json(whole):
        return f"the figures kept up to round {number * LENGTH} do not add up"
    return None


def _kept(session: Session, number: int) -> tuple[Mapping[str, Any], ...]:
    """So far before this stretch, its own, and so far with it, read at one moment."""
    rows = session.stretches.filter(number__in=(number - 1, number)).order_by("number")
    found = {row[0]: row[1:] for row in rows.values_list("number", "own", "so_far")}
    nothing: tuple[Mapping[str, Any], ...] = ({}, {})
    return found.get(number - 1, nothing)[1], *found.get(number, nothing)


def _told(number: int) -> str:
    return f"{(number - 1) * LENGTH + 1} to {number * LENGTH}"


def _rewrite(session: Session, number: int) -> None:
    """Work a stretch out again, and what all later ones come to with it.

    Three queries, and one more for every AT_ONCE of them.
    """
    rows = list(session.stretches.filter(number__gte=number - 1).order_by("number"))
    before = [row for row in rows if row.number < number]
    so_far = summaries.from_json(before[0].so_far) if before else {}
    later = rows[len(before) :]
    for row in later:
        if row.number == number:
            row.own = summaries.as_json(of_stretch(session, number))
        so_far = summaries.together([so_far, summaries.from_json(row.own)])
        row.so_far = summaries.as_json(so_far)
    Stretch.objects.bulk_update(later, ["own", "so_far"], batch_size=AT_ONCE)


def _so_far(session: Session, number: int) -> Table:
    """What is kept up to and with a stretch; nothing before the first. One query."""
    kept = session.stretches.filter(number=number).values_list("so_far", flat=True).first()
    return summaries.from_json(kept or {})


def _sum(rounds: QuerySet[Round]) -> Table:
    """These rounds together, in the order they were played; one query."""
    rows = rounds.order_by("stands_for").values_list(*READ)
    return summaries.together(summaries.of_round(*row) for row in rows)
