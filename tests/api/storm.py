"""Many phones that all send the same rounds at once, over sockets, in orders of their own."""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from tests.api.fuzzing import Table
from tests.running.server import Server

PHONES = 8
FACTS = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}


@dataclass
class Storm:
    """What was answered: how often each status came, and the number each id was told."""

    statuses: Counter[int] = field(default_factory=Counter)
    numbers: dict[UUID, set[int]] = field(default_factory=dict)


def send_all(server: Server, table: Table, ids: Sequence[UUID], seed: int) -> list[tuple[int, int]]:
    """One phone sends every round over one connection; status and number of each, by id."""
    connection, answers = server.connect(), {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {table.key}"}
    for id in random.Random(seed).sample(ids, len(ids)):
        sent = json.dumps({"id": str(id), "facts": FACTS})
        connection.request("POST", f"/api/v1/sessions/{table.id}/rounds/", sent, headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        answers[id] = (answer.status, told.get("number", 0))
    connection.close()
    return [answers[id] for id in ids]


def storm(
    server: Server,
    table: Table,
    rounds: int,
    ids_of: Callable[[Sequence[UUID]], Sequence[UUID]] = lambda ids: ids,
) -> Storm:
    """All phones at once; `ids_of` says which ids a phone takes for the rounds."""
    ids, found = [uuid4() for _ in range(rounds)], Storm()
    with ThreadPoolExecutor(PHONES) as pool:
        phones = pool.map(lambda seed: send_all(server, table, ids_of(ids), seed), range(PHONES))
        for answers in phones:
            for id, (status, number) in zip(ids, answers, strict=True):
                found.statuses[status] += 1
                found.numbers.setdefault(id, set()).add(number)
    return found
