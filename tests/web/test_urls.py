"""A table page names what stands under the table by its address, and all of it is there."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.urls import resolve

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.random_rounds import deal
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

ADDRESS = re.compile(
    r'(?:href|(?:form|data-)?action|hx-(?:get|post)|hx-sse:connect)="(/[^"?#]*)[^"]*"'
)
STATIC = "/static/"
AT_LEAST = {Role.SCORE: 20, Role.VIEW: 12}
"""Different addresses; a page that names fewer was not read as it is."""


@pytest.mark.parametrize(
    ("rules", "role"),
    [*((rules, Role.SCORE) for rules in RULE_SETS), ("tien_len", Role.VIEW)],
)
def test_every_address_on_the_page_leads_somewhere(rules: str, role: Role) -> None:
    session = open_table(rules, ["An", "Bình", "Cường", "Dũng", "Em"])
    facts = _dealt(rules)
    for _time in range(2):
        books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    client = phone(session, role)
    client.post(f"/t/{session.pk}/rounds/1/flag/", {"word": "sai"})
    addresses = set(ADDRESS.findall(client.get(f"/t/{session.pk}/").content.decode()))
    pages = {address for address in addresses if not address.startswith(STATIC)}
    assert len(pages) >= AT_LEAST[role]
    for address in pages:
        assert resolve(address).kwargs.get("session_id", session.pk) == session.pk


def _dealt(rules: str) -> dict[str, object]:
    return dict(deal(rules, Random(7), [1, 2, 3, 4]))
