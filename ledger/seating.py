"""Opening a table and what may change at it: people, bet unit, rules, name, keys, closing."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

import scoring
from ledger.access import GENERATION, Role
from ledger.models import BET_UNIT_LIMIT, SEATS, BetUnit, RuleVersion, Seat, Session
from ledger.refusals import (
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
from ledger.writing import TRIES, committed, locked

NAME_LIMIT = 30
CURRENCY_LIMIT = 12
SESSION_NAME_LIMIT = 60
REASON_LIMIT = 200
JOINERS = "\u200c\u200d"
"""Invisible, but part of how some letters and emoji are written."""


def open_session(
    *,
    rules: str,
    settings: Mapping[str, Any] | None,
    bet_unit: int,
    players: Sequence[str],
    name: str = "",
    currency: str = "",
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
    session_name, currency = cleaned(name, SESSION_NAME_LIMIT), cleaned(currency, CURRENCY_LIMIT)

    def write() -> Session:
        session = Session(name=session_name, currency=currency)
        session.save(force_insert=True)
        Seat.objects.bulk_create(
            Seat(session=session, number=number, name=name)
            for number, name in enumerate(names, start=1)
        )
        session.rule_version = RuleVersion.objects.create(
            session=session, number=1, rules=rules, settings=overrides
        )
        session.bet_unit = BetUnit.objects.create(session=session, number=1, amount=bet_unit)
        session.save(update_fields=["rule_version", "bet_unit"])
        return session

    return _under_a_free_id(write)


def change_bet_unit(session_id: str, amount: int, *, reason: str = "") -> BetUnit:
    """Make one cược worth `amount` from the next round on; the same amount again adds nothing."""
    reason = cleaned(reason, REASON_LIMIT)

    def write() -> BetUnit:
        session = _open(session_id)
        rules, now = _terms(session)
        _check_bet_unit(amount, rules.rules, rules.settings)
        if now.amount == amount:
            return now
        changed = BetUnit.objects.create(
            session=session, number=now.number + 1, amount=amount, reason=reason
        )
        _put(session, bet_unit=changed)
        return changed

    return committed(write)


def change_rules(
    session_id: str,
    rules: str,
    settings: Mapping[str, Any] | None,
    *,
    reason: str = "",
    seen: int | None = None,
) -> RuleVersion:
    """Play by `rules` with these overrides from the next round on; the balances stay.

    Raises scoring.SettingsError, and BetUnitIndivisible where the bet unit in force
    would not stay exact; the same rules again add nothing. With `seen`, that must be the
    number of the version in force, else TermsChanged: somebody else changed it meanwhile.
    """
    reason, overrides = cleaned(reason, REASON_LIMIT), dict(settings or {})

    def write() -> RuleVersion:
        session = _open(session_id)
        now, bet_unit = _terms(session)
        _check_bet_unit(bet_unit.amount, rules, overrides)
        if (now.rules, now.settings) == (rules, overrides):
            return now
        if seen not in (None, now.number):
            raise TermsChanged
        changed = RuleVersion.objects.create(
            session=session, number=now.number + 1, rules=rules, settings=overrides, reason=reason
        )
        _put(session, rule_version=changed)
        return changed

    return committed(write)


def rename_session(session_id: str, name: str) -> Session:
    """Give the session another name, or none; a closed one too."""
    name = cleaned(name, SESSION_NAME_LIMIT)
    return committed(lambda: _put(locked(session_id), name=name))


def forget_names(session_id: str, seat_numbers: Collection[int], *, table: bool = False) -> Session:
    """Clear the names of these seats, and of the session itself with `table`; balances stay."""

    def write() -> Session:
        session = locked(session_id)
        for seat in session.seats.filter(number__in=seat_numbers):
            seat.name = ""
            seat.save(update_fields=["name"])
        return _put(session, name="") if table else session

    return committed(write)


def add_player(session_id: str, name: str) -> Seat:
    """Seat one more person, last in playing order, with a balance of 0."""

    def write() -> Seat:
        session = _open(session_id)
        seats = list(session.seats.all())
        new = _names([*(seat.name for seat in seats if seat.name), name])[-1]
        if len(seats) >= SEATS[-1]:
            raise SeatCountRefused(least=SEATS[0], most=SEATS[-1])
        return Seat.objects.create(session=session, number=seats[-1].number + 1, name=new)

    return committed(write)


def sit(session_id: str, seat_number: int, *, out: bool) -> Seat:
    """Let a seat sit out (or in again) from the next round on; its balance stays."""

    def write() -> Seat:
        seat = _open(session_id).seats.filter(number=seat_number).first()
        if seat is None:
            raise UnknownSeat(number=seat_number)
        seat.sitting_out = out
        seat.save(update_fields=["sitting_out"])
        return seat

    return committed(write)


def close(session_id: str) -> Session:
    """Take no further rounds; closing again changes nothing."""

    def write() -> Session:
        session = locked(session_id)
        return session if session.closed_at else _put(session, closed_at=timezone.now())

    return committed(write)


def reopen(session_id: str) -> Session:
    """Undo `close`: take rounds again; doing it to an open session changes nothing."""

    def write() -> Session:
        session = locked(session_id)
        return _put(session, closed_at=None) if session.closed_at else session

    return committed(write)


def renew_key(session_id: str, role: Role) -> Session:
    """Make every key and link of `role` worthless from the next request on."""
    field = GENERATION[role]

    def write() -> Session:
        session = _put(locked(session_id), **{field: F(field) + 1})
        session.refresh_from_db(fields=[field])
        return session

    return committed(write)


def cleaned(text: str, limit: int) -> str:
    """`text` in NFC without space around it; raises TextRefused if too long or unprintable."""
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > limit or not _printable(text):
        raise TextRefused(limit=limit)
    return text


def _printable(text: str) -> bool:
    """No control, direction or line characters, nothing half encoded, and something to see."""
    seen = [c for c in text if c not in JOINERS]
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return bool(seen or not text) and all(unicodedata.category(c) not in hidden for c in seen)


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
        raise BetUnitRefused(limit=BET_UNIT_LIMIT)
    if amount % grain:
        raise BetUnitIndivisible(grain=grain)


def _open(session_id: str) -> Session:
    session = locked(session_id)
    if session.closed_at:
        raise SessionClosed
    return session


def _terms(session: Session) -> tuple[RuleVersion, BetUnit]:
    """The terms in force, which every session has from the moment it is opened."""
    assert session.rule_version is not None
    assert session.bet_unit is not None
    return session.rule_version, session.bet_unit


def _under_a_free_id(write: Callable[[], Session]) -> Session:
    """Ids are random: where one is taken, `write` tries another."""
    for _ in range(TRIES - 1):
        with suppress(IntegrityError):
            return committed(write)
    return committed(write)


def _put(session: Session, **changed: Any) -> Session:
    for field, value in changed.items():
        setattr(session, field, value)
    session.save(update_fields=list(changed))
    return session
