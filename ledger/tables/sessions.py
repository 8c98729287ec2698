"""Opening a table and what may change at it: people, bet unit, rules, name, keys, closing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.functional import lazy

import scoring
from ledger.access.actor import ON_THE_MACHINE, By
from ledger.access.keys import GENERATION, Role
from ledger.books.change_log import COUNTS, note
from ledger.common.amounts import amount as amount_in_words
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.common.refusals import (
    BetUnitIndivisible,
    BetUnitRefused,
    NameTaken,
    RulesRefused,
    SeatCountRefused,
    SeatRefused,
    SessionClosed,
    TermsChanged,
    TextRefused,
    UnknownSeat,
)
from ledger.database.transactions import retry, transaction, write_together
from ledger.models import BET_UNIT_LIMIT, SEATS, BetUnit, Change, RuleVersion, Seat, Session
from ledger.tables import membership

NAME_LIMIT = 30
CURRENCY_LIMIT = 12
SESSION_NAME_LIMIT = 60
SITTING = {True: Change.Kind.SAT_OUT, False: Change.Kind.SAT_IN}


@retry
def open_session(
    *,
    rules: str,
    settings: Mapping[str, Any] | None,
    bet_unit: int,
    players: Sequence[str],
    name: str = "",
    currency: str = "",
    by: By = ON_THE_MACHINE,
) -> Session:
    """Open a session with 2 to 8 `players`, seated in playing order from seat 1.

    `settings` are overrides of the rule set; `bet_unit` is one cược in the smallest
    unit of money. Raises scoring.SettingsError or a PostingError; then nothing is kept.
    """
    overrides = dict(settings or {})
    _check_bet_unit(bet_unit, rules, overrides)
    names = _names(players)
    if len(names) not in SEATS:
        raise SeatCountRefused(least=SEATS[0], most=SEATS[-1])
    session_name = cleaned(name, SESSION_NAME_LIMIT, "name")
    currency = cleaned(currency, CURRENCY_LIMIT, "currency")

    with write_together():
        session = Session.objects.create(name=session_name, currency=currency)
        Seat.objects.bulk_create(
            Seat(session=session, number=number, name=name)
            for number, name in enumerate(names, start=1)
        )
        version = RuleVersion.objects.create(
            session=session, number=1, rules=rules, settings=overrides
        )
        unit = BetUnit.objects.create(session=session, number=1, amount=bet_unit)
        note(session, by, Change.Kind.OPENED)
        return _put(session, rule_version=version, bet_unit=unit)


@retry
def change_bet_unit(
    session_id: str,
    amount: int,
    *,
    reason: str = "",
    seen: int | None = None,
    by: By = ON_THE_MACHINE,
) -> BetUnit:
    """Make one cược worth `amount` from the next round on; the same amount again adds nothing.

    With `seen`, that must be the number of the bet unit in force, else TermsChanged.
    """
    reason = cleaned(reason, REASON_LIMIT, "reason")
    with _open(session_id) as session:
        rules, now = _terms(session)
        _check_bet_unit(amount, rules.rules, rules.settings)
        if now.amount == amount:
            return now
        if seen not in (None, now.number):
            raise TermsChanged
        changed = BetUnit.objects.create(
            session=session, number=now.number + 1, amount=amount, reason=reason
        )
        note(session, by, Change.Kind.BET_UNIT, number=changed.number)
        _put(session, bet_unit=changed)
        return changed


@retry
def change_rules(
    session_id: str,
    rules: str,
    settings: Mapping[str, Any] | None,
    *,
    bet_unit: int | None = None,
    reason: str = "",
    seen: int | None = None,
    by: By = ON_THE_MACHINE,
) -> RuleVersion:
    """Play by `rules` with these overrides from the next round on; the balances stay.

    With `bet_unit` both change at once. Raises scoring.SettingsError, and BetUnitIndivisible
    where the bet unit in force then would not stay exact; the same rules again add nothing.
    With `seen`, that must be the number of the version in force, else TermsChanged.
    """
    reason, overrides = cleaned(reason, REASON_LIMIT, "reason"), dict(settings or {})

    with _open(session_id) as session:
        version, unit = _terms(session)
        _check_bet_unit(unit.amount if bet_unit is None else bet_unit, rules, overrides)
        if (version.rules, version.settings) != (rules, overrides):
            if seen not in (None, version.number):
                raise TermsChanged
            version = RuleVersion.objects.create(
                session=session,
                number=version.number + 1,
                rules=rules,
                settings=overrides,
                reason=reason,
            )
            note(session, by, Change.Kind.RULES, number=version.number)
            _put(session, rule_version=version)
        if bet_unit is not None:
            change_bet_unit(session_id, bet_unit, reason=reason, by=by)
        return version


@retry
def rename_session(session_id: str, name: str, *, by: By = ON_THE_MACHINE) -> Session:
    """Give the session another name, or none; a closed one too. The same name adds nothing."""
    name = cleaned(name, SESSION_NAME_LIMIT, "name")
    with transaction(session_id) as session:
        if session.name == name:
            return session
        note(session, by, Change.Kind.NAMED)
        return _put(session, name=name)


@retry
def forget_names(
    session_id: str,
    seat_numbers: Collection[int],
    *,
    table: bool = False,
    by: By = ON_THE_MACHINE,
) -> Session:
    """Clear the names of these seats, and of the session itself with `table`; balances stay.

    The words of its flags go too: they may name anybody. So do the same people's names in
    the groups that this table counts for.
    """
    with transaction(session_id) as session:
        cleared: dict[str, Any] = {
            "seats": _without_names(session, seat_numbers),
            "table": table and bool(session.name),
            "words": bool(session.flags.exclude(word="", answer="").update(word="", answer="")),
        }
        if not any(cleared.values()):
            return session
        membership.forget(session, seat_numbers)
        note(session, by, Change.Kind.FORGOTTEN, **cleared)
        return _put(session, name="" if table else session.name)


def _without_names(session: Session, seat_numbers: Collection[int]) -> list[int]:
    """Clear the names of these seats; the numbers of those that had one."""
    named = session.seats.filter(number__in=seat_numbers).exclude(name="")
    numbers = list(named.values_list("number", flat=True))
    named.update(name="")
    return numbers


@retry
def add_player(session_id: str, name: str, *, by: By = ON_THE_MACHINE) -> Seat:
    """Seat one more person, last in playing order, with a balance of 0.

    Where the table counts for groups, it counts for this person too.
    """
    with _open(session_id) as session:
        seats = list(session.seats.all())
        new = _names([*(seat.name for seat in seats if seat.name), name])[-1]
        if len(seats) >= SEATS[-1]:
            raise SeatCountRefused(least=SEATS[0], most=SEATS[-1])
        seat = Seat.objects.create(session=session, number=seats[-1].number + 1, name=new)
        membership.count_in(seat)
        note(session, by, Change.Kind.JOINED, seats=[seat.number])
        _put(session)
        return seat


@retry
def sit(session_id: str, seat_number: int, *, out: bool, by: By = ON_THE_MACHINE) -> Seat:
    """Let a seat sit out (or in again) from the next round on; its balance stays."""
    with _open(session_id) as session:
        seat = session.seats.filter(number=seat_number).first()
        if seat is None:
            raise UnknownSeat(number=seat_number)
        if seat.sitting_out == out:
            return seat
        seat.sitting_out = out
        seat.save(update_fields=["sitting_out"])
        note(session, by, SITTING[out], seats=[seat_number])
        _put(session)
        return seat


@retry
def close(session_id: str, *, by: By = ON_THE_MACHINE) -> Session:
    """Take no further rounds; closing again changes nothing."""
    with transaction(session_id) as session:
        if session.closed_at:
            return session
        note(session, by, Change.Kind.CLOSED)
        return _put(session, closed_at=timezone.now())


@retry
def reopen(session_id: str, *, by: By = ON_THE_MACHINE) -> Session:
    """Undo `close`: take rounds again; doing it to an open session changes nothing."""
    with transaction(session_id) as session:
        if not session.closed_at:
            return session
        note(session, by, Change.Kind.REOPENED)
        return _put(session, closed_at=None)


@retry
def renew_key(session_id: str, role: Role, *, by: By = ON_THE_MACHINE) -> Session:
    """Make every key and link of `role` worthless from the next request on."""
    field = GENERATION[role]
    with transaction(session_id) as session:
        note(session, by, Change.Kind.KEY, role=str(role))
        _put(session, **{field: F(field) + 1})
        session.refresh_from_db(fields=[field])
        return session


def _names(players: Iterable[str]) -> list[str]:
    """The names as kept, told apart without upper and lower case."""
    names: list[str] = []
    taken: set[str] = set()
    for player in players:
        names.append(_name(player))
        if names[-1].casefold() in taken:
            raise NameTaken(name=names[-1])
        taken.add(names[-1].casefold())
    return names


def _name(name: str) -> str:
    try:
        kept = cleaned(name, NAME_LIMIT)
    except TextRefused:
        kept = ""
    if not kept:
        raise SeatRefused(limit=NAME_LIMIT)
    return kept


def _check_bet_unit(amount: int, rules: str, overrides: Mapping[str, Any]) -> None:
    """Refuse a bet unit that these rules could not keep in whole smallest units of money."""
    if rules not in scoring.RULE_SETS:
        raise RulesRefused
    grain = scoring.RULE_SETS[rules].in_force(overrides).grain
    if type(amount) is not int or not 1 <= amount <= BET_UNIT_LIMIT:
        raise BetUnitRefused(limit=lazy(amount_in_words, str)(BET_UNIT_LIMIT))
    if amount % grain:
        raise BetUnitIndivisible(grain=grain)


@contextmanager
def _open(session_id: str) -> Iterator[Session]:
    """A transaction on a session that is not closed; raises SessionClosed."""
    with transaction(session_id) as session:
        if session.closed_at:
            raise SessionClosed
        yield session


def _terms(session: Session) -> tuple[RuleVersion, BetUnit]:
    """The terms in force, which every session has from the moment it is opened."""
    assert session.rule_version is not None
    assert session.bet_unit is not None
    return session.rule_version, session.bet_unit


def _put(session: Session, **changed: Any) -> Session:
    """Save what is changed of the session's own row, and with it what `note` counted."""
    for field, value in changed.items():
        setattr(session, field, value)
    session.save(update_fields=[*changed, *COUNTS])
    return session
