"""Many phones that all send the same things at once, over sockets, in orders of their own."""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from uuid import UUID, uuid4

from tests.api.fuzzing import Table
from tests.running.server import Server

PHONES = 8
FACTS = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}
ROUND = ("rounds/", {"facts": FACTS})
"""Where a round is sent, and what is sent besides its id."""

OTHER_ITEM = ("other/", {"pays": [{"payer": 1, "payee": 2, "amount": 500}], "text": "chia sai"})
"""Likewise money between players that no round explains."""

Sent = tuple[str, dict[str, object]]


@dataclass
class Storm:
    """What was answered: how often each status came, and the number each id was told."""

    statuses: Counter[int] = field(default_factory=Counter)
    numbers: dict[UUID, set[int]] = field(default_factory=dict)


def send_all(
    server: Server, table: Table, ids: Sequence[UUID], seed: int, what: Sent
) -> list[tuple[int, int]]:
    """One phone sends it for every id over one connection; status and number of each.

    Where the line of writers is longer than anybody is kept waiting, it sends that again.
    """
    (path, besides), connection, answers = what, server.connect(), {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {table.key}"}

    def send(id: UUID) -> tuple[int, int]:
        sent = json.dumps({"id": str(id), **besides})
        connection.request("POST", f"/api/v1/sessions/{table.id}/{path}", sent, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()).get("number", 0)

    for id in random.Random(seed).sample(ids, len(ids)):
        answers[id] = send(id)
        while answers[id][0] == HTTPStatus.SERVICE_UNAVAILABLE:
            answers[id] = send(id)
    connection.close()
    return [answers[id] for id in ids]


def storm(
    server: Server,
    table: Table,
    rounds: int,
    ids_of: Callable[[Sequence[UUID]], Sequence[UUID]] = lambda ids: ids,
    what: Sent = ROUND,
) -> Storm:
    """All phones at once; `ids_of` says which ids a phone takes for what it sends."""
    ids, result = [uuid4() for _ in range(rounds)], Storm()

    def phone(seed: int) -> list[tuple[int, int]]:
        return send_all(server, table, ids_of(ids), seed, what)

    with ThreadPoolExecutor(PHONES) as pool:
        for answers in pool.map(phone, range(PHONES)):
            for id, (status, number) in zip(ids, answers, strict=True):
                result.statuses[status] += 1
                result.numbers.setdefault(id, set()).add(number)
    return result
