"""Answers to phones that read alike: Django makes each once, and all that ask the same get it.

A phone whose stream is open has shown its key, and the stream knows as whom it reads. So what its
page asks when the stream tells of a change needs no look at its cookies again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Protocol, TypeVar


class Made(Protocol):
    """An answer that knows whether all who read alike may get it."""

    @property
    def for_all(self) -> bool: ...


Answer = TypeVar("Answer", bound=Made)
Questions = dict[Hashable, asyncio.Future[Any]]
"""What was asked about a table in one state: the answer, None where it is for one phone alone."""

FOR_ALL = "ledger.for_all"
"""The key in a request's META that says of its answer that all who read alike may get it."""

PHONE = b"host", b"cookie", b"accept-language"
"""What a request says of the phone that sends it, and of the language it wants."""

ASKS, HTMX = (b"accept-encoding", b"book", b"typed"), b"hx-"
"""What an answer depends on beside its address and who reads it."""

MOST = 32
"""How many questions about one state of a table are remembered."""


def phone_of(scope: Mapping[str, Any]) -> Hashable:
    """Who sends a request, as far as the request says so."""
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    address = (scope.get("client") or [""])[0]
    return scope.get("scheme"), address, *map(headers.get, PHONE)


def question_of(scope: Mapping[str, Any]) -> Hashable:
    """What a request asks, whoever sends it."""
    fields = [each for each in scope["headers"] if each[0] in ASKS or each[0].startswith(HTMX)]
    return scope["path"], scope["query_string"], *sorted(fields)


async def once(
    questions: Questions, question: Hashable, ask: Callable[[], Awaitable[Answer]]
) -> Answer:
    """The answer that another phone got to this question, or is just being made for it, else ask.

    Where that is for the other one alone, everybody asks for themselves.
    """
    if question in questions:
        answer: Answer | None = await asyncio.shield(questions[question])
        return await ask() if answer is None else answer
    if len(questions) >= MOST:
        return await ask()
    future = questions[question] = asyncio.get_running_loop().create_future()
    try:
        answer = await ask()
        future.set_result(answer if answer.for_all else None)
        return answer
    finally:
        if not future.done():
            future.set_result(None)
