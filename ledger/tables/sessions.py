"""Opening a table and what may change at it: people, bet unit, rules, name, keys, closing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from uuid import UUID

from django.utils import timezone
from django.utils.functional import lazy

import scoring
from ledger.access.actor import Actor
from ledger.access.keys import GENERATION, Role, generations_ahead
from ledger.books.balances import in_book, scoreboard
from ledger.books.change_log import log
from ledger.books.journal import named_seats
from ledger.books.next_round import next_round, seated
from ledger.common import refusals
from ledger.common.amounts import amount as amount_in_words
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.common.spelling import name_key
from ledger.common.strict_json import Object
from ledger.database.transactions import locked, retry, transaction, write_together
from ledger.models import BET_UNIT_LIMIT, SEATS, BetUnit, Change, RuleVersion, Seat, Session
from ledger.models.sessions import in_cell, new_salt, new_session_id
from ledger.tables import membership
from ledger.tables.rule_words import Settings
from scoring.common.settings import Value

NAME_LIMIT = 30
CURRENCY_LIMIT = 12
SESSION_NAME_LIMIT = 60
FIRST = 1
"""The number of the terms that a session opens with, and of keys that nobody renewed."""
Kind = Change.Kind


@retry
def open_session(
    *,
    rules: str,
    settings: Settings | None,
    bet_unit: int,
    players: Sequence[str],
    seats: Sequence[int] = (),
    name: str = "",
    currency: str = "",
    submission_id: UUID | None = None,
    by: Actor,
) -> Session:
    """Open a session with 2 to 8 `players`, seated in playing order from seat 1, or in `seats`.

    `settings` are overrides of the rule set; `bet_unit` is one cược in the smallest
    unit of money. Raises scoring.SettingsError or a PostingError; then nothing is kept.
    """
    overrides = checked_terms(bet_unit, rules, settings)
    names, title, currency = as_kept(players, name, currency)
    own = dict(zip(seats or range(1, len(names) + 1), names, strict=True))
    with write_together():
        fields = {"name": title, "currency": currency, "submission_id": submission_id}
        session = Session.objects.create(id=in_cell(new_session_id()), **fields)
        Seat.objects.bulk_create(
            Seat(session=session, number=at, name=own.get(at, ""), sitting_out=at not in own)
            for at in range(1, max(own) + 1)
        )
        version = RuleVersion.objects.create(
            session=session, number=FIRST, rules=rules, settings=overrides
        )
        unit = BetUnit.objects.create(session=session, number=FIRST, amount=bet_unit)
        terms = {"rule_version": version, "bet_unit": unit}
        return log(session, by, Kind.OPENED, terms, at=session.opened_at)


def as_kept(
    players: Sequence[str], name: str = "", currency: str = ""
) -> tuple[list[str], str, str]:
    """The names of 2 to 8 players, the session's name and its currency; raises a PostingError."""
    names = _names(players)
    if len(names) not in SEATS:
        raise refusals.SeatCount(least=SEATS[0], most=SEATS[-1])
    title = cleaned(name, SESSION_NAME_LIMIT, "name")
    return names, title, cleaned(currency, CURRENCY_LIMIT, "currency")


@retry
def change_bet_unit(
    session_id: str, amount: int, *, reason: str = "", seen: int | None = None, by: Actor
) -> BetUnit:
    """Make one cược worth `amount` from the next round on; the same amount again adds nothing.

    With `seen`, that must be the number of the bet unit in force, else TermsChanged.
    """
    reason = cleaned(reason, REASON_LIMIT, "reason")
    with open_table(session_id) as session:
        rules, now = session.terms
        checked_terms(amount, rules.rules, rules.values)
        if now.amount == amount:
            return now
        if seen not in (None, now.number):
            raise refusals.TermsChanged
        number = now.number + 1
        unit = BetUnit.objects.create(session=session, number=number, amount=amount, reason=reason)
        log(session, by, Kind.BET_UNIT, {"bet_unit": unit}, number=number)
        return unit


@retry
def change_rules(
    session_id: str,
    rules: str,
    settings: Settings | None,
    *,
    bet_unit: int | None = None,
    reason: str = "",
    seen: int | None = None,
    by: Actor,
) -> RuleVersion:
    """Play by `rules` with these overrides from the next round on; the balances stay.

    With `bet_unit` both change at once. Raises scoring.SettingsError, and BetUnitIndivisible
    where the bet unit in force then would not stay exact; the same rules again add nothing.
    With `seen`, that must be the number of the version in force, else TermsChanged.
    """
    reason = cleaned(reason, REASON_LIMIT, "reason")
    with open_table(session_id) as session:
        version, unit = session.terms
        values = checked_terms(unit.amount if bet_unit is None else bet_unit, rules, settings)
        if (version.rules, version.values) != (rules, values):
            if seen not in (None, version.number):
                raise refusals.TermsChanged
            now = {"rules": rules, "settings": values, "reason": reason}
            number = version.number + 1
            version = RuleVersion.objects.create(session=session, number=number, **now)
            log(session, by, Kind.RULES, {"rule_version": version}, number=number)
        if bet_unit is not None:
            change_bet_unit(session_id, bet_unit, reason=reason, by=by)
        return version


