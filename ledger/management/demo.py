"""Evenings to look at: each game's `demo.json`, written like any other evening."""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final
from uuid import uuid4

from ledger import books
from ledger.models import Session
from ledger.tables import sessions
from scoring import RULE_SETS

PLAYERS = ("An", "Bình", "Chi", "Dũng")
NAME = "Bàn chơi thử"
BET_UNIT = 2000

STEPS: Final[Mapping[str, Callable[..., object]]] = {
    "record": books.record,
    "correct": books.correct,
    "void": books.void,
    "sit": sessions.sit,
    "change_bet_unit": sessions.change_bet_unit,
}
"""What happens on an evening, by the word of `do`; the rest of a step are its arguments."""


def open_tables() -> Iterator[Session]:
    """Open one table for each game there is and play its evening."""
    for rules in RULE_SETS:
        session = sessions.open_session(
            rules=rules, settings={}, bet_unit=BET_UNIT, players=PLAYERS, name=NAME
        )
        for step in evening(rules):
            do = STEPS[step.pop("do")]
            do(session.pk, **step, **({"submission_id": uuid4()} if "facts" in step else {}))
        yield session


def evening(rules: str) -> list[dict[str, Any]]:
    """The steps of a game's evening, in order."""
    read: list[dict[str, Any]] = json.loads(
        (files("ledger.web.games") / rules / "demo.json").read_text(encoding="utf-8")
    )
    return read
