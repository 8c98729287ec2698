"""Plays a season of a club through a client that openapi-generator made.

Runs beside that client, in an environment without the project: ADDRESS and TABLES (a JSON file) in,
what the client read as JSON out.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from club_client import ApiClient, Configuration
from club_client.api import groups_api, money_api, rounds_api, sessions_api
from club_client.models import (
    MakeGroupRequest,
    MarkDueRequest,
    OpenSessionRequest,
    PatchedChangeSessionRequest,
    SettleEveningsRequest,
    SubmitRequest,
)

NAMES = ["An", "Bình", "Cúc", "Dũng", "Em", "Giang", "Hà", "Khoa"]
BET_UNIT = 1_000_000

Read = tuple[str, str, Any, Any]
"""A game, how facts went through the client, what was sent and what was read back."""


class Club:
    """A group, and every evening that was opened in it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.balances: Counter[str] = Counter()
        first = self.open({"rules": "tien_len", "bet_unit": 1000, "players": NAMES})
        sent = MakeGroupRequest(id=uuid4(), name="Hội thứ sáu", session=first.id)
        self.group = groups_api.GroupsApi(self.with_key(first.score_key)).make_group(sent)
        self.key = self.group.score_key

    def with_key(self, key: str) -> ApiClient:
        return ApiClient(Configuration(host=self.address, access_token=key))

    def open(self, terms: dict[str, Any], key: str = "") -> Any:
        client = self.with_key(key) if key else ApiClient(Configuration(host=self.address))
        return sessions_api.SessionsApi(client).open_session(OpenSessionRequest.from_dict(terms))

    def play(self, table: dict[str, Any]) -> Iterator[Read]:
        """An evening of one game: recorded, corrected, made void, closed."""
        terms = {"rules": table["rules"], "settings": table["settings"], "bet_unit": BET_UNIT}
        opened = self.open(terms | {"players": NAMES, "group": self.group.id}, self.key)
        client, at = self.with_key(opened.score_key), {"session_id": opened.id}
        rounds, session = rounds_api.RoundsApi(client), sessions_api.SessionsApi(client)

        def submission(facts: Any) -> Any:
            sent = {"id": str(uuid4()), "rules": table["rules"], "facts": facts}
            return SubmitRequest.from_dict(sent)

        for facts in table["rounds"]:
            recorded = rounds.record_round(**at, submit_request=submission(facts)).to_dict()
            yield table["rules"], "recorded", facts, recorded["facts"]
            read = rounds.get_round(**at, number=recorded["number"]).to_dict()
            yield table["rules"], "read", facts, read["facts"]
        first = table["rounds"][0]
        corrected = rounds.correct_round(**at, number=1, submit_request=submission(first)).to_dict()
        assert corrected["corrects"] == 1
        yield table["rules"], "corrected", first, corrected["facts"]
        void = rounds.void_round(**at, number=corrected["number"]).to_dict()
        assert void["state"] == "void"
        change = PatchedChangeSessionRequest(name="Tối cuối")
        changed = session.change_session(**at, patched_change_session_request=change)
        assert changed.name == "Tối cuối"
        assert session.close_session(opened.id).state == "closed"
        for each in money_api.MoneyApi(client).get_totals(opened.id).players:
            self.balances[each.name] += each.balance

    def settle(self) -> int:
        """Settle all evenings as one, and return how many payments that took."""
        api = groups_api.GroupsApi(self.with_key(self.key))
        totals = {each.name: each.balance for each in api.get_group_totals(self.group.id).members}
        assert totals == {name: self.balances[name] for name in NAMES}, (totals, self.balances)
        accounts = api.get_group_accounts(self.group.id)
        sent = SettleEveningsRequest(id=uuid4(), evenings=accounts.evenings)
        made = api.settle_group(self.group.id, sent)
        for due in made.payments:
            paid = api.mark_group_payment(
                group_id=self.group.id,
                settlement=made.id,
                number=due.number,
                mark_due_request=MarkDueRequest(paid=True),
            )
            assert paid.payments[due.number - 1].paid_at
        return len(made.payments)


def main(address: str, tables: str) -> None:
    with open(tables, encoding="utf-8") as file:
        evenings = json.load(file)
    club = Club(address)
    rows = [read for table in evenings for read in club.play(table)]
    assert 0 < club.settle() < len(NAMES)
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
