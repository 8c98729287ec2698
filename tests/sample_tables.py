"""Tables to test with: the facts are Tiến lên's plainest, a finishing order."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID, uuid4

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances, journal
from ledger.books.next_round import next_round
from ledger.models import Entry, Group, Posting, Round, RuleVersion, SavedRules, Session
from ledger.people import groups
from ledger.tables import sessions
from scoring import RULE_SETS

PLAYERS = ("An", "Bình", "Cúc", "Dũng", "Em", "Giang", "Hà", "Khôi")


def a_table(players: int = 4, *, rules: str = "tien_len", bet_unit: int = 2000) -> Session:
    return sessions.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=PLAYERS[:players], by=ON_THE_MACHINE
    )


def finishing(*places: int, players: Sequence[int] = ()) -> dict[str, Any]:
    """Facts of a plain round: these seats, first to last."""
    return {"players": list(players or sorted(places)), "places": list(places)}


def play(session: Session, *places: int, id: UUID | None = None, after: int | None = None) -> Round:
    """Record a plain round; 2, 1, 4, 3 where nothing is said."""
    facts = finishing(*(places or (2, 1, 4, 3)))
    return books.record(
        session.pk, submission_id=id or uuid4(), facts=facts, after=after, by=ON_THE_MACHINE
    ).round


def redo(session: Session, number: int, *places: int) -> Round:
    return books.record(
        session.pk,
        correcting=number,
        submission_id=uuid4(),
        facts=finishing(*places),
        by=ON_THE_MACHINE,
    ).round


def grouped(*tables: Session, name: str = "") -> Group:
    """A group of these evenings, whose people are the same by name."""
    group = groups.make(name, tables[0], submission_id=uuid4(), by=ON_THE_MACHINE)
    for table in tables[1:]:
        matched = groups.places([group], table)[0]["matched"]
        groups.add(group, table, matched, by=ON_THE_MACHINE)
    return group


def next_leader(session: Session) -> tuple[int | None, bool]:
    """Who leads the next round, and whether it is a ván khởi đầu."""
    coming = next_round(session, balances.scoreboard(session))
    return coming.leader, coming.opening


def players_next(session: Session) -> tuple[int, ...]:
    return next_round(session, balances.scoreboard(session)).players


def entries_of(
    posting: Posting, movements: Iterable[journal.Movement], seats: journal.Seats
) -> list[Entry]:
    """The entries of a posting as the service makes them; they are not saved."""
    return [
        Entry(
            posting=posting,
            line=line,
            payer=seats[each.payer],
            payee=seats[each.payee],
            amount=each.amount,
            reason=each.reason,
        )
        for line, each in enumerate(movements, start=1)
    ]


def changed_settings(kept: RuleVersion | SavedRules) -> dict[str, Any]:
    """What these rules change in the document."""
    document = RULE_SETS[kept.rules].values()
    return {key: kept.values[key] for key in document if kept.values[key] != document[key]}


def without_digests(details: dict[str, Any]) -> dict[str, Any]:
    """What a line of the log tells, without the digests of names and terms."""
    return {key: told for key, told in details.items() if key not in ("names", "terms")}
