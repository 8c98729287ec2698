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

STEPS: Final[Mapping[str, Callable[[str, Any], object]]] = {
    "record": lambda pk, step: books.record(pk, submission_id=uuid4(), facts=step["facts"]),
    "correct": lambda pk, step: books.correct(
        pk, step["round"], submission_id=uuid4(), facts=step["facts"]
    ),
    "void": lambda pk, step: books.void(pk, step["round"], reason=step["reason"]),
    "sit": lambda pk, step: sessions.sit(pk, step["seat"], out=step["out"]),
    "change_bet_unit": lambda pk, step: sessions.change_bet_unit(
        pk, step["bet_unit"], reason=step["reason"]
    ),
}
"""What happens on an evening, by the word of `do`."""


def open_tables() -> Iterator[Session]:
    """Open one table for each game there is and play its evening."""
    for rules in RULE_SETS:
        session = sessions.open_session(
            rules=rules, settings={}, bet_unit=BET_UNIT, players=PLAYERS, name=NAME
        )
        for step in evening(rules):
            STEPS[step["do"]](session.pk, step)
        yield session


def evening(rules: str) -> list[dict[str, Any]]:
    """The steps of a game's evening, in order."""
    read: list[dict[str, Any]] = json.loads(
        (files("ledger.web.games") / rules / "demo.json").read_text(encoding="utf-8")
    )
    return read
