"""Many rounds at once: each is read, recorded or refused on its own."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ledger import books
from ledger.access.actor import By
from ledger.common import refusals
from ledger.models import Round
from scoring import FactsError, Problem, RefusedError, Text

UUID_SPELLING = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
KEYS = ("id", "facts")

NO_OBJECT = Text("Cần một đối tượng có id và facts.", "An object with id and facts is expected.")
MISSING = Text("Còn thiếu {key}.", "Missing: {key}.")
UNKNOWN = Text("Không có mục {key} ở đây.", "There is no {key} here.")
NO_ID = Text(
    "id phải là một UUID viết như 00000000-0000-0000-0000-000000000000.",
    "id must be a UUID spelt like 00000000-0000-0000-0000-000000000000.",
)
NO_FACTS = Text("facts phải là một đối tượng.", "facts must be an object.")


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


def record(session_id: str, sent: object, *, by: By) -> Answered:
    """Record `{"id": …, "facts": …}` in a transaction of its own; raises nothing for bad input."""
    id = None
    try:
        id, facts = read(sent)
        recorded = books.record(session_id, submission_id=id, facts=facts, by=by)
    except (RefusedError, refusals.PostingError) as error:
        return Answered(id, error=error)
    return Answered(id, recorded.round, recorded.created)


def read(sent: object) -> tuple[UUID, Mapping[str, Any]]:
    """The submission id and the facts; raises FactsError with all that is wrong around them."""
    if not isinstance(sent, dict):
        raise FactsError([Problem("type", "", NO_OBJECT)])
    problems = list(_problems(sent))
    if problems:
        raise FactsError(problems)
    return UUID(sent["id"]), sent["facts"]


def _problems(sent: Mapping[str, object]) -> Iterator[Problem]:
    for key in [key[:40] for key in sent if key not in KEYS]:
        yield Problem("unknown_field", key, UNKNOWN, args={"key": key})
    for key in [key for key in KEYS if sent.get(key) is None]:
        yield Problem("missing", key, MISSING, args={"key": key})
    id, facts = sent.get("id"), sent.get("facts")
    if id is not None and not (isinstance(id, str) and re.fullmatch(UUID_SPELLING, id)):
        yield Problem("type", "id", NO_ID)
    if not isinstance(facts, dict | None):
        yield Problem("type", "facts", NO_FACTS)
