"""Plays evenings through a client that openapi-python-client made.

Runs beside that client, in an environment without the project: ADDRESS and TABLES (a JSON file) in,
what the client read as JSON out.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from table_client import AuthenticatedClient, Client, models
from table_client.api.money import get_ledger, get_settlement, get_totals, tell_other
from table_client.api.rounds import (
    correct_round,
    get_round,
    list_rounds,
    record_round,
    void_round,
)
from table_client.api.sessions import close_session, get_session, open_session

NAMES = ["An", "Bình", "Cúc", "Dũng", "Em", "Giang", "Hà", "Khoa"]


def play(address: str, table: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """How facts went through the client, what was sent and what was read back."""
    opened = open_session.sync(
        client=Client(address),
        body=models.OpenSessionRequest.from_dict(
            {"rules": table["rules"], "settings": table["settings"], "bet_unit": 1_000_000}
            | {"players": NAMES}
        ),
    )
    client = AuthenticatedClient(address, opened.score_key)
    of_game = getattr(models, table["submission"])

    def submission(facts: Any) -> Any:
        sent = {"id": str(uuid4()), "rules": table["rules"], "facts": facts}
        return of_game.from_dict(sent)

    sent = table["rounds"]
    for facts in sent:
        answer = record_round.sync(opened.id, client=client, body=submission(facts))
        yield "recorded", facts, answer.facts.to_dict()
        read = get_round.sync(opened.id, answer.number, client=client)
        yield "read", facts, read.facts.to_dict()
    scored = record_round.sync(
        opened.id,
        client=client,
        body=submission(sent[0]),
        dry_run=models.RecordRoundDryRun("1"),
    )
    yield "scored", sent[0], scored.facts.to_dict()
    first = void_round.sync(
        opened.id, 1, client=client, body=models.ReasonRequest(reason="ghi nhầm")
    )
    assert first.state.value == "void"
    yield "voided", sent[0], first.facts.to_dict()
    second = correct_round.sync(opened.id, 2, client=client, body=submission(sent[1]))
    assert second.corrects == 2
    yield "corrected", sent[1], second.facts.to_dict()
    listed = [each.facts.to_dict() for each in _all_rounds(opened.id, client)]
    for facts, copy in zip([*sent, sent[1]], reversed(listed), strict=True):
        yield "listed", facts, copy
    pays = [models.PayRequest(1, 2, 20_000)]
    item = tell_other.sync(
        opened.id, client=client, body=models.TellOtherRequest(uuid4(), pays, "chia sai")
    )
    assert item.pays[0].amount == 20_000
    _balanced(opened.id, client)


def _all_rounds(session: str, client: AuthenticatedClient) -> list[Any]:
    """Every round, newest first."""
    rounds: list[Any] = []
    page = 1
    while True:
        answer = list_rounds.sync(session, client=client, page=page, page_size=100)
        rounds += answer.results
        if answer.next_ is None:
            return rounds
        page += 1


def _balanced(session: str, client: AuthenticatedClient) -> None:
    """Totals, ledger and settlement agree, and so does the closed session."""
    totals = get_totals.sync(session, client=client)
    balances = {each.seat: each.balance for each in totals.players}
    assert sum(balances.values()) == 0
    ledger = get_ledger.sync(session, client=client)
    assert ledger.count >= len(ledger.results) > 0
    for payment in get_settlement.sync(session, client=client).payments:
        balances[payment.payer] += payment.amount
        balances[payment.payee] -= payment.amount
    assert {*balances.values()} == {0}
    assert close_session.sync(session, client=client).state.value == "closed"
    assert get_session.sync(session, client=client).closed_at is not None


def main(address: str, tables: str) -> None:
    with open(tables, encoding="utf-8") as file:
        evenings = json.load(file)
    rows = [(table["rules"], *each) for table in evenings for each in play(address, table)]
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
