"""Many rounds at once: each is read, recorded or refused on its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ledger import books
from ledger.access.actor import Actor
from ledger.common import refusals
from ledger.models import Round
from scoring import FactsError, RefusedError, Text
from scoring.common.reading import Reader

UUID_SPELLING = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

AN_OBJECT = Text("một đối tượng", "an object")
A_UUID = Text(
    "một UUID viết như 00000000-0000-0000-0000-000000000000",
    "a UUID spelt like 00000000-0000-0000-0000-000000000000",
)


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of one submission: its round, `created` if it is new, or why it is refused."""

    id: UUID | None
    round: Round | None = None
    created: bool = False
    error: RefusedError | refusals.PostingError | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the database did not answer, so that sending it again is what to do."""
        return isinstance(self.error, refusals.ServiceBusy)


def record(session_id: str, sent: object, *, by: Actor) -> Answered:
    """Record `{"id": …, "facts": …}` in a transaction of its own; raises nothing for bad input."""
    id = None
    try:
        id, facts = read(sent)
        recorded = books.record(session_id, submission_id=id, facts=facts, by=by)
    except (RefusedError, refusals.PostingError) as error:
        return Answered(id, error=error)
    return Answered(id, recorded.round, recorded.created)


def read(sent: Any) -> tuple[UUID, Mapping[str, Any]]:
    """The submission id and the facts; raises FactsError with all that is wrong around them."""
    reader = Reader()
    found = reader.fields(sent, {"id", "facts"}, "")
    if found is not None:
        id, facts = found.get("id"), found.get("facts")
        if not (isinstance(id, str) and re.fullmatch(UUID_SPELLING, id)):
            reader.expected(A_UUID, id, "id", _code(id))
        if not isinstance(facts, dict):
            reader.expected(AN_OBJECT, facts, "facts", _code(facts))
    if reader.problems:
        raise FactsError(reader.problems)
    return UUID(sent["id"]), sent["facts"]


def _code(value: object) -> str:
    return "missing" if value is None else "type"
