"""Every kind of change at a table and in a group, as a request that can be sent again."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.books.settlement import Pay
from ledger.models import Session
from ledger.people.group_accounts import accounts
from ledger.people.group_settling import settle
from ledger.tables import flags, other_items, payments, sessions
from ledger.tables.agreement import final_line
from tests.api.calls import NEW, ROOT, Caller, a_round
from tests.sample_tables import a_table, grouped, play
from tests.web.tables import by_place, phone

GROUPS = "/api/v1/groups/"
Send = Callable[[], HttpResponse]
Fields = dict[str, tuple[str, dict[str, object]]]
"""Where a form goes below its table, and what it sends, by name."""
by = {"by": ON_THE_MACHINE}


def changes() -> dict[str, Send]:
    """Each by its name, at the tables of a ledger that this makes: it is empty before."""
    playing, done = a_table(5), a_table()
    for _ in range(3):
        play(playing)
    books.void(playing.pk, 3, **by)
    play(done)
    pays = [Pay(1, 2, 5000)]
    other_items.post_item(playing.pk, submission_id=uuid4(), pays=pays, text="phạt", **by)
    flags.flag(playing.pk, 2, "somebody", word="", **by)
    sessions.close(done.pk, **by)
    now = Session.objects.get
    sends = at_an_open_table(now(pk=playing.pk)) | by_phone(now(pk=playing.pk))
    sends |= at_a_closed_table(now(pk=done.pk)) | of_groups()
    claim: Fields = {"hand": ("hand/1/claim/", {})}
    return sends | {"open": opened()} | _posted(a_table(rules="binh"), claim)


def opened() -> Send:
    body = NEW | {"id": str(uuid4())}
    return lambda: Caller(Session()).quietly("POST", ROOT, body)


def at_an_open_table(table: Session) -> dict[str, Send]:
    call = Caller(table, key(table, Role.SCORE)).quietly
    item = {"id": str(uuid4()), "pays": [{"payer": 1, "payee": 3, "amount": 2000}], "text": "nước"}
    asked: dict[str, tuple[str, str, Any]] = {
        "record": ("POST", "rounds/", a_round()),
        "correct": ("PUT", "rounds/1/", a_round(4, 3, 2, 1)),
        "void": ("POST", "rounds/2/void/", None),
        "other": ("POST", "other/", item),
        "other void": ("POST", "other/1/void/", None),
        "bet unit": ("PATCH", "", {"bet_unit": 4000}),
        "rules": ("PATCH", "", {"rules": "dem_la", "settings": {}}),
        "join": ("PATCH", "", {"add_players": ["Mới"]}),
        "sit out": ("PATCH", "", {"sitting_out": [5]}),
        "order": ("PATCH", "", {"order": [5, 4, 3, 2, 1]}),
        "names": ("PATCH", "", {"names": {"1": "Ánh"}, "name": "Nhà Ánh"}),
        "key": ("POST", "keys/", {"key": "view"}),
        "close": ("POST", "close/", None),
    }
    return {name: _sent(call, *each) for name, each in asked.items()}


def _sent(call: Any, method: str, path: str, body: Any) -> Send:
    return lambda: call(method, path, body)


def by_phone(table: Session) -> dict[str, Send]:
    """What the pages do that no call does, and a round as they send it."""
    fields: Fields = {
        "tap": ("rounds/", by_place(2, 1, 4, newest=3)),
        "restore": ("rounds/3/restore/", {}),
        "flag": ("rounds/1/flag/", {"word": "bét là An"}),
        "keep": ("rounds/2/keep/", {"word": "đúng rồi"}),
        "take out": ("players/5/remove/", {}),
        "swap": ("players/swap/", {"comes": 5, "goes": 1}),
        "rotate": ("rotate/", {"on": "1"}),
        "new link": ("share/score/renew/", {}),
        "forget": ("privacy/forget/", {}),
    }
    return _posted(table, fields)


def _posted(table: Session, fields: Fields) -> dict[str, Send]:
    client = phone(table)
    client.raise_request_exception = False
    kept = client.cookies.output(header="")

    def send(path: str, sent: dict[str, object]) -> Any:
        client.cookies.load(kept)  # the phone is as it was where nothing reached it
        return client.post(f"/t/{table.pk}/{path}", sent)

    return {name: partial(send, *each) for name, each in fields.items()}


def at_a_closed_table(table: Session) -> dict[str, Send]:
    call = Caller(table, key(table, Role.SCORE)).quietly
    paid = {"id": str(uuid4()), "payer": 3, "payee": 2, "amount": 2000}
    marked = {"debtor": 4, "creditor": 1, "amount": 1000}
    payments.pay(table.pk, **marked, submission_id=uuid4(), **by)
    final = final_line(table)
    assert final
    asked = {
        "pay": _sent(call, "POST", "payments/", paid),
        "pay void": _sent(call, "POST", "payments/1/void/", None),
        "reopen": _sent(call, "POST", "open/", None),
    }
    fields: Fields = {
        "agree": ("settle/agree/", {"seat": 2, "head": final.hash}),
        "carry": ("settle/carry/", {"submission": str(uuid4())}),
    }
    return asked | _posted(table, fields)


def of_groups() -> dict[str, Send]:
    """Groups that are made, grow, settle and undo it."""
    first, second, third = (_played() for _ in range(3))
    made, settled = grouped(first, second), grouped(_played(), _played())
    made_once, _ = settle(settled, accounts(settled).states, submission_id=uuid4(), **by)
    here = f"{GROUPS}{settled.pk}/settlements/{made_once.submission_id}/"
    states = {"id": str(uuid4()), "evenings": accounts(made).states}
    joined = {"session": third.pk, "key": key(third, Role.SCORE)}
    new = {"id": str(uuid4()), "name": "Nhóm", "session": third.pk}
    for_group = NEW | {"id": str(uuid4()), "group": made.pk}
    makes, holds = Caller(third, key(third, Role.SCORE)), Caller(Session(), key(made, Role.SCORE))
    owes = Caller(Session(), key(settled, Role.SCORE))
    return {
        "group": _sent(makes.quietly, "POST", GROUPS, new),
        "group add": _sent(holds.quietly, "POST", f"{GROUPS}{made.pk}/sessions/", joined),
        "group open": _sent(holds.quietly, "POST", ROOT, for_group),
        "group settle": _sent(holds.quietly, "POST", f"{GROUPS}{made.pk}/settlements/", states),
        "group mark": _sent(owes.quietly, "PUT", f"{here}payments/1/", {"paid": True}),
        "group void": _sent(owes.quietly, "POST", f"{here}void/", None),
    }


def _played() -> Session:
    table = a_table()
    play(table)
    return sessions.close(table.pk, by=ON_THE_MACHINE)