@retry
def rename_session(session_id: str, name: str, *, by: Actor) -> Session:
    """Give the session another name, or none; a closed one too. The same name adds nothing."""
    name = cleaned(name, SESSION_NAME_LIMIT, "name")
    with transaction(session_id) as session:
        if session.name == name:
            return session
        return log(session, by, Kind.NAMED, {"name": name})


@retry
def forget_names(
    session_id: str, seat_numbers: Collection[int], *, table: bool = False, by: Actor
) -> Session:
    """Clear the names of these seats, and of the session itself with `table`; balances stay.

    The words of its flags go, too, as they may name anybody, and in its groups the names that
    no other table has.
    """
    with transaction(session_id) as session:
        named = session.seats.filter(number__in=seat_numbers).exclude(name="")
        cleared: Object = {
            "seats": list(named.values_list("number", flat=True)),
            "table": table and bool(session.name),
            "words": bool(session.flags.exclude(word="", answer="").update(word="", answer="")),
        }
        if not any(cleared.values()):
            return session
        named.update(name="")
        membership.forget(session, seat_numbers)
        changed = {"name": "" if table else session.name, "salt": new_salt()}
        return log(session, by, Kind.FORGOTTEN, changed, **cleared)


@retry
def add_player(session_id: str, name: str, *, by: Actor) -> Seat:
    """Seat one more person, last in playing order, with a balance of 0.

    Where the table counts for groups, it counts for this person too.
    """
    with open_table(session_id) as session:
        seats = list(session.seats.all())
        new = _names([*(seat.name for seat in seats if seat.name), name])[-1]
        shown = [each.seat for each in scoreboard(session)]
        if len(shown) >= SEATS[-1]:
            raise refusals.SeatCount(least=SEATS[0], most=SEATS[-1])
        free = (each for each in seats if each.number not in shown)
        seat = next(free, Seat(session=session, number=len(seats) + 1))
        seat.name, seat.sitting_out = new, False
        seat.save()
        membership.count_in(seat)
        log(session, by, Kind.JOINED, seats=[seat.number])
        return seat


@retry
def remove_player(session_id: str, seat_number: int, *, by: Actor) -> Session:
    """Take back who is nowhere in the book, else InTheBook; whoever comes next gets the seat."""
    with open_table(session_id) as session:
        seat = named_seats(session_id, [seat_number])[seat_number]
        if seat_number in in_book(session):
            raise refusals.InTheBook
        seat.name, seat.sitting_out = "", True
        seat.save(update_fields=["name", "sitting_out"])
        membership.count_out(seat)
        details = {"seats": [seat_number], "table": False, "words": False, "removed": True}
        return log(session, by, Kind.FORGOTTEN, {"salt": new_salt()}, **details)


@retry
def sit(session_id: str, seat_number: int, *, out: bool, by: Actor) -> Seat:
    """Let a seat sit out (or in again) from the next round on; its balance stays."""
    with open_table(session_id) as session:
        seat = named_seats(session_id, [seat_number])[seat_number]
        if seat.sitting_out == out:
            return seat
        seat.sitting_out = out
        seat.save(update_fields=["sitting_out"])
        log(session, by, Kind.SAT_OUT if out else Kind.SAT_IN, seats=[seat_number])
        return seat


@retry
def take_place(session_id: str, comes: int, goes: int, *, by: Actor) -> Seat:
    """Let one seat play instead of another, in its place, from the next round on; return it.

    Whoever waits beside it sits after those who play, or they would come in first.
    """
    with write_together():
        session = locked(session_id)
        scores = scoreboard(session)
        playing = seated(session, next_round(session, scores).players)
        at_table = [comes if seat == goes else seat for seat in playing]
        everybody = seated(session, [each.seat for each in scores])
        sit(session_id, goes, out=True, by=by)
        seat = sit(session_id, comes, out=False, by=by)
        _seat(locked(session_id), list(dict.fromkeys([*at_table, *everybody])), everybody, by)
        return seat


@retry
def seat_people(session_id: str, order: Sequence[int], *, by: Actor) -> Session:
    """Say in which order people sit, from the next round on; all seats, each once.

    Raises OrderRefused. The same order again changes nothing.
    """
    with open_table(session_id) as session:
        numbers = [each.seat for each in scoreboard(session)]
        if sorted(order) != numbers:
            raise refusals.OrderRefused
        return _seat(session, list(order), seated(session, numbers), by)


def _seat(session: Session, order: list[int], before: Sequence[int], by: Actor) -> Session:
    """Write down the order of all seats where it is another than before."""
    if order == before:
        return session
    seating = {"seating": "".join(map(str, order)), "seated_after": session.round_count}
    return log(session, by, Kind.SEATED, seating, seats=order)


