"""Several changes of a table at once: all of them, or nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.models import Session
from ledger.seating import add_player, change_bet_unit, change_rules, rename_session, sit
from ledger.writing import committed, locked
from scoring import RULE_SETS


def change(
    session_id: str,
    *,
    name: str | None = None,
    bet_unit: int | None = None,
    rules: str | None = None,
    settings: Mapping[str, Any] | None = None,
    reason: str = "",
    add_players: Iterable[str] = (),
    sitting_out: Iterable[int] | None = None,
) -> Session:
    """Change what is given, in one transaction; it counts from the next round on.

    `settings` go with `rules`; `sitting_out` names everybody who is to sit out, the others
    sit in. Errors as those of each change in `ledger.seating`.
    """

    def write() -> Session:
        if name is not None:
            rename_session(session_id, name)
        _change_terms(locked(session_id), bet_unit, rules, settings, reason)
        for player in add_players:
            add_player(session_id, player)
        if sitting_out is not None:
            _seat_everybody(locked(session_id), set(sitting_out))
        return locked(session_id)

    return committed(write)


def _change_terms(
    session: Session,
    bet_unit: int | None,
    rules: str | None,
    settings: Mapping[str, Any] | None,
    reason: str,
) -> None:
    """The bet unit first where the rules of now can keep it exact, else the rules first."""
    assert session.rule_version
    now = session.rule_version
    fits = bet_unit and bet_unit % RULE_SETS[now.rules].in_force(now.settings).grain == 0
    if fits and bet_unit is not None:
        change_bet_unit(session.pk, bet_unit, reason=reason)
    if rules is not None:
        change_rules(session.pk, rules, settings, reason=reason)
    if not fits and bet_unit is not None:
        change_bet_unit(session.pk, bet_unit, reason=reason)


def _seat_everybody(session: Session, out: set[int]) -> None:
    here = {seat.number: seat.sitting_out for seat in session.seats.all()}
    for number in sorted(out | here.keys()):
        if here.get(number) != (number in out):
            sit(session.pk, number, out=number in out)
