"""What results and refusals are as JSON, for programs that check their types."""

from typing import NotRequired, TypedDict


class PartJSON(TypedDict):
    """One line of the arithmetic of a transfer, as JSON has it: only what there is."""

    what: str
    units: str
    count: NotRequired[int]
    each: NotRequired[str]
    player: NotRequired[int]
    by: NotRequired[str]
    times: NotRequired[int]


class DetailJSON(TypedDict):
    """Why a transfer is as large as it is: the parts add up to its units."""

    parts: list[PartJSON]


class TransferJSON(TypedDict):
    """Who pays whom, as JSON has it; ``units`` is an exact decimal, in cược."""

    payer: int
    payee: int
    units: str
    reason: str
    rule: str
    detail: DetailJSON


class ProblemJSON(TypedDict):
    """One thing that is wrong, as JSON has it; ``field`` is a path into the facts."""

    code: str
    field: str
    message: str
    player: NotRequired[int]
    rule: NotRequired[str]


class ErrorJSON(ProblemJSON):
    """The first problem, and all of them inside it."""

    problems: list[ProblemJSON]


class RefusalJSON(TypedDict):
    """A refusal, as JSON has it."""

    error: ErrorJSON


class OutcomeJSON(TypedDict):
    """What a round comes to, as JSON has it; ``net`` is by seat, in cược."""

    transfers: list[TransferJSON]
    net: dict[str, str]
    next_leader: int | None
    opening: bool
    next: dict[str, object]
    warnings: list[ProblemJSON]