@retry
def rename_players(session_id: str, names: Mapping[int, str], *, by: Actor) -> Session:
    """Correct names by seat; the old ones are kept nowhere. The same names add nothing.

    They must differ once all are corrected, so that two people can swap theirs.
    """
    with transaction(session_id) as session:
        seats = named_seats(session_id, names)
        before = {number: seat.name for number, seat in seats.items() if seat.name}
        after = {each: name for each, name in before.items() if each not in names} | dict(names)
        after = dict(zip(after, _names(after.values()), strict=True))
        renamed = [seats[each] for each in names if after[each] != before.get(each)]
        for seat in renamed:
            seat.name = after[seat.number]
            seat.save(update_fields=["name"])
        if not renamed:
            return session
        return log(session, by, Kind.RENAMED, seats=[seat.number for seat in renamed])


@retry
def rotate(session_id: str, *, on: bool, by: Actor) -> Session:
    """Where more than four sit in, let who lost most of a round make room for who waits."""
    with open_table(session_id) as session:
        if session.rotates == on:
            return session
        return log(session, by, Kind.ROTATES, {"rotates": on}, on=on)


@retry
def close(session_id: str, *, by: Actor, **why: int) -> Session:
    """Take no further rounds; closing again changes nothing. The log keeps `why`."""
    with transaction(session_id) as session:
        if session.closed_at:
            return session
        now = timezone.now()
        return log(session, by, Kind.CLOSED, {"closed_at": now}, at=now, **why)


@retry
def reopen(session_id: str, *, by: Actor) -> Session:
    """Undo `close`: take rounds again; doing it to an open session changes nothing."""
    with transaction(session_id) as session:
        if not session.closed_at:
            return session
        return log(session, by, Kind.REOPENED, {"closed_at": None})


@retry
def renew_key(session_id: str, role: Role, *, by: Actor) -> Session:
    """Make every key and link of `role` worthless from the next request on."""
    field = GENERATION[role]
    with transaction(session_id) as session:
        new = getattr(session, field) + generations_ahead()
        return log(session, by, Kind.KEY, {field: new}, role=str(role), generation=new)


@retry
def change(
    session_id: str,
    *,
    name: str | None = None,
    bet_unit: int | None = None,
    rules: str | None = None,
    settings: Settings | None = None,
    reason: str = "",
    add_players: Iterable[str] = (),
    sitting_out: Collection[int] | None = None,
    order: Sequence[int] | None = None,
    names: Mapping[str, str] | None = None,
    by: Actor,
) -> Session:
    """Change what is given, in one transaction; it counts from the next round on.

    `settings` go with `rules` and are all that differ from the document; `sitting_out` names
    everybody who is to sit out, the others sit in; `order` names everybody as they sit, `names`
    are corrected names by seat. Errors as those of each change.
    """
    with write_together():
        if name is not None:
            rename_session(session_id, name, by=by)
        if rules is not None:
            change_rules(session_id, rules, settings, bet_unit=bet_unit, reason=reason, by=by)
        elif bet_unit is not None:
            change_bet_unit(session_id, bet_unit, reason=reason, by=by)
        if names:
            rename_players(session_id, {int(each): name for each, name in names.items()}, by=by)
        for player in add_players:
            add_player(session_id, player, by=by)
        if sitting_out is not None:
            here = {each.seat: each.sitting_out for each in scoreboard(locked(session_id))}
            for number in sorted({*sitting_out, *here}):
                if here.get(number) != (number in sitting_out):
                    sit(session_id, number, out=number in sitting_out, by=by)
        if order is not None:
            seat_people(session_id, order, by=by)
        return locked(session_id)


def _names(players: Iterable[str]) -> list[str]:
    names = list(map(_name, players))
    folded = list(map(name_key, names))
    for at, name in enumerate(names):
        if folded[at] in folded[:at]:
            raise refusals.NameTaken(name=name)
    return names


def _name(name: str) -> str:
    with suppress(refusals.TextRefused):
        if text := cleaned(name, NAME_LIMIT):
            return text
    raise refusals.SeatRefused(limit=NAME_LIMIT)


def checked_terms(amount: int, rules: str, overrides: Settings | None) -> dict[str, Value]:
    """Every setting of these rules, which keep this bet unit in whole smallest units of money."""
    if rules not in scoring.RULE_SETS:
        raise refusals.RulesRefused
    grain = scoring.RULE_SETS[rules].in_force(overrides).grain
    if type(amount) is not int or not 1 <= amount <= BET_UNIT_LIMIT:
        raise refusals.BetUnitRefused(limit=lazy(amount_in_words, str)(BET_UNIT_LIMIT))
    if amount % grain:
        raise refusals.BetUnitIndivisible(grain=grain)
    return dict(scoring.RULE_SETS[rules].values(overrides))


@contextmanager
def open_table(session_id: str) -> Iterator[Session]:
    """A transaction on a session that is not closed; raises SessionClosed."""
    with transaction(session_id) as session:
        if session.closed_at:
            raise refusals.SessionClosed
        yield session
