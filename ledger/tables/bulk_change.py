"""Several changes of a table at once: all of them, or nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.access.actor import ON_THE_MACHINE, By
from ledger.database.transactions import locked, retry, write_together
from ledger.models import Session
from ledger.tables.sessions import add_player, change_bet_unit, change_rules, rename_session, sit


@retry
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
    by: By = ON_THE_MACHINE,
) -> Session:
    """Change what is given, in one transaction; it counts from the next round on.

    `settings` go with `rules` and are all that differ from the document; `sitting_out` names
    everybody who is to sit out, the others sit in. Errors as those of each change in
    `ledger.tables.sessions`.
    """
    with write_together():
        if name is not None:
            rename_session(session_id, name, by=by)
        if rules is not None:
            change_rules(session_id, rules, settings, bet_unit=bet_unit, reason=reason, by=by)
        elif bet_unit is not None:
            change_bet_unit(session_id, bet_unit, reason=reason, by=by)
        for player in add_players:
            add_player(session_id, player, by=by)
        if sitting_out is not None:
            here, out = locked(session_id).seats.values_list("number", flat=True), set(sitting_out)
            for number in sorted(out.union(here)):
                sit(session_id, number, out=number in out, by=by)
        return locked(session_id)
